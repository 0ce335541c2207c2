"""The recorded payload that stands for an event where an answer to it is shown."""

from __future__ import annotations

from functools import cache
from typing import Any

from hookconform.cases.loading import captured_entries, iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root

_SHELL = "Bash"


@cache
def plainest_payload(
    platform: str, registered_event: str, arguments: frozenset[str] = frozenset({"command"})
) -> Case | None:
    """Return the plainest recorded payload of an event key at its newest version, of a shell call if there is one.

    Of other canonical arguments it is the plainest call that has them all, if there is one.
    """
    claim = load_platform(platform).registrations.get(registered_event)
    events = None if claim is None or claim.canonical is None else {claim.canonical}
    of_shell = arguments <= {"command"}
    for entries in captured_entries(corpus_root(), platform):
        mine = [one for one in entries if one.registered_event == registered_event and one.event is not None]
        mine = [one for one in mine if events is None or one.event in events]
        # A shell call is plainer than any other, so that the others need not be read.
        chosen = [one.id for one in mine if of_shell and one.tool_name == _SHELL] or [one.id for one in mine]
        if chosen:
            cases = list(iter_cases(root=corpus_root(), platforms=[platform], ids=chosen))
            having = [] if of_shell else [case for case in cases if _has(case, arguments)]
            return min(having, key=_fewest) if having else min(cases, key=_plainness)
    return None


def _has(case: Case, arguments: frozenset[str]) -> bool:
    return arguments <= case.expected.arguments.keys() and not case.is_probe


def _fewest(case: Case) -> tuple[int, str]:
    return len(case.expected.arguments), case.id


def _plainness(case: Case) -> tuple[Any, ...]:
    arguments = case.expected.arguments
    return case.expected.tool_name != _SHELL, "command" not in arguments, len(arguments), case.id

"""The recorded payload that stands for an event where an answer to it is shown."""

from __future__ import annotations

from functools import cache
from typing import Any

from hookconform.cases.loading import captured_of_event
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root


@cache
def plainest_payload(platform: str, registered_event: str) -> Case | None:
    """Return the plainest recorded payload of an event key at its newest version, of a shell call if there is one."""
    event = load_platform(platform).registrations.get(registered_event)
    for cases in captured_of_event(corpus_root(), platform, event and event.canonical):
        mine = [case for case in cases if case.registered_event == registered_event and not case.expected.is_refusal]
        if mine:
            return min(mine, key=_plainness)
    return None


def _plainness(case: Case) -> tuple[Any, ...]:
    arguments = case.expected.arguments
    return case.expected.tool_name != "Bash", "command" not in arguments, len(arguments), case.id

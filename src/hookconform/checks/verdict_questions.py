"""Questions of the capability `response`: the verdicts that a case is asked with, and in how many ways.

A verdict is asked plainly, with odd words, with two parts, and with parts left out; a changed input with every argument
that the platform calls otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.cases.loading import captured_versions
from hookconform.checks.capability import Subject
from hookconform.checks.changed_arguments import changes_of
from hookconform.checks.drawn_arguments import drawn_changes, whole_input
from hookconform.corpus.cases import Case
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.effects.representatives import stands_for_arguments, stands_for_event, stands_for_input
from hookconform.effects.rows import measured_versions
from hookconform.effects.verdicts import ALLOW, DENY, INPUT, Words, honoured, on_protocol
from hookconform.ground.versions import at_least, is_prerelease

PLAIN = Words(
    "Denied by the conformance suite.",
    "Context of the conformance suite.",
    "printf changed-by-the-conformance-suite",
)
_LONG = " ".join(f"{number}. as long as a page may be," for number in range(1, 40))
# What is cut, folded, escaped twice, put into normal form or taken for a format is not the same text any more.
_MARKS = """"two" 'one' `back` \\n $HOME ${x} %s {0} <b>&amp;</b> é e\u0301 日本 🙂  two blanks\tand a tab"""
ODD = Words(
    f"Denied: {_MARKS}\n\n- {_LONG}\n- end of the reason.",
    f"Context: {_MARKS}\n\n- {_LONG}\n- end of the context.",
    f"printf '%s\\n' {_MARKS} \\\n  && : '{_LONG}'\nprintf end-of-the-command",
)


@dataclass(frozen=True)
class Question:
    """One verdict as it is asked: its key among the calls, and what a message says before what is wrong."""

    wire: dict[str, Any]
    words: Words
    key: str
    told: str = ""
    without_version: bool = False
    version: str = ""
    changes: Mapping[str, Any] | None = None
    may_be_refused: bool = False
    is_drawn: bool = False


_WITHOUT_WORDS = Words("", "", "")


def questions_of(subject: Subject) -> Iterator[Question]:
    """Yield the ways in which a verdict is asked: plainly, with odd words, with two parts, and with parts left out."""
    verdict = subject.variant
    if verdict != INPUT or stands_for_event(subject.case) or stands_for_input(subject.case):
        yield from _of_verdict(subject, verdict)
    if verdict == INPUT and has_changes(subject):
        yield from _of_arguments(subject.case)


def _of_arguments(case: Case) -> Iterator[Question]:
    """Yield the ways in which other arguments than a command are changed."""
    groups = changes_of(case)
    for number, changes in enumerate(groups):
        yield _changed(f"{number}", f"with {', '.join(changes)}: ", changes, changes)
    if groups and not case.expected.calls:
        # A text may also be changed to nothing.
        changes = {name: "" if isinstance(value, str) else value for name, value in groups[0].items()}
        told = f"with the whole input, and in it {', '.join(changes)}: "
        yield _changed("whole", told, whole_input(case, changes), changes)
    for changes in drawn_changes(case):
        (name,) = changes
        told = f"with {name}, which other arguments decide: "
        yield replace(_changed(name, told, changes, changes), is_drawn=True)


def _changed(key: str, told: str, sent: Mapping[str, Any], changes: Mapping[str, Any]) -> Question:
    wire = {"decision": "allow", "updated_input": dict(sent)}
    return Question(wire, PLAIN, f"respond input, {key}", told, changes=changes)


def _of_verdict(subject: Subject, verdict: str) -> Iterator[Question]:
    yield Question(on_protocol(verdict, PLAIN), PLAIN, f"respond {verdict}")
    if verdict != ALLOW:
        told = "with a long text of several lines and odd marks: "
        yield Question(on_protocol(verdict, ODD), ODD, f"respond {verdict}, odd words", told)
    for version in _beginning(subject) if verdict != ALLOW else ():
        key, told = f"respond {verdict}, {version}", f"at {version}: "
        yield Question(on_protocol(verdict, PLAIN), PLAIN, key, told, version=version)
    if verdict == INPUT and can(subject, INPUT):
        both = on_protocol(INPUT, PLAIN) | {"context": PLAIN.context}
        yield Question(both, PLAIN, "respond input, context", "with context beside: ", may_be_refused=True)
    if verdict == DENY and subject.case.expected.event == PRE_TOOL:
        plain = on_protocol(DENY, PLAIN)
        yield Question({"decision": "deny"}, _WITHOUT_WORDS, "respond deny, no reason", "without a reason: ")
        yield Question(plain | {"reason": ""}, _WITHOUT_WORDS, "respond deny, empty", "with an empty reason: ")
        yield Question(plain | {"context": PLAIN.context}, PLAIN, "respond deny, context", "with context beside: ")
        if version_of(subject) == measured_versions(subject.case.platform)[-1]:
            told = "without a version, which stands for the newest: "
            yield Question(plain, PLAIN, "respond deny, no version", told, without_version=True)


def _beginning(subject: Subject) -> tuple[str, ...]:
    """Return versions around the one since which the verdict can be carried out, if no payload of theirs was recorded.

    They are the measured one before it, its pre-release and itself. What the pre-release does nobody knows, since its
    neighbours differ. The first version that was recorded since is asked.
    """
    case = subject.case
    if not stands_for_event(case) or not can(subject, subject.variant):
        return ()
    event = case.registered_event or ""
    return _beginning_before(corpus_root(), case.platform, version_of(subject), event, subject.variant)


# Each question is put together twice, to ask it and to judge it.
@cache
def _beginning_before(root: Path, platform: str, version: str, event: str, verdict: str) -> tuple[str, ...]:
    recorded = _recorded(root, platform)
    earlier = _recorded_before(root, platform, version)
    measured = [one for one in measured_versions(platform, root) if at_least(version, one) and not is_prerelease(one)]
    for place, one in reversed(list(enumerate(measured))):
        if earlier and at_least(earlier, one):
            return ()
        if verdict not in honoured(platform, f"{one}-preview.1", event):
            around = (*measured[max(place - 1, 0) : place], f"{one}-preview.1", one)
            return tuple(asked for asked in around if asked not in recorded)
    return ()


@cache
def _recorded_before(root: Path, platform: str, version: str) -> str:
    """Return the newest recorded version that is older than this one; empty if there is none."""
    return next((one for one in reversed(_recorded(root, platform)) if not at_least(one, version)), "")


@cache
def _recorded(root: Path, platform: str) -> tuple[str, ...]:
    return tuple(captured_versions(root, platform))


def has_changes(subject: Subject) -> bool:
    """Tell whether other arguments than a command are to be changed."""
    case = subject.case
    return stands_for_arguments(case) and can(subject, INPUT) and bool(changes_of(case) or drawn_changes(case))


def can(subject: Subject, verdict: str) -> bool:
    """Tell whether a measured answer carries the verdict out."""
    return verdict in honoured(subject.case.platform, version_of(subject), subject.case.registered_event or "")


def version_of(subject: Subject) -> str:
    """Return the version of the case, empty for none."""
    return subject.case.version or ""

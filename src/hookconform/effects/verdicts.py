"""Verdicts, and whether an effect carries one out: what `response` demands of every adapter."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.effects import effects_near, modelled_platforms
from hookconform.effects.effect import Effect
from hookconform.effects.rows import Row, adapter_rows
from hookconform.ground.meant import spelled

ALLOW, DENY, ASK, CONTEXT, INPUT = "allow", "deny", "ask", "context", "input"
# Other words for a verdict that people type.
SYNONYMS = {"block": DENY, **dict.fromkeys(("change", "modify", "rewrite", "update"), INPUT)}
_QUESTION = "PermissionRequest"
_AFTER_FAILURE = "PostToolUseFailure"
_AFTER_TOOL = "PostToolUse"
# How the measured answers call the text that matters to a verdict (`forms.py` makes these words).
_MEASURED_WORDS = {DENY: "REASON-", CONTEXT: "CONTEXT-"}


class Words(NamedTuple):
    """The texts of a verdict: a reason, a context, and the command to run instead."""

    reason: str
    context: str
    command: str


class _Verdict(NamedTuple):
    """What a verdict asks for, how an effect is judged by it, its form on the protocol, and which text must arrive."""

    wanted: str
    judge: Callable[[str, Effect, str], str]
    on_protocol: Callable[[Words], dict[str, Any]]
    must_arrive: Callable[[Words], str] = lambda _: ""


def wanted(verdict: str) -> str:
    """Return what a verdict asks for, as the end of a sentence."""
    return _TABLE[verdict].wanted


def must_arrive(verdict: str, words: Words) -> str:
    """Return the text that the model must be told, empty where none must."""
    return _TABLE[verdict].must_arrive(words)


def on_protocol(verdict: str, words: Words) -> dict[str, Any]:
    """Return what a verdict is on the protocol; an adapter may say its words within more words."""
    return _TABLE[verdict].on_protocol(words)


def plain_verdict(name: str) -> str:
    """Return the suite's own word for a verdict, whatever its case; a word that is none is returned as it is."""
    known = spelled(name, [*VERDICTS, *SYNONYMS])
    return SYNONYMS.get(known, known)


def shortfall(verdict: str, event: str, found: Effect, *, words: str = "") -> str:
    """Return why `found` does not carry out `verdict` at the canonical `event`; empty if it does.

    `words` must stand in a text that reaches the model: the context, or the reason where a deny comes after
    the tool.
    """
    return _TABLE[verdict].judge(event, found, words)


def honoured(platform: str, version: str, registered_event: str) -> frozenset[str]:
    """Return the verdicts that some measured answer carries out; of an unmeasured version, at both its neighbours.

    Only answers an adapter can give count; for OpenCode those are the bridge's.
    """
    if platform not in modelled_platforms():
        return frozenset()
    return _honoured(corpus_root(), platform, version, registered_event)


@cache
def _honoured(root: Path, platform: str, version: str, registered_event: str) -> frozenset[str]:
    found: set[str] = {ALLOW}
    for row in adapter_rows(platform, version, registered_event, root):
        near = _near(platform, version, row)
        found |= {verdict for verdict in VERDICTS if verdict not in found and _carry_out(near, row, verdict)}
    return frozenset(found)


def carries_out(platform: str, version: str, row: Row, verdict: str) -> bool:
    """Tell whether a measured answer carries a verdict out at this version; at both neighbours of an unmeasured one."""
    return _carry_out(_near(platform, version, row), row, verdict)


def _carry_out(near: Iterable[Effect], row: Row, verdict: str) -> bool:
    words = _MEASURED_WORDS.get(verdict, "")
    return all(not shortfall(verdict, row.event, one, words=words) for one in near)


def _near(platform: str, version: str, row: Row) -> list[Effect]:
    found = effects_near(platform, version, row.event, row.registered_event, row.answer, tool=row.tool or "Bash")
    return list(found.values())


def carries_reason(platform: str, version: str, registered_event: str) -> bool:
    """Tell whether the reason of some measured answer that denies reached the model, as in `honoured`."""
    return _carries_reason(corpus_root(), platform, version, registered_event)


@cache
def _carries_reason(root: Path, platform: str, version: str, registered_event: str) -> bool:
    return any(
        carries_out(platform, version, row, DENY)
        and all(any(_MEASURED_WORDS[DENY] in text for text in one.told) for one in _near(platform, version, row))
        for row in adapter_rows(platform, version, registered_event, root)
    )


def is_measured(platform: str, version: str, registered_event: str) -> bool:
    """Tell whether any answer an adapter can give was measured at this event."""
    return platform in modelled_platforms() and bool(adapter_rows(platform, version, registered_event))


def _allow(event: str, found: Effect, words: str) -> str:
    del event, words
    if found.tool in {"stopped", "asked"}:
        return f"the tool would be {found.tool}: {found.why}"
    if found.question == "skipped":
        return f"the platform's own question to its user would be skipped: {found.why}"
    if found.input == "changed":
        return f"the tool's input would be changed: {found.why}"
    if found.turn != "continues":
        return f"the turn would be {found.turn}: {found.why}"
    return ""


def _deny(event: str, found: Effect, words: str) -> str:
    if event in load_vocabulary().pre_tool:
        if found.tool == "stopped":
            return ""
        return f"the tool would {'be asked about' if found.tool == 'asked' else 'run'}: {found.why}"
    if event == _AFTER_FAILURE:
        return "a tool that has failed cannot be stopped"
    if event == _AFTER_TOOL:
        return "" if _says(found, words) else f"the model would not be told the reason: {found.why}"
    # A run that waits for its user asks the model nothing either.
    wanted = ("extended",) if event in load_vocabulary().turn_ends else ("ended", "hung")
    return "" if found.turn in wanted else f"the turn would not be {wanted[0]}: {found.why}"


def _ask(event: str, found: Effect, words: str) -> str:
    del words
    if event in load_vocabulary().pre_tool and found.tool == "asked":
        return ""
    if event == _QUESTION and found.tool == "ran" and found.question == "kept":
        return ""
    return f"the user would not be asked: {found.why}"


def _context(event: str, found: Effect, words: str) -> str:
    # Text for the model at the end of a turn cannot but start another round.
    turns = {"continues", "extended"} if event in load_vocabulary().turn_ends else {"continues"}
    if found.tool in {"stopped", "asked"} or found.turn not in turns:
        return f"more would happen than context being added: {found.why}"
    return "" if _says(found, words) else f"the text would not reach the model: {found.why}"


def _input(event: str, found: Effect, words: str) -> str:
    del words
    if event not in load_vocabulary().pre_tool or found.tool != "ran" or found.input != "changed":
        return f"the tool would not run with the changed input: {found.why}"
    if found.question == "skipped":
        return f"the platform's own question to its user would be skipped: {found.why}"
    return ""


def _says(found: Effect, words: str) -> bool:
    return any(words in text for text in found.told)


_TABLE = {
    ALLOW: _Verdict("the platform goes on as without a hook", _allow, lambda _: {"decision": "allow"}),
    DENY: _Verdict(
        "what the event announces is stopped",
        _deny,
        lambda words: {"decision": "deny", "reason": words.reason},
        lambda words: words.reason,
    ),
    ASK: _Verdict("the user is asked", _ask, lambda words: {"decision": "ask", "reason": words.reason}),
    CONTEXT: _Verdict(
        "the model is told the context",
        _context,
        lambda words: {"decision": "allow", "context": words.context},
        lambda words: words.context,
    ),
    INPUT: _Verdict(
        "the tool runs with the changed input",
        _input,
        lambda words: {"decision": "allow", "updated_input": {"command": words.command}},
    ),
}
VERDICTS = tuple(_TABLE)

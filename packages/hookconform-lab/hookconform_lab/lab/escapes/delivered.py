"""The rows in which a hook that has to deny says so in an unusual way, or does not get to say it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from hookconform_lab.lab.escapes.beside import KINDS
from hookconform_lab.lab.escapes.trial import Trial, made, making
from hookconform_lab.lab.escapes.usual import shell_trial
from hookconform_lab.lab.turn import Turn

# More than a pipe holds, so that a program cannot have written all of it when the hook is done.
_UNREAD = "0123456789abcde\n" * 20_000
_LARGE = 1_000_000
_FOREIGN = "недоступно 不許可 \N{NO ENTRY}"
_LATE = {"sleep": 4}
_MANNERS: dict[str, Mapping[str, Any]] = {
    "deny-late": _LATE,
    "deny-pieces": {"manner": "pieces"},
    "deny-large": {"reason": "x" * _LARGE},
    "deny-foreign": {"reason": _FOREIGN},
    "deny-mute": {"manner": "mute"},
    "deny-child": {"manner": "child"},
    "deny-crash": {"stdout": "", **KINDS["crashes"]},
    "deny-killed": KINDS["killed"],
}
_REASON = "REASON-"


def delivered_trials(turn: Turn) -> dict[str, Trial]:
    """Return the trials by row."""
    return {trial.row: trial for trial in _trials(turn)}


def in_manner(deny: Mapping[str, Any], manner: Mapping[str, Any]) -> dict[str, Any]:
    """Return a deny in a manner; what `reason` says is put before its own reason, or, where it has none, beside it."""
    entry = {**deny, **{key: value for key, value in manner.items() if key not in ("reason", "unread")}}
    reason = manner.get("reason")
    if reason is None:
        return entry
    said = {stream: str(deny.get(stream, "")) for stream in ("stdout", "stderr")}
    if any(_REASON in text for text in said.values()):
        return {**entry, **{stream: text.replace(_REASON, f"{reason} {_REASON}") for stream, text in said.items()}}
    return {**entry, "stderr": f"{reason}\n{said['stderr']}"}


def _trials(turn: Turn) -> Iterator[Trial]:
    for row, manner in _MANNERS.items():
        yield replace(shell_trial(row, turn), manner=manner)
    row = "deny-unread"
    started = turn.start(granted=True)
    unread = making(row, started, turn.write_call(made(row), _UNREAD))
    yield replace(unread, manner={"unread": True}, is_alone=True)

"""The rows in which several hooks are registered for one event, and one of them denies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from hookconform_lab.lab.escapes.beside import PROGRAM, Beside
from hookconform_lab.lab.escapes.otherwise import elsewhere
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.escapes.usual import shell, shell_trial
from hookconform_lab.lab.turn import Turn

_MANY = 20
# Row → what the other hook does.
_AFTER = {
    "hooks-deny-allow": "allows",
    "hooks-deny-crash": "crashes",
    "hooks-deny-late": "late",
    "hooks-deny-killed": "killed",
    "hooks-deny-garbled": "garbled",
    "hooks-both-deny": "denies",
}
_BEFORE = {
    "hooks-allow-deny": "allows",
    "hooks-crash-deny": "crashes",
    "hooks-late-deny": "late",
    "hooks-killed-deny": "killed",
    "hooks-garbled-deny": "garbled",
}
_MISSING_AFTER, _MISSING_BEFORE = "hooks-deny-missing", "hooks-missing-deny"
# Rows whose other hook does what only a program can do.
OF_PROGRAMS = (
    *(row for said in (_AFTER, _BEFORE) for row, kind in said.items() if kind in {"killed", "garbled"}),
    *(_MISSING_AFTER, _MISSING_BEFORE),
)
# Rows of several hooks in one file.
COMPOSED = (*_AFTER, *_BEFORE, _MISSING_AFTER, _MISSING_BEFORE, "hooks-twice")


def composed_trials(turn: Turn) -> dict[str, Trial]:
    """Return the trials of hooks in one file by row, each beside a hook that denies."""
    return {trial.row: trial for trial in _trials(turn)}


def scopes(turn: Turn, *, project: str, user: str, usual: str, **settings: Any) -> Iterator[Trial]:
    """Yield the trials of a deny in the project's file while a hook in the user's allows, and the other way round.

    `usual` is the one of both where the driver registers hooks by itself; in the other it does by the setting
    `hooks_in`. `settings` are further ones of the driver's.
    """
    for row, own, other in (("scopes-project-denies", project, user), ("scopes-user-denies", user, project)):
        place = {} if own == usual else {"hooks_in": own}
        trial = elsewhere(row, turn, **place, **settings)
        yield replace(trial, beside=Beside(file=other), said_beside="allows", is_alone=True)


def _trials(turn: Turn) -> Iterator[Trial]:
    for before, said, missing in ((False, _AFTER, _MISSING_AFTER), (True, _BEFORE, _MISSING_BEFORE)):
        for row, kind in said.items():
            yield replace(shell_trial(row, turn), beside=Beside(before=before), said_beside=kind)
        # The last of its run, since the program is gone for all that come after it.
        trial = shell_trial(missing, turn)
        removal = shell(turn, f"rm {PROGRAM}; : {CARRIED}change; sleep 3")
        replies = (removal, *trial.replies)
        yield replace(trial, replies=replies, changes_hooks=True, beside=Beside(before=before), said_beside="silent")
    yield replace(shell_trial("hooks-twice", turn), beside=Beside(count=0), said_beside="silent")
    many = Beside(before=True, count=_MANY - 1)
    yield replace(shell_trial("load-many-hooks", turn), beside=many, said_beside="silent")

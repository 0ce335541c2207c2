"""Result of a tool call; exceptions for refused and invalid calls."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["ok", "refused", "invalid", "unknown-tool"]


@dataclass(frozen=True, slots=True)
class Result:
    """`text` is what the model is told.

    `refused`: it was not done, because of what the files hold or where they are, and no file was changed; a command or
    a backend that did not come to its end is told so too. `invalid`: the arguments do not fit the tool.
    `unknown-tool`: there is no tool of that name here. `ok` says whether the outcome is `ok`.
    """

    ok: bool
    outcome: Outcome
    text: str


def counted(number: int, one: str) -> str:
    """Return a number with its noun: `1 file`, `2 files`."""
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def carried_out(before: int, calls: int) -> str:
    """Return what a model reads about the calls before one that failed."""
    return f"({before} of {calls} calls {'was' if before == 1 else 'were'} carried out before.)"


class Refusal(Exception):  # noqa: N818 (an outcome, named as the result names it)
    """The tool does not do it; its text is what the model is told."""

    outcome: Outcome = "refused"


class InvalidCall(Refusal):
    """The arguments do not fit the tool."""

    outcome: Outcome = "invalid"


class NotAFolder(Refusal):
    """A path leads through something that is no folder."""

"""One row as a program is made to do it: what the model says, the effect that shows, the words that name the call."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hookconform_lab.lab.escapes.beside import Beside
from hookconform_lab.lab.scenario import Program, Terminal
from hookconform_lab.lab.script import Reply, Route
from hookconform_lab.lab.turn import Started

# A payload with this in it is of a call that only leads to the row's own, which a denying hook lets pass.
CARRIED = "carried-"
HEADLESS = "headless"


@dataclass(frozen=True, slots=True)
class Trial:
    """How one row is tried.

    `words` are in every hook payload about the row's call, and in no payload before it. The effect is that all `files`,
    paths below the workspace, exist and hold their words, that `told` reaches the model, or that the conversation of
    that name begins. `replies` are the main model's; sub-agents' are in `conversations`,
    found by `routes`, ended by `ends`.

    The program is started by `started`, or by the step `instead`, then by each of `then`. `home_files` and
    `workspace_files` are there before. `is_alone`: no other row shares its run, since it changes what comes later.
    `has_control` is False where there is no control command: what a hook does is then shown by the run of `own-shell`,
    and that hooks are alive by a call of the event `alive`, if one is named.
    `changes_hooks`: a call before the row's own changes what hooks need. `manner` is what is unusual about the answer
    that denies the row's call (an entry of `lab/hook.py`). `beside` are further hooks of the run, which answer the
    row's call as `said_beside`, one of `beside.KINDS`, says while the first hook denies it. `reasons` are words that
    the model may be told in the place of the effect, each with the verdict and the note that follow from them.
    """

    row: str
    words: tuple[str, ...]
    started: Started
    replies: tuple[Reply, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict[str, str])
    told: str = ""
    conversation: str = ""
    conversations: Mapping[str, tuple[Reply, ...]] = field(default_factory=dict[str, tuple[Reply, ...]])
    routes: tuple[Route, ...] = ()
    ends: Mapping[str, Reply] = field(default_factory=dict[str, Reply])
    instead: Program | Terminal | None = None
    then: tuple[Program | Terminal, ...] = ()
    workspace_files: Mapping[str, str] = field(default_factory=dict[str, str])
    home_files: Mapping[str, str] = field(default_factory=dict[str, str])
    door: str = HEADLESS
    mode: str = "granted"
    is_alone: bool = False
    has_control: bool = True
    alive: str = ""
    changes_hooks: bool = False
    manner: Mapping[str, Any] = field(default_factory=dict[str, Any])
    beside: Beside | None = None
    said_beside: str = ""
    reasons: Mapping[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])

    @property
    def shares(self) -> tuple[object, ...]:
        """Return what rows of one run have in common."""
        apart = (self.has_control, self.alive, self.beside, tuple(self.home_files))
        return self.started, self.instead, self.then, self.door, self.mode, *apart


def made(row: str) -> str:
    """Return the file that the row's call makes."""
    return f"made-{row}.txt"


def shown(row: str) -> str:
    """Return the file whose words reach the model through the row's call."""
    return f"read-{row}.txt"


def making(row: str, started: Started, *replies: Reply) -> Trial:
    """Return the trial of a call that makes the row's file."""
    return Trial(row, (made(row),), started, replies, files={made(row): ""})


def showing(row: str, started: Started, *replies: Reply) -> Trial:
    """Return the trial of an act that shows the model the words of the row's file."""
    word = f"canary-{row}-7c1"
    return Trial(row, (shown(row),), started, replies, told=word, workspace_files={shown(row): f"{word}\n"})

"""One unattended turn of any platform: how it is started, and how its model calls the shell or writes a file.

The scenarios of a driver cover what a platform has; measuring answers and proving denials needs only a turn whose
tool calls are ours, started so that the program allows every tool or so that it would ask first. A platform says
how in its part `turn`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from typing import Any, ClassVar

from hookconform.effects.forms import Form
from hookconform.ground.errors import HookconformError
from hookconform.ground.parts import required_part
from hookconform.lab.scenario import Program, Scenario
from hookconform.lab.script import Reply, Script

GRANTED = "granted"
PROMPT = "Please run the scripted steps."


@dataclass(frozen=True, slots=True)
class Started:
    """How the program is started: the argv of the one step, its standard input, and what the driver is told."""

    argv: tuple[str, ...]
    stdin: str = ""
    settings: dict[str, Any] = field(default_factory=dict[str, Any])
    environment: dict[str, str] = field(default_factory=dict[str, str])


class Turn(ABC):
    """The part `turn` of a platform: `platforms/<p>/turn.py` defines one instance called `TURN`.

    `decoys` are names of arguments beside the one that a tool reads as its `command`, `path` or `patch`, and that it
    takes without a word. `headers` says which unusual headers of a patch the program takes for one: `indented`,
    `unspaced`.
    """

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {}
    headers: tuple[str, ...] = ()

    @abstractmethod
    def start(self, version: str, *, granted: bool) -> Started:
        """Return how a run of `PROMPT` is started.

        `granted` allows every tool; else the program is left to ask, and nobody answers, or, where a host must
        answer, it declines.
        """

    @abstractmethod
    def shell_call(self, version: str, command: str, *, granted: bool) -> Reply:
        """Return a reply in which the model runs a shell command by the platform's own tool."""

    @abstractmethod
    def write_call(self, version: str, path: str, text: str) -> Reply:
        """Return a reply in which the model writes a new file; `path` is below the workspace."""

    def start_with_patches(self, version: str) -> Started | None:  # noqa: ARG002 (no tool at all)
        """Return how a run with every tool granted is started whose model has a tool for patches; None: none has."""
        return None

    def patch_call(self, version: str, patch: str) -> Reply:
        """Return a reply in which the model applies a patch; raises `HookconformError` (`lab.turn`) by default."""
        raise HookconformError(
            "lab.turn",
            f"The lab does not know how this platform's model applies a patch at {version}.",
            where=type(self).__module__,
            hint=f"Define `patch_call` there for this patch: {patch.splitlines()[0]!r} …",
        )

    def texts_of(self, form: Form) -> list[str]:
        """Return texts that together stand in what a hook reads of this form's call alone; none: it has no call."""
        if form.tool is None:
            return []
        return [f"{form.marker};" if form.tool == "Bash" else f"{form.marker}\\n"]


def load_turn(platform: str) -> Turn:
    """Return the turn of a platform; raises `HookconformError` (`lab.turn`) if it has none."""
    return required_part(
        platform,
        "turn",
        code="lab.turn",
        message=f"The lab does not know how to start a turn of {platform!r}, "
        "so it can neither measure nor enforce there.",
        hint="It knows: {platforms}. docs/adding-a-platform.md says how to add the part.",
    ).TURN


def turn_scenario(
    started: Started,
    replies: tuple[Reply, ...],
    *,
    timeout: float = 120,
    files: dict[str, str] | None = None,
) -> Scenario:
    """Return a run of one prompt in which the model gives `replies`; `files` are what the workspace holds."""
    return Scenario(
        name="turn",
        title="one prompt",
        script=Script({"main": replies}),
        steps=(Program(started.argv, timeout=timeout, stdin=started.stdin),),
        files=files or {"notes.txt": "a workspace with one file\n"},
        settings=started.settings,
        environment=started.environment,
        optional=True,
    )

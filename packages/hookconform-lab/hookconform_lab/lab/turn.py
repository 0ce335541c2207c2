"""One unattended turn of any platform: how it is started, and how its model calls the shell or writes a file.

The scenarios of a driver cover what a platform has; measuring answers and proving denials needs only a turn whose
tool calls are ours, started so that the program allows every tool or so that it would ask first. A platform says
how in its part `turn`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from hookconform.effects.forms import Form
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Reply, Route, Script
from hookconform_lab.parts import required_part

GRANTED = "granted"
PROMPT = "Please run the scripted steps."


@dataclass(frozen=True, slots=True)
class Started:
    """How the program is started: the argv of the one step, its standard input, and what the driver is told."""

    argv: tuple[str, ...]
    stdin: str = ""
    settings: dict[str, Any] = field(default_factory=dict[str, Any])
    environment: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Delegation:
    """What the main model says so that a sub-agent has a conversation of its own, and how requests find it.

    `routes` are needed where the conversation's marker does not reach the sub-agent; `end` is the reply by which the
    sub-agent is done, where text does not do.
    """

    replies: tuple[Reply, ...]
    routes: tuple[Route, ...] = ()
    end: Reply | None = None


class Turn(ABC):
    """The part `turn` of a platform, at one version: `platforms/<p>/turn.py` calls its class `TURN`.

    `decoys` are names of arguments beside the one that a tool reads as its `command`, `path` or `patch`, and that it
    takes without a word. `stop_ends_run` says that a run is over when a hook stops a tool; `late_seconds` is longer
    than the program waits for a hook. `headers` says which unusual headers of a patch the program takes for one:
    `indented`, `unspaced`. `finish` is what the model says when its calls are over: late, where a program would end
    before the hook that follows its last call. `linger` ends the shell commands of measured answers where a program
    loses what a command prints just before it ends. The methods `start_with_…` return how a run with every tool granted
    is started whose model has a tool of that sort, None if no model has: by default the usual run where the method of
    the call is there.
    """

    decoys: ClassVar[dict[str, tuple[str, ...]]] = {}
    stop_ends_run: ClassVar[bool] = False
    late_seconds: ClassVar[int] = 60
    finish: ClassVar[Reply] = Script().finish
    linger: ClassVar[str] = ""
    headers: tuple[str, ...] = ()
    # Other sets of tools that a setting offers the model in the place of the usual ones, each with a name.
    toolset: ClassVar[str] = ""
    other_toolsets: ClassVar[tuple[type[Turn], ...]] = ()

    def __init__(self, version: str) -> None:
        self.version = version
        self.toolsets = tuple(other(version) for other in self.other_toolsets)

    @abstractmethod
    def start(self, *, granted: bool) -> Started:
        """Return how a run of `PROMPT` is started.

        `granted` allows every tool; else the program is left to ask, and nobody answers, or, where a host must
        answer, it declines.
        """

    @abstractmethod
    def shell_call(self, command: str) -> Reply:
        """Return a reply in which the model runs a shell command by the platform's own tool."""

    @abstractmethod
    def write_call(self, path: str, text: str) -> Reply:
        """Return a reply in which the model writes a new file; `path` is below the workspace."""

    def asking_shell_call(self, command: str) -> Reply:
        """Return a shell call that the program asks about unless all is granted: by default the usual one."""
        return self.shell_call(command)

    def start_with_patches(self) -> Started | None:
        """Return how a run is started whose model has a tool for patches."""
        return self._usual(Turn.patch_call)

    def start_with_edits(self, paths: tuple[str, ...]) -> Started | None:  # noqa: ARG002
        """Return how a run is started whose model can edit these files, without a call that reads them before."""
        return self._usual(Turn.edit_call)

    def start_with_reads(self) -> Started | None:
        """Return how a run is started whose model has a tool that reads a text file."""
        return self._usual(Turn.read_call)

    def start_with_mcp(self) -> Started | None:
        """Return how a run is started whose model has the tools of the lab's MCP server."""
        return self._usual(Turn.mcp_call)

    def start_with_agents(self) -> Started | None:
        """Return how a run is started whose model can start sub-agents that call tools."""
        return self._usual(Turn.delegation)

    def patch_call(self, patch: str) -> Reply:  # noqa: ARG002
        """Return a reply in which the model applies a patch; raises `HookconformError` (`lab.turn`) by default."""
        raise self._unknown("patch_call", "applies a patch")

    def edit_call(self, path: str, old: str, new: str) -> Reply:  # noqa: ARG002
        """Return a reply in which the model replaces the only line `old` of a file; raises as `patch_call`."""
        raise self._unknown("edit_call", "edits a file")

    def read_call(self, path: str) -> Reply:  # noqa: ARG002
        """Return a reply in which the model reads a file; raises as `patch_call`."""
        raise self._unknown("read_call", "reads a file")

    def mcp_call(self, arguments: dict[str, Any]) -> Reply:  # noqa: ARG002
        """Return a reply in which the model calls the lab's MCP tool `echo_text`; raises as `patch_call`."""
        raise self._unknown("mcp_call", "calls an MCP tool")

    def delegation(self, name: str) -> Delegation:  # noqa: ARG002
        """Return how a sub-agent is started whose conversation is `name`, and waited for; raises as `patch_call`."""
        raise self._unknown("delegation", "starts a sub-agent")

    def _usual(self, call: Callable[..., object]) -> Started | None:
        """Return the usual run with every tool granted where the platform says how its model makes this call."""
        return None if getattr(type(self), call.__name__) is call else self.start(granted=True)

    def _unknown(self, method: str, what: str) -> HookconformError:
        return HookconformError(
            "lab.turn",
            f"The lab does not know how this platform's model {what} at {self.version}.",
            where=type(self).__module__,
            hint=f"Define `{method}` there.",
        )

    def texts_of(self, form: Form) -> list[str]:
        """Return texts that together stand in what a hook reads of this form's call alone; none: it has no call."""
        if form.tool is None:
            return []
        return [f"{form.marker};" if form.tool == "Bash" else f"{form.marker}\\n"]


def load_turn(platform: str, version: str) -> Turn:
    """Return the turn of a platform at a version; raises `HookconformError` (`lab.turn`) if it has none."""
    return required_part(
        platform,
        "turn",
        code="lab.turn",
        message=f"The lab does not know how to start a turn of {platform!r}, "
        "so it can neither measure nor enforce there.",
        hint="It knows: {platforms}. docs/maintainers/adding-a-platform.md says how to add the part.",
    ).TURN(version)


def turn_scenario(
    started: Started,
    script: Script,
    *,
    timeout: float = 120,
    files: Mapping[str, str | bytes] | None = None,
    links: Mapping[str, str] | None = None,
) -> Scenario:
    """Return a run of one prompt in which the model follows `script`; `files` and `links` are in the workspace."""
    return Scenario(
        name="turn",
        title="one prompt",
        script=script,
        steps=(Program(started.argv, timeout=timeout, stdin=started.stdin),),
        files=files or {"notes.txt": "a workspace with one file\n"},
        links=links or {},
        settings=started.settings,
        environment=started.environment,
        optional=True,
    )

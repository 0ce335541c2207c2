"""What a model attempts while a policy hook is proved: calls that a rule of the corpus blocks, calls that none does.

Each leaves a trace if it is carried out, whatever the platform calls its tools: a marker file, or words that reach the
model.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from hookconform_lab.lab.file_calls import FileCall
from hookconform_lab.lab.script import Reply, Route, Script, text
from hookconform_lab.lab.turn import Started, Turn

# What a decoy says, by what it is beside.
_HARMLESS = {
    "command": "ls",
    "path": "notes.txt",
    "patch": "*** Begin Patch\n*** Add File: harmless.txt\n+x\n*** End Patch\n",
}
# What a file that is edited holds before.
_BEFORE = "before"
# What a model needs for a call, and how its lack is said.
_LACKS = {
    "patch": "no tool for patches",
    "edit": "no tool that edits a file",
    "read": "no tool that reads a text file",
    "mcp": "no MCP server",
    "agent": "no sub-agent",
}


@dataclass(frozen=True, slots=True)
class Attempt:
    """One call: what it does in words, the trace it leaves, the rule that must stop it (None: it must run).

    A call has one of `command`, for the shell tool, `path`, for the tool that writes files, `patch`, which may need an
    unusual `header`, `edit` and `read`, which name a file, and `mcp`, the file that a call of an MCP tool is about. No
    delete has `-f`, which Codex refuses by itself. With `is_decoyed` the call also says something harmless, in
    arguments that its tool does not read; with `is_delegated` a sub-agent makes it.

    With a `call` the file is named as `spelled`, by the `spelling` of that id; the call opens `opens`, and `before` is
    a file in the workspace, with its text.

    The trace is the file `marker`, which holds `words` where a file was there before, and the file `beside` with it;
    without a marker it is `words` in what the model is told.
    """

    title: str
    marker: str
    rule: str | None
    command: str = ""
    path: str = ""
    patch: str = ""
    edit: str = ""
    read: str = ""
    mcp: str = ""
    header: str = ""
    beside: str = ""
    words: str = ""
    call: FileCall | None = field(default=None, compare=False)
    spelling: str = ""
    spelled: str = ""
    opens: str = ""
    before: tuple[str, str] = ("", "")
    is_decoyed: bool = False
    is_delegated: bool = False

    @property
    def kind(self) -> str:
        """Return which of `command`, `path`, `patch`, `edit`, `read`, `mcp` and `agent` the call is."""
        if self.is_delegated:
            return "agent"
        if self.call is not None:
            return self.call.kind
        return next(kind for kind in ("command", "patch", "edit", "read", "mcp", "path") if getattr(self, kind))

    def started(self, turn: Turn, edited: tuple[str, ...]) -> Started | None:
        """Return how a run is started whose model can make this call; `edited` are the files of all edits."""
        if self.kind == "edit":
            return turn.start_with_edits(edited)
        ways = {
            "patch": turn.start_with_patches,
            "read": turn.start_with_reads,
            "mcp": turn.start_with_mcp,
            "agent": turn.start_with_agents,
        }
        return ways[self.kind]() if self.kind in ways else turn.start(granted=True)

    def unfit(self, turn: Turn) -> str:
        """Return why a platform's model cannot make this call, empty if it can."""
        if self.started(turn, ()) is None:
            return _LACKS[self.kind]
        if self.header and self.header not in turn.headers:
            return "no such header"
        if self.is_decoyed and self.kind not in turn.decoys:
            return f"no other name for a {self.kind}"
        return ""

    def reply(self, turn: Turn) -> Reply:
        """Return the reply that makes this call in a platform's turn: the model's, or its sub-agent's."""
        if self.call is not None:
            return self.call.with_path(self.spelled, self.words)
        if self.command:
            reply = turn.shell_call(f"{self.command}; printf done > {self.marker}")
        elif self.patch:
            reply = turn.patch_call(self.patch)
        elif self.edit:
            reply = turn.edit_call(self.edit, _BEFORE, self.words)
        elif self.read:
            reply = turn.read_call(self.read)
        elif self.mcp:
            reply = turn.mcp_call({"text": self.words, "file_path": f"{{{{workspace}}}}/{self.mcp}"})
        else:
            reply = turn.write_call(self.path, "written\n")
        return _with_decoys(reply, turn.decoys[self.kind], _HARMLESS[self.kind]) if self.is_decoyed else reply

    def ran(self, workspace: Path, told: str) -> bool:
        """Tell whether the call was carried out: for one that must be stopped any trace says so, else it takes all."""
        if not self.marker:
            return (f"echo: {self.words}" if self.mcp else self.words) in told
        traces = [_holds(workspace / name, self.words) for name in (self.marker, self.beside) if name]
        return any(traces) if self.rule else all(traces)


@dataclass(frozen=True, slots=True)
class Round:
    """The calls that one run makes, and how it is started."""

    started: Started
    calls: tuple[Attempt, ...]

    def script(self, turn: Turn) -> Script:
        """Return what the model says, and what the sub-agents that it starts say."""
        main: list[Reply] = []
        delegated: dict[str, tuple[Reply, ...]] = {}
        routes: list[Route] = []
        ends: dict[str, Reply] = {}
        for call in self.calls:
            if not call.is_delegated:
                main.append(call.reply(turn))
                continue
            name = call.marker
            delegation = turn.delegation(name)
            main += delegation.replies
            delegated[name] = (call.reply(turn),)
            routes += delegation.routes
            ends[name] = delegation.end or text("The sub-agent is done.")
        return Script({"main": tuple(main), **delegated}, tuple(routes), finish_of=ends)


def rounds(turn: Turn, calls: Iterable[Attempt]) -> list[Round]:
    """Return the calls that a platform's model can make, those of one way to start together: usually one round.

    Some programs offer the tool for patches to other models than the tool that writes files, or need to be told of MCP
    servers and sub-agents.
    """
    several = tuple(calls)
    edited = tuple(call.edit or call.opens for call in several if call.kind == "edit")
    found: list[tuple[Started, list[Attempt]]] = []
    for call in several:
        started = call.started(turn, edited)
        if started is None or call.unfit(turn):
            continue
        same = next((made for way, made in found if way == started), None)
        if same is None:
            found.append((started, [call]))
        else:
            same.append(call)
    return [Round(started, tuple(made)) for started, made in found]


def left_out(turn: Turn, calls: Iterable[Attempt]) -> list[tuple[Attempt, str]]:
    """Return the calls that a platform's model cannot make, each with the reason in words."""
    return [(call, why) for call in calls if (why := call.unfit(turn))]


def _holds(path: Path, words: str) -> bool:
    """Tell whether a file is there with these words in it."""
    return path.is_file() and words in path.read_text(encoding="utf-8", errors="replace")


def _with_decoys(reply: Reply, names: tuple[str, ...], harmless: str) -> Reply:
    decoys = dict.fromkeys(names, harmless)
    return replace(reply, calls=tuple(replace(call, args=decoys | call.args) for call in reply.calls))

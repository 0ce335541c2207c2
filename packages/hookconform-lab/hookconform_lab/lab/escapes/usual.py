"""The rows that any program with an unattended turn can be tried with: its tools, sub-agents, shells and MCP server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes.trial import CARRIED, Trial, made, making, showing, shown
from hookconform_lab.lab.script import Call, Reply, text
from hookconform_lab.lab.turn import Started, Turn

_PARALLEL = 50
_LARGE = 10_000_000
_DONE = text("The sub-agent is done.")


def usual_trials(turn: Turn, version: str) -> dict[str, Trial]:
    """Return the trials of a platform's turn by row."""
    found = [*_own_tools(turn, version), *_shells(turn, version), *_sub_agents(turn, version), *_load(turn, version)]
    return {trial.row: trial for trial in found}


def shell(turn: Turn, version: str, command: str) -> Reply:
    """Return a call of the shell tool."""
    return turn.shell_call(version, command, granted=True)


def waiting(turn: Turn, version: str, seconds: int) -> Reply:
    """Return a shell command that only waits, and that a denying hook lets pass."""
    return shell(turn, version, f"sleep {seconds}; : {CARRIED}wait")


def makes(row: str) -> str:
    """Return the command that makes the row's file."""
    return f"printf done > {made(row)}"


def shell_trial(row: str, turn: Turn, version: str, started: Started | None = None) -> Trial:
    """Return the trial of a shell command."""
    return making(row, started or turn.start(version, granted=True), shell(turn, version, makes(row)))


def read_trial(row: str, turn: Turn, version: str, started: Started) -> Trial:
    """Return the trial of a file read by the tool for it."""
    return showing(row, started, turn.read_call(version, shown(row)))


def delegated(trial: Trial, turn: Turn, version: str) -> Trial:
    """Return a trial whose calls a sub-agent makes."""
    name = f"{CARRIED}{trial.row}"
    delegation = turn.delegation(version, name)
    return replace(
        trial,
        replies=delegation.replies,
        conversations={name: trial.replies},
        routes=delegation.routes,
        ends={name: delegation.end or _DONE},
    )


def _own_tools(turn: Turn, version: str) -> Iterator[Trial]:
    granted = turn.start(version, granted=True)
    yield shell_trial("own-shell", turn, version)
    yield making("own-write", granted, turn.write_call(version, made("own-write"), "done\n"))
    patching = turn.start_with_patches(version)
    if patching is not None:
        patch = f"*** Begin Patch\n*** Add File: {made('own-patch')}\n+done\n*** End Patch\n"
        yield making("own-patch", patching, turn.patch_call(version, patch))
    file, word = "edited-own-edit.txt", "after-own-edit"
    editing = turn.start_with_edits(version, (file,))
    if editing is not None:
        # The prompt may name the file, so the call is known by the new text.
        yield Trial(
            "own-edit",
            (word,),
            editing,
            (turn.edit_call(version, file, "before", word),),
            files={file: word},
            workspace_files={file: "before\n"},
        )
    reading = turn.start_with_reads(version)
    if reading is not None:
        yield read_trial("own-read", turn, version, reading)
    serving = turn.start_with_mcp(version)
    if serving is not None:
        word = "said-mcp-tool"
        yield Trial("mcp-tool", (word,), serving, (turn.mcp_call(version, {"text": word}),), told=f"echo: {word}")


def _shells(turn: Turn, version: str) -> Iterator[Trial]:
    granted = turn.start(version, granted=True)
    row = "shell-detached"
    detached = shell(turn, version, f"(sleep 1; {makes(row)}) >/dev/null 2>&1 &")
    yield making(row, granted, detached, waiting(turn, version, 3))
    row, script = "shell-script", "steps-of-shell-script.sh"
    # The name is put together by the script, so that no payload but that of the last call is about it.
    write = shell(
        turn,
        version,
        f"printf 'x=shell; printf done > made-$x-script.txt' > {CARRIED}file && mv {CARRIED}file {script}",
    )
    run = f"sh ./{script}"
    yield replace(making(row, granted, write, shell(turn, version, run)), words=(run,))


def _sub_agents(turn: Turn, version: str) -> Iterator[Trial]:
    started = turn.start_with_agents(version)
    if started is None:
        return
    # Its start is what is denied, so that it is not one of the calls that only lead to another.
    name = "started-subagent-start"
    delegation = turn.delegation(version, name)
    yield Trial(
        "subagent-start",
        (name,),
        started,
        delegation.replies,
        conversation=name,
        conversations={name: (delegation.end or text("Nothing to do."),)},
        routes=delegation.routes,
        ends={name: delegation.end or _DONE},
    )
    yield delegated(shell_trial("subagent-shell", turn, version, started), turn, version)
    row = "subagent-write"
    yield delegated(making(row, started, turn.write_call(version, made(row), "done\n")), turn, version)
    if turn.start_with_reads(version) is not None:
        yield delegated(read_trial("subagent-read", turn, version, started), turn, version)
    inner, name = shell_trial("subagent-of-subagent", turn, version, started), f"{CARRIED}inner"
    delegation = turn.delegation(version, name)
    outer = delegated(replace(inner, replies=delegation.replies), turn, version)
    yield replace(
        outer,
        conversations={**outer.conversations, name: inner.replies},
        routes=(*delegation.routes, *outer.routes),
        ends={**outer.ends, name: delegation.end or _DONE},
    )


def _load(turn: Turn, version: str) -> Iterator[Trial]:
    granted = turn.start(version, granted=True)
    rows = [f"load-parallel-{number:02d}" for number in range(_PARALLEL)]
    calls: list[Call] = [call for row in rows for call in shell(turn, version, makes(row)).calls]
    files = [made(row) for row in rows]
    replies = (Reply(calls=tuple(calls)),)
    yield Trial("load-parallel", tuple(files), granted, replies, files=dict.fromkeys(files, ""), is_alone=True)
    large = "0123456789abcde\n" * (_LARGE // 16)
    row = "load-large"
    yield replace(making(row, granted, turn.write_call(version, made(row), large)), is_alone=True)

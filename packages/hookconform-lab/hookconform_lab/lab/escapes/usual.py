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


def usual_trials(turn: Turn) -> dict[str, Trial]:
    """Return the trials of a platform's turn by row."""
    found = [*_own_tools(turn), *_shells(turn), *_sub_agents(turn), *_load(turn)]
    return {trial.row: trial for trial in found}


def shell(turn: Turn, command: str) -> Reply:
    """Return a call of the shell tool."""
    return turn.shell_call(command)


def waiting(turn: Turn, seconds: int) -> Reply:
    """Return a shell command that only waits, and that a denying hook lets pass."""
    return shell(turn, f"sleep {seconds}; : {CARRIED}wait")


def makes(row: str) -> str:
    """Return the command that makes the row's file."""
    return f"printf done > {made(row)}"


def shell_trial(row: str, turn: Turn, started: Started | None = None) -> Trial:
    """Return the trial of a shell command."""
    return making(row, started or turn.start(granted=True), shell(turn, makes(row)))


def read_trial(row: str, turn: Turn, started: Started) -> Trial:
    """Return the trial of a file read by the tool for it."""
    return showing(row, started, turn.read_call(shown(row)))


def delegated(trial: Trial, turn: Turn) -> Trial:
    """Return a trial whose calls a sub-agent makes."""
    name = f"{CARRIED}{trial.row}"
    delegation = turn.delegation(name)
    return replace(
        trial,
        replies=delegation.replies,
        conversations={name: trial.replies},
        routes=delegation.routes,
        ends={name: delegation.end or _DONE},
    )


def _own_tools(turn: Turn) -> Iterator[Trial]:
    granted = turn.start(granted=True)
    yield shell_trial("own-shell", turn)
    yield making("own-write", granted, turn.write_call(made("own-write"), "done\n"))
    patching = turn.start_with_patches()
    if patching is not None:
        patch = f"*** Begin Patch\n*** Add File: {made('own-patch')}\n+done\n*** End Patch\n"
        yield making("own-patch", patching, turn.patch_call(patch))
    file, word = "edited-own-edit.txt", "after-own-edit"
    editing = turn.start_with_edits((file,))
    if editing is not None:
        # The prompt may name the file, so the call is known by the new text.
        yield Trial(
            "own-edit",
            (word,),
            editing,
            (turn.edit_call(file, "before", word),),
            files={file: word},
            workspace_files={file: "before\n"},
        )
    reading = turn.start_with_reads()
    if reading is not None:
        yield read_trial("own-read", turn, reading)
    serving = turn.start_with_mcp()
    if serving is not None:
        word = "said-mcp-tool"
        yield Trial("mcp-tool", (word,), serving, (turn.mcp_call({"text": word}),), told=f"echo: {word}")


def _shells(turn: Turn) -> Iterator[Trial]:
    granted = turn.start(granted=True)
    row = "shell-detached"
    detached = shell(turn, f"(sleep 1; {makes(row)}) >/dev/null 2>&1 &")
    yield making(row, granted, detached, waiting(turn, 3))
    row, script = "shell-script", "steps-of-shell-script.sh"
    # The name is put together by the script, so that no payload but that of the last call is about it.
    write = shell(
        turn,
        f"printf 'x=shell; printf done > made-$x-script.txt' > {CARRIED}file && mv {CARRIED}file {script}",
    )
    run = f"sh ./{script}"
    yield replace(making(row, granted, write, shell(turn, run)), words=(run,))


def _sub_agents(turn: Turn) -> Iterator[Trial]:
    started = turn.start_with_agents()
    if started is None:
        return
    # Its start is what is denied, so that it is not one of the calls that only lead to another.
    name = "started-subagent-start"
    delegation = turn.delegation(name)
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
    yield delegated(shell_trial("subagent-shell", turn, started), turn)
    row = "subagent-write"
    yield delegated(making(row, started, turn.write_call(made(row), "done\n")), turn)
    if turn.start_with_reads() is not None:
        yield delegated(read_trial("subagent-read", turn, started), turn)
    inner, name = shell_trial("subagent-of-subagent", turn, started), f"{CARRIED}inner"
    delegation = turn.delegation(name)
    outer = delegated(replace(inner, replies=delegation.replies), turn)
    yield replace(
        outer,
        conversations={**outer.conversations, name: inner.replies},
        routes=(*delegation.routes, *outer.routes),
        ends={**outer.ends, name: delegation.end or _DONE},
    )


def _load(turn: Turn) -> Iterator[Trial]:
    granted = turn.start(granted=True)
    rows = [f"load-parallel-{number:02d}" for number in range(_PARALLEL)]
    calls: list[Call] = [call for row in rows for call in shell(turn, makes(row)).calls]
    files = [made(row) for row in rows]
    replies = (Reply(calls=tuple(calls)),)
    yield Trial("load-parallel", tuple(files), granted, replies, files=dict.fromkeys(files, ""), is_alone=True)
    large = "0123456789abcde\n" * (_LARGE // 16)
    row = "load-large"
    yield replace(making(row, granted, turn.write_call(made(row), large)), is_alone=True)

"""The rows that any program with an unattended turn can be tried with: its tools, sub-agents, shells and MCP server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from hookconform_lab.lab.escapes.trial import CARRIED, Trial, made
from hookconform_lab.lab.script import Call, Reply, text
from hookconform_lab.lab.turn import Started, Turn

_PARALLEL = 50
_LARGE = 10_000_000
_DONE = "The sub-agent is done."


def usual_trials(turn: Turn, version: str) -> dict[str, Trial]:
    """Return the trials of a platform's turn by row."""
    found = [*_own_tools(turn, version), *_shells(turn, version), *_sub_agents(turn, version), *_load(turn, version)]
    return {trial.row: trial for trial in found}


def shell(turn: Turn, version: str, command: str) -> Reply:
    """Return a call of the shell tool."""
    return turn.shell_call(version, command, granted=True)


def makes(row: str) -> str:
    """Return the command that makes the row's file."""
    return f"printf done > {made(row)}"


def shell_trial(row: str, turn: Turn, version: str, started: Started | None = None) -> Trial:
    """Return the trial of a shell command."""
    started = started or turn.start(version, granted=True)
    return Trial(row, (made(row),), started, (shell(turn, version, makes(row)),), files={made(row): ""})


def _own_tools(turn: Turn, version: str) -> Iterator[Trial]:
    granted = turn.start(version, granted=True)
    yield shell_trial("own-shell", turn, version)
    file = made("own-write")
    yield Trial("own-write", (file,), granted, (turn.write_call(version, file, "done\n"),), files={file: ""})
    patching = turn.start_with_patches(version)
    if patching is not None:
        file = made("own-patch")
        patch = f"*** Begin Patch\n*** Add File: {file}\n+done\n*** End Patch\n"
        yield Trial("own-patch", (file,), patching, (turn.patch_call(version, patch),), files={file: ""})
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


def read_trial(row: str, turn: Turn, version: str, started: Started) -> Trial:
    """Return the trial of a file read by the tool for it; the file's words are what the model must be told."""
    file, word = f"read-{row}.txt", f"canary-{row}-7c1"
    call = turn.read_call(version, file)
    return Trial(row, (file,), started, (call,), told=word, workspace_files={file: f"{word}\n"})


def _shells(turn: Turn, version: str) -> Iterator[Trial]:
    granted = turn.start(version, granted=True)
    file = made("shell-detached")
    wait = shell(turn, version, f"sleep 3; : {CARRIED}wait")
    detached = shell(turn, version, f"(sleep 1; printf done > {file}) >/dev/null 2>&1 &")
    yield Trial("shell-detached", (file,), granted, (detached, wait), files={file: ""})
    file, script = made("shell-script"), "steps-of-shell-script.sh"
    # The name is put together by the script, so that no payload but that of the last call is about it.
    write = shell(
        turn,
        version,
        f"printf 'x=shell; printf done > made-$x-script.txt' > {CARRIED}file && mv {CARRIED}file {script}",
    )
    yield Trial(
        "shell-script", (f"sh ./{script}",), granted, (write, shell(turn, version, f"sh ./{script}")), files={file: ""}
    )


def _sub_agents(turn: Turn, version: str) -> Iterator[Trial]:
    started = turn.start_with_agents(version)
    if started is None:
        return
    started_row = delegated("subagent-start", turn, version, started, (text("Nothing to do."),))
    name = f"started-{started_row.row}"
    # Its start is what is denied, so that it is not one of the calls that only lead to another.
    delegation = turn.delegation(version, name)
    yield replace(
        started_row,
        words=(name,),
        replies=delegation.replies,
        routes=delegation.routes,
        conversation=name,
        conversations={name: (delegation.end or text("Nothing to do."),)},
        ends={name: delegation.end or text(_DONE)},
    )
    row = "subagent-shell"
    yield replace(
        delegated(row, turn, version, started, (shell(turn, version, makes(row)),)),
        words=(made(row),),
        files={made(row): ""},
    )
    row = "subagent-write"
    call = turn.write_call(version, made(row), "done\n")
    yield replace(delegated(row, turn, version, started, (call,)), words=(made(row),), files={made(row): ""})
    if turn.start_with_reads(version) is not None:
        reading = read_trial("subagent-read", turn, version, started)
        trial = delegated("subagent-read", turn, version, started, reading.replies)
        yield replace(trial, words=reading.words, told=reading.told, workspace_files=reading.workspace_files)
    row, inner = "subagent-of-subagent", turn.delegation(version, f"{CARRIED}inner")
    outer = delegated(row, turn, version, started, inner.replies)
    yield replace(
        outer,
        words=(made(row),),
        files={made(row): ""},
        conversations={**outer.conversations, f"{CARRIED}inner": (shell(turn, version, makes(row)),)},
        routes=(*inner.routes, *outer.routes),
        ends={**outer.ends, f"{CARRIED}inner": inner.end or text(_DONE)},
    )


def delegated(row: str, turn: Turn, version: str, started: Started, replies: tuple[Reply, ...]) -> Trial:
    """Return a trial whose sub-agent gives these replies; its words and its effect are left to be said."""
    name = f"{CARRIED}{row}"
    delegation = turn.delegation(version, name)
    return Trial(
        row,
        (),
        started,
        delegation.replies,
        conversations={name: replies},
        routes=delegation.routes,
        ends={name: delegation.end or text(_DONE)},
    )


def _load(turn: Turn, version: str) -> Iterator[Trial]:
    granted = turn.start(version, granted=True)
    rows = [f"load-parallel-{number:02d}" for number in range(_PARALLEL)]
    calls: list[Call] = [call for row in rows for call in shell(turn, version, makes(row)).calls]
    files = [made(row) for row in rows]
    replies = (Reply(calls=tuple(calls)),)
    yield Trial("load-parallel", tuple(files), granted, replies, files=dict.fromkeys(files, ""), is_alone=True)
    file = made("load-large")
    large = "0123456789abcde\n" * (_LARGE // 16)
    yield Trial(
        "load-large", (file,), granted, (turn.write_call(version, file, large),), files={file: ""}, is_alone=True
    )

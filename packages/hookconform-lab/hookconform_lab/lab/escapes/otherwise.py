"""Rows that are usual calls in an unusual session: another mode, another door, resumed, with hooks elsewhere."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hookconform_lab.lab.escapes.trial import Trial, made
from hookconform_lab.lab.escapes.usual import read_trial, shell_trial
from hookconform_lab.lab.scenario import Program, Terminal
from hookconform_lab.lab.script import Reply, text
from hookconform_lab.lab.turn import PROMPT, Started, Turn


def resumed(row: str, turn: Turn, version: str, first: Started, *second: str) -> Trial:
    """Return the trial of a shell command in a session that was ended and is taken up again by the argv `second`."""
    trial = shell_trial(row, turn, version, first)
    return replace(trial, replies=(text("The first turn is done."), *trial.replies), then=(Program(second),))


def prompted(row: str, turn: Turn, version: str, prompt: str, **more: Any) -> Trial:
    """Return a trial whose effect comes from what the user's prompt says; `more` are fields of `Trial`."""
    started = turn.start(version, granted=True)
    argv = tuple(prompt if word == PROMPT else word for word in started.argv)
    # Some programs are given the prompt on standard input, as part of a plan.
    stdin = started.stdin.replace(json.dumps(PROMPT)[1:-1], json.dumps(prompt)[1:-1])
    return Trial(row, started=replace(started, argv=argv, stdin=stdin), **more)


def mentioned(turn: Turn, version: str) -> Trial:
    """Return the trial of `@file` in a prompt: the file's words are what the model must be told."""
    file, word = "read-user-file.txt", "canary-user-file-7c1"
    return prompted(
        "user-file",
        turn,
        version,
        f"{PROMPT} @{file}",
        words=(file,),
        told=word,
        workspace_files={file: f"{word}\n"},
    )


def imported(turn: Turn, version: str, instructions: str) -> Trial:
    """Return the trial of a file that the instructions of the workspace import by `@`."""
    file, word = "read-user-import.txt", "canary-user-import-7c1"
    return Trial(
        "user-import",
        (file,),
        turn.start(version, granted=True),
        told=word,
        workspace_files={file: f"{word}\n", instructions: f"# Project\n@./{file}\n"},
        is_alone=True,
    )


def inlined(row: str, turn: Turn, version: str, prompt: str, files: Mapping[str, str]) -> Trial:
    """Return the trial of a shell command within a file that a prompt calls up; `files` hold it."""
    return prompted(
        row, turn, version, prompt, words=(made(row),), files={made(row): ""}, workspace_files=files, is_alone=True
    )


def compacted(turn: Turn, version: str, full: Reply) -> Trial:
    """Return the trial of a shell command after `full`, a reply by which the context has grown too large."""
    trial = shell_trial("session-compacted", turn, version)
    # The reply between them is the summary.
    return replace(trial, replies=(full, text("So far nothing."), *trial.replies), is_alone=True)


def elsewhere(row: str, turn: Turn, version: str, **settings: Any) -> Trial:
    """Return the trial of a shell command with hooks registered elsewhere, as `settings` tells the driver."""
    usual = turn.start(version, granted=True)
    return shell_trial(row, turn, version, replace(usual, settings={**usual.settings, **settings}))


def in_mode(row: str, mode: str, started: Started, reply: Reply) -> Trial:
    """Return the trial of a call that makes the row's file, in another permission mode.

    It has no control command, which may not be allowed there.
    """
    return Trial(row, (made(row),), started, (reply,), files={made(row): ""}, mode=mode, has_control=False)


def reading_in_mode(row: str, turn: Turn, version: str, mode: str, started: Started) -> Trial:
    """Return the trial of a read in another permission mode."""
    return replace(read_trial(row, turn, version, started), mode=mode, has_control=False)


def by_door(row: str, turn: Turn, version: str, step: Program | Terminal, **settings: Any) -> Trial:
    """Return the trial of a shell command where the program is driven by another door.

    That is a terminal, or a host that speaks the program's protocol.
    """
    usual = turn.start(version, granted=True)
    trial = shell_trial(row, turn, version, replace(usual, settings={**usual.settings, **settings}))
    return replace(trial, door="terminal" if isinstance(step, Terminal) else "sdk", instead=step, is_alone=True)


def by_protocol(turn: Turn, version: str, *flags: str, settings: Mapping[str, Any] | None = None, **plan: str) -> Trial:
    """Return the trial of a shell command over the Agent Client Protocol.

    `flags` make the program speak it; `plan` is as in `lab/acp.py`.
    """
    host = ("{{python}}", "-m", "hookconform_lab.lab.acp", "{{program}}", *flags)
    step = Program(host, stdin=json.dumps({"prompt": PROMPT, **plan}))
    return replace(by_door("door-acp", turn, version, step, **(settings or {})), door="acp")

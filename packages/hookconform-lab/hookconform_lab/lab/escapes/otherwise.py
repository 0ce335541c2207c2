"""Rows that several programs have each in its own way: its own tools, and usual calls in an unusual session."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hookconform_lab.lab.escapes.trial import Trial, made, making, showing, shown
from hookconform_lab.lab.escapes.usual import read_trial, shell_trial, waiting
from hookconform_lab.lab.scenario import Program, Terminal
from hookconform_lab.lab.script import Reply, text
from hookconform_lab.lab.turn import PROMPT, Started, Turn

# What a search is for; a notebook, and what its cell becomes; a page; an address of the lab's server that answers with
# its last word; the id of a session.
SEARCHED = "canary-own-search.*"
NOTEBOOK, SOURCE = "own.ipynb", "after-own-notebook"
PAGE = "{{model_url}}/page?own-fetch"
RESOURCE = "lab://echo/said-mcp-resource"
SESSION = "6f1b2f0e-5d0c-4b57-9a2e-0a4f6c2d9b11"


def searched(started: Started, search: Reply) -> Trial:
    """Return the trial of a search for `SEARCHED`."""
    word = SEARCHED.removesuffix(".*")
    found = f"{word}-7c1"
    return Trial("own-search", (word,), started, (search,), told=found, workspace_files={"searched.txt": f"{found}\n"})


def edited_notebook(started: Started, edit: Reply, notebook: str) -> Trial:
    """Return the trial of an edit by which a cell of `NOTEBOOK` becomes `SOURCE`; `notebook` is its text before."""
    files = {NOTEBOOK: notebook}
    return Trial("own-notebook", (SOURCE,), started, (edit,), files={NOTEBOOK: SOURCE}, workspace_files=files)


def fetched(started: Started, fetch: Reply) -> Trial:
    """Return the trial of a fetch of `PAGE`."""
    return Trial("own-fetch", (PAGE.rpartition("/")[2],), started, (fetch,), told="Lab page")


def resource_read(started: Started, read: Reply) -> Trial:
    """Return the trial of the resource `RESOURCE` of the lab's server."""
    word = RESOURCE.rpartition("/")[2]
    return Trial("mcp-resource", (word,), started, (read,), told=f"echo: {word}")


def backgrounded(turn: Turn, background: Reply) -> Trial:
    """Return the trial of a shell command that the tool itself runs in the background."""
    trial = shell_trial("shell-background", turn)
    return replace(trial, replies=(background, waiting(turn, 2)))


def reworded(started: Started, old: str, new: str) -> Started:
    """Return how the program is started with another word in the place of one."""
    return replace(started, argv=tuple(new if word == old else word for word in started.argv))


def going_on(first: Started) -> tuple[str, ...]:
    """Return the command line that resumes a session, without the part that names it."""
    return reworded(first, PROMPT, "Go on.").argv


def resumed(row: str, turn: Turn, first: Started, *second: str) -> Trial:
    """Return the trial of a shell command in a session that was ended and is taken up again by the argv `second`."""
    trial = shell_trial(row, turn, first)
    return replace(trial, replies=(text("The first turn is done."), *trial.replies), then=(Program(second),))


def compacted(turn: Turn, *full: Reply, started: Started | None = None) -> Trial:
    """Return the trial of a shell command after replies by which the context has grown too large.

    The last of them is the summary, where the program asks its model for one as it asks for anything else.
    """
    trial = shell_trial("session-compacted", turn, started)
    return replace(trial, replies=(*full, *trial.replies), is_alone=True)


def prompted(turn: Turn, prompt: str) -> Started:
    """Return how the program is started with another prompt, every tool granted."""
    started = turn.start(granted=True)
    # Some programs are given the prompt on standard input, as part of a plan.
    stdin = started.stdin.replace(json.dumps(PROMPT)[1:-1], json.dumps(prompt)[1:-1])
    return replace(reworded(started, PROMPT, prompt), stdin=stdin)


def mentioned(turn: Turn) -> Trial:
    """Return the trial of `@file` in a prompt."""
    row = "user-file"
    return showing(row, prompted(turn, f"{PROMPT} @{shown(row)}"))


def imported(turn: Turn, instructions: str) -> Trial:
    """Return the trial of a file that the instructions of the workspace import by `@`."""
    trial = showing("user-import", turn.start(granted=True))
    files = {**trial.workspace_files, instructions: f"# Project\n@./{shown(trial.row)}\n"}
    return replace(trial, workspace_files=files, is_alone=True)


def inlined(row: str, turn: Turn, prompt: str, files: Mapping[str, str]) -> Trial:
    """Return the trial of a shell command within a file that a prompt calls up; `files` hold it."""
    return replace(making(row, prompted(turn, prompt)), workspace_files=files, is_alone=True)


def elsewhere(row: str, turn: Turn, **settings: Any) -> Trial:
    """Return the trial of a shell command with other settings of the driver, such as where hooks are registered."""
    usual = turn.start(granted=True)
    return shell_trial(row, turn, replace(usual, settings={**usual.settings, **settings}))


def packaged(turn: Turn, files: Mapping[str, Mapping[str, str]], hooks: str, **settings: Any) -> Trial:
    """Return the trial of a shell command with the hooks of a plugin, in the file `hooks` of the home.

    `files` are the plugin's other ones there, with what they say beside its name; `settings` are the driver's.
    """
    trial = elsewhere("source-plugin", turn, hooks_in=f"{{{{home}}}}/{hooks}", **settings)
    described = {path: json.dumps({"name": "lab", "version": "1.0.0", **said}) for path, said in files.items()}
    return replace(trial, home_files=described, is_alone=True)


def bare(turn: Turn, started: Started) -> Trial:
    """Return the trial of a shell command in a program that is started without hooks."""
    return replace(shell_trial("flag-bare", turn, started), has_control=False)


def in_mode(row: str, mode: str, started: Started, reply: Reply) -> Trial:
    """Return the trial of a call that makes the row's file, in another permission mode.

    It has no control command, which may not be allowed there.
    """
    return replace(making(row, started, reply), mode=mode, has_control=False)


def edits_accepted(turn: Turn, started: Started) -> Trial:
    """Return the trial of a file written in the mode that accepts edits."""
    row = "mode-edits"
    return in_mode(row, "accept-edits", started, turn.write_call(made(row), "done\n"))


def reading_in_mode(row: str, turn: Turn, mode: str, started: Started) -> Trial:
    """Return the trial of a read in another permission mode."""
    return replace(read_trial(row, turn, started), mode=mode, has_control=False)


def by_door(row: str, turn: Turn, step: Program | Terminal, **settings: Any) -> Trial:
    """Return the trial of a shell command where the program is driven by another door.

    That is a terminal, or a host that speaks the program's protocol.
    """
    trial = elsewhere(row, turn, **settings)
    return replace(trial, door="terminal" if isinstance(step, Terminal) else "sdk", instead=step, is_alone=True)


def at_the_door(row: str, turn: Turn, step: Program | Terminal, **settings: Any) -> Trial:
    """Return the trial of what happens at another door without a call of the model."""
    return replace(by_door(row, turn, step, **settings), replies=())


def by_protocol(turn: Turn, *flags: str, settings: Mapping[str, Any] | None = None, **plan: str) -> Trial:
    """Return the trial of a shell command over the Agent Client Protocol.

    `flags` make the program speak it; `plan` is as in `lab/acp.py`.
    """
    host = ("{{python}}", "-m", "hookconform_lab.lab.acp", "{{program}}", *flags)
    step = Program(host, stdin=json.dumps({"prompt": PROMPT, **plan}))
    return replace(by_door("door-acp", turn, step, **(settings or {})), door="acp")

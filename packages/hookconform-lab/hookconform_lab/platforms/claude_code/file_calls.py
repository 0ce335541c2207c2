"""Claude Code: its file tools beside those of an unattended turn."""

from __future__ import annotations

from dataclasses import replace

from hookconform_lab.lab.file_calls import BEGINNING, PATH, WORD, Edited, FileCall, searching
from hookconform_lab.lab.script import call
from hookconform_lab.platforms.claude_code.turn import TURN

_NOTEBOOK = (
    '{"cells": [{"cell_type": "code", "id": "cell", "metadata": {}, "outputs": [], "execution_count": null, '
    '"source": ["before"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
)

NOT_MEASURED: dict[str, str] = {}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:
    """Return calls that search a folder, and one that edits a notebook."""
    usual = TURN(version).start(granted=True)
    # Both are offered where they are named.
    named = replace(usual, argv=(*usual.argv, "--tools", "Glob,Grep,Read,Write"))
    return (
        searching("Glob", call("Glob", pattern="*", path=PATH), named),
        searching("Grep", call("Grep", pattern=BEGINNING, path=PATH, output_mode="content"), named),
        FileCall(
            "NotebookEdit",
            "edit",
            call("NotebookEdit", notebook_path=PATH, cell_id="cell", new_source=WORD),
            TURN(version).start_with_edits(edited(".ipynb")),
            end=".ipynb",
            content=_NOTEBOOK,
        ),
    )

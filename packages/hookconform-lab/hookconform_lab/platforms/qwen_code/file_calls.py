"""Qwen Code: its file tools beside those of an unattended turn."""

from __future__ import annotations

from dataclasses import replace

from hookconform_lab.lab.file_calls import BEGINNING, PATH, WORD, Edited, FileCall, searching
from hookconform_lab.lab.script import call
from hookconform_lab.platforms.qwen_code.turn import TURN

_NOTEBOOK = (
    '{"cells": [{"cell_type": "code", "id": "cell", "metadata": {}, "outputs": [], "execution_count": null, '
    '"source": ["before"]}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'
)

# The program offers this tool only if it is told to.
_LISTING = {"tools": {"listDirectory": {"enabled": True}}}

NOT_MEASURED: dict[str, str] = {
    "display_image": "its effect is an image, which no word marks",
    "zoom_image": "its effect is an image, which no word marks",
}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:
    """Return calls that list and search a folder, and one that edits a notebook."""
    usual = TURN(version).start(granted=True)
    return (
        searching("list_directory", call("list_directory", path=PATH), replace(usual, settings=_LISTING)),
        searching("glob", call("glob", pattern="*", path=PATH)),
        searching("grep_search", call("grep_search", pattern=BEGINNING, path=PATH)),
        FileCall(
            "notebook_edit",
            "edit",
            call("notebook_edit", notebook_path=PATH, cell_id="cell", new_source=WORD),
            TURN(version).start_with_edits(edited(".ipynb")),
            end=".ipynb",
            content=_NOTEBOOK,
        ),
    )

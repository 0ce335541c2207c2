"""VS Code Copilot: its file tools beside those of an unattended turn."""

from __future__ import annotations

from hookconform_lab.lab.file_calls import BEFORE, PATH, WORD, Edited, FileCall, searching
from hookconform_lab.lab.script import call
from hookconform_lab.platforms.vscode_copilot.turn import TURN

_NO_BYTES = "it shows no bytes of the file"
_NO_RUN = "no run has made it change a file"

_NOTEBOOK = '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}'

NOT_MEASURED: dict[str, str] = {
    "copilot_getNotebookSummary": _NO_BYTES,
    "create_directory": "its effect is an empty folder, which no word marks",
    "get_errors": _NO_BYTES,
    "get_task_output": _NO_BYTES,
    "insert_edit_into_file": _NO_RUN,
    "memory": "its paths lie in the memory of the agent",
    "read_notebook_cell_output": "its result is what a cell printed, and no cell has run",
    "resolve_memory_file_uri": "its paths lie in the memory of the agent",
    "view_image": "its effect is an image, which no word marks",
    "vscode_listCodeUsages": "it looks for a symbol of a language server",
    "vscode_renameSymbol": "it looks for a symbol of a language server",
}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:
    """Return calls that list a folder, and those that edit several files or a notebook."""
    replacement = {"filePath": PATH, "oldString": BEFORE, "newString": WORD}
    return (
        searching("list_dir", call("list_dir", path=PATH)),
        FileCall(
            "multi_replace_string_in_file",
            "edit",
            call("multi_replace_string_in_file", explanation="Change it.", replacements=[replacement]),
            TURN(version).start_with_edits(edited(".txt")),
            content=f"{BEFORE}\n",
        ),
        FileCall(
            "edit_notebook_file",
            "edit",
            call("edit_notebook_file", filePath=PATH, editType="insert", cellId="TOP", newCode=WORD, language="python"),
            end=".ipynb",
            content=_NOTEBOOK,
        ),
    )

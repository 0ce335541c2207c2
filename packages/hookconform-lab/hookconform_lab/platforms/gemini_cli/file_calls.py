"""Gemini CLI: its file tools beside those of an unattended turn."""

from __future__ import annotations

from hookconform_lab.lab.file_calls import BEGINNING, PATH, Edited, FileCall, searching
from hookconform_lab.lab.script import call

NOT_MEASURED: dict[str, str] = {}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:  # noqa: ARG001 (the same at all)
    """Return calls that list and search a folder."""
    return (
        searching("list_directory", call("list_directory", dir_path=PATH)),
        searching("glob", call("glob", pattern="*", dir_path=PATH)),
        searching("grep_search", call("grep_search", pattern=BEGINNING, dir_path=PATH)),
    )

"""VS Code Copilot: its file tools beside those of an unattended turn."""

from __future__ import annotations

from hookconform.lab.file_calls import PATH, Edited, FileCall, searching
from hookconform.lab.script import call

NOT_MEASURED: dict[str, str] = {}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:  # noqa: ARG001 (the same at all)
    """Return calls that list and search a folder."""
    return (searching("list_dir", call("list_dir", path=PATH)),)

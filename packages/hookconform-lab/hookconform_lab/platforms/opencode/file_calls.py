"""OpenCode: its file tools beside those of an unattended turn."""

from __future__ import annotations

from hookconform_lab.lab.file_calls import BEGINNING, PATH, Edited, FileCall, searching
from hookconform_lab.lab.script import call

NOT_MEASURED: dict[str, str] = {"lsp": "the lab has no language server for the file"}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:  # noqa: ARG001 (the same at all)
    """Return calls that list and search a folder."""
    return (
        searching("glob", call("glob", pattern="*", path=PATH)),
        searching("grep", call("grep", pattern=BEGINNING, path=PATH)),
    )

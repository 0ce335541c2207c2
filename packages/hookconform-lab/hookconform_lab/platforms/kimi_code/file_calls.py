"""Kimi Code: its file tools beside those of an unattended turn."""

from __future__ import annotations

from hookconform_lab.lab.file_calls import BEGINNING, PATH, Edited, FileCall, searching
from hookconform_lab.lab.script import call

NOT_MEASURED: dict[str, str] = {"ReadMediaFile": "its effect is an image, which no word marks"}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:  # noqa: ARG001 (the same at all)
    """Return calls that list and search a folder."""
    return (
        searching("Glob", call("Glob", pattern="*", path=PATH)),
        searching("Grep", call("Grep", pattern=BEGINNING, path=PATH, output_mode="content")),
    )

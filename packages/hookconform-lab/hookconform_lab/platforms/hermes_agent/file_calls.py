"""Hermes Agent: its file tools beside those of an unattended turn."""

from __future__ import annotations

from hookconform_lab.lab.file_calls import BEGINNING, PATH, Edited, FileCall, searching
from hookconform_lab.lab.script import call

NOT_MEASURED: dict[str, str] = {
    "skill_manage": "its paths lie in the folder of a skill",
    "vision_analyze": "its effect is an image, which no word marks",
}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:  # noqa: ARG001 (the same at all)
    """Return the call that searches a folder."""
    return (searching("search_files", call("search_files", pattern=BEGINNING, target="content", path=PATH)),)

"""Letta Code: its file tools beside those of an unattended turn."""

from __future__ import annotations

from hookconform_lab.lab.file_calls import Edited, FileCall

NOT_MEASURED: dict[str, str] = {
    "ViewImage": "its effect is an image, which no word marks",
    "ApplyPatch": "another set of tools has it",
    "memory": "its paths lie in the memory of an agent",
    "memory_apply_patch": "its paths lie in the memory of an agent",
}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:  # noqa: ARG001 (the same at all)
    """Return calls that list and search a folder."""
    return ()

"""Codex: its file tools beside those of an unattended turn."""

from __future__ import annotations

from hookconform_lab.lab.file_calls import Edited, FileCall

NOT_MEASURED: dict[str, str] = {"view_image": "its effect is an image, which no word marks"}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:  # noqa: ARG001 (the same at all)
    """Return calls that list and search a folder."""
    return ()

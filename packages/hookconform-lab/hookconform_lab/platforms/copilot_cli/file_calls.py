"""Copilot CLI: its file tools beside those of an unattended turn."""

from __future__ import annotations

from hookconform_lab.lab.file_calls import BEGINNING, PATH, Edited, FileCall, searching
from hookconform_lab.lab.script import call
from hookconform_lab.platforms.copilot_cli.turn import TURN

NOT_MEASURED: dict[str, str] = {}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:  # noqa: ARG001 (the same at all)
    """Return calls that list and search a folder."""
    return (
        searching("glob", call("glob", pattern="*", paths=PATH)),
        searching("grep", call("grep", pattern=BEGINNING, paths=PATH, output_mode="content")),
        searching(
            "rg", call("rg", pattern=BEGINNING, paths=PATH, output_mode="content"), TURN(version).start_with_patches()
        ),
    )

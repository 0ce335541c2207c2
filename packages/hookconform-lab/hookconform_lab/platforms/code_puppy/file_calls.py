"""Code Puppy: its file tools beside those of an unattended turn."""

from __future__ import annotations

from hookconform_lab.lab.file_calls import BEGINNING, PATH, Edited, FileCall, searching
from hookconform_lab.lab.script import call

NOT_MEASURED: dict[str, str] = {"load_image_for_analysis": "its effect is an image, which no word marks"}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:  # noqa: ARG001 (the same at all)
    """Return calls that list and search a folder, and those that delete."""
    return (
        searching("list_files", call("list_files", directory=PATH, recursive=False)),
        searching("grep", call("grep", search_string=BEGINNING, directory=PATH)),
        FileCall(
            "delete_snippet", "edit", call("delete_snippet", file_path=PATH, snippet="before"), content="before, after"
        ),
        FileCall("delete_file", "delete", call("delete_file", file_path=PATH)),
    )

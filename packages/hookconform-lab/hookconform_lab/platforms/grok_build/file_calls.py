"""Grok Build: its file tools beside those of an unattended turn."""

from __future__ import annotations

from hookconform_lab.lab.file_calls import BEGINNING, PATH, WORD, Edited, FileCall, searching
from hookconform_lab.lab.script import call
from hookconform_lab.lab.turn import Started
from hookconform_lab.platforms.grok_build.toolsets import CODEX, HASHLINE, OPENCODE, Toolset
from hookconform_lab.platforms.grok_build.turn import TURN

NOT_MEASURED: dict[str, str] = {
    "memory_get": "It reads files of the memory alone.",
}


def file_calls(version: str, edited: Edited) -> tuple[FileCall, ...]:  # noqa: ARG001 (the same at all)
    """Return calls that list and search a folder, and a call that writes by lines; the turns have the other ones."""
    hashline, codex, opencode = (_started(version, toolset) for toolset in (HASHLINE, CODEX, OPENCODE))
    writing = [{"op": "write", "content": WORD}]
    return (
        searching("list_dir", call("list_dir", target_directory=PATH)),
        searching("grep", call("grep", pattern=BEGINNING, path=PATH)),
        FileCall("hashline_edit", "write", call("hashline_edit", file_path=PATH, edits=writing), hashline),
        searching("hashline_grep", call("hashline_grep", pattern=BEGINNING, path=PATH), hashline),
        searching("grep_files", call("grep_files", pattern=BEGINNING, path=PATH), codex),
        searching("glob", call("glob", pattern="*", path=PATH), opencode),
    )


def _started(version: str, toolset: Toolset) -> Started:
    usual = TURN(version).start(granted=True)
    return Started((*usual.argv, *toolset.flags), settings=toolset.settings)

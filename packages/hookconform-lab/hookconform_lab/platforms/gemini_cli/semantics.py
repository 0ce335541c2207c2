"""How Gemini CLI's models say the calls of the shared script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from hookconform.ground.versions import at_least
from hookconform_lab.lab.semantics.native import Semantics, Tool
from hookconform_lab.lab.turn import Started
from hookconform_lab.platforms.gemini_cli.turn import TURN

_BASH = {"command": "command", "cwd": "dir_path"}
_EDIT = {"file_path": "file_path", "old_string": "old_string", "new_string": "new_string"}
_PLACE = {"pattern": "pattern", "path": "dir_path"}


def _first_and_last(asked: dict[str, Any]) -> dict[str, Any]:
    """Return a range by its first and its last line."""
    said = {"start_line": asked["offset"]} if "offset" in asked else {}
    if "limit" not in asked:
        return said
    first = asked.get("offset", 1)
    return {**said, "end_line": int(first) + asked["limit"] - 1}


def _from_zero(asked: dict[str, Any]) -> dict[str, Any]:
    """Return a range as versions before 0.31 count it."""
    offset = asked.get("offset")
    counted = {} if offset is None else {"offset": offset - 1 if isinstance(offset, int) else offset}
    return {**counted, **({"limit": asked["limit"]} if "limit" in asked else {})}


class GeminiCliSemantics(Semantics):
    """One set of tools, of which some arguments have changed their names."""

    def models(self, version: str) -> tuple[str, ...]:  # noqa: ARG002 (the same at all)
        """Return a concrete model: the default would ask another one first."""
        return ("gemini-2.5-flash",)

    def start(self, version: str, model: str) -> Started:
        """Return a run that approves everything."""
        usual = TURN(version).start(granted=True)
        argv = list(usual.argv)
        argv[argv.index("-m") + 1] = model
        return replace(usual, argv=tuple(argv))

    def tools(self, version: str, model: str) -> Mapping[str, Tool]:  # noqa: ARG002 (the same for all)
        """Return the tools by the names of that version."""
        new = at_least(version, "0.31.0")
        every = {"replace_all": "allow_multiple"} if new else {}
        search = "grep_search" if at_least(version, "0.28.0") else "search_file_content"
        by_name = "include_pattern" if at_least(version, "0.35.0") else "include"
        return {
            "Bash": Tool("run_shell_command", _BASH),
            "Write": Tool("write_file", {"file_path": "file_path", "content": "content"}),
            "Edit": Tool("replace", {**_EDIT, **every}, {"instruction": "Make this change."}),
            "Read": Tool("read_file", {"file_path": "file_path"}, lines=_first_and_last if new else _from_zero),
            "Glob": Tool("glob", _PLACE),
            "Grep": Tool(search, {**_PLACE, "glob": by_name}),
        }


SEMANTICS = GeminiCliSemantics()

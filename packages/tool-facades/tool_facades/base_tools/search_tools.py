"""Finding files and lines: `Glob`, `Grep`, `LS`; extra `search`."""

from __future__ import annotations

from typing import Any

from tool_facades.base_tools.arguments import one_or_several
from tool_facades.base_tools.folder import Folder
from tool_facades.base_tools.glob import MOST_FOUND, glob
from tool_facades.base_tools.grep import CONTENT, MODES, MOST_LINES, Search, grep
from tool_facades.base_tools.ignore import ignores
from tool_facades.base_tools.listing import listing
from tool_facades.base_tools.outcome import InvalidCall
from tool_facades.base_tools.stop import Stop
from tool_facades.base_tools.ways import SearchWays


class SearchTools:
    """The tools that search one folder."""

    def __init__(self, folder: Folder, ways: SearchWays) -> None:
        self._folder, self._ways = folder, ways

    def ignores(self, shown: str) -> bool:
        """Tell whether version control ignores a path."""
        return ignores(self._folder, shown)

    def glob(self, arguments: dict[str, Any], stop: Stop) -> str:
        """Find files by a pattern of their paths."""
        paths = one_or_several(arguments, "path", "paths", (".",))
        return glob(
            self._folder,
            arguments["pattern"],
            paths,
            ignore_case=arguments.get("ignore_case", False),
            respect_ignore=arguments.get("respect_ignore", True),
            most=arguments.get("head_limit") or MOST_FOUND,
            ways=self._ways,
            stop=stop,
        )

    def grep(self, arguments: dict[str, Any], stop: Stop) -> str:
        """Find lines by an expression."""
        mode = arguments.get("output_mode", CONTENT)
        if mode not in MODES:
            raise InvalidCall(f"output_mode is one of {', '.join(MODES)}.")
        around = arguments.get("context", 0)
        search = Search(
            pattern=arguments["pattern"],
            paths=one_or_several(arguments, "path", "paths", (".",)),
            glob=arguments.get("glob", ""),
            kind=arguments.get("type", ""),
            exclude=arguments.get("exclude", ""),
            plain=arguments.get("literal", False),
            ignore_case=arguments.get("ignore_case", False),
            multiline=arguments.get("multiline", False),
            respect_ignore=arguments.get("respect_ignore", True),
            mode=mode,
            numbers=arguments.get("line_numbers", True),
            before=min(arguments.get("before", around), MOST_LINES),
            after=min(arguments.get("after", around), MOST_LINES),
            most=arguments.get("head_limit") or MOST_LINES,
            matches=arguments.get("max_matches", MOST_LINES),
        )
        return grep(self._folder, search, self._ways, stop)

    def listing(self, arguments: dict[str, Any]) -> str:
        """List a folder."""
        return listing(
            self._folder,
            arguments.get("path", "."),
            tuple(arguments.get("ignore", ())),
            arguments.get("head_limit") or MOST_FOUND,
            recursive=arguments.get("recursive", False),
        )

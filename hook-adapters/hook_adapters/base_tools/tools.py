"""The base tools: one folder, canonical arguments, and an outcome for every call."""

from __future__ import annotations

import os
from collections.abc import Callable
from threading import RLock
from typing import Any, Protocol

from hook_adapters.base_tools import files, patch, web
from hook_adapters.base_tools.arguments import ARGUMENTS, checked, one_or_several
from hook_adapters.base_tools.files import Changes, Content
from hook_adapters.base_tools.folder import Folder, Place
from hook_adapters.base_tools.glob import MOST_FOUND, glob
from hook_adapters.base_tools.grep import CONTENT, FILES, MODES, MOST_LINES, Search, grep
from hook_adapters.base_tools.listing import listing
from hook_adapters.base_tools.outcome import InvalidCall, Refusal, Result
from hook_adapters.base_tools.shell import Command, Shell
from hook_adapters.base_tools.string_edit import EXACTLY, EditWays, edited
from hook_adapters.base_tools.text import MARK, Endings, decoded, encoded, numbered
from hook_adapters.base_tools.web import Fetch, Fetcher, Searcher, WebSearch

# What does not touch the files waits for nobody.
_ALONE = ("Bash", "WebFetch", "WebSearch")


class CanonicalCall(Protocol):
    """A call on canonical arguments; `hook_adapters.facades.Call` is one. Free text is the text of a patch."""

    @property
    def tool(self) -> str: ...  # noqa: D102 (see the class)

    @property
    def arguments(self) -> dict[str, Any] | str: ...  # noqa: D102 (see the class)


class BaseTools:
    """Tools that work in one folder and refuse whatever is not exactly possible.

    `read_first`: a file that exists is changed only after it was read here. `current`: and only if nobody changed it
    since; without, that holds only where a file is written anew. `edits` is what edits do beside what they say.
    `shell`, `fetcher` and `searcher` reach beyond the folder; without them there is no such tool. Raises `ValueError`
    where the folder is none. One object may be used from several threads.
    """

    def __init__(  # noqa: PLR0913 (each is a choice of the caller)
        self,
        folder: str | os.PathLike[str],
        *,
        read_first: bool = False,
        current: bool = False,
        edits: EditWays = EXACTLY,
        shell: Shell | None = None,
        fetcher: Fetcher | None = None,
        searcher: Searcher | None = None,
    ) -> None:
        self._folder = Folder(folder)
        self._read_first = read_first
        self._current = current
        self._edits = edits
        self._shell = shell
        self._fetcher = fetcher
        self._searcher = searcher
        self._read: dict[str, tuple[int, ...]] = {}
        self._lock = RLock()
        missing = {"Bash": shell, "WebFetch": fetcher, "WebSearch": searcher}
        self.tools = tuple(name for name in ARGUMENTS if name not in missing or missing[name] is not None)

    def run(self, call: CanonicalCall) -> Result:
        """Carry out a call. What a model does wrong is told in the result and never raised."""
        tool, arguments = call.tool, call.arguments
        if tool not in self.tools:
            return Result(
                ok=False, outcome="unknown-tool", text=f"There is no tool {tool!r}; there are {', '.join(self.tools)}."
            )
        if tool == "Edit" and isinstance(arguments, str):
            arguments = {"patch": arguments}
        does: dict[str, Callable[[dict[str, Any]], str]] = {
            "Read": self._do_read,
            "Write": self._do_write,
            "Edit": self._do_edit,
            "Glob": self._do_glob,
            "Grep": self._do_grep,
            "LS": self._do_list,
            "Bash": self._do_shell,
            "WebFetch": self._do_fetch,
            "WebSearch": self._do_search,
        }
        try:
            taken = checked(tool, arguments)
            if tool in _ALONE:
                return Result(ok=True, outcome="ok", text=does[tool](taken))
            with self._lock:
                return Result(ok=True, outcome="ok", text=does[tool](taken))
        except Refusal as refusal:
            return Result(ok=False, outcome=refusal.outcome, text=str(refusal))
        except OSError as error:
            return Result(ok=False, outcome="refused", text=f"{tool} is not possible: {error.strerror or error}.")

    def _do_read(self, arguments: dict[str, Any]) -> str:
        with self._folder.place(arguments["file_path"]) as place:
            content = files.read(place)
            text = Endings.of(decoded(content.data, place.shown)).shown
            self._read[place.shown] = content.stamp
        lines = text.split("\n")
        if not lines[-1]:
            lines.pop()
        if not lines:
            return f"({place.shown} is empty.)"
        first = max(arguments.get("offset", 1), 1)
        if first > len(lines):
            return f"({place.shown} has {len(lines)} lines; there is none from {first} on.)"
        return numbered(lines, first, arguments.get("limit"))

    def _do_write(self, arguments: dict[str, Any]) -> str:
        text: str = arguments["content"]
        with self._folder.place(arguments["file_path"]) as place:
            seen = self._seen(place)
            if seen and not arguments.get("overwrite", True):
                raise Refusal(f"{place.shown} exists, and this tool only makes new files. Edit it.")
            if seen and self._read.get(place.shown, seen.stamp) != seen.stamp:
                raise Refusal(f"{place.shown} was changed since it was read. Read it again.")
            if seen and seen.data.startswith(MARK.encode()) and not text.startswith(MARK):
                text = MARK + text
            self._put(place, text, seen)
            return f"{'Overwrote' if seen else 'Created'} {place.shown}."

    def _do_edit(self, arguments: dict[str, Any]) -> str:
        if "patch" in arguments:
            return self._do_patch(arguments)
        for name in ("file_path", "old_string", "new_string"):
            if name not in arguments:
                raise InvalidCall(f"Edit needs {name}, or patch alone.")
        old, new = arguments["old_string"], arguments["new_string"]
        if old == new:
            raise Refusal("old_string and new_string are the same: nothing would change.")
        with self._folder.place(arguments["file_path"]) as place:
            if place.status is None and old:
                raise Refusal(f"There is no file {place.shown}.")
            if place.name.endswith(".ipynb") and place.status:
                raise Refusal(f"{place.shown} is a notebook, whose cells are not edited as text. Write it as a whole.")
            seen = self._seen(place)
            raw = decoded(seen.data, place.shown) if seen else ""
            if not old and raw.strip():
                raise Refusal(f"{place.shown} has text: an empty old_string only makes a new file.")
            times = arguments.get("expected_replacements") or (None if arguments.get("replace_all") else 1)
            self._put(
                place, edited(raw, old, new, times=times, shown=place.shown, ways=self._edits) if old else new, seen
            )
            return f"Edited {place.shown}." if seen else f"Created {place.shown}."

    def _do_patch(self, arguments: dict[str, Any]) -> str:
        if more := sorted(arguments.keys() - {"patch", "description"}):
            raise InvalidCall(f"Give patch alone, or the others; not patch and {', '.join(more)}.")
        told, stamps = patch.apply(self._folder, arguments["patch"], self._guard)
        for shown, stamp in stamps.items():
            self._read.pop(shown, None)
            if stamp:
                self._read[shown] = stamp
        return "\n".join(["Applied the patch:", *told])

    def _seen(self, place: Place) -> Content | None:
        if place.status is None:
            return None
        content = files.read(place)
        self._guard(place, content)
        return content

    def _guard(self, place: Place, content: Content) -> None:
        read = self._read.get(place.shown)
        if self._read_first and read is None:
            raise Refusal(f"{place.shown} was not read. Read it first.")
        if self._current and read is not None and read != content.stamp:
            raise Refusal(f"{place.shown} was changed since it was read. Read it again.")

    def _put(self, place: Place, text: str, seen: Content | None) -> None:
        changes = Changes()
        try:
            status = changes.write(place, encoded(text, "The new text"), seen=seen)
        except BaseException:
            changes.undo()
            raise
        finally:
            changes.close()
        self._read[place.shown] = files.stamp_of(status)

    def _do_glob(self, arguments: dict[str, Any]) -> str:
        return glob(
            self._folder,
            arguments["pattern"],
            one_or_several(arguments, "path", "paths", (".",)),
            ignore_case=arguments.get("ignore_case", False),
            most=arguments.get("head_limit") or MOST_FOUND,
        )

    def _do_grep(self, arguments: dict[str, Any]) -> str:
        mode = arguments.get("output_mode", FILES)
        if mode not in MODES:
            raise InvalidCall(f"output_mode is one of {', '.join(MODES)}.")
        around = arguments.get("context", 0)
        before, after = arguments.get("before", around), arguments.get("after", around)
        if mode != CONTENT:
            before = after = 0
        search = Search(
            arguments["pattern"],
            one_or_several(arguments, "path", "paths", (".",)),
            glob=arguments.get("glob", ""),
            exclude=arguments.get("exclude", ""),
            plain=arguments.get("literal", False),
            ignore_case=arguments.get("ignore_case", False),
            mode=mode,
            numbers=arguments.get("line_numbers", True),
            before=min(before, MOST_LINES),
            after=min(after, MOST_LINES),
            most=arguments.get("head_limit") or MOST_LINES,
            matches=arguments.get("max_matches", MOST_LINES),
        )
        return grep(self._folder, search)

    def _do_list(self, arguments: dict[str, Any]) -> str:
        ignored, most = tuple(arguments.get("ignore", ())), arguments.get("head_limit") or MOST_FOUND
        return listing(self._folder, arguments.get("path", "."), ignored, most)

    def _do_shell(self, arguments: dict[str, Any]) -> str:
        if self._shell is None:  # pragma: no cover (then the tool is not offered)
            raise Refusal("There is no shell.")
        if "\0" in arguments["command"]:
            raise InvalidCall("command holds a NUL character.")
        encoded(arguments["command"], "command")
        milliseconds = arguments.get("timeout")
        with self._folder.opened(arguments.get("cwd", ".")) as (folder, _):
            seconds = None if milliseconds is None else milliseconds / 1000
            ended = self._shell(Command(arguments["command"], folder, seconds))
        if ended.timed_out:
            raise Refusal(
                f"{ended.output}\n(The command took too long; it and all that it started were ended.)".lstrip()
            )
        if ended.exit_code is None:
            raise Refusal(f"{ended.output}\n(The command was ended.)".lstrip())
        return ended.output if not ended.exit_code else f"{ended.output}\n(Exit code {ended.exit_code}.)".lstrip()

    def _do_fetch(self, arguments: dict[str, Any]) -> str:
        urls = one_or_several(arguments, "url", "urls", ())
        if not urls:
            raise InvalidCall("WebFetch needs url or urls.")
        if self._fetcher is None:  # pragma: no cover (then the tool is not offered)
            raise Refusal("There is nothing that fetches.")
        milliseconds = arguments.get("timeout")
        seconds = None if milliseconds is None else milliseconds / 1000
        prompt, form = arguments.get("prompt", ""), arguments.get("format", "")
        return web.fetch(self._fetcher, [Fetch(url, prompt, form, seconds) for url in urls])

    def _do_search(self, arguments: dict[str, Any]) -> str:
        if self._searcher is None:  # pragma: no cover (then the tool is not offered)
            raise Refusal("There is nothing that searches.")
        wanted = WebSearch(
            arguments["query"],
            tuple(arguments.get("allowed_domains", ())),
            tuple(arguments.get("blocked_domains", ())),
            arguments.get("num_results"),
        )
        return web.search(self._searcher, wanted)

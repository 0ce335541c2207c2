"""The base tools: one folder, canonical arguments, and an outcome for every call."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from threading import RLock
from typing import Any, Protocol

from tool_facades.base_tools import web
from tool_facades.base_tools.arguments import ARGUMENTS, NEEDS_BACKGROUND, NOT_OFFERED, checked, one_or_several
from tool_facades.base_tools.file_tools import FileTools
from tool_facades.base_tools.folder import Folder
from tool_facades.base_tools.outcome import InvalidCall, Refusal, Result, carried_out
from tool_facades.base_tools.shell import Shell
from tool_facades.base_tools.shell_tools import ShellTools
from tool_facades.base_tools.stop import Stop
from tool_facades.base_tools.todo import TodoList
from tool_facades.base_tools.ways import Ways
from tool_facades.base_tools.web import Fetch, Fetcher, Searcher, WebSearch

# What changes or reads files one after the other; all else waits for nobody.
_IN_ORDER = ("Read", "Write", "Edit", "TodoWrite")
_CHANGES = ("Write", "Edit")
_SEARCHES = ("Glob", "Grep", "LS")
_BACKGROUND = ("BashOutput", "BashInput", "KillShell")


class CanonicalCall(Protocol):
    """A call on canonical arguments; `tool_facades.Call` is one. Free text is the text of a patch."""

    @property
    def tool(self) -> str: ...  # noqa: D102 (see the class)

    @property
    def arguments(self) -> dict[str, Any] | str: ...  # noqa: D102 (see the class)


_Do = Callable[[dict[str, Any], Stop], str]


class BaseTools:
    """Tools that work in one folder and refuse whatever is not exactly possible.

    `read_first`: a file that exists is changed only after it was read here. `current`: and only if nobody changed it
    since; without, that holds only where a file is written anew. `ways` are those of a program. `shell`, `fetcher` and
    `searcher` reach beyond the folder; without them there is no such tool. `search=False` does without `Glob`, `Grep`
    and `LS`, which need the extra `search`: `ImportError` says so. Raises `ValueError` where the folder is none. One
    object may be used from several threads. `close`, or leaving a `with` block, ends commands in the background.
    """

    def __init__(  # noqa: PLR0913 (each is a choice of the caller)
        self,
        folder: str | os.PathLike[str],
        *,
        read_first: bool = False,
        current: bool = False,
        ways: Ways | None = None,
        search: bool = True,
        shell: Shell | None = None,
        fetcher: Fetcher | None = None,
        searcher: Searcher | None = None,
    ) -> None:
        ways = ways or Ways()
        opened = Folder(folder)
        self._fetcher, self._searcher = fetcher, searcher
        self._lock = RLock()
        self._todo = TodoList()
        self._does: dict[str, _Do] = {"TodoWrite": lambda arguments, _: self._todo.write(arguments)}
        ignores: Callable[[str], bool] | None = None
        if search:
            from tool_facades.base_tools.search_tools import SearchTools

            found = SearchTools(opened, ways.search)
            ignores = found.ignores
            self._does |= {
                "Glob": found.glob,
                "Grep": found.grep,
                "LS": lambda arguments, _: found.listing(arguments),
            }
        self._files = FileTools(opened, ways, read_first=read_first, current=current, ignores=ignores)
        self._does |= {
            "Read": lambda arguments, _: self._files.read(arguments),
            "Write": lambda arguments, _: self._files.write(arguments),
            "Edit": lambda arguments, _: self._files.edit(arguments),
        }
        self._commands = ShellTools(opened, shell, ways.shell) if shell else None
        if self._commands:
            self._does["Bash"] = self._commands.bash
        if self._commands and self._commands.background:
            self._does |= {
                "BashOutput": self._commands.output,
                "BashInput": self._commands.send,
                "KillShell": self._commands.kill,
            }
        if fetcher:
            self._does["WebFetch"] = lambda arguments, _: self._fetch(arguments)
        if searcher:
            self._does["WebSearch"] = lambda arguments, _: self._search(arguments)
        self.tools = tuple(name for name in ARGUMENTS if name in self._does)

    def __enter__(self) -> BaseTools:  # noqa: PYI034 (nobody derives from it)
        """Give the tools."""
        return self

    def __exit__(self, *_: object) -> None:
        """End what runs in the background."""
        self.close()

    @property
    def todos(self) -> tuple[dict[str, Any], ...]:
        """Return the steps that the model wrote down last."""
        return self._todo.steps

    @property
    def arguments(self) -> Mapping[str, frozenset[str]]:
        """Return the canonical arguments that each tool does something with."""
        without = () if self._commands and self._commands.background else NEEDS_BACKGROUND
        return {
            tool: frozenset(
                name
                for name, kind in ((name.rstrip("*"), kind) for name, kind in ARGUMENTS[tool].items())
                if kind is not NOT_OFFERED and (tool, name) not in without
            )
            for tool in self.tools
        }

    def close(self) -> None:
        """End every command in the background."""
        if self._commands:
            self._commands.close()

    def run(self, call: CanonicalCall, stop: Stop | None = None) -> Result:
        """Carry out a call. What a model does wrong is told in the result and never raised.

        `stop` ends the call: a command is ended, a search stops, and the outcome is `refused`.
        """
        return self.run_together([call], stop)

    def run_together(self, calls: Sequence[CanonicalCall], stop: Stop | None = None) -> Result:
        """Carry out calls in order, up to the first that fails. If all are edits or writes: all of them, or none."""
        stop = stop or Stop()
        told: list[str] = []
        taken: list[tuple[str, dict[str, Any]]] = []
        tool = ""
        try:
            for tool, arguments in ((call.tool, call.arguments) for call in calls):
                if tool not in self._does:
                    known = ", ".join(self.tools)
                    text = f"There is no tool {tool!r}; there are {known}."
                    return Result(ok=False, outcome="unknown-tool", text=text)
                given = {"patch": arguments} if tool == "Edit" and isinstance(arguments, str) else arguments
                taken.append((tool, checked(tool, given)))
            stop.check()
            if len(taken) > 1 and all(name in _CHANGES and "patch" not in given for name, given in taken):
                with self._lock:
                    return Result(ok=True, outcome="ok", text=self._files.change(taken))
            for tool, given in taken:
                stop.check()
                told.append(self._one(tool, given, stop))
            return Result(ok=True, outcome="ok", text="\n".join(told))
        except Refusal as refusal:
            outcome, text = refusal.outcome, str(refusal)
        except OSError as error:
            outcome, text = "refused", f"{tool} is not possible: {error.strerror or error}."
        done = [carried_out(len(told), len(calls))] if told else []
        return Result(ok=False, outcome=outcome, text="\n".join([*told, text, *done]))

    def _one(self, tool: str, arguments: dict[str, Any], stop: Stop) -> str:
        if tool not in _IN_ORDER:
            return self._does[tool](arguments, stop)
        with self._lock:
            return self._does[tool](arguments, stop)

    def _fetch(self, arguments: dict[str, Any]) -> str:
        urls = one_or_several(arguments, "url", "urls", ())
        if not urls:
            raise InvalidCall("WebFetch needs url or urls.")
        if self._fetcher is None:  # pragma: no cover (then the tool is not offered)
            raise Refusal("There is nothing that fetches.")
        milliseconds = arguments.get("timeout")
        seconds = None if milliseconds is None else milliseconds / 1000
        prompt, form = arguments.get("prompt", ""), arguments.get("format", "")
        return web.fetch(self._fetcher, [Fetch(url, prompt, form, seconds) for url in urls])

    def _search(self, arguments: dict[str, Any]) -> str:
        if self._searcher is None:  # pragma: no cover (then the tool is not offered)
            raise Refusal("There is nothing that searches.")
        wanted = WebSearch(
            arguments["query"],
            tuple(arguments.get("allowed_domains", ())),
            tuple(arguments.get("blocked_domains", ())),
            arguments.get("num_results"),
        )
        return web.search(self._searcher, wanted)

"""The paths that a program opens when it is given one: what its tools do to a path first.

A platform's table lists readings: the tools, none for all, and the steps that each of them does in this order.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, Literal

    Step = Callable[[str], str]

# What `trim` of JavaScript takes off.
BLANKS_OF_JAVASCRIPT = (
    " \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
# What some programs take for a blank where it stands in a name.
UNUSUAL_BLANKS = "\u00a0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
# Where a payload does not say it: the home stays a tilde, the working folder a dot.
VARIABLES = {"HOME": "~", "PWD": "."}


class OpenedAs:
    """One way in which tools open a path; no `tools`: every tool. A tool that nobody knows may open it in any way."""

    def __init__(self, *steps: Step, tools: str = "") -> None:
        self.steps = steps
        self.tools = frozenset(tools.split())

    def covers(self, tool: str | None) -> bool:
        """Tell whether a tool, None for an unknown one, may open paths so."""
        return not self.tools or tool is None or tool in self.tools

    def path(self, written: str) -> str:
        """Return the path that is opened."""
        for step in self.steps:
            written = step(written)
        return written


def add_opened(arguments: dict[str, Any], tool: str | None, ways: Iterable[OpenedAs]) -> None:
    """Put behind every path, as it is written, the paths that the tool may open in its place, if they are others.

    `file_path` stays. `file_paths` appears where it was not there only if a path is opened as another.
    """
    fitting = [way for way in ways if way.covers(tool)]
    if not fitting:
        return
    single, several = arguments.get("file_path"), arguments.get("file_paths")
    listed = several if isinstance(several, list) else []
    written = [single, *listed] if isinstance(single, str) and single and single not in listed else listed
    given = {path for path in written if isinstance(path, str)}
    every: list[Any] = []
    texts: set[str] = set()
    for path in written:
        if not isinstance(path, str) or not path:
            every.append(path)
            continue
        for text in (path, *(way.path(path) for way in fitting)):
            if text and text not in texts:
                texts.add(text)
                every.append(text)
    if not texts <= given:
        arguments["file_paths"] = every


def trimmed(characters: str) -> Step:
    """Return the step that takes characters off both ends."""
    return lambda path: path.strip(characters)


def trimmed_end(characters: str) -> Step:
    """Return the step that takes characters off the end."""
    return lambda path: path.rstrip(characters)


def trimmed_start(characters: str) -> Step:
    """Return the step that takes characters off the beginning."""
    return lambda path: path.lstrip(characters)


def without_start(text: str) -> Step:
    """Return the step that takes a text off the beginning, once."""
    return lambda path: path.removeprefix(text)


def without(expression: str) -> Step:
    """Return the step that takes the first match of a regular expression out."""

    def step(path: str) -> str:
        import re

        return re.sub(expression, "", path, count=1)

    return step


def replaced(characters: str, by: str = "") -> Step:
    """Return the step that puts a text in the place of each of these characters."""
    table = dict.fromkeys(map(ord, characters), by)
    return lambda path: path.translate(table)


def decoded(path: str) -> str:
    """Return a path with its percent escapes decoded, as it is if one of them is none or they are no UTF-8."""
    if "%" not in path:
        return path
    from urllib.parse import unquote_to_bytes

    parts = path.split("%")[1:]
    if not all(len(part) > 1 and set(part[:2]) <= set("0123456789abcdefABCDEF") for part in parts):
        return path
    try:
        return unquote_to_bytes(path.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return path


def of_address(path: str) -> str:
    """Return the path of a `file://` address of this machine, any other path as it is."""
    if not path.startswith("file://"):
        return path
    host, slash, rest = path[7:].partition("/")
    if not slash or host not in {"", "localhost"}:
        return path
    return decoded("/" + rest.partition("#")[0].partition("?")[0])


def of_editor_address(path: str) -> str:
    """Return the path of an address that VS Code opens: `file:` or that of a remote window; other paths stay."""
    scheme, colon, rest = path.partition(":")
    if not colon or scheme not in {"file", "vscode-remote"} or not rest.startswith("/"):
        return path
    if not rest.startswith("//"):
        return of_address(f"file://{rest}")
    # A remote window has one machine, whatever host its addresses name.
    return of_address(f"file:///{rest[2:].partition('/')[2]}" if scheme != "file" and "/" in rest[2:] else path)


def normalized(form: Literal["NFC", "NFD"]) -> Step:
    """Return the step that puts a path into a Unicode normal form, such as NFC."""

    def step(path: str) -> str:
        if path.isascii():
            return path
        from unicodedata import normalize

        return normalize(form, path)

    return step


def expanded(path: str) -> str:
    """Return a path in which the home and the working folder stand for their variables."""
    if "$" not in path:
        return path
    import re

    named = re.compile(r"\$(?:\{(\w+)\}|(\w+))", re.ASCII)
    return named.sub(lambda match: VARIABLES.get(match[1] or match[2], match[0]), path)


def with_slashes(path: str) -> str:
    """Return a path with slashes in the place of backslashes."""
    return path.replace("\\", "/")

r"""Finding files by their paths.

A pattern with a `/` fits the path from the folder searched, one without fits the name at any depth. `*` and `?` stand
for letters other than `/`, `**` for any number of folders, `[a-z]` and `[!a-z]` for one letter, `{a,b}` for either;
`\` takes the meaning from the letter after it. Letters count as they are, capital or small.
"""

from __future__ import annotations

from tool_facades.base_tools.expression import LONGEST_PATTERN, Whole, quoted
from tool_facades.base_tools.folder import Folder
from tool_facades.base_tools.ignore import Ignored
from tool_facades.base_tools.outcome import InvalidCall, Refusal
from tool_facades.base_tools.stop import Stop
from tool_facades.base_tools.tree import Found, files_below
from tool_facades.base_tools.ways import SearchWays

MOST_FOUND = 1000
MOST_NESTED = 50
_IN_NAME = "[^/]"
_FOLDERS = "(?:[^/]*/)*"


def glob(  # noqa: PLR0913 (what a search by name is)
    folder: Folder,
    pattern: str,
    paths: tuple[str, ...],
    *,
    ignore_case: bool = False,
    respect_ignore: bool = True,
    most: int = MOST_FOUND,
    ways: SearchWays,
    stop: Stop,
) -> str:
    """Return the paths found, one a line, from the one folder and in order; raises `Refusal`, `InvalidCall`."""
    most = min(most, MOST_FOUND)
    found: dict[str, None] = {}
    notes: list[str] = []
    for path in paths:
        with folder.place(path) as place:
            if place.status is None and ways.missing_is_empty:
                continue
            if not place.is_folder:
                raise Refusal(f"{path} is not a folder." if place.status else f"There is no folder {path}.")
            fits = path_pattern(
                _from(folder, pattern, place.shown, ways), ignore_case=ignore_case, top_only=ways.top_only
            )
            ignored = Ignored.at(folder, place.shown) if respect_ignore else None
            walk = files_below(place.parent, ignored, place.shown)
            for file in walk:
                stop.check()
                if fits.matches(file.path):
                    found[path_from_top(place.shown, file)] = None
                if len(found) > most:
                    break
            notes += walk.notes
    lines = list(found)[:most] or [f"No file in {', '.join(paths)} fits {pattern!r}."]
    if len(found) > most:
        notes.append(f"(These are the first {most}. Use a narrower pattern or path.)")
    return "\n".join([*lines, *notes])


def path_from_top(searched: str, file: Found) -> str:
    """Return a file's path from the one folder."""
    return file.path if searched == "." else f"{searched}/{file.path}"


def path_pattern(pattern: str, *, ignore_case: bool = False, top_only: bool = False) -> Whole:
    """Return what tells whether a path below the folder searched fits."""
    if not pattern:
        raise InvalidCall("The pattern is empty.")
    if len(pattern) > LONGEST_PATTERN:
        raise InvalidCall(f"The pattern has {len(pattern)} characters; more than {LONGEST_PATTERN} are not read.")
    if ".." in pattern.split("/"):
        raise Refusal(f"The pattern {pattern!r} leads outside the folder searched.")
    if "/" not in pattern and not top_only:
        pattern = f"**/{pattern}"
    return Whole(_Parser(pattern).whole(), pattern, ignore_case=ignore_case)


def _from(folder: Folder, pattern: str, searched: str, ways: SearchWays) -> str:
    """Return a pattern without the folder searched, which may stand before it as an absolute path."""
    if not pattern.startswith("/") or not ways.absolute:
        return pattern.removeprefix("./")
    for top in folder.names(searched):
        if pattern.startswith(f"{top}/"):
            return f"./{pattern.removeprefix(top + '/')}"
    raise Refusal(f"The pattern {pattern!r} is outside {folder.names(searched)[0]}.")


class _Parser:
    """Turns a pattern into an expression of RE2."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def whole(self) -> str:
        """Read everything."""
        return self._sequence(depth=0)

    def _sequence(self, depth: int) -> str:
        """Read up to the end, or within braces up to `,` or `}`."""
        parts: list[str] = []
        while self._at < len(self._text):
            begins = self._at == 0 or self._text[self._at - 1] in "/{,"
            if depth and self._text[self._at] in ",}":
                break
            if begins and self._text.startswith("./", self._at):
                self._at += 2
            elif begins and self._text.startswith("**/", self._at):
                self._at += 3
                parts += [_FOLDERS] if parts[-1:] != [_FOLDERS] else []
            elif self._text.startswith("**", self._at):
                self._at += 2
                parts.append(".*")
            else:
                self._at += 1
                parts.append(self._one(self._text[self._at - 1], depth))
        return "".join(parts)

    def _one(self, sign: str, depth: int) -> str:
        if sign == "*":
            return f"{_IN_NAME}*"
        if sign == "?":
            return _IN_NAME
        if sign == "{":
            return self._choice(depth + 1)
        if sign == "[":
            return self._set()
        if sign == "\\":
            sign = self._text[self._at : self._at + 1]
            if not sign:
                raise InvalidCall(f"The pattern {self._text!r} ends in \\.")
            self._at += 1
        return quoted(sign)

    def _choice(self, depth: int) -> str:
        if depth > MOST_NESTED:
            raise InvalidCall(f"The pattern nests braces more than {MOST_NESTED} deep.")
        ways = [self._sequence(depth)]
        while self._text[self._at : self._at + 1] == ",":
            self._at += 1
            ways.append(self._sequence(depth))
        if self._text[self._at : self._at + 1] != "}":
            raise InvalidCall(f"The pattern {self._text!r} has a {{ without }}.")
        self._at += 1
        return f"(?:{'|'.join(ways)})"

    def _set(self) -> str:
        end = self._text.find("]", self._at + 2 if self._text[self._at : self._at + 1] in ("!", "^") else self._at + 1)
        if end < 0:
            raise InvalidCall(f"The pattern {self._text!r} has a [ without ].")
        body = self._text[self._at : end]
        self._at = end + 1
        negated = body[0] in "!^"
        body = body[negated:]
        signs: list[str] = []
        at = 0
        while at < len(body):
            if body[at + 1 : at + 2] == "-" and at + 2 < len(body):
                signs.append(f"{_in_set(body[at])}-{_in_set(body[at + 2])}" if body[at] <= body[at + 2] else "")
                at += 3
            else:
                signs.append(_in_set(body[at]))
                at += 1
        inside = "".join(sign for sign in signs if sign != "/")
        if negated:
            return f"[^/{inside}]"
        # A set of nothing matches nothing, as does a range that goes backwards.
        return f"[{inside}]" if inside else r"[^\x00-\x{10FFFF}]"


def _in_set(sign: str) -> str:
    return f"\\{sign}" if sign in "\\^-[]&~" else sign

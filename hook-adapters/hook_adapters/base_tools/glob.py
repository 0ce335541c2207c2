r"""Finding files by their paths.

A pattern with a `/` fits the path from the folder searched, one without fits the name at any depth. `*` and `?` stand
for letters other than `/`, `**` for any number of folders, `[a-z]` and `[!a-z]` for one letter, `{a,b}` for either;
`\` takes the meaning from the letter after it. Letters count as they are, capital or small.
"""

from __future__ import annotations

from hook_adapters.base_tools.automaton import Automaton, Choice, Letters, Pattern, Repeat, Sequence
from hook_adapters.base_tools.expression import MOST_NESTED, letter
from hook_adapters.base_tools.folder import Folder
from hook_adapters.base_tools.outcome import InvalidCall, Refusal
from hook_adapters.base_tools.tree import Found, files_below

MOST_FOUND = 1000
# Characters; a path has at most 4096.
LONGEST_PATTERN = 10_000
_IN_NAME = Letters(lambda one: one != "/")
_ANY = Letters(lambda _one: True)
_FOLDERS = Repeat(Sequence((Repeat(_IN_NAME, 0, None), letter("/", ignore_case=False))), 0, None)


def glob(
    folder: Folder, pattern: str, paths: tuple[str, ...], *, ignore_case: bool = False, most: int = MOST_FOUND
) -> str:
    """Return the paths found, one a line, from the one folder and in order; raises `Refusal`, `InvalidCall`."""
    most = min(most, MOST_FOUND)
    found: dict[str, None] = {}
    notes: list[str] = []
    for path in paths:
        with folder.opened(path) as (descriptor, shown):
            fits = path_pattern(_from(folder, pattern, shown), ignore_case=ignore_case)
            walk = files_below(descriptor)
            for file in walk:
                if fits.matches(file.path):
                    found[path_from_top(shown, file)] = None
                if len(found) > most:
                    break
            notes += walk.notes
    lines = list(found)[:most] or [f"No file fits {pattern} in {', '.join(paths)}."]
    if len(found) > most:
        notes.append(f"(These are the first {most}. Use a narrower pattern or path.)")
    return "\n".join([*lines, *notes])


def path_from_top(searched: str, file: Found) -> str:
    """Return a file's path from the one folder."""
    return file.path if searched == "." else f"{searched}/{file.path}"


def path_pattern(pattern: str, *, ignore_case: bool = False) -> Automaton:
    """Return what tells whether a path below the folder searched fits."""
    if not pattern:
        raise InvalidCall("The pattern is empty.")
    if len(pattern) > LONGEST_PATTERN:
        raise InvalidCall(f"The pattern has {len(pattern)} characters; more than {LONGEST_PATTERN} are not read.")
    if ".." in pattern.split("/"):
        raise Refusal(f"The pattern {pattern!r} leads outside the folder searched.")
    if "/" not in pattern:
        pattern = f"**/{pattern}"
    return Automaton(_Parser(pattern, ignore_case=ignore_case).whole(), whole=True)


def _from(folder: Folder, pattern: str, searched: str) -> str:
    """Return a pattern without the folder searched, which may stand before it as an absolute path."""
    if not pattern.startswith("/"):
        return pattern.removeprefix("./")
    top = str(folder.path) if searched == "." else f"{folder.path}/{searched}"
    if not pattern.startswith(f"{top}/"):
        raise Refusal(f"The pattern {pattern!r} is outside {top}.")
    return f"./{pattern.removeprefix(top + '/')}"


class _Parser:
    def __init__(self, text: str, *, ignore_case: bool) -> None:
        self._text = text
        self._at = 0
        self._ignore_case = ignore_case

    def whole(self) -> Pattern:
        """Read everything."""
        return self._sequence(depth=0)

    def _sequence(self, depth: int) -> Pattern:
        """Read up to the end, or within braces up to `,` or `}`."""
        parts: list[Pattern] = []
        while self._at < len(self._text):
            rest = self._text[self._at :]
            begins = self._at == 0 or self._text[self._at - 1] in "/{,"
            if depth and rest[0] in ",}":
                break
            if begins and rest.startswith("./"):
                self._at += 2
            elif begins and rest.startswith("**/"):
                self._at += 3
                parts.append(_FOLDERS)
            elif rest.startswith("**"):
                self._at += 2
                parts.append(Repeat(_ANY, 0, None))
            else:
                self._at += 1
                parts.append(self._one(rest[0], depth))
        return Sequence(tuple(parts))

    def _one(self, sign: str, depth: int) -> Pattern:
        if sign == "*":
            return Repeat(_IN_NAME, 0, None)
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
        return letter(sign, ignore_case=self._ignore_case)

    def _choice(self, depth: int) -> Pattern:
        if depth > MOST_NESTED:
            raise InvalidCall(f"The pattern nests braces more than {MOST_NESTED} deep.")
        ways = [self._sequence(depth)]
        while self._text[self._at : self._at + 1] == ",":
            self._at += 1
            ways.append(self._sequence(depth))
        if self._text[self._at : self._at + 1] != "}":
            raise InvalidCall(f"The pattern {self._text!r} has a {{ without }}.")
        self._at += 1
        return Choice(tuple(ways))

    def _set(self) -> Pattern:
        end = self._text.find("]", self._at + 2 if self._text[self._at : self._at + 1] in ("!", "^") else self._at + 1)
        if end < 0:
            raise InvalidCall(f"The pattern {self._text!r} has a [ without ].")
        body = self._text[self._at : end]
        self._at = end + 1
        negated = body[0] in "!^"
        body = body[negated:]
        singles: set[str] = set()
        ranges: list[tuple[str, str]] = []
        at = 0
        while at < len(body):
            if body[at + 1 : at + 2] == "-" and at + 2 < len(body):
                ranges.append((body[at], body[at + 2]))
                at += 3
            else:
                singles.add(body[at])
                at += 1

        def fits(one: str) -> bool:
            forms = {one, one.lower(), one.upper()} if self._ignore_case else {one}
            inside = any(form in singles or any(low <= form <= high for low, high in ranges) for form in forms)
            return one != "/" and inside != negated

        return Letters(fits)

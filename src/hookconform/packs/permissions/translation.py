"""The result of reading a permission file, and the words that its formats share: commands and paths as matchers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hookconform.ground.meant import nearest
from hookconform.packs.home import meant_folder
from hookconform.packs.hook_pack import refusal_of

# Where a command begins: at the start of the text or behind an operator, and there behind a word of the shell's syntax,
# an assignment, or a program that runs another. Programs take such words off before they compare, each its own list;
# one list for all stops a little more. No word can be read in two ways, or a long text would take for ever.
_START = r"(?:^|[;&|(\n`])[^\S\n]*"
_SYNTAX = r"[{!]|do|elif|else|if|then|until|while"
_PLAIN = r"""[^\s"'`;&|()]*"""
_VALUE = rf"""{_PLAIN}(?:(?:"[^"]{{0,200}}"|'[^']{{0,200}}'|\([^()`;&|\n]{{0,200}}\)){_PLAIN}){{0,4}}"""
_ASSIGNMENT = rf"[A-Za-z_]\w*={_VALUE}"
_RUNNERS = "command|doas|env|exec|ionice|nice|nohup|setsid|stdbuf|sudo|time|timeout|watch|xargs"
_OPTIONS = r"(?:[^\S\n]+(?:-(?:[ug](?:[^\S\n]+\S+|\S+)|[^\sug]\S*)|\d\S*)){0,9}"
_BEGIN = rf"{_START}(?:(?:{_SYNTAX}|{_ASSIGNMENT}|(?:{_RUNNERS}){_OPTIONS})[^\S\n]+){{0,9}}"
_END = r"(?:\s*(?:[;&|)\n<>`]|$)|\s+\d+[<>])"
_WORD_END = r"(?:[\s;&|)<>`]|$)"
# What translated commands begin and end with, by the names that a rule file can give it.
COMMAND_PARTS = {"begin": _BEGIN, "end": _END, "word-end": _WORD_END}
_ANCHOR = re.compile(r"\\.|\[(?:\\.|[^\]\\])*\]|[\^$]", re.DOTALL)
_SPECIAL = re.compile(r"[?\[\]{}!\\]")
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', re.DOTALL)
_LAST_COMMA = re.compile(r'("(?:\\.|[^"\\])*")|,(?=\s*[}\]])')
# Above this many pairs of places two patterns are not compared.
_LONG = 250_000
# Why an entry about one host is no rule, and what stops more, or some of it.
NO_ADDRESSES = (
    "no matcher looks at addresses; `kinds: [fetch]` stops every fetch, and `command_match` commands that name the host"
)
# Why an entry without a command is no rule.
NO_COMMAND = "it names no command"
EDITS = ("edit", "delete", "move")
READS = ("read", "search")


@dataclass(frozen=True, slots=True)
class Skipped:
    """One entry that became no rule: its line, its text, and why; `matters` if it denies or asks."""

    line: int
    entry: str
    why: str
    matters: bool


class UntranslatableError(Exception):
    """An entry that no rule of the grammar says; the message is the reason."""


@dataclass(slots=True)
class Translation:
    """A permission file as rules of the suite's grammar; `program` is the platform whose settings they are.

    `doubt` says why the program itself may not read the file, empty if nothing does.
    """

    program: str
    text: str
    rules: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    skipped: list[Skipped] = field(default_factory=list[Skipped])
    doubt: str = ""
    _places: dict[str, int] = field(default_factory=dict[str, int])

    def add(self, entry: str, action: str, matchers: Mapping[str, Any]) -> None:
        """Add the rule of an entry; `action` is block or ask.

        Raises `UntranslatableError` if the hook program refuses the rule.
        """
        stem = re.sub(r"[^a-z0-9]+", "-", f"{action}-{entry}".lower()).strip("-")[:60].rstrip("-")
        names = {rule["name"] for rule in self.rules}
        number = next(number for number in range(1, len(names) + 2) if _numbered(stem, number) not in names)
        matchers = {"operations": ["PreToolUse"], **matchers}
        rule = {"name": _numbered(stem, number), "matchers": matchers, "actions": {action: True}}
        why = refusal_of(rule)
        if why:
            raise UntranslatableError(f"a rule file cannot have it: {why}")
        self.rules.append(rule)

    def skip(self, entry: str, why: str, *, matters: bool, line: int | None = None) -> None:
        """Keep an entry that becomes no rule, with the line on which it stands."""
        self.skipped.append(Skipped(self.line_of(entry) if line is None else line, entry, why, matters))

    def line_of(self, entry: str) -> int:
        """Return the line of the next place where an entry stands as a JSON text or as it is; 1 if there is none."""
        for needle in (json.dumps(entry, ensure_ascii=False), entry):
            place = self.text.find(needle, self._places.get(entry, 0))
            if place >= 0:
                self._places[entry] = place + 1
                return self.text.count("\n", 0, place) + 1
        return 1


def _numbered(stem: str, number: int) -> str:
    return stem if number == 1 else f"{stem}-{number}"


def suggested(name: str, known: Iterable[str]) -> str:
    """Return the end of a reason, the known name that is nearest to one; empty where none is near."""
    near = nearest(name, known)
    return f"; did you mean `{near}`?" if near else ""


def without_comments(text: str) -> str:
    """Return JSON without the comments and last commas that settings files may have."""
    plain = _COMMENT.sub(lambda match: match[1] or " ", text)
    return _LAST_COMMA.sub(lambda match: match[1] or "", plain)


def command_prefix(words: Sequence[str | Sequence[str]]) -> str:
    """Return the expression of a command that begins with these words; a list of words is a choice.

    Raises `UntranslatableError` without a word: such an expression matches hardly any command.
    """
    if not words:
        raise UntranslatableError(NO_COMMAND)
    return _BEGIN + r"\s+".join(map(_word, words)) + _WORD_END


def _word(word: str | Sequence[str]) -> str:
    if isinstance(word, str):
        return _quotable(word)
    return "(?:" + "|".join(map(_quotable, word)) + ")"


def _quotable(word: str) -> str:
    """Return the expression of one word; in a command, a word with a blank has quotes or backslashes."""
    parts = word.split(" ")
    return re.escape(word) if len(parts) == 1 else "[\"']?" + r"\\? ".join(map(re.escape, parts)) + "[\"']?"


def command_wildcard(pattern: str, any_mark: str = "") -> str:
    """Return the expression of a command with `*` for any text; ` *` at the end also stands for nothing.

    `any_mark` stands for any one character, if given. Raises `UntranslatableError` for an empty pattern.
    """
    if not pattern.strip():
        raise UntranslatableError(NO_COMMAND)
    body = pattern.removesuffix(" *")
    parts = [r"\s+".join(map(re.escape, part.split(" "))) for part in body.split("*")]
    if any_mark:
        parts = [part.replace(re.escape(any_mark), ".") for part in parts]
    rest = r"(?:\s.*)?" if body != pattern else ""
    return _BEGIN + ".*".join(parts) + rest + _END


def share_a_text(one: str, other: str) -> bool:
    """Tell whether some text fits two patterns in which `*` is any text and `?` any mark; ` *` at the end is optional.

    Of very long patterns it is taken for granted.
    """
    if len(one) * len(other) > _LONG:
        return True
    return any(_meet(a, b) for a in {one, one.removesuffix(" *")} for b in {other, other.removesuffix(" *")})


def _meet(one: str, other: str) -> bool:
    open_places, seen = [(0, 0)], set[tuple[int, int]]()
    while open_places:
        a, b = place = open_places.pop()
        if place in seen:
            continue
        seen.add(place)
        here, there = one[a : a + 1], other[b : b + 1]
        if not here and not there:
            return True
        if here == "*":
            open_places += [(a + 1, b), *([(a, b + 1)] if there else [])]
        if there == "*":
            open_places += [(a, b + 1), *([(a + 1, b)] if here else [])]
        if here and there and "*" not in (here, there) and (here == there or "?" in (here, there)):
            open_places.append((a + 1, b + 1))
    return False


def command_expression(pattern: str) -> str:
    """Return an expression about one command as one about a text of several: `^` and `$` are the command's ends."""
    ends = {"^": _BEGIN, "$": _END}
    return _ANCHOR.sub(lambda match: ends.get(match[0], match[0]), pattern)


def folder_of(pattern: str) -> str:
    """Return a path pattern as a folder of the matcher `directories`; raises `UntranslatableError`."""
    if pattern.startswith(("~", "$")):
        other = meant_folder(pattern)
        write = f"in a rule file write `{other}`" if other != pattern else "write the whole path"
        raise UntranslatableError(f"a rule has no word for the home folder; {write}")
    if _SPECIAL.search(pattern):
        raise UntranslatableError("of patterns, a rule's folders have only * and **")
    if any("**" in part and part != "**" for part in pattern.split("/")):
        raise UntranslatableError("** must be a whole name of a rule's folder")
    return pattern

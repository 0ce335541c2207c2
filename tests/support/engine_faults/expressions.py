"""Faults in how expressions are looked for in commands and prompts."""

from __future__ import annotations

import fnmatch
import re
import unicodedata
from collections.abc import Callable
from typing import Any

from tests.support.engine_faults.putting import RIGHT, Event, Fault, arguments, compiler


def search(pattern: str, text: Any, flags: int = 0) -> bool:
    """Search as the engine does, but for the flags: each fault is one, and where the text ends is another."""
    whole = pattern if flags & re.MULTILINE else RIGHT["_anchored"](pattern)
    return isinstance(text, str) and re.search(whole, text, flags) is not None


def command(event: Event) -> Any:
    return arguments(event).get("command")


def of_command(wrong: Callable[[str, Any], Any]) -> Fault:
    return compiler("command_match", lambda value: lambda event: wrong(value, command(event)))


def of_prompt(wrong: Callable[[str, Any], Any]) -> Fault:
    return compiler("prompt_match", lambda value: lambda event: wrong(value, event.get("prompt")))


FAULTS: dict[str, Fault] = {
    # Expressions.
    "matches at the start only": of_command(lambda p, t: isinstance(t, str) and re.match(p, t) is not None),
    "must match the whole text": of_command(lambda p, t: isinstance(t, str) and re.fullmatch(p, t) is not None),
    "looks at the first line": of_command(lambda p, t: isinstance(t, str) and search(p, t.split("\n")[0])),
    "looks at the last line": of_command(lambda p, t: isinstance(t, str) and search(p, t.split("\n")[-1])),
    "anchors at every line": of_command(lambda p, t: search(p, t, re.MULTILINE)),
    "a dot fits a line end": of_command(lambda p, t: search(p, t, re.DOTALL)),
    "a dot fits no carriage return": of_command(lambda p, t: search(p.replace(".", r"[^\r\n]"), t)),
    "the flags of a group are those of all": of_command(lambda p, t: search(re.sub(r"^\(\?i:", "(?i)(?:", p), t)),
    "a byte-order mark is white space": of_command(lambda p, t: search(p.replace(r"\s", "[\\s\ufeff]"), t)),
    "a command has at most a million characters": of_command(
        lambda p, t: isinstance(t, str) and search(p, t[:1_000_000])
    ),
    "in any case": of_command(lambda p, t: search(p, t, re.IGNORECASE)),
    "an end is before a last line feed too": of_command(
        lambda p, t: isinstance(t, str) and re.search(p, t) is not None
    ),
    "digits are ASCII": of_command(lambda p, t: search(p.replace(r"\d", "[0-9]").replace(r"\D", "[^0-9]"), t)),
    "white space is ASCII": of_command(lambda p, t: search(p.replace(r"\s", "[ \t\r\n\f\v]"), t)),
    "letters are ASCII": of_command(lambda p, t: search(p, t, re.ASCII)),
    "blanks of an expression do not count": of_command(lambda p, t: search(p, t, re.VERBOSE)),
    "an expression is a text": of_command(lambda p, t: isinstance(t, str) and p in t),
    "an expression is a shell pattern": of_command(lambda p, t: isinstance(t, str) and fnmatch.fnmatch(t, f"*{p}*")),
    "blanks around the command are left out": of_command(lambda p, t: isinstance(t, str) and search(p, t.strip())),
    "line ends become blanks": of_command(lambda p, t: isinstance(t, str) and search(p, " ".join(t.splitlines()))),
    "white space becomes one blank": of_command(lambda p, t: isinstance(t, str) and search(p, " ".join(t.split()))),
    "line ends of Windows become line feeds": of_command(
        lambda p, t: isinstance(t, str) and search(p, t.replace("\r\n", "\n"))
    ),
    "commands in lower case": of_command(lambda p, t: isinstance(t, str) and search(p, t.lower())),
    "letters beyond ASCII are left out": of_command(
        lambda p, t: isinstance(t, str) and search(p, t.encode("ascii", "ignore").decode())
    ),
    "letters are composed": of_command(lambda p, t: isinstance(t, str) and search(p, unicodedata.normalize("NFC", t))),
    "letters are decomposed": of_command(
        lambda p, t: isinstance(t, str) and search(p, unicodedata.normalize("NFD", t))
    ),
    "an empty command is none": of_command(lambda p, t: bool(t) and search(p, t)),
    "what is no text becomes one": of_command(lambda p, t: t is not None and search(p, str(t))),
    "null becomes a text": of_command(lambda p, t: search(p, t if isinstance(t, str) else str(t))),
    "lists are joined": of_command(lambda p, t: search(p, " ".join(map(str, t)) if isinstance(t, list) else t)),
    "numbers become texts": of_command(lambda p, t: search(p, str(t) if type(t) is int else t)),
    "the command may stand in an object": of_command(lambda p, t: search(p, t["command"] if type(t) is dict else t)),
    "all arguments are searched": compiler(
        "command_match", lambda p: lambda event: any(search(p, value) for value in arguments(event).values())
    ),
    "only the shell has commands": compiler(
        "command_match", lambda p: lambda event: event.get("tool_name") == "Bash" and search(p, command(event))
    ),
    "the prompt is searched for commands": compiler(
        "command_match", lambda p: lambda event: search(p, command(event)) or search(p, event.get("prompt"))
    ),
    "a missing command holds": of_command(lambda p, t: t is None or search(p, t)),
    "the second half of a command counts": of_command(lambda p, t: isinstance(t, str) and search(p, t[len(t) // 2 :])),
    "only what stands behind && counts": of_command(
        lambda p, t: isinstance(t, str) and any(search(p, part.strip()) for part in t.split("&&"))
    ),
    "quotes are left out": of_command(lambda p, t: isinstance(t, str) and search(p, re.sub("[\"']", "", t))),
    "backslashes are left out": of_command(lambda p, t: isinstance(t, str) and search(p, t.replace("\\", ""))),
    # Prompts.
    "prompts match at the start": of_prompt(lambda p, t: isinstance(t, str) and re.match(p, t) is not None),
    "prompts must match whole": of_prompt(lambda p, t: isinstance(t, str) and re.fullmatch(p, t) is not None),
    "prompts end before a last line feed too": of_prompt(
        lambda p, t: isinstance(t, str) and re.search(p, t) is not None
    ),
    "prompts in any case": of_prompt(lambda p, t: search(p, t, re.IGNORECASE)),
    "prompts line by line": of_prompt(lambda p, t: search(p, t, re.MULTILINE)),
    "prompts with dots over line ends": of_prompt(lambda p, t: search(p, t, re.DOTALL)),
    "prompts in ASCII": of_prompt(lambda p, t: search(p, t, re.ASCII)),
    "prompts without blanks around": of_prompt(lambda p, t: isinstance(t, str) and search(p, t.strip())),
    "the prompt of a tool's arguments": compiler(
        "prompt_match", lambda p: lambda event: search(p, event.get("prompt") or arguments(event).get("prompt"))
    ),
    "the command is searched for prompts": compiler(
        "prompt_match", lambda p: lambda event: search(p, event.get("prompt") or command(event))
    ),
}

"""Copilot CLI: its options about tools, such as `--deny-tool`, wherever a script has them.

`--excluded-tools` takes names of tools, `--deny-tool` takes kinds and servers; deny wins over allow. Source: GitHub's
command reference, "Tool availability values" and "Tool permission patterns".
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from typing import Any

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import load_platform
from hookconform.packs.permissions.translation import (
    EDITS,
    NO_ADDRESSES,
    READS,
    Translation,
    UntranslatableError,
    command_prefix,
    folder_of,
    suggested,
)

PROGRAM = "copilot-cli"
_DENY, _EXCLUDE, _DENY_URL = "--deny-tool", "--excluded-tools", "--deny-url"
_DENYING = (_DENY, _EXCLUDE, _DENY_URL)
_ALLOWING = ("--allow-tool", "--available-tools", "--allow-url")
_OPTIONS = (*_DENYING, *_ALLOWING)
# Nearly the same words, with another meaning.
_OTHERS = ("--allow-all-tools", "--allow-all-urls", "--allow-all-paths", "--allow-all")
_KINDS = ("shell", "write", "read", "url", "memory")
# What a tool's calls are to `--deny-tool`, by the tool's kind.
_KIND_OF = {"execute": "shell", "edit": "write", "read": "read"}
_SPECIFIED = re.compile(r"([\w.-]+)(?:\((.*)\))?", re.DOTALL)
# A quoted part, a comment, or the end of a command; commands of a script are read one by one.
_PIECE = re.compile(r"""('[^']*'|"(?:\\.|[^"\\])*"|\\.)|((?<![^\s;&|])#[^\n]*)|[\n;&|]+""", re.DOTALL)


def has_options(text: str) -> bool:
    """Tell whether a text has Copilot CLI's options about tools."""
    return any(option in text for option in _OPTIONS)


def translate_options(text: str) -> Translation:
    """Return the rules of a file with Copilot CLI's options, such as a script; raises `ValueError` for open quotes."""
    found = Translation(PROGRAM, text)
    for option, values in _options(found, text):
        if not values:
            found.skip(option, "nothing stands behind it", matters=option in _DENYING)
        for entry in (one for value in values for one in re.split(r",\s*(?![^()]*\))", value) if one):
            _entry(found, option, entry)
    return found


def _entry(found: Translation, option: str, entry: str) -> None:
    if option in _ALLOWING:
        why = "allow only skips Copilot's own question; a hook rule never allows"
        found.skip(entry, why, matters=option == "--available-tools")
        return
    try:
        found.add(entry, "block", _matchers(option, entry.strip()))
    except UntranslatableError as error:
        found.skip(entry, str(error), matters=True)


def _options(found: Translation, text: str) -> Iterator[tuple[str, list[str]]]:
    """Yield each option with its values; a word that was meant to be one, or holds one, is noted."""
    for words in _commands(text):
        is_copilot = any(re.match(r"copilot\b", word.rpartition("/")[2]) for word in words)
        for place, word in enumerate(words):
            name, has_value, value = word.partition("=")
            if name in _OPTIONS:
                yield name, [value] if has_value else _values(words[place + 1 :])
            elif any(option in word for option in _DENYING):
                near = suggested(name, _DENYING) if name.startswith("--") else ""
                found.skip(name, f"no option of Copilot CLI by itself{near}", matters=True)
            elif is_copilot and name.startswith("--") and name not in _OTHERS:
                near = suggested(name, (*_OPTIONS, *_OTHERS))
                if any(f"`{option}`" in near for option in _DENYING):
                    found.skip(name, f"no option of Copilot CLI{near}", matters=True)


def _commands(text: str) -> list[list[str]]:
    plain = _PIECE.sub(lambda match: match[1] or (" " if match[2] else "\0"), text.replace("\\\n", " "))
    return [shlex.split(command) for command in plain.split("\0")]


def _values(words: list[str]) -> list[str]:
    """Return the words behind an option, up to the next: it takes any number."""
    ends = next((place for place, word in enumerate(words) if word.startswith("-")), len(words))
    return words[:ends]


def _matchers(option: str, entry: str) -> dict[str, Any]:
    if option == _DENY_URL:
        raise UntranslatableError(NO_ADDRESSES)
    match = _SPECIFIED.fullmatch(entry)
    if match is None:
        raise UntranslatableError("not of the form tool or tool(what)")
    tool, what = match[1], (match[2] or "").strip()
    return _excluded(tool, what) if option == _EXCLUDE else _denied(tool, what)


def _excluded(tool: str, what: str) -> dict[str, Any]:
    if what:
        raise UntranslatableError(f"{_EXCLUDE} takes names alone; write {_DENY} 'shell({what})' for a command")
    if tool in _KINDS:
        raise UntranslatableError(f"a kind of calls, no tool; write {_DENY} {tool}")
    declared = _declared()
    if tool in declared:
        return {"tools": [declared[tool].becomes]}
    names = _names_of(tool)
    if not names and any(form.pattern and re.search(form.pattern, tool) for form in load_platform(PROGRAM).mcp):
        return {"tools": [tool]}
    near = f"; did you mean `{names[0]}`?" if names else suggested(tool, declared)
    raise UntranslatableError(f"Copilot CLI is not known to declare a tool {tool}{near}")


def _denied(tool: str, what: str) -> dict[str, Any]:
    if tool == "shell":
        if not what:
            return {"tools": ["Bash"]}
        command = what.removesuffix(":*")
        if "*" in command:
            plain = command.partition("*")[0].strip()
            instead = f"shell({plain}:*)" if plain else "shell"
            raise UntranslatableError(f"`*` is known only as `:*` at the end; write {_DENY} '{instead}'")
        return {"tools": ["Bash"], "command_match": command_prefix(command.split())}
    if tool in {"write", "read"}:
        kinds = list(EDITS if tool == "write" else READS)
        return {"kinds": kinds, "directories": [folder_of(what)]} if what else {"kinds": kinds}
    if tool in _KINDS:
        raise UntranslatableError(NO_ADDRESSES if tool == "url" else f"rules do not look at what {tool} is about")
    if tool.lower() in _KINDS:
        raise UntranslatableError(f"{_DENY} has no kind {tool}; did you mean `{tool.lower()}`?")
    names = _names_of(tool)
    if names:
        kind = _KIND_OF.get(_declared()[names[0]].tool_kind or "") if what else None
        instead = f"{_DENY} '{kind}({what})'" if kind else f"{_EXCLUDE} {names[0]}"
        raise UntranslatableError(f"a tool, and {_DENY} takes kinds and servers; write {instead}")
    if what and "*" not in what:
        return {"tools": [f"{tool}-{what}"]}
    raise UntranslatableError("a rule names MCP tools one by one, as server(tool)")


def _declared() -> dict[str, Claim]:
    """Return the tools by the names under which models are offered them: the ones that can be excluded."""
    tools = load_platform(PROGRAM).tools
    return {
        name: claim
        for name, claim in tools.items()
        if claim.status in {"current", "historic"} and not claim.declared_as
    }


def _names_of(tool: str) -> list[str]:
    """Return the declared names of a tool that the platform is known by, whatever name it is given under."""
    claim = load_platform(PROGRAM).tools.get(tool)
    if claim is None or claim.status == "refuted":
        return []
    declared = _declared()
    same = [name for name, other in declared.items() if other.becomes == claim.becomes]
    return [name for name in ([tool] if tool in declared else [*claim.declared_as, *same]) if name in declared]

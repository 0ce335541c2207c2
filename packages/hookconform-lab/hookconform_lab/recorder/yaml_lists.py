"""Lists of hooks in a YAML file: `hooks: {event: [{command: …}]}`, with every other byte as it was.

A library that writes YAML back keeps most comments, and most forms. Here lines are added and removed, and the file is
read before and after: unless the difference is exactly our hooks, nothing is written.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from hookconform.ground.errors import HookconformError
from hookconform_lab.recorder.same_values import same_values
from hookconform_lab.recorder.yaml_text import Text, last_line, pairs, read_text, refused, value_of

_BEGIN = "# Added by `hookconform record install`; `hookconform record uninstall` takes it out."
_END = "# End of what hookconform added."
_HOOKS = "hooks"
# Event → one hook: key → text or whole number.
Entries = Mapping[str, Mapping[str, str | int]]


def with_lists(data: bytes, path: Path, entries: Entries) -> bytes:
    """Return the file with one hook more at the end of each event's list.

    Raises `HookconformError` (`record.settings`) for a file that such hooks cannot be added to.
    """
    text = read_text(data, path)
    said = {} if text.says is None else text.says
    hooks = _hooks(said, path)
    lists = {event: [*_list(hooks, event, path), dict(entry)] for event, entry in entries.items()}
    lines = list(text.lines)
    for at, added in sorted(_additions(text, entries, lines).items(), reverse=True):
        if 0 < at == len(lines) and not lines[-1].endswith(("\n", "\r")):
            lines[-1] += text.newline
        lines[at:at] = [line + text.newline for line in added]
    expected = {**said, _HOOKS: {**hooks, **lists}}
    hint = "Write its hooks as a block, one below the other, in one document."
    return _demand_same("".join(lines), expected, path, "hooks cannot be added to it in place", hint)


def without_lists(data: bytes, path: Path, marker: str) -> tuple[bytes, int]:
    """Return the file without the hooks whose command holds `marker`, and how many those were.

    The platform may have written the file anew: comments of ours need not be there. Comments of others stay. Raises
    `HookconformError` (`record.settings`) if the hooks cannot be told from the rest.
    """
    text = read_text(data, path)
    said = {} if text.says is None else text.says
    hooks = _hooks(said, path)
    kept = {
        event: [hook for hook in its if not _is_ours(hook, marker)] if isinstance(its, list) else its
        for event, its in hooks.items()
    }
    count = sum(len(its) - len(kept[event]) for event, its in hooks.items() if isinstance(its, list))
    if not count:
        return data, 0
    left = {event: its for event, its in kept.items() if its or its == hooks[event]}
    lines = _left(text, left, marker)
    expected = {key: value for key, value in said.items() if key != _HOOKS} | ({_HOOKS: left} if left else {})
    reason = "our hooks stand in it in a form that cannot be taken out without a doubt"
    hint = f"Take the hooks out by hand whose command has {marker} in it."
    return _demand_same("".join(lines), expected, path, reason, hint), count


def _additions(text: Text, entries: Entries, lines: list[str]) -> dict[int, list[str]]:
    """Return the lines to add by where; empties the `{}`, `[]` or `null` in `lines` in whose place they come."""
    found = value_of(text.root, _HOOKS)
    if found is None:
        return {len(lines): [_BEGIN, "hooks:", *_events(entries, 2), _END]}
    key, hooks = found
    if _is_empty(hooks):
        _blank(hooks, lines)
        return {key.end_mark.line + 1: _events(entries, 2)}
    indent = hooks.start_mark.column
    added: dict[int, list[str]] = {}
    new: dict[str, Mapping[str, str | int]] = {}
    for event, entry in entries.items():
        known = value_of(hooks, event)
        if known is None:
            new[event] = entry
        elif _is_empty(known[1]):
            _blank(known[1], lines)
            added.setdefault(known[0].end_mark.line + 1, []).extend(_item(entry, indent + 2))
        else:
            at = last_line(known[1]) + 1
            added.setdefault(at, []).extend(_item(entry, known[1].start_mark.column))
    added.setdefault(last_line(hooks) + 1, []).extend(_events(new, indent))
    return added


def _is_empty(node: yaml.Node) -> bool:
    return not node.value or (isinstance(node, yaml.ScalarNode) and node.tag == "tag:yaml.org,2002:null")


def _blank(node: yaml.Node, lines: list[str]) -> None:
    """Take an empty value off its line, which keeps the comment behind it."""
    start, end = node.start_mark, node.end_mark
    # An empty value may stand behind the last line.
    if start.line == end.line < len(lines):
        line = lines[start.line]
        lines[start.line] = line[: start.column].rstrip(" ") + line[end.column :]


def _events(entries: Entries, indent: int) -> list[str]:
    return [
        line for event, entry in entries.items() for line in (" " * indent + f"{event}:", *_item(entry, indent + 2))
    ]


def _item(entry: Mapping[str, str | int], indent: int) -> list[str]:
    # JSON's texts and whole numbers are YAML's, too.
    told = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items()]
    return [" " * indent + ("  " if place else "- ") + line for place, line in enumerate(told)]


def _left(text: Text, left: Mapping[str, Any], marker: str) -> list[str]:
    """Return the lines without our hooks, the events and the `hooks` that are empty without them, and our comments.

    Comments of others between those lines stay.
    """
    found = value_of(text.root, _HOOKS)
    gone: set[int] = set()
    for key, its in pairs(found[1] if found else None):
        ours = [item for item in its.value if isinstance(item, yaml.MappingNode) and _is_node_ours(item, marker)]
        for item in ours:
            gone.update(range(item.start_mark.line, last_line(item) + 1))
        if ours and key.value not in left:
            gone.add(key.start_mark.line)
    if found and not left:
        gone.add(found[0].start_mark.line)
    kept = [line for at, line in enumerate(text.lines) if at not in gone or line.lstrip().startswith("#")]
    return [line for line in kept if line.strip() not in (_BEGIN, _END)]


def _is_node_ours(item: yaml.MappingNode, marker: str) -> bool:
    command = value_of(item, "command")
    return command is not None and _holds(command[1].value, marker)


def _is_ours(hook: Any, marker: str) -> bool:
    return isinstance(hook, dict) and _holds(hook.get("command"), marker)


def _holds(command: Any, marker: str) -> bool:
    # In a command a path with an apostrophe is written otherwise, and in one that a shell is given once more.
    spellings = (marker, shlex.quote(marker), shlex.quote(shlex.quote(marker))[1:-1])
    return isinstance(command, str) and any(spelling in command for spelling in spellings)


def _hooks(said: Any, path: Path) -> dict[str, Any]:
    if not isinstance(said, dict):
        raise refused(path, "it is not a mapping")
    hooks = said.get(_HOOKS)
    if hooks is not None and not isinstance(hooks, dict):
        raise refused(path, "its `hooks` is not a mapping of lists")
    return hooks or {}


def _list(hooks: Mapping[str, Any], event: str, path: Path) -> list[Any]:
    its = hooks.get(event)
    if its is not None and not isinstance(its, list):
        raise refused(path, f"its `hooks` has no list of {event}")
    return its or []


def _demand_same(text: str, expected: Any, path: Path, reason: str, hint: str) -> bytes:
    """Return a text's bytes; raises `HookconformError` (`record.settings`) unless it says exactly what is expected."""
    try:
        data = text.encode()
        said = read_text(data, path).says
        if same_values({} if said is None else said, expected):
            return data
    except (HookconformError, UnicodeEncodeError, RecursionError):
        pass
    raise refused(path, reason, hint)

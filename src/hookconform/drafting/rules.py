"""Which rules match a canonical event: the suite's own reading of the grammar.

Kept apart from any adapter's rule engine on purpose, so that `matched_rules` in a case never comes from the code
under test. It drafts expectations, lets lint check them, and matches the events of adapters without an engine.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any

from hookconform.drafting.path_comparing import any_ends_with, any_lies_in
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant

_JSON_TYPES: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "integer": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool) and value % 1 == 0,
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}
_NOTHING = object()
# Escapes, classes and comments, in which a `$` is no end, and the `$` that is one; parts that are about lines.
_END = re.compile(r"(\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\(\?#[^)]*\))|\$")
_LINES_WITHIN = re.compile(r"\(\?[a-z]*m[a-z]*(?:-[a-z]+)?:")


def matched_rules(events: Iterable[dict[str, Any]], rules: Iterable[dict[str, Any]]) -> list[str]:
    """Return the names of the rules that match any of the canonical events, in pack order."""
    fired = list(events)
    if len(fired) == 1:
        (event,) = fired
        return [rule["name"] for rule in rules if _matches(rule, event)]
    return [rule["name"] for rule in rules if any(_matches(rule, event) for event in fired)]


def _matches(rule: dict[str, Any], event: dict[str, Any]) -> bool:
    matchers = rule.get("matchers")
    if matchers is None:
        matchers = {"operations": [rule["event"]]} | ({"tools": rule["tools"]} if "tools" in rule else {})
    arguments = event.get("tool_input")
    if not isinstance(arguments, dict):
        # An adapter's event may hold anything under the key.
        arguments = {}
    for kind, wanted in matchers.items():
        engine = _MATCHERS.get(kind)
        if engine is None:
            raise _no_engine(rule["name"], kind)
        if not engine(wanted, event, arguments):
            return False
    return True


def _no_engine(rule: str, matcher: str) -> HookconformError:
    return HookconformError(
        "rules.no-engine",
        f"Nothing here tells whether the matcher {matcher!r} holds. {meant(matcher, _MATCHERS)}",
        where=f"the rule {rule!r}",
        hint="Correct the matcher; one that the schema of rules has gained needs an engine in drafting/rules.py.",
    )


def _found(pattern: str, text: object) -> bool:
    return isinstance(text, str) and _expression(pattern).search(text) is not None


@lru_cache(maxsize=1000)
def _expression(pattern: str) -> re.Pattern[str]:
    """Return the expression, in which `$` is the end of the text and nothing before it unless lines are asked for."""
    found = re.compile(pattern)
    if "$" not in pattern or found.flags & re.MULTILINE or _LINES_WITHIN.search(pattern):
        return found
    return re.compile(_END.sub(lambda found: found[1] or r"(?![\s\S])", pattern))


def commands(arguments: Mapping[str, Any]) -> list[str]:
    """Return the texts that `command_match` searches."""
    return _texts(arguments, "command", "commands")


def paths(arguments: Mapping[str, Any]) -> list[str]:
    """Return the paths that `extensions` and `directories` look at."""
    return [path for path in _texts(arguments, "file_path", "file_paths") if path]


def _texts(arguments: Mapping[str, Any], single: str, several: str) -> list[str]:
    listed = arguments.get(several)
    found = [arguments.get(single), *(listed if isinstance(listed, list) else [])]
    return [text for text in found if isinstance(text, str)]


def _field(arguments: Any, dotted: str) -> Any:
    value = arguments
    for part in dotted.split("."):
        if not isinstance(value, dict) or part not in value:
            return _NOTHING
        value = value[part]
    return value


# Every matcher of the grammar: (what the rule wants, the event, its tool_input) → holds.
_MATCHERS: dict[str, Callable[[Any, dict[str, Any], dict[str, Any]], bool]] = {
    "operations": lambda wanted, event, _: event.get("hook_event_name") in wanted,
    "tools": lambda wanted, event, _: event.get("tool_name") in wanted,
    "kinds": lambda wanted, event, _: event.get("tool_kind") in wanted,
    "command_match": lambda wanted, _, arguments: any(_found(wanted, text) for text in commands(arguments)),
    "prompt_match": lambda wanted, event, _: _found(wanted, event.get("prompt")),
    "extensions": lambda wanted, event, arguments: any_ends_with(paths(arguments), wanted, event.get("cwd")),
    "directories": lambda wanted, event, arguments: any_lies_in(paths(arguments), wanted, event.get("cwd")),
    "require_fields": lambda wanted, _, arguments: all(_field(arguments, path) is not _NOTHING for path in wanted),
    "field_types": lambda wanted, _, arguments: all(
        (value := _field(arguments, path)) is not _NOTHING and _JSON_TYPES[name](value) for path, name in wanted.items()
    ),
}

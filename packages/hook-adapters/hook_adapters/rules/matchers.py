"""What a rule can ask of a canonical event: one compiler a matcher, each returning a test.

A field the event does not have never satisfies a test. A value of the wrong kind is an error when the pack is read.
"""

from __future__ import annotations

import re
from functools import lru_cache

from hook_adapters.canonical.errors import InvalidRules, every
from hook_adapters.canonical.meant import meant
from hook_adapters.rules.names import check_events, check_kinds, check_tools
from hook_adapters.rules.parts import REFERENCE
from hook_adapters.rules.paths import has_suffix, is_below

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Event = Mapping[str, Any]
    Test = Callable[[Event], bool]

# What a `$` may stand in: an escape, a class, a comment; then a group with the flags that it sets, and all else.
_PARTS = r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?#[^)]*\)|\((?:\?(?P<on>[a-zA-Z]*)(?:-(?P<off>[a-zA-Z]*))?[:)])?|."

# Characters of a text whose searches are remembered.
_LONG = 20_000


def compile_matchers(matchers: Mapping[str, Any]) -> list[Test]:
    """Return the tests of a rule, the cheapest first; raises `InvalidRules`."""
    tests = dict(zip(matchers, every(compile_matcher, matchers.items()), strict=True))
    return [tests[name] for name in COMPILERS if name in tests]


def _about_addresses(name: str) -> str:
    """Return what to do where a matcher that is none would look at addresses; empty where it would not."""
    is_one = any(word in name.casefold() for word in ("url", "uri", "host", "domain", "address"))
    return "; no matcher looks at addresses, and `kinds: [fetch]` stops every fetch" if is_one else ""


def compile_matcher(name: str, value: Any) -> Test:
    """Return the test one matcher stands for; raises `InvalidRules`."""
    if name not in COMPILERS:
        raise InvalidRules(f"unknown matcher {name!r}{_about_addresses(name) or meant(name, COMPILERS)}")
    return COMPILERS[name](name, value)


def _operations(name: str, value: Any) -> Test:
    names = frozenset(_texts(name, value))
    check_events(name, names)
    return lambda event: event["hook_event_name"] in names


def _tools(name: str, value: Any) -> Test:
    names = frozenset(_texts(name, value))
    check_tools(name, names)
    return lambda event: event.get("tool_name") in names


def _kinds(name: str, value: Any) -> Test:
    kinds = frozenset(_texts(name, value))
    check_kinds(name, kinds)
    return lambda event: event.get("tool_kind") in kinds


def _command_match(name: str, value: Any) -> Test:
    pattern = _pattern(name, value)
    return lambda event: any(_found(pattern, text) for text in _commands(event))


def _prompt_match(name: str, value: Any) -> Test:
    pattern = _pattern(name, value)
    return lambda event: _found(pattern, event.get("prompt"))


def _extensions(name: str, value: Any) -> Test:
    suffixes = tuple(_texts(name, value))
    for suffix in suffixes:
        if not suffix.startswith("."):
            instead = "write a path in `directories`" if "/" in suffix else f"write .{suffix.lstrip('*.')}"
            raise InvalidRules(f"{name}: {suffix!r} is no suffix; {instead}")
    return lambda event: has_suffix(event, suffixes)


def _directories(name: str, value: Any) -> Test:
    folders = _texts(name, value)
    return lambda event: is_below(event, folders)


def _require_fields(name: str, value: Any) -> Test:
    fields = [field.split(".") for field in _texts(name, value)]
    return lambda event: all(_lookup(event, field)[0] for field in fields)


def _field_types(name: str, value: Any) -> Test:
    if not isinstance(value, dict) or not value:
        raise InvalidRules(f"{name} is not a table of fields and types")
    for kind in value.values():
        if not isinstance(kind, str) or kind not in KINDS:
            raise InvalidRules(f"{name}: unknown type {kind!r}{meant(kind, KINDS)}")
    fields = [(field.split("."), KINDS[kind]) for field, kind in value.items()]

    def test(event: Event) -> bool:
        for field, is_kind in fields:
            there, found = _lookup(event, field)
            if not there or not is_kind(found):
                return False
        return True

    return test


# Those that look one name up come first; a rule's tests are tried in this order.
COMPILERS: dict[str, Callable[[str, Any], Test]] = {
    "operations": _operations,
    "tools": _tools,
    "kinds": _kinds,
    "command_match": _command_match,
    "extensions": _extensions,
    "directories": _directories,
    "prompt_match": _prompt_match,
    "require_fields": _require_fields,
    "field_types": _field_types,
}

KINDS: dict[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    # A program that knows one kind of number cannot tell 1.0 from 1.
    "integer": lambda value: (
        (isinstance(value, int) and not isinstance(value, bool)) or (isinstance(value, float) and value.is_integer())
    ),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
    "null": lambda value: value is None,
}


def _texts(name: str, value: Any) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(item, str) and item for item in value):
        instead = f"; write [{value}]" if isinstance(value, str) and value else ""
        raise InvalidRules(f"{name} is not a list of non-empty strings{instead}")
    for item in value:
        if item.isspace():
            raise InvalidRules(f"{name}: {item!r} is blank, which is no name of anything")
    return value


def _pattern(name: str, value: Any) -> re.Pattern[str]:
    if not isinstance(value, str) or not value:
        raise InvalidRules(f"{name} is not a regular expression in a string")
    # In double quotes YAML reads \b, meant as the edge of a word, as a backspace: the rule would never match.
    control = "" if value.isprintable() else next((one for one in value if one < " " and one not in "\t\n\r"), "")
    if control:
        raise InvalidRules(
            f"{name}: the control character U+{ord(control):04X} in {value!r}; in YAML write an expression in "
            "single quotes, since double quotes make characters of \\b and the like"
        )
    if part := REFERENCE.search(value):
        raise InvalidRules(f"{name}: undefined part {part[1]!r}; write its expression under `parts`, beside `rules`")
    import warnings

    try:
        # A pattern that a later Python may read otherwise means what it means today; what stands on a hook's standard
        # error is shown to people, or sent to the model.
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)
            return re.compile(_anchored(value) if "$" in value else value)
    except (re.error, RecursionError, OverflowError) as error:
        raise InvalidRules(f"{name}: bad regular expression {value!r}: {error}") from None


def _anchored(expression: str) -> str:
    """Return the expression with `$` as the end of the text alone: Python's holds before a last line feed too.

    Where `(?m)` is on it is the end of a line, and stays.
    """
    parts: list[str] = []
    of_lines = [False]
    for part in re.finditer(_PARTS, expression, re.DOTALL):
        text = part[0]
        # Flags of the whole, `(?m)`, are a group that nothing closes.
        if text.startswith("(") and not text.startswith("(?#"):
            of_lines.append((of_lines[-1] or "m" in (part["on"] or "")) and "m" not in (part["off"] or ""))
        elif text == ")" and len(of_lines) > 1:
            of_lines.pop()
        parts.append(r"\Z" if text == "$" and not of_lines[-1] else text)
    return "".join(parts)


def _found(pattern: re.Pattern[str], text: Any) -> bool:
    if not isinstance(text, str):
        return False
    return _is_in_long(pattern, text) if len(text) > _LONG else pattern.search(text) is not None


# An agent's command comes before and after it runs, and a search of a long one takes milliseconds.
@lru_cache(maxsize=32)
def _is_in_long(pattern: re.Pattern[str], text: str) -> bool:
    return pattern.search(text) is not None


def _lookup(event: Event, field: list[str]) -> tuple[bool, Any]:
    value: Any = event.get("tool_input", {})
    for key in field:
        if not isinstance(value, dict) or key not in value:
            return False, None
        value = value[key]
    return True, value


def _commands(event: Event) -> list[Any]:
    arguments = event.get("tool_input", {})
    several = arguments.get("commands")
    return [arguments.get("command"), *(several if isinstance(several, list) else [])]

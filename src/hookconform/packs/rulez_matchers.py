"""The matchers of RuleZ's format, as its engine reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from hookconform.ground.meant import meant
from hookconform.packs.folders import no_folders
from hookconform.packs.rule import Problem, Test
from hookconform.packs.tests_of import COMMAND, PATHS, PROMPT, glob_expression, grammar_tests, text_test

KNOWN = frozenset(
    {
        "operations",
        "tools",
        "extensions",
        "directories",
        "command_match",
        "prompt_match",
        "require_fields",
        "field_types",
    }
)
_TYPES = frozenset({"string", "number", "boolean", "array", "object", "any"})
_PROMPT_MODES = ("any", "all")
_ANCHORS = {"start": "^(?:{})", "end": "(?:{})$", "contains": "{}"}
# What Rust's regex crate refuses; a pattern that it refuses never matches there.
_NOT_IN_RUST = re.compile(r"\(\?<?[=!]|\(\?>|\\[1-9]|\(\?P=")
# Files whose whole name looks like an extension; RuleZ takes an extension from behind a name, so it sees none in them.
_DOT_FILES = frozenset(
    {".env", ".netrc", ".npmrc", ".pypirc", ".htpasswd", ".pgpass", ".gitconfig", ".bashrc", ".profile"}
)
_Found = Callable[[str], bool]


def names(matchers: Mapping[str, Any], key: str) -> frozenset[str] | None:
    """Return the names of a matcher, None where it is not there; raises `ValueError`."""
    return frozenset(_texts(key, matchers[key])) if key in matchers else None


def tests(matchers: Mapping[str, Any]) -> tuple[tuple[Test, ...], tuple[Problem, ...]]:
    """Return what the other matchers test, and why one of them cannot hold; raises `ValueError`."""
    found: list[Test] = []
    problems: list[Problem] = []
    for key, value in matchers.items():
        if key == "command_match":
            found.append(_command(value, problems))
        elif key == "prompt_match":
            found.append(_prompt(value, problems))
        elif key == "extensions":
            found.append(_extensions(value, problems))
        elif key == "directories":
            found.append(_directories(value, problems))
        elif key == "require_fields":
            found += grammar_tests(key, _texts(key, value))
        elif key == "field_types":
            found += _field_types(value)
    return tuple(found), tuple(problems)


def _command(value: Any, problems: list[Problem]) -> Test:
    if not isinstance(value, str):
        raise ValueError("command_match is not a text")  # noqa: TRY004 (all faults of a pack are of one type)
    return text_test("command_match", value, COMMAND, (value,), _pattern(value, problems))


def _prompt(value: Any, problems: list[Problem]) -> Test:
    if isinstance(value, str):
        # All faults of a pack are of one type.
        raise ValueError("prompt_match is a list of patterns, or a table with `patterns`, not one text")  # noqa: TRY004
    table: Mapping[str, Any] = value if isinstance(value, Mapping) else {"patterns": value}
    for key in table:
        if key not in ("patterns", "mode", "case_insensitive", "anchor"):
            raise ValueError(f"prompt_match: unknown key {key!r}. {meant(str(key), ('patterns', 'mode', 'anchor'))}")
    patterns = _texts("prompt_match", table.get("patterns"))
    mode, anchor = table.get("mode", "any"), table.get("anchor", "contains")
    if mode not in _PROMPT_MODES:
        raise ValueError(f"prompt_match: unknown mode {mode!r}. {meant(str(mode), _PROMPT_MODES)}")
    if not isinstance(anchor, str) or anchor not in _ANCHORS:
        raise ValueError(f"prompt_match: unknown anchor {anchor!r}. {meant(str(anchor), _ANCHORS)}")
    flags = "(?i)" if table.get("case_insensitive") is True else ""
    finders: list[_Found] = []
    positive: list[str] = []
    for text in patterns:
        negated = text.startswith("not:")
        word = text.removeprefix("not:")
        plain = rf"\b{re.escape(word[14:])}\b" if word.startswith("contains_word:") else word
        whole = flags + _ANCHORS[anchor].format(plain)
        finder = _pattern(whole, problems)
        finders.append(_negated(finder) if negated else finder)
        positive += [] if negated else [whole]
    combine = any if mode == "any" else all
    # Where one negated pattern is enough, or nothing is asked for but absence, some text always fits.
    tried = tuple(positive) if mode == "any" and len(positive) == len(patterns) else ()
    return text_test("prompt_match", value, PROMPT, tried, lambda text: combine(find(text) for find in finders))


def _extensions(value: Any, problems: list[Problem]) -> Test:
    wanted = _texts("extensions", value)
    for text in wanted:
        if not text.startswith("."):
            problems.append(Problem("never-matches", f"the extension `{text}` has no dot, so no file has it", text))
        elif text in _DOT_FILES:
            said = f"RuleZ takes `{text}` for an extension behind a name: a file called `{text}` itself is not seen"
            problems.append(Problem("dot-file", said, text))

    def found(path: str) -> bool:
        name = path.rsplit("/", 1)[-1]
        return any(name.endswith(text) and len(name) > len(text) and "." not in text[1:] for text in wanted)

    return text_test("extensions", wanted, PATHS, (), found)


def _directories(value: Any, problems: list[Problem]) -> Test:
    wanted = _texts("directories", value)
    for text in wanted:
        nothing = list(no_folders([text]))
        problems += nothing
        if not nothing and not text.startswith(("/", "*")):
            said = f"RuleZ compares whole paths, and platforms send absolute ones: write `**/{text}`"
            problems.append(Problem("relative-folder", said, text))
    globs: list[re.Pattern[str]] = []
    for form in (form for text in wanted for form in _forms(text)):
        try:
            globs.append(glob_expression(form))
        except re.error:
            problems.append(Problem("pattern-refused", f"RuleZ passes over `{form}`, which is no path pattern", form))
    return text_test("directories", wanted, PATHS, (), lambda path: any(glob.fullmatch(path) for glob in globs))


def _forms(folder: str) -> tuple[str, ...]:
    """Return the patterns that stand for one folder: itself, and what is below it where it names one."""
    if folder.endswith("/"):
        return folder, f"{folder}**"
    return (folder,) if "*" in folder else (folder, f"{folder}/**")


def _field_types(value: Any) -> list[Test]:
    if not isinstance(value, Mapping) or not value:
        raise ValueError("field_types is not a table of fields and types")
    for kind in value.values():
        if not isinstance(kind, str) or kind not in _TYPES:
            raise ValueError(f"field_types: unknown type {kind!r}. {meant(str(kind), _TYPES)}")
    there = [field for field, kind in value.items() if kind == "any"]
    typed = {field: kind for field, kind in value.items() if kind != "any"}
    return [*grammar_tests("require_fields", there), *grammar_tests("field_types", typed)]


def _pattern(text: str, problems: list[Problem]) -> _Found:
    """Return whether a text has a match; a pattern that RuleZ refuses, or that cannot be tried here, has none."""
    if _NOT_IN_RUST.search(text):
        said = f"RuleZ's expressions have no look-around and no back references, so `{text}` never matches there"
        problems.append(Problem("pattern-refused", said))
        return lambda _: False
    try:
        compiled = re.compile(text.replace(r"\z", r"\Z").replace("(?<", "(?P<"))
    except (re.error, RecursionError, OverflowError) as error:
        problems.append(Problem("pattern-untried", f"`{text}` cannot be tried here: {error}"))
        return lambda _: False
    return lambda value: compiled.search(value) is not None


def _negated(find: _Found) -> _Found:
    return lambda value: not find(value)


def _texts(name: str, value: Any) -> list[str]:
    if not isinstance(value, list) or not value or not all(isinstance(item, str) and item for item in value):
        raise ValueError(f"{name} is not a list of non-empty texts")
    return value

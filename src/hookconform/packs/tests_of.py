"""The tests that matchers stand for, over canonical events: read by the corpus's own reading of the grammar."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from hookconform.corpus.matchers import expression_matchers
from hookconform.drafting.rules import commands, matched_rules
from hookconform.drafting.rules import paths as named_paths
from hookconform.packs.rule import Event, Test

COMMAND = "command, commands"
PATHS = "file_path, file_paths"
PROMPT = "prompt"
# Matchers about a value; the field is there or not, whatever the value.
_BY_VALUE = {"command_match": COMMAND, "extensions": PATHS, "directories": PATHS, "prompt_match": PROMPT}


def grammar_tests(matcher: str, wanted: Any) -> tuple[Test, ...]:
    """Return the tests of one matcher of the suite's grammar, which must be valid: one a field that it asks for."""
    if matcher == "require_fields":
        return tuple(_grammar_test(matcher, [field]) for field in wanted)
    if matcher == "field_types":
        return tuple(_grammar_test(matcher, {field: kind}) for field, kind in wanted.items())
    return (_grammar_test(matcher, wanted),)


def _grammar_test(matcher: str, wanted: Any) -> Test:
    rule = {"name": matcher, "matchers": {matcher: wanted}}

    def holds(event: Event) -> bool:
        return bool(matched_rules([dict(event)], [rule]))

    reads = _BY_VALUE.get(matcher) or ", ".join(wanted)
    return Test(
        matcher=matcher,
        wanted=json.dumps(wanted, sort_keys=True, ensure_ascii=False),
        reads=reads,
        sees=has_field(reads) if matcher in _BY_VALUE else holds,
        holds=holds,
        by_value=matcher in _BY_VALUE,
        patterns=(wanted,) if matcher in expression_matchers() else (),
    )


def has_field(reads: str) -> Callable[[Event], bool]:
    """Return whether an event has what a matcher about a value looks at."""
    if reads == PROMPT:
        return lambda event: isinstance(event.get("prompt"), str)
    if reads == COMMAND:
        return lambda event: bool(commands(_arguments(event)))
    return lambda event: bool(paths(event))


def paths(event: Event) -> list[str]:
    """Return every path that a canonical event names."""
    return named_paths(_arguments(event))


def text_test(matcher: str, wanted: Any, reads: str, patterns: tuple[str, ...], found: Callable[[str], bool]) -> Test:
    """Return a test that looks for something in the text of a field."""
    see = has_field(reads)

    def holds(event: Event) -> bool:
        return see(event) and any(found(text) for text in _texts(event, reads))

    wanted_text = json.dumps(wanted, sort_keys=True, ensure_ascii=False)
    return Test(matcher, wanted_text, reads, see, holds, by_value=True, patterns=patterns)


def glob_expression(pattern: str) -> re.Pattern[str]:
    """Return the expression of a path pattern: `*` and `?` fit any character, `/` included, `**/` also nothing.

    `[…]` is a set of characters and `{…,…}` a choice; raises `re.error` where one of them does not end.
    """
    plain = {"**/": "(?:.*/)?", "?": ".", "{": "(?:", "}": ")"}
    body, depth = "", 0
    for part in re.split(r"(\*\*/|\*+|\?|\[!?\]?[^\]]*\]|[{},])", pattern):
        depth += (part == "{") - (part == "}")
        if part[:1] == "*" and part != "**/":
            body += ".*"
        elif part[:1] == "[" and part[-1:] == "]":
            body += f"[{'^' if part[1] == '!' else ''}{re.escape(part[1:-1].lstrip('!')).replace(chr(92) + '-', '-')}]"
        elif part == ",":
            body += "|" if depth > 0 else ","
        elif "[" in part:
            raise re.error("unterminated set")
        else:
            body += plain.get(part) or re.escape(part)
    return re.compile(body, re.DOTALL)


def _texts(event: Event, reads: str) -> list[str]:
    if reads == PROMPT:
        return [event["prompt"]]
    return commands(_arguments(event)) if reads == COMMAND else paths(event)


def _arguments(event: Event) -> dict[str, Any]:
    return event.get("tool_input", {})

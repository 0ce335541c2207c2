"""Where a payload holds what nobody relies on word for word, and which words there may be one of a fixed choice."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.json_text import compact, json_object
from hookconform.ground.pointers import escaped, first
from hookconform.run.perturb.kept import WORD

# A single word stands for itself under these names; under any other it may be one of a few that mean something.
_TEXTS = frozenset(
    {
        *("absolute_path", "content", "description", "file_path", "input", "message", "new_source", "new_string"),
        *("notebook_path", "old_string", "output", "path", "pattern", "prompt", "query", "text", "title", "url"),
    }
)
_COMMANDS = frozenset({"command", "cmd"})
_SINGLE_WORD = re.compile(r"[\w:.+-]*")
# How programs write JSON into a string; any other way is left alone.
_STYLES: tuple[Callable[[Any], str], ...] = (compact, json.dumps, lambda value: json.dumps(value, ensure_ascii=False))


def places_of(case: Case, platform: Platform) -> tuple[str, ...]:
    """Return the pointers below which texts get other words: folder, prompt, arguments, result, fields of nobody's."""
    payload, places = case.payload or {}, platform.payload
    event = platform.events.get(case.expected.native_event)
    after_tool = case.expected.event in load_vocabulary(platform.root).post_tool
    arguments = places.input_at(after_tool=after_tool)
    found = [first(payload, pointers) for pointers in (places.cwd, places.prompt, arguments, places.tool_response)]
    named = {place[0] for place in found if place is not None}
    named |= {f"/{escaped(key)}" for key in payload if key not in places.known_keys}
    named |= {f"/{escaped(key)}" for key in (event.implied_arguments if event else ()) if key in payload}
    return tuple(sorted(place for place in named if not any(place.startswith(f"{other}/") for other in named)))


def encoded(text: str) -> tuple[dict[str, Any], Callable[[Any], str]] | None:
    """Return the object that a text is, with the way to write it so; None if there is none that gives the same text."""
    value = json_object(text)
    if value is None:
        return None
    return next(((value, style) for style in _STYLES if style(value) == text), None)


def free_names(platform: Platform, *, is_command: bool) -> frozenset[str]:
    """Return the names under which a word is no choice: canonical ones, and what the platform's tools call these.

    `is_command`: an argument named `command` is text for a shell, and no choice of actions.
    """
    return _texts_of(platform.id, platform.root) | (_COMMANDS if is_command else frozenset())


def fixed_words(value: Any, *, free: frozenset[str], decodes: bool, key: str = "") -> Iterator[str]:
    """Yield words that may be one of a fixed choice, and those of objects in strings that stay as they are.

    `free` are the names under which none is; `decodes`: a string may be an object.
    """
    if isinstance(value, dict):
        for name, item in value.items():
            yield from fixed_words(item, free=free, decodes=False, key=name)
    elif isinstance(value, list):
        for item in value:
            yield from fixed_words(item, free=free, decodes=False, key=key)
    elif isinstance(value, str):
        found = encoded(value) if decodes else None
        if found is not None:
            yield from fixed_words(found[0], free=free, decodes=False)
        elif (decodes and json_object(value) is not None) or _may_be_chosen(value, key, free):
            yield from WORD.findall(value)


@cache
def _texts_of(platform_id: str, root: Path) -> frozenset[str]:
    platform = load_platform(platform_id, root)
    named = (pair for claim in platform.tools.values() for pair in claim.arguments.items())
    own = {native for native, canonical in named if canonical in _TEXTS}
    files = {path.rpartition("/")[2] for claim in platform.tools.values() for path in claim.paths}
    return _TEXTS | own | (files - {"*"})


def _may_be_chosen(value: str, key: str, free: frozenset[str]) -> bool:
    return key not in free and _SINGLE_WORD.fullmatch(value) is not None

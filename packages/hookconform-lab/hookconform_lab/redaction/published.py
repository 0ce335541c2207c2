"""What the corpus has published already: whoever sees it again learns nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.cases.loading import iter_cases
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform_lab.redaction.byte_lists import text_in_bytes
from hookconform_lab.redaction.json_in_text import embedded_json

_PATH = re.compile(r"(?:/|\./|[A-Za-z]:\\)?[\w.@+-]+(?:[/\\][\w.@+-]+)*/?")
PATH_PARTS = re.compile(r"[^/\\._\-\s:]+")
# A published word with more digits than this is somebody's number, even if it was harmless where it stood.
_MOST_DIGITS_IN_A_WORD = 2
# A group of an identifier says nothing, and might be one of anybody's.
_UUID = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_HEXADECIMAL = re.compile(r"(?=[a-f]*\d)[0-9a-f]{4,}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Published:
    """Strings and numbers by the key they stand under, all keys, words of paths, the platforms' names and versions."""

    values: frozenset[tuple[str, str | float]]
    keys: frozenset[str]
    path_words: frozenset[str]
    names: frozenset[str]
    versions: frozenset[tuple[str, str]]


@cache
def published(root: Path) -> Published:
    """Read everything published in the corpus at `root`; costs as much as reading every case."""
    values: set[tuple[str, str | float]] = set()
    keys: set[str] = set()
    words: set[str] = set()
    names: set[str] = set()
    versions: set[tuple[str, str]] = set()
    for case in iter_cases(root=root):
        names.add(case.registered_event or "")
        versions.add((case.platform, case.version or ""))
        values.update(_leaves(case.payload, "", keys))
    for name in platform_ids(root):
        platform = load_platform(name, root)
        names.update(platform.tools, platform.events)
        versions.update((name, version) for version in platform.versions)
        keys.update(platform.payload.known_keys, *(claim.keys for claim in platform.tools.values()))
    for text in {text for _, text in values if isinstance(text, str)}:
        # A folder's name may be another folder, encoded.
        if _PATH.fullmatch(path := text.replace("/%2F", "/").replace("%2F", "/")):
            words.update(word.lower() for word in PATH_PARTS.findall(_UUID.sub("", path)) if _is_word(word))
    return Published(frozenset(values), frozenset(keys), frozenset(words), frozenset(names), frozenset(versions))


def _is_word(word: str) -> bool:
    if word.isdecimal() or _HEXADECIMAL.fullmatch(word):
        return False
    return sum(map(str.isdecimal, word)) <= _MOST_DIGITS_IN_A_WORD


def _leaves(value: Any, key: str, keys: set[str]) -> Iterator[tuple[str, str | float]]:
    """Yield every string and number with its key, through JSON in strings, and collect all keys."""
    if isinstance(value, dict):
        keys.update(value)
        for name, inner in value.items():
            yield from _leaves(inner, name, keys)
    elif isinstance(value, list):
        held = text_in_bytes(value)
        for inner in value if held is None else [held]:
            yield from _leaves(inner, key, keys)
    elif isinstance(value, str):
        yield key, value
        decoded = embedded_json(value)
        if isinstance(decoded, (dict, list)):
            yield from _leaves(decoded, key, keys)
    elif isinstance(value, (int, float)) and not isinstance(value, bool):
        yield key, value

"""No long text that the vendor wrote: names, keys and shapes are facts, prose is theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hookconform_lab.lint.reading import Corpus
from hookconform_lab.redaction.byte_lists import text_in_bytes
from hookconform_lab.redaction.prose import LONGEST_TEXT, longest

_PROSE = re.compile(r"(?:[A-Za-z][a-z]+[ ,.;:\n]+){150,}")


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield captured cases with a string that is long and reads like prose."""
    for case in corpus.cases:
        # A repeated case shows the payload of another.
        if case.is_captured and not case.repeats:
            for pointer, text in _strings(case.payload_text if case.payload is None else case.payload, ""):
                key = next((part for part in reversed(pointer.split("/")) if not part.isdecimal()), None)
                limit = longest(key)
                if len(text) > limit and (limit < LONGEST_TEXT or _PROSE.search(text)):
                    yield (
                        case.id,
                        f"{pointer or 'its text'} holds {len(text)} characters of text; elide it when recording",
                    )


def _strings(value: Any, pointer: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield pointer, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _strings(inner, f"{pointer}/{key}")
    elif (held := text_in_bytes(value)) is not None:
        yield pointer, held
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _strings(inner, f"{pointer}/{index}")

"""The arguments of a recorded call are whole: a recorder leaves out the platform's text, and nothing of a call."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform
from hookconform.ground.pointers import MISSING, escaped, resolve
from hookconform_lab.lint.reading import Corpus
from hookconform_lab.redaction.prose import holds_elision


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield captured cases whose tool arguments hold the mark of something left out."""
    for case in corpus.cases:
        platform = corpus.platforms.get(case.platform)
        if case.is_captured and platform is not None:
            for pointer in _elisions(case, platform):
                yield case.id, f"{pointer} is left out of a tool's arguments; record it again and retire this case"


def _elisions(case: Case, platform: Platform) -> Iterator[str]:
    for pointer in platform.payload.tool_input:
        value = resolve(case.payload, pointer)
        if value is not MISSING:
            yield from _elided(value, pointer)


def _elided(value: Any, pointer: str) -> Iterator[str]:
    if isinstance(value, str) and holds_elision(value):
        yield pointer
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from _elided(inner, f"{pointer}/{escaped(key)}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _elided(inner, f"{pointer}/{index}")

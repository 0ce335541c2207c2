"""Hundreds of values of a careless contributor, in every encoding, at every place: what is promised, and the gate."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest
from tests.support.careless import Planted, planted
from tests.support.planting import ENCODINGS, PRIVATE, survivors
from tests.support.planting_places import POSITIONS, payload_with

from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.ground.json_text import compact
from hookconform_lab.redaction.gate import Gate
from hookconform_lab.redaction.published import published
from hookconform_lab.redaction.redactor import Redactor

pytestmark = pytest.mark.whole

VALUES = planted()
KINDS = sorted({value.kind.partition(":")[0] for value in VALUES})


@cache
def gate() -> Gate:
    return Gate(load_platform("gemini-cli"), published(corpus_root()))


def ways(kind: str) -> Iterator[tuple[Planted, str, str]]:
    """Yield each value of a kind as it is and twice more: by turns every encoding meets every place."""
    encodings, positions = list(ENCODINGS), list(POSITIONS)
    for number, value in enumerate(VALUES):
        if value.kind.partition(":")[0] == kind:
            yield value, "as it is", positions[number % len(positions)]
            yield value, encodings[number % len(encodings)], positions[number // len(encodings) % len(positions)]
            yield value, encodings[(number * 7 + 3) % len(encodings)], positions[(number * 5 + 1) % len(positions)]


def test_nothing_else_in_the_payload_is_a_doubt() -> None:
    redacted = Redactor(PRIVATE, published(corpus_root()).names).redact(payload_with("README.md", "argument"))
    assert gate().doubts(redacted.payload, "BeforeTool") == []


def test_there_are_hundreds_of_values_of_many_kinds() -> None:
    assert len({value.text for value in VALUES}) > 1000
    assert min(Counter(value.kind.partition(":")[0] for value in VALUES).values()) > 5


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_promised_is_replaced_and_nothing_passes_unasked(kind: str) -> None:
    kept = published(corpus_root()).names
    broken: list[tuple[Planted, str, str]] = []
    for value, encoding, position in ways(kind):
        redacted = Redactor(PRIVATE, kept).redact(payload_with(ENCODINGS[encoding](value.text), position)).payload
        if survivors(compact(redacted), (value.needle,)) and (
            value.promised or not gate().doubts(redacted, "BeforeTool")
        ):
            broken.append((value, encoding, position))
    assert broken == []

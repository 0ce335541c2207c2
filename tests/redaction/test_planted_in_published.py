"""Secrets planted at every position of published payloads of every platform: none may pass."""

import copy
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.support.planting import ENCODINGS, KNOWN, NEEDLES, PRIVATE, survivors

from hookconform.cases.loading import iter_cases
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.ground.json_text import compact
from hookconform_lab.redaction.gate import Gate
from hookconform_lab.redaction.published import published
from hookconform_lab.redaction.redactor import Redactor

pytestmark = pytest.mark.whole

EACH = 6  # payloads a platform, spread over its cases
DRAWN = "qWmX4rTz9kLbVn7cYd"


def payloads(platform: str) -> list[tuple[str, dict[str, Any]]]:
    """Return some payloads of a platform with their registered events, spread evenly, none of them huge."""
    found = [
        (case.registered_event or "", case.payload)
        for case in iter_cases(platforms=[platform])
        if case.payload is not None and not case.expected.is_refusal and len(case.payload_text) < 2500
    ]
    return found[:: max(len(found) // EACH, 1)][:EACH]


def plantings(value: Any) -> Iterator[Callable[[Any, str], Any]]:
    """Yield, for every string value and every key below `value`, a function that plants a text there."""
    if isinstance(value, dict):
        for key in value:
            yield lambda whole, text, key=key: {text if name == key else name: part for name, part in whole.items()}
            for plant in plantings(value[key]):
                yield lambda whole, text, key=key, plant=plant: {**whole, key: plant(whole[key], text)}
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            for plant in plantings(inner):
                yield lambda whole, text, index=index, plant=plant: [
                    plant(part, text) if place == index else part for place, part in enumerate(whole)
                ]
    elif isinstance(value, str):
        yield lambda _, text: text


@pytest.mark.parametrize("platform", platform_ids())
def test_nothing_known_to_be_private_survives_anywhere(platform: str) -> None:
    names = published(corpus_root()).names
    texts = [encode(secret) for secret in KNOWN.values() for encode in ENCODINGS.values()]
    count = 0
    for _, payload in payloads(platform):
        for plant in plantings(payload):
            planted = plant(copy.deepcopy(payload), texts[count % len(texts)])
            count += 1
            assert survivors(compact(Redactor(PRIVATE, names).redact(planted).payload), NEEDLES) == []
    assert count > EACH


@pytest.mark.parametrize("platform", platform_ids())
def test_nothing_else_passes_the_gate_anywhere(platform: str) -> None:
    known = published(corpus_root())
    gate = Gate(load_platform(platform), known)
    encodings = list(ENCODINGS.values())
    count = 0
    for event, payload in payloads(platform):
        for plant in plantings(payload):
            planted = plant(copy.deepcopy(payload), encodings[count % len(encodings)](DRAWN[:9]))
            count += 1
            redacted = Redactor(PRIVATE, known.names).redact(planted).payload
            gone = survivors(compact(redacted), (DRAWN[:9],)) == []
            assert gone or gate.doubts(redacted, event)
    assert count > EACH

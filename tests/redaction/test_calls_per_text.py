"""What a payload of many short texts costs, counted in calls, which are the same on every machine."""

from __future__ import annotations

import cProfile
import json
from typing import Any

import pytest

from hookconform_lab.redaction.private import Private
from hookconform_lab.redaction.redactor import Redactor

COUNT = 3000
PRIVATE = Private(homes=("/home/ann",), users=("ann",), hosts=("heron",), values=("zebrazebra",))


def calls(text: str) -> int:
    redactor = Redactor(PRIVATE)
    redactor.redact({"text": text})  # what is made once and kept
    profile = cProfile.Profile()
    profile.enable()
    redactor.redact({"text": text})
    profile.disable()
    entries: Any = profile.getstats()
    return sum(entry.callcount for entry in entries)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        # A decoder for every string, or each kind asked about each word again, is half as much again.
        (json.dumps([f"w{number:x}" for number in range(COUNT)]), 95),
        (json.dumps(["x y"] * COUNT), 60),
        ("&amp;" * COUNT, 6),
    ],
    ids=["different words in JSON", "one word in JSON", "entities"],
)
def test_each_of_many_short_texts_costs_few_calls(text: str, most: int) -> None:
    assert calls(text) < most * COUNT

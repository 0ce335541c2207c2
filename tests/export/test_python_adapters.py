"""Adapters that the Python package must not take for good ones: what breaks is an error, and never a green test."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any

import pytest
from tests.export.packages import Judging

pytestmark = pytest.mark.whole
# Prints the results of one case, and what else is asked.
SCRIPT = """
import json, sys
from hookconform_data import cases, judge, rules, run

class Adapter:
    name, version, platforms = "broken", "1", ["codex"]
{methods}

row = next(row for row in cases("codex") if "refuse" not in row and {{"event", "rules"}} <= row["expect"].keys())
print(json.dumps([judge(row, Adapter(), rules()), {verdict}]))
"""
MISSPELT = """
    def canonicalise(self, payload, context):
        return []
"""
EXITS = """
    def canonicalize(self, payload, context):
        sys.exit(0)

    def match(self, payload, rules, context):
        raise SystemExit
"""
NOT_A_NUMBER = """
    def canonicalize(self, payload, context):
        return [{"n": float("nan")}]
"""
DEEP = """
    def canonicalize(self, payload, context):
        deep = []
        for _ in range(100_000):
            deep = [deep]
        return [{"deep": deep}]
"""


@pytest.mark.parametrize(
    ("methods", "said"), [(MISSPELT, "canonicalize"), (EXITS, "SystemExit"), (NOT_A_NUMBER, "ValueError")]
)
def test_what_breaks_is_an_error(methods: str, said: str, package: Callable[[str], Judging]) -> None:
    results, verdict = judged(methods, 'run(Adapter())["verdict"]', package)
    event = next(result for result in results if result["capability"] == "event")
    assert event["outcome"] == "error"
    assert said in event["message"]
    assert verdict.startswith("failed: ")


def test_what_is_nested_deeply_is_compared_as_far_as_the_engine_does(package: Callable[[str], Judging]) -> None:
    results, _ = judged(DEEP, "''", package)
    event = next(result for result in results if result["capability"] == "event")
    assert event["outcome"] == "failed"
    assert event["differences"][0]["pointer"] == "/events/0/hook_event_name"


def judged(methods: str, verdict: str, package: Callable[[str], Judging]) -> Any:
    script = SCRIPT.format(methods=methods, verdict=verdict)
    return json.loads(package("python").said([sys.executable, "-c", script]))

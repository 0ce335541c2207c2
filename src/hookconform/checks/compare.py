"""Strict comparison of JSON values: `true` is not `1`, `1` is `1.0`, `null` is not absent."""

from __future__ import annotations

from typing import Any

from hookconform.checks.outcome import Difference
from hookconform.ground.pointers import MISSING


def differences(expected: Any, got: Any, pointer: str) -> list[Difference]:
    """Return every place at which `got` differs, in the order of `expected`, then what is too much."""
    if isinstance(expected, dict) and isinstance(got, dict):
        keys = [*expected, *(key for key in got if key not in expected)]
        return [
            difference
            for key in keys
            for difference in differences(
                expected.get(key, MISSING), got.get(key, MISSING), f"{pointer}/{_escaped(str(key))}"
            )
        ]
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        pairs = enumerate(zip(expected, got, strict=True))
        return [item for index, (one, other) in pairs for item in differences(one, other, f"{pointer}/{index}")]
    return [] if _same(expected, got) else [Difference(pointer, expected, got)]


def _same(expected: Any, got: Any) -> bool:
    if expected is MISSING or got is MISSING:
        return expected is got
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    if isinstance(expected, int | float) and isinstance(got, int | float):
        return expected == got
    return type(expected) is type(got) and not isinstance(expected, list | dict) and expected == got


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")

"""Prose of a vendor is found wherever in a payload it stands."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from tests.support.miniature import PROSE

from hookconform_lab.lint import no_vendor_prose


def test_prose_is_found_within_lists_and_objects() -> None:
    case = SimpleNamespace(
        id="a/b", is_captured=True, repeats=(), payload={"todos": ["short", {"text": PROSE}], "n": 1}
    )
    corpus: Any = SimpleNamespace(cases=[case])
    assert list(no_vendor_prose.check(corpus)) == [
        ("a/b", f"/todos/1/text holds {len(PROSE)} characters of text; elide it when recording")
    ]

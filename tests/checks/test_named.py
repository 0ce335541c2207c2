"""Checks by the names that people type."""

from __future__ import annotations

import pytest

from hookconform.checks.named import demand_check, without_check
from hookconform.ground.errors import HookconformError


@pytest.mark.parametrize(
    ("text", "case"),
    [
        ("a/b", "a/b"),
        ("a/b::event", "a/b"),
        ("a/b::decision[no-edit]", "a/b"),
        ("", ""),
        ("::event", ""),
        ("a:b", "a:b"),
    ],
)
def test_a_case_is_named_with_or_without_a_check(text: str, case: str) -> None:
    assert without_check(text) == case


@pytest.mark.parametrize(
    ("name", "said", "hint"),
    [
        ("evnt", "There is no capability 'evnt'.", "event"),
        ("", "There is no capability ''.", "event"),
        ("event[block]", "The capability event has no check 'block'.", "Name it without brackets: event."),
        ("facade[to-canonicl]", "The capability facade has no check 'to-canonicl'.", "to-canonical"),
    ],
)
def test_what_is_no_check_is_said_with_what_was_meant(name: str, said: str, hint: str) -> None:
    with pytest.raises(HookconformError) as raised:
        demand_check(name)
    assert (raised.value.code, raised.value.what) == ("capability.unknown", said)
    assert hint in raised.value.hint
    with pytest.raises(HookconformError):
        without_check(f"a/b::{name}")

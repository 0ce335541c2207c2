"""YAML keeps versions, dates and words as text and refuses duplicate keys."""

from __future__ import annotations

import pytest

from hookconform.ground.errors import HookconformError
from hookconform.ground.strict_yaml import parse_yaml


def test_only_booleans_null_and_integers_are_typed() -> None:
    text = "{v: 1.0, w: 1.0.20, d: 2026-11-21, y: yes, o: 0o17, i: 12, t: true, n: null}"
    assert parse_yaml(text, where="x") == {
        "v": "1.0",
        "w": "1.0.20",
        "d": "2026-11-21",
        "y": "yes",
        "o": "0o17",
        "i": 12,
        "t": True,
        "n": None,
    }


@pytest.mark.parametrize(("text", "place"), [("a: 1\nb: 2\na: 3", "f.yaml:3:1"), ("a: b: c", "f.yaml:1:5")])
def test_an_error_names_the_place(text: str, place: str) -> None:
    with pytest.raises(HookconformError) as caught:
        parse_yaml(text, where="f.yaml")
    assert caught.value.code == "yaml.invalid"
    assert caught.value.where == place

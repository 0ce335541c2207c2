"""A matcher that the grammar has and nothing computes is an error with its name."""

from __future__ import annotations

import pytest

from hookconform.drafting.rules import matched_rules
from hookconform.ground.errors import HookconformError


def test_a_matcher_without_an_engine() -> None:
    rule = {"name": "addresses", "matchers": {"url_match": "x"}, "actions": {"audit": True}}
    with pytest.raises(HookconformError, match="whether the matcher 'url_match' holds") as caught:
        matched_rules([{"hook_event_name": "PreToolUse"}], [rule])
    assert (caught.value.code, caught.value.where) == ("rules.no-engine", "the rule 'addresses'")

"""The corpus's own reading of the rule grammar, matcher by matcher."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.text_ends import ENDS

from hookconform.corpus.rule_packs import combined_rules
from hookconform.drafting.rules import matched_rules

CWD = "/home/dev/project"


def event(**arguments: Any) -> dict[str, Any]:
    return {"hook_event_name": "PreToolUse", "tool_name": "Bash", "cwd": CWD, "tool_input": arguments}


def holds(matchers: dict[str, Any], *events: dict[str, Any]) -> bool:
    return matched_rules(events, [{"name": "a-rule", "matchers": matchers, "actions": {"audit": True}}]) == ["a-rule"]


@pytest.mark.parametrize(
    ("matchers", "arguments", "expected"),
    [
        ({"tools": ["Bash"]}, {}, True),
        ({"tools": ["bash"]}, {}, False),
        ({"operations": ["PostToolUse"]}, {}, False),
        ({"command_match": "rm -r"}, {"command": "sudo rm -rf x"}, True),
        ({"command_match": "rm -r"}, {}, False),
        ({"command_match": "rm -r"}, {"command": ["rm -r"]}, False),
        ({"extensions": [".env"]}, {"file_path": "/x/.env"}, True),
        ({"extensions": [".env"]}, {"file_path": "/x.env/a"}, False),
        ({"extensions": [".py"]}, {"file_paths": ["a.md", "b.py"]}, True),
        ({"directories": ["secrets"]}, {"file_path": f"{CWD}/secrets/a"}, True),
        ({"directories": ["secrets"]}, {"file_path": "secrets/a"}, True),
        ({"directories": ["secrets"]}, {"file_path": "docs/../secrets/a"}, True),
        ({"directories": ["secrets"]}, {"file_path": "secrets-of-cooking/a"}, False),
        ({"directories": ["secrets"]}, {"file_path": "secrets"}, True),
        ({"directories": ["secrets/"]}, {"file_path": "./secrets/."}, True),
        ({"directories": ["secrets"]}, {"file_path": f"{CWD}/secrets/"}, True),
        ({"directories": ["secrets"]}, {"file_path": "secrets-of-cooking"}, False),
        ({"directories": ["secrets"]}, {"file_path": "."}, False),
        ({"directories": ["secrets/**"]}, {"file_path": "secrets"}, True),
        ({"directories": ["secrets/*"]}, {"file_path": "secrets"}, False),
        ({"directories": ["."]}, {"file_path": "."}, True),
        ({"directories": ["."]}, {"file_path": ".."}, False),
        ({"directories": ["/"]}, {"file_path": "/"}, True),
        ({"directories": ["secrets"]}, {"file_path": "/other/secrets/a"}, False),
        ({"directories": ["/other"]}, {"file_path": "/other/secrets/a"}, True),
        ({"directories": ["**/src"]}, {"file_path": "a/b/src/c.py"}, True),
        ({"directories": ["*/src"]}, {"file_path": "a/b/src/c.py"}, False),
        ({"require_fields": ["a.b"]}, {"a": {"b": None}}, True),
        ({"require_fields": ["a.b"]}, {"a": 1}, False),
        ({"field_types": {"n": "integer"}}, {"n": True}, False),
        ({"field_types": {"n": "number"}}, {"n": 1.5}, True),
        ({"field_types": {"n": "integer"}}, {"n": 1.0}, True),
        ({"field_types": {"n": "integer"}}, {"n": 1.5}, False),
        ({"directories": ["."]}, {"file_path": "a"}, True),
        ({"directories": ["/"]}, {"file_path": "a"}, True),
        ({"directories": ["../other"]}, {"file_path": "../other/a"}, True),
        ({"directories": ["secrets"]}, {"file_path": f"/{CWD}/secrets/a"}, True),
        ({"field_types": {"n": "null"}}, {"n": None}, True),
        ({"tools": ["Bash"], "prompt_match": "x"}, {"command": "x"}, False),
    ],
)
def test_a_matcher_holds_or_not(matchers: dict[str, Any], arguments: dict[str, Any], expected: bool) -> None:
    assert holds(matchers, event(**arguments)) is expected


def test_rules_are_matched_against_every_event_that_fires() -> None:
    after = {"hook_event_name": "PostToolUse", "tool_name": "Bash"}
    failed = {"hook_event_name": "PostToolUseFailure", "tool_name": "Bash"}
    assert holds({"operations": ["PostToolUseFailure"]}, after, failed)
    assert not holds({"operations": ["PostToolUseFailure"]}, after)


def test_the_short_form_and_the_pack_order() -> None:
    rules = [
        {"name": "second", "event": "PreToolUse", "action": "audit"},
        {"name": "first", "event": "PreToolUse", "tools": ["Bash"], "action": "block"},
        {"name": "other", "event": "PreToolUse", "tools": ["Read"], "action": "block"},
    ]
    assert matched_rules([event()], rules) == ["second", "first"]


@pytest.mark.parametrize(("expression", "text", "expected"), ENDS)
def test_an_end_is_that_of_the_text_or_of_a_line_never_before_the_last_line_feed(
    expression: str, text: str, expected: bool
) -> None:
    assert holds({"command_match": expression}, event(command=text)) is expected


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["", ".env", "/w/a", "rm -rf /", "Bash"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["command", "commands", "file_path", "file_paths"]), inner, max_size=3)
    ),
    max_leaves=8,
)
FIELDS = ("hook_event_name", "tool_name", "tool_kind", "tool_input", "cwd", "prompt")


SHIPPED = [rule for rule in combined_rules() if "matchers" in rule]
ONE_MATCHER_EACH = [
    {**rule, "name": f"{rule['name']} by {kind}", "matchers": {kind: wanted}}
    for rule in SHIPPED
    for kind, wanted in rule["matchers"].items()
]


@pytest.mark.whole
@given(st.lists(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS, JUNK)), min_size=1, max_size=2))
def test_whatever_an_adapter_calls_an_event_is_matched_or_not(events: list[dict[str, Any]]) -> None:
    for rules in (SHIPPED, ONE_MATCHER_EACH):
        one_by_one = {name for event in events for name in matched_rules([event], rules)}
        assert matched_rules(events, rules) == [rule["name"] for rule in rules if rule["name"] in one_by_one]

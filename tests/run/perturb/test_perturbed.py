"""A perturbed case asks the same with other words, and what it expects is still what the claims and rules say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from tests.support import fakes

from hookconform.cases.loading import case_ids, iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.native import named_tool, native_event
from hookconform.corpus.rule_packs import combined_rules
from hookconform.drafting.event import canonical_events, draft
from hookconform.drafting.rules import matched_rules
from hookconform.ground.json_text import json_object
from hookconform.run.perturb import perturbed

pytestmark = pytest.mark.whole

SEED = 20


@cache
def pairs() -> tuple[tuple[Case, Case], ...]:
    """Return one case in seven with its perturbed form; the gate runs all of them.

    In id order each platform, family, event and version has its share.
    """
    chosen = frozenset(case_ids(corpus_root())[::7])
    return tuple((case, perturbed(case, SEED)) for case in iter_cases(ids=chosen))


def readable() -> Iterator[tuple[Case, Case]]:
    """Cases with a payload that is an object and a canonical event that is expected, before and after."""
    return ((case, other) for case, other in pairs() if other.payload is not None and not case.expected.is_refusal)


def test_what_is_expected_is_what_the_claims_say_of_the_other_payload() -> None:
    for case, other in readable():
        drafted = draft(load_platform(case.platform), case.registered_event, other.payload or {}, case.rules).as_json()
        filed = other.expected.as_json()
        filed.pop("may_refuse", None)
        filed.pop("may_refuse_rules", None)
        assert filed == {key: drafted.get(key) for key in filed}, case.id


def test_the_same_rules_match_by_the_corpus_s_own_reading() -> None:
    for case, other in readable():
        if case.payload is not None and isinstance(case.expected.tool_input, dict):
            events = canonical_events(other.expected)
            assert matched_rules(events, case.rules or combined_rules()) == list(case.expected.matched_rules), case.id


def test_names_keys_numbers_and_events_stay() -> None:
    for case, other in readable():
        platform = load_platform(case.platform)
        before, after = case.payload or {}, other.payload or {}
        assert named_tool(platform, after) == named_tool(platform, before), case.id
        assert native_event(platform, other.registered_event, after) == native_event(
            platform, case.registered_event, before
        ), case.id
        assert sorted(_keys(after)) == sorted(_keys(before)), case.id
        assert (other.id, other.expected.event, other.expected.platform_tool_name) == (
            case.id, case.expected.event, case.expected.platform_tool_name,
        )  # fmt: skip


def test_every_payload_is_another_and_so_is_what_it_says() -> None:
    same_text = [case.id for case, other in pairs() if case.payload and case.payload_text == other.payload_text]
    assert not same_text
    # What is refused for a wrong name may hold that name and nothing else.
    read = [(case, other) for case, other in pairs() if case.payload and not case.expected.is_refusal]
    same_value = [case.id for case, other in read if case.payload == other.payload]
    # Those that hold nothing but names and numbers, or a prompt with nothing beside it: fewer than two in a thousand.
    assert len(same_value) * 500 < len(read), same_value


def test_an_exact_text_is_left_alone() -> None:
    exact = [(case, other) for case, other in pairs() if case.payload is None]
    assert exact
    assert all(case is other for case, other in exact)


def test_the_text_is_the_payload_on_one_line() -> None:
    for case, other in pairs():
        if other.payload is not None:
            assert json.loads(other.payload_text) == other.payload
            assert other.payload_text.rstrip("\n").count("\n") == 0
            assert other.payload_text.endswith("\n") == case.payload_text.endswith("\n")


def test_a_seed_gives_the_same_again_and_another_seed_something_else() -> None:
    case = next(case for case in iter_cases(platforms=["gemini-cli"]) if case.expected.tool_name == "Bash")
    assert perturbed(case, 1) == perturbed(case, 1)
    assert perturbed(case, 1).payload != perturbed(case, 2).payload


def test_without_words_only_identifiers_times_and_form_change() -> None:
    for case, other in ((case, perturbed(case, SEED, words=False)) for case in iter_cases(platforms=["codex"])):
        before, after = (_without_uuids(each.expected.tool_input) for each in (case, other))
        assert after == before or "agent" in str(case.expected.native_tool), case.id
        assert (other.expected.cwd, other.expected.prompt) == (case.expected.cwd, case.expected.prompt)


def _without_uuids(value: Any) -> str:
    return re.sub(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "", str(value))


@pytest.mark.parametrize("platform", ["gemini-cli", "copilot-cli"])
def test_identifiers_and_times_around_the_call_are_others(platform: str) -> None:
    marks = ("session_id", "sessionId", "timestamp", "transcript_path")
    for case, other in ((case, perturbed(case, SEED)) for case in iter_cases(platforms=[platform]) if case.is_captured):
        before, after = case.payload or {}, other.payload or {}
        assert not [key for key in marks if key in before and before[key] == after[key] and before[key]], case.id


def test_encoded_arguments_are_changed_within_the_string_or_not_at_all() -> None:
    def told(arguments: str) -> tuple[Any, Any]:
        payload = {"sessionId": "s-1", "timestamp": 1, "cwd": "/home/dev/p", "toolName": "bash", "toolArgs": arguments}
        made = fakes.case(payload=payload, tool_input=json_object(arguments), session_id="s-1")
        case = perturbed(_as(made, "copilot-cli", "preToolUse"), 3)
        assert case.payload is not None
        return json_object(case.payload["toolArgs"]), case.expected.tool_input

    sent, expected = told('{"command": "echo \\"marble\\"\\nnext", "description": "quiet words"}')
    assert sent == expected
    assert "marble" not in sent["command"]
    assert sent["command"].count('"') == 2
    # White space that no writer of JSON makes: whoever changes that changes more than words.
    sent, expected = told('{  "command": "echo marble"}')
    assert sent == expected == {"command": "echo marble"}


def _as(case: Case, platform: str, event: str) -> Case:

    return case._replace(platform=platform, registered_event=event)


def _keys(value: Any) -> Iterator[str]:
    """Yield every key and every value that is no text; times are told by their length."""
    if isinstance(value, dict):
        yield from value
    if isinstance(value, (dict, list)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _keys(item)
    elif not isinstance(value, str):
        is_time = isinstance(value, int | float) and value > 10**9
        yield str(len(str(value))) if is_time else repr(value)


def test_each_way_to_write_json_comes_up() -> None:
    case = fakes.case(payload={"hook_event_name": "BeforeTool", "some_key": ["é", 1], "other_key": "é"})
    found: set[tuple[bool, str, str]] = set()
    ways = [(",", ":"), (", ", ": "), (" ,", " :"), (",  ", ":  "), (",\t", ":\t"), (" , ", " : ")]
    for seed in range(150):
        other = perturbed(case, seed)
        for ascii_only in (False, True):
            for comma, colon in ways:
                written = json.dumps(other.payload, ensure_ascii=ascii_only, separators=(comma, colon))
                found |= {(ascii_only, comma, colon)} if written == other.payload_text.rstrip("\n") else set()
    assert found == {(ascii_only, *way) for ascii_only in (False, True) for way in ways}

"""Fields of the payload that the canonical event has no place for: kept as they came, left out, or made up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.support import fakes
from tests.support.judged import INVALID, check, event, red

from hookconform.checks import event as event_check
from hookconform.checks.outcome import Outcome
from hookconform.corpus.claims import load_platform
from hookconform.ground.pointers import MISSING


def test_a_further_field_may_be_left_out_and_is_named_then() -> None:
    case = fakes.case(
        payload={"say": fakes.EVENT, "timestamp": "t", "transcript_path": "/x", "tool_name": "no further one"}
    )
    result = check(case, event(timestamp="t"))["event"]
    assert (result.outcome, result.left_out) == (Outcome.PASSED, ("transcript_path",))


def test_a_further_field_that_is_promised_and_left_out_is_a_fault() -> None:
    case = fakes.case(payload={"say": fakes.EVENT, "timestamp": None, "transcript_path": "/x"})
    lost = check(case, event(timestamp=None), further_fields=True)
    assert red(lost) == {"event": ["/events/0/transcript_path"]}
    assert red(check(case, event(transcript_path="/x"), further_fields=True)) == {"event": ["/events/0/timestamp"]}
    assert not red(check(case, event(timestamp=None, transcript_path="/x"), further_fields=True))


def test_only_an_event_that_is_right_says_what_it_left_out() -> None:
    payload = {"say": fakes.EVENT, "transcript_path": "/x"}
    wrong = check(fakes.case(payload=payload), event(hook_event_name="BeforeTool"))["event"]
    assert (wrong.outcome, wrong.left_out) == (Outcome.FAILED, ())
    refused = check(fakes.case(payload=payload, may_refuse=True), INVALID)["event"]
    assert (refused.outcome, refused.left_out) == (Outcome.PASSED, ())


def test_a_further_field_that_is_kept_is_as_it_came() -> None:
    case = fakes.case(payload={"say": fakes.EVENT, "timestamp": "t"})
    results = check(case, event(timestamp="another"))
    assert red(results) == {"event": ["/events/0/timestamp"]}
    assert results["event"].left_out == ()
    # What no claim knows is part of the arguments, and judged there.
    assert not red(check(fakes.case(payload={"say": fakes.EVENT, "made_up": 1}), event(made_up=2)))


def test_a_further_field_is_not_made_up() -> None:
    results = check(fakes.case(), event(transcript_path="/made/up", nobodys="field"))
    assert red(results) == {"event": ["/events/0/transcript_path"]}
    assert red(check(fakes.case(), event(nobodys="field"))) == {}


@pytest.mark.parametrize("name", [*fakes.EVENT, "tool_kind", "tool_response", "session_id", "cwd", "prompt"])
def test_a_name_of_the_canonical_event_is_no_further_field_where_the_platform_has_a_key_of_that_name(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    platform = load_platform("gemini-cli")
    nowhere = dict.fromkeys(
        ("event", "tool_name", "tool_input", "session_id", "cwd", "prompt", "tool_response", "failure"), ()
    )
    own_key = replace(platform, payload=platform.payload._replace(**nowhere, known_keys=frozenset({name})))
    monkeypatch.setattr(event_check, "load_platform", lambda _: own_key)
    made = check(fakes.case(), event(**{name: fakes.EVENT.get(name, "x")}), capabilities=["event"])["event"]
    kept = check(fakes.case(payload={name: "another"}), event(), capabilities=["event"])["event"]
    assert [one for one in made.differences if one.expected is MISSING] == []
    assert (kept.outcome, kept.left_out) == (Outcome.PASSED, ())

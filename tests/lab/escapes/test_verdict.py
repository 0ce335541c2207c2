"""What three runs show together, where one of them shows nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hookconform_lab.lab.escapes.verdict import Judged, Observed, judge

BARE = Observed(whole=True, some=True)
WATCHED = Observed(whole=True, some=True, control=True)
DENIED = Observed(whole=True, some=True, control=True)
EVENTS = ("before", "Before")


def test_nothing_is_unseen_while_the_watching_hook_is_dead() -> None:
    assert judge(BARE, WATCHED, DENIED, EVENTS) == Judged("unseen")
    dead = judge(BARE, replace(WATCHED, control=False), DENIED, EVENTS)
    assert dead == Judged("not-tried", note="the watching hook was not called for the control command")


def test_nothing_is_past_a_deny_that_stops_nothing() -> None:
    found = judge(BARE, replace(WATCHED, before=("before",)), replace(DENIED, control=False), EVENTS)
    assert found == Judged("not-tried", note="the deny did not stop the control command")


def test_a_run_that_came_to_no_end_says_why() -> None:
    found = judge(Observed(whole=False, some=True, problem="out of time"), WATCHED, DENIED, EVENTS)
    assert found == Judged("not-tried", note="the effect does not happen without a hook: out of time")


def test_the_event_is_the_first_of_the_platform_whichever_was_called_first() -> None:
    stopped = replace(DENIED, whole=False, some=False)
    for order in (("before", "Before"), ("Before", "before")):
        assert judge(BARE, replace(WATCHED, before=order), stopped, EVENTS) == Judged("stopped", "before")


@pytest.mark.parametrize("problem", ["", "exit code 1"])
def test_only_a_run_that_ended_well_shows_that_a_program_fails_closed(problem: str) -> None:
    nothing = Observed(whole=False, some=False, control=True)
    found = judge(BARE, replace(nothing, problem=problem), nothing, EVENTS, changes_hooks=True)
    assert found.verdict == ("not-tried" if problem else "stopped")
    assert judge(BARE, nothing, nothing, EVENTS).verdict == "not-tried"


@pytest.mark.parametrize("verdict", ["not-offered", "not-tried"])
def test_a_reason_that_the_model_is_told_stands_for_an_effect_that_does_not_happen(verdict: str) -> None:
    nothing = Observed(whole=False, some=False, told="unknown-tool", reason=(verdict, "it offers none"))
    assert judge(nothing, WATCHED, DENIED, EVENTS) == Judged(verdict, note="it offers none")
    # What happens all the same is judged by what is seen of it.
    assert judge(replace(BARE, reason=nothing.reason), WATCHED, DENIED, EVENTS) == Judged("unseen")

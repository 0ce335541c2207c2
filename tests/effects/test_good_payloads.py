"""Which good payloads stand beside the bad ones of `refusal`."""

from __future__ import annotations

from collections import Counter

from hookconform.cases.loading import iter_cases
from hookconform.effects.good_payloads import evenly, stands_for_good
from hookconform.effects.representatives import stands_for_event


def test_good_payloads_are_as_many_as_bad_at_every_version_and_event() -> None:
    cases = list(iter_cases(platforms=["gemini-cli"]))
    good = [case for case in cases if stands_for_good(case)]
    assert len(good) == sum(case.expected.is_refusal for case in cases)
    assert not any(case.expected.is_refusal or case.expected.may_refuse for case in good)
    by_version = Counter(case.version for case in good)
    assert set(by_version) == {case.version for case in cases if case.is_captured}
    assert max(by_version.values()) - min(by_version.values()) <= 1
    events = {case.registered_event for case in cases if stands_for_event(case)}
    assert {case.registered_event for case in good} >= events


def test_platform_that_nobody_recorded_has_made_up_good_payloads() -> None:
    good = [case for case in iter_cases(platforms=["cursor"]) if stands_for_good(case)]
    assert good
    assert not any(case.is_captured for case in good)


def test_every_beginning_of_the_order_is_spread() -> None:
    assert evenly(list(range(8))) == [4, 2, 6, 1, 3, 5, 7, 0]
    assert sorted(evenly(list(range(13)))) == list(range(13))
    assert evenly([]) == []

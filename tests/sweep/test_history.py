"""A change of a name is exact if the recordings of both neighbours show it."""

from __future__ import annotations

import pytest

from hookconform.corpus.claims import Platform
from hookconform_lab.sweep import history
from hookconform_lab.sweep.facts import Facts

RELEASED = ("0.164.0", "0.165.0", "0.166.0", "0.167.2", "0.171.0")
NOTHING: frozenset[str] = frozenset()
WITH = Facts("", events={"PreModelRequest": NOTHING}, tools={})
WITHOUT = Facts("", events={"Stop": NOTHING}, tools={})
MEASURED = Facts("", answers={})


@pytest.mark.parametrize(
    ("older", "newer", "why"),
    [
        (WITHOUT, WITH, ""),
        (None, WITH, "not recorded: 0.165.0"),
        (None, None, "not recorded: 0.165.0, 0.166.0"),
        # Of a release that was only measured nobody knows which events it has.
        (MEASURED, WITH, "not recorded: 0.165.0"),
        (WITH, WITH, "the recording of 0.165.0 shows it"),
        (WITHOUT, WITHOUT, "the recording of 0.166.0 does not show it"),
    ],
)
def test_both_recordings_must_show_the_change(
    monkeypatch: pytest.MonkeyPatch, older: Facts | None, newer: Facts | None, why: str
) -> None:
    facts = {"0.165.0": older, "0.166.0": newer}

    def of(platform: Platform, version: str) -> Facts | None:
        del platform
        return facts.get(version)

    monkeypatch.setattr(history, "corpus_facts", of)
    (bound,) = (one for one in history.bounds("codex", RELEASED) if one.claim == "event:PreModelRequest")
    assert (bound.older, bound.newer, bound.why, bound.is_exact) == ("0.165.0", "0.166.0", why, not why)


def test_a_tool_counts_under_the_name_that_it_is_declared_with(monkeypatch: pytest.MonkeyPatch) -> None:
    facts = {"0.138.0": Facts("", tools={}), "0.139.0": Facts("", tools={"multi_agent_v1.spawn_agent": ("tools",)})}
    monkeypatch.setattr(history, "corpus_facts", lambda _, version: facts.get(version))
    (bound,) = (
        one for one in history.bounds("codex", ("0.137.0", "0.138.0", "0.139.0")) if one.claim == "tool:spawn_agent"
    )
    assert bound.is_exact

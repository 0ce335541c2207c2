"""Every platform's part `escapes` names rows that there are, and words that only the row's own call has."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from hookconform.corpus.claims import load_platform
from hookconform.corpus.escapes import load_escape_table
from hookconform_lab.lab.escapes.measuring import load_own
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.turn import load_turn
from hookconform_lab.parts import platforms_with

PLATFORMS = platforms_with("escapes")
# What a user types or attaches is the path itself, or what a command of the user's is given.
_TYPED = frozenset({"user-file", "user-command-shell", "user-skill"})


def newest(platform: str) -> str:
    return load_platform(platform).newest_measured


def trials_of(platform: str) -> tuple[Trial, ...]:
    return load_own(platform).trials(load_turn(platform, newest(platform)))


@pytest.mark.parametrize("platform", PLATFORMS)
def test_each_row_is_there_and_stated_once(platform: str) -> None:
    own = load_own(platform)
    stated = [*(trial.row for trial in trials_of(platform)), *own.not_offered, *own.not_tried]
    assert sorted(stated) == sorted(set(stated))
    assert set(stated) <= set(load_escape_table().rows)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_each_reason_is_one_short_phrase(platform: str) -> None:
    own = load_own(platform)
    for why in [*own.not_offered.values(), *own.not_tried.values()]:
        assert 0 < len(why.split()) <= 16
        assert not why.endswith(".")


@pytest.mark.parametrize("platform", PLATFORMS)
def test_the_words_of_a_row_are_not_in_its_prompt(platform: str) -> None:
    for trial in trials_of(platform):
        started = json.dumps([trial.started.argv, trial.started.stdin])
        found = [word for word in trial.words if word in started]
        assert not found or trial.row in _TYPED, (trial.row, found)


@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_leads_to_a_row_holds_none_of_its_words(platform: str) -> None:
    for trial in trials_of(platform):
        calls = [json.dumps(asdict(call)) for reply in trial.replies for call in reply.calls]
        leading = [call for call in calls if CARRIED in call]
        assert not [word for word in trial.words for call in leading if word in call], trial.row


@pytest.mark.parametrize("platform", PLATFORMS)
def test_every_trial_has_an_effect_and_words(platform: str) -> None:
    for trial in trials_of(platform):
        assert trial.words, trial.row
        assert trial.files or trial.told or trial.conversation, trial.row
        assert not trial.told or trial.told not in json.dumps([trial.started.argv, trial.started.stdin]), trial.row

"""A platform whose data no part of the instrument can repeat or read is found; what it may go without is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.support.miniature import PLATFORM, build

from hookconform.corpus.case_files import CaseFiles
from hookconform_lab.lint import platform_rooms
from hookconform_lab.lint.reading import Corpus

NO_DRIVER = "its cases were recorded with a scripted model, but it has no driver to record them again"
NO_EFFECT = "it has measured answers, but no effect that models them"

DRIVER = "no driver (the lab cannot run it)"
EFFECT = "no effect (what it does with answers is not modelled)"
ADAPTER = "no adapter (its rows are unjudged)"


def findings(root: Path, monkeypatch: pytest.MonkeyPatch, *parts: str) -> list[str]:
    """Return what is found where the platform has these parts alone."""
    monkeypatch.setattr(platform_rooms, "has_part", lambda _, part: part in parts)
    found = list(platform_rooms.check(Corpus(root)))
    assert {where for where, _ in found} <= {PLATFORM}
    return [message for _, message in found]


def test_recorded_cases_need_a_driver_and_measured_answers_an_effect(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "corpus"
    build(root)
    assert findings(root, monkeypatch) == [NO_DRIVER, NO_EFFECT]
    assert findings(root, monkeypatch, "driver") == [NO_EFFECT]
    assert findings(root, monkeypatch, "effect") == [NO_DRIVER]
    assert findings(root, monkeypatch, "driver", "effect") == []


def test_what_was_not_recorded_by_the_lab_needs_no_driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "corpus"
    build(root)
    for path in (root / "platforms" / PLATFORM / "versions").glob("*.json"):
        path.write_text(path.read_text(encoding="utf-8").replace("scripted-model", "person"), encoding="utf-8")
    for path in (root / "platforms" / PLATFORM / "responses").glob("*.json"):
        path.unlink()
    found = findings(root, monkeypatch)
    assert NO_DRIVER not in found
    assert NO_EFFECT not in found


def test_a_platform_whose_cases_cannot_be_read_is_not_said_to_have_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "corpus"
    build(root)
    for path in CaseFiles(root / "platforms" / PLATFORM).files():
        path.write_text("{", encoding="utf-8")
    assert "it has no case: nothing shows what its payloads look like" not in findings(root, monkeypatch, "effect")


@pytest.mark.parametrize(
    ("parts", "adapters", "said"),
    [
        (("driver", "effect"), {PLATFORM}, []),
        (("effect",), {PLATFORM}, [DRIVER]),
        (("driver",), {PLATFORM}, [EFFECT]),
        (("driver", "effect"), {"another"}, [ADAPTER]),
        (
            (),
            set[str](),
            [f"{DRIVER}, {EFFECT}, {ADAPTER}"],
        ),
    ],
)
def test_what_a_platform_goes_without_is_said_in_one_line(
    parts: tuple[str, ...], adapters: set[str], said: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path / "corpus")
    monkeypatch.setattr(platform_rooms, "has_part", lambda _, part: part in parts)
    lacking = list(platform_rooms.lacks(Corpus(tmp_path / "corpus"), adapters))
    assert lacking == [(PLATFORM, words) for words in said]


@pytest.mark.parametrize(("adapters", "words"), [({PLATFORM}, []), (set[str](), [ADAPTER])])
def test_no_instrument_is_missing_of_a_documented_platform(
    adapters: set[str], words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build(tmp_path / "corpus")
    monkeypatch.setattr(platform_rooms, "has_part", lambda *_: False)
    platform = Corpus(tmp_path / "corpus").platforms[PLATFORM]
    corpus: Any = SimpleNamespace(platforms={PLATFORM: replace(platform, is_documented=True)})
    assert list(platform_rooms.lacks(corpus, adapters)) == [(PLATFORM, line) for line in words]

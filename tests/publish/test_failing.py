"""Fails open or closed: what is told of each failure, and at which versions it changed, is what the rows say."""

from __future__ import annotations

import pytest

from hookconform.effects.rows import load_rows, measured_versions
from hookconform_lab.publish.failing import FAILURES, FailingPlace, Stretch, fail_open, failing, measured_places
from hookconform_lab.publish.stopping import stopping

pytestmark = pytest.mark.whole


@pytest.fixture(scope="module")
def places() -> tuple[FailingPlace, ...]:
    return failing(stopping())


def test_the_changes_of_copilot_cli_are_told(places: tuple[FailingPlace, ...]) -> None:
    (camel,) = [place for place in places if (place.platform, place.event) == ("copilot-cli", "preToolUse")]
    assert list(camel.changes)[-3:] == [
        "it does not answer in time: stopped at 1.0.63, tool runs at 1.0.64",
        "exit code 2 with a reason: tool runs at 1.0.69, stopped at 1.0.70",
        "exit code 2, nothing printed: tool runs at 1.0.69, stopped at 1.0.70",
    ]
    assert camel.failures["exit1-stderr"] == (
        Stretch("1.0.20", "1.0.56", is_stopped=False),
        Stretch("1.0.57", "1.0.102", is_stopped=True),
    )


def test_each_stretch_is_what_every_row_of_its_versions_says(places: tuple[FailingPlace, ...]) -> None:
    told = 0
    for place in places:
        for version in measured_versions(place.platform):
            rows = {row.id: row for row in load_rows(place.platform, version)}
            for failure, stretches in place.failures.items():
                row = rows.get(f"{place.event}/{failure}")
                if row is None:
                    continue
                at = [s for s in stretches if _between(measured_versions(place.platform), s, version)]
                assert [stretch.is_stopped for stretch in at] == [row.effect.tool == "stopped"], (place.name, version)
                told += 1
    assert told > 100


def test_a_place_fails_open_by_its_newest_version() -> None:
    def place(name: str, *stretches: Stretch) -> FailingPlace:
        return FailingPlace("codex", name, "PreToolUse", {"late-nothing": stretches} if stretches else {})

    was, now = Stretch("1", "1", is_stopped=True), Stretch("2", "2", is_stopped=False)
    places = (place("opened", was, now), place("closed", now, was), place("not measured"))
    assert fail_open(places, "late-nothing") == ("opened",)
    assert measured_places(places, "late-nothing") == 2


def test_every_failure_was_measured_on_every_platform_with_commands(places: tuple[FailingPlace, ...]) -> None:
    everywhere = {"exit1-stderr", "exit127-stderr", "late-nothing", "exit2-stderr", "exit2-silent"}
    assert everywhere < FAILURES.keys()
    for place in places:
        assert everywhere - {"late-nothing"} <= place.failures.keys(), place.name


def _between(versions: tuple[str, ...], stretch: Stretch, version: str) -> bool:
    return versions.index(stretch.since) <= versions.index(version) <= versions.index(stretch.until)

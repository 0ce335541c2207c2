"""Between two recorded versions nobody knows: the change is taken to lie where less is stopped."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from hookconform.effects import effect, effects_near, modelled_platforms
from hookconform.effects.changes import Change, changes_of, stray_versions, unproved
from hookconform.effects.effect import Answer, observe
from hookconform.effects.rows import load_rows, measured_versions, neighbours
from hookconform.effects.verdicts import ALLOW, VERDICTS, honoured
from hookconform.ground.versions import at_least
from hookconform_lab.parts import required_part

PAIRS = [
    (platform, older, newer)
    for platform in modelled_platforms()
    for older, newer in zip(measured_versions(platform), measured_versions(platform)[1:], strict=False)
]
ASK = Answer(stdout='{"decision":"ask","reason":"no"}')


def model(platform: str) -> object:
    return required_part(platform, "effect", code="x", message="x", hint="x")


@pytest.mark.parametrize(("platform", "older", "newer"), PAIRS)
def test_unmeasured_versions_honour_what_both_neighbours_do(platform: str, older: str, newer: str) -> None:
    between = f"{older}.1"
    assert neighbours(platform, between) == (older, newer)
    for event in {row.registered_event for row in load_rows(platform, older)}:
        both = honoured(platform, older, event) & honoured(platform, newer, event)
        assert honoured(platform, between, event) <= both | {ALLOW}


@pytest.mark.parametrize(("platform", "older", "newer"), PAIRS)
def test_no_unmeasured_version_stops_more_than_a_neighbour(platform: str, older: str, newer: str) -> None:
    order = {"ran": 0, None: 0, "asked": 1, "stopped": 2}
    for row in (*load_rows(platform, older), *load_rows(platform, newer)):
        where = (row.event, row.registered_event, row.answer)
        found = effect(platform, f"{older}.1", *where)
        ends = [effect(platform, version, *where) for version in (older, newer)]
        assert order[found.tool] == min(order[one.tool] for one in ends), row.id
        if ends[0].tool != ends[1].tool:
            assert f"nobody measured {older}.1" in found.why, row.id


def test_a_measured_version_is_taken_at_its_word() -> None:
    assert list(effects_near("gemini-cli", "0.38.0", "PreToolUse", "BeforeTool", ASK)) == ["0.38.0"]
    assert effect("gemini-cli", "0.38.0", "PreToolUse", "BeforeTool", ASK).tool == "asked"
    assert effect("gemini-cli", "v0.38.0", "PreToolUse", "BeforeTool", ASK).tool == "asked"


@pytest.mark.parametrize("version", ["0.37.3", "0.38.0-preview.1"])
def test_the_change_lies_on_the_unsafe_side(version: str) -> None:
    found = effect("gemini-cli", version, "PreToolUse", "BeforeTool", ASK)
    assert found.tool == "ran"
    assert f"at 0.37.2; 0.38.0 differs, and nobody measured {version}" in found.why


def test_versions_beyond_the_recorded_ones_have_one_neighbour() -> None:
    versions = measured_versions("gemini-cli")
    assert neighbours("gemini-cli", "0.1.0") == (versions[0],)
    assert neighbours("gemini-cli", "9.0.0") == (versions[-1],)
    assert effect("gemini-cli", "9.0.0", "PreToolUse", "BeforeTool", ASK).tool == "asked"
    silent = Answer(stdout='{"action":"block"}')
    assert effect("hermes-agent", "0.14.0", "PreToolUse", "pre_tool_call", silent).tool == "ran"
    assert effect("hermes-agent", "0.15.0", "PreToolUse", "pre_tool_call", silent).tool == "stopped"


@pytest.mark.parametrize("platform", modelled_platforms())
def test_rows_on_both_sides_show_every_change(platform: str) -> None:
    rows = {version: load_rows(platform, version) for version in measured_versions(platform)}
    assert list(unproved(changes_of(model(platform)), rows)) == []
    assert list(stray_versions(model(platform))) == []


def test_a_sampled_version_that_looks_exact_is_found() -> None:
    found = list(stray_versions(SimpleNamespace(SINCE="0.36.0", BLOCK=2, KEY="decision", at_least=at_least)))
    assert [problem.partition(":")[0] for problem in found] == ["SINCE", "at_least"]


@pytest.mark.parametrize("platform", modelled_platforms())
def test_a_change_that_is_moved_contradicts_a_row(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = model(platform)
    for name, change in changes_of(module).items():
        moved = [Change(change.since, f"{change.since}.1")]
        moved += [Change("", change.until)] if change.until else []
        for other in moved if change.until else []:
            monkeypatch.setattr(module, name, other)
            at = change.since if other.until else change.until
            assert wrong(platform, at), f"{name} moved to {other.since} is right of every row of {at}"
            monkeypatch.setattr(module, name, change)


def wrong(platform: str, version: str) -> bool:
    """Tell whether the model contradicts a row of a measured version."""
    return any(
        observe(
            effect(platform, version, row.event, row.registered_event, row.answer, tool=row.tool or "Bash"),
            approval=row.approval,
            prints=row.tool == "Bash",
        )
        != row.effect
        for row in load_rows(platform, version)
    )


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (Change("0.35.3", "0.40.1"), "no neighbouring measured versions"),
        (Change("0.27.0", "0.40.1"), "no neighbouring measured versions"),
        (Change("", "0.27.0"), "no neighbouring measured versions"),
        (Change("", "0.35.3", seen="a run"), "is not the oldest measured version"),
        (Change("0.27.0", "0.27.0"), "no neighbouring measured versions"),
    ],
)
def test_a_change_without_rows_on_both_sides_is_found(change: Change, says: str) -> None:
    rows = {version: load_rows("gemini-cli", version) for version in measured_versions("gemini-cli")}
    [problem] = unproved(changes_of(SimpleNamespace(SOME=change, BLOCK=2)), rows)
    assert problem.startswith("SOME: ")
    assert says in problem


def test_neighbours_that_did_the_same_show_no_change() -> None:
    rows = {"1": load_rows("gemini-cli", "0.27.0"), "2": load_rows("gemini-cli", "0.27.0")}
    [problem] = unproved({"SOME": Change("1", "2")}, rows)
    assert "had another effect" in problem
    assert list(unproved({"SOME": Change("1", "2")}, rows | {"2": load_rows("gemini-cli", "0.35.3")})) == []


def test_the_verdicts_are_all_asked_about() -> None:
    assert set(honoured("claude-code", "2.1.330", "PreToolUse")) <= set(VERDICTS)

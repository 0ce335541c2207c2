"""The runs of every program, held to what it declared and told its hooks when it was recorded."""

from pathlib import Path

import pytest

from hookconform.cases.loading import captured_cases
from hookconform.corpus.declared import declared_tools, shown_tools
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.manifests import load_manifests
from hookconform.corpus.version_files import read_document
from hookconform_lab.lab.drivers import driven_platforms, load_driver

# Some of its tools are called, and have a reason all the same: its hooks are told nothing of them.
CALLED_UNTOLD = "codex"


def whole(path: Path) -> bool:
    """Tell whether a recording ran most scenarios that its driver has for it; a few were written later.

    Others were recorded by single ones (`lab record --scenario`), on both sides of a change. What they declare and call
    in the rest is not known.
    """
    platform, version = path.parts[-3], path.stem
    (ran,) = shown_tools({version: declared_tools(platform, version)}).ran.values()
    return 3 * len(ran) >= 2 * len(load_driver(platform).scenarios(version))


def declarations() -> list[Path]:
    filed = sorted((corpus_root() / "platforms").glob("*/declared/*.json"))
    return [path for path in filed if whole(path)]


def with_payloads() -> list[Path]:
    """Return the whole declarations of versions whose payloads are filed; of others only the tools are."""
    return [path for path in declarations() if path.stem in load_manifests(path.parent.parent)]


def case_name(path: Path) -> str:
    return f"{path.parts[-3]}@{path.stem}"


def called(platform: str, version: str) -> set[str]:
    return {
        f"{call.namespace}.{call.name}" if call.namespace else call.name
        for scenario in load_driver(platform).scenarios(version)
        for script in (scenario.script,)
        for replies in (*script.conversations.values(), (script.finish, *script.finish_of.values()))
        for reply in replies
        for call in reply.calls
    }


def declared(path: Path) -> set[str]:
    return set(read_document("declared", path)["tools"])


def declared_in(path: Path, scenario: str) -> set[str]:
    document = read_document("declared", path)
    usual = document.get("usual", [])
    return {
        name
        for name, row in document["tools"].items()
        if scenario in {place.partition("/")[0] for place in row.get("declared_in") or usual}
    }


@pytest.mark.parametrize("platform", driven_platforms())
def test_every_scenario_that_a_recording_names_is_one_of_the_driver(platform: str) -> None:
    folder = corpus_root() / "platforms" / platform
    filed = sorted((folder / "declared").glob("*.json"))
    shown = shown_tools({path.stem: declared_tools(platform, path.stem) for path in filed})
    calls = [call for path in (folder / "calls").glob("*.jsonl") for call in read_document("calls", path)["calls"]]
    named = {call["scenario"] for call in calls}.union(*shown.ran.values())
    driven = {scenario.name for path in filed for scenario in load_driver(platform).scenarios(path.stem)}
    assert named - driven == set()


@pytest.mark.parametrize("path", declarations(), ids=case_name)
def test_every_declared_tool_is_called_or_has_a_reason(path: Path) -> None:
    platform = path.parts[-3]
    reasons = load_driver(platform).not_driven(path.stem).tools
    never = declared(path) - called(platform, path.stem)
    assert never <= reasons.keys()
    assert all(reasons.values())
    assert never == declared(path) & reasons.keys() or platform == CALLED_UNTOLD


@pytest.mark.parametrize("path", declarations(), ids=case_name)
def test_no_call_is_made_up_unless_it_is_called_a_probe(path: Path) -> None:
    platform = path.parts[-3]
    scenarios = load_driver(platform).scenarios(path.stem)
    probes = {name for scenario in scenarios for name in scenario.probes}
    assert called(platform, path.stem) - declared(path) <= probes
    # A model of another family may be given what this one is not.
    assert {name for scenario in scenarios for name in scenario.probes & declared_in(path, scenario.name)} == set()


def events_seen(platform: str, version: str) -> set[str]:
    return {str(case.registered_event) for case in captured_cases(corpus_root(), platform, version)}


@pytest.mark.parametrize("path", declarations(), ids=case_name)
def test_the_runs_expect_what_was_seen(path: Path) -> None:
    platform, version = path.parts[-3], path.stem
    driver = load_driver(platform)
    expected = {event for scenario in driver.scenarios(version) for event in scenario.expects}
    # Codex 0.113.0 is from before its hooks.
    assert bool(expected) == bool(driver.events(version))
    assert expected <= events_seen(platform, version) or path not in with_payloads()


@pytest.mark.parametrize("path", with_payloads(), ids=case_name)
def test_every_event_without_a_case_has_a_reason(path: Path) -> None:
    platform, version = path.parts[-3], path.stem
    driver, seen = load_driver(platform), events_seen(platform, version)
    assert set(driver.events(version)) - seen == driver.not_driven(version).events.keys()

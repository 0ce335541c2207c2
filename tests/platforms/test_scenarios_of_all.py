"""The runs of every program, held to what it declared and told its hooks when it was recorded."""

from collections.abc import Collection, Iterable, Mapping
from functools import cache

import pytest

from hookconform.cases.loading import captured_cases
from hookconform.corpus.declared import declared_tools, declared_versions, scenarios_of, shown_tools
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.manifests import load_manifests
from hookconform.corpus.version_files import read_document
from hookconform_lab.lab.drivers import driven_platforms, load_driver
from hookconform_lab.lab.scenario import Scenario

pytestmark = pytest.mark.whole

# Some of its tools are called, and have a reason all the same: its hooks are told nothing of them.
CALLED_UNTOLD = "codex"
# Recorded on one side of a change by most scenarios, but not for all that their releases have.
RECORDED_FOR_ONE_CHANGE = {
    ("claude-code", "1.0.38"),
    ("claude-code", "1.0.40"),
    ("claude-code", "1.0.41"),
    ("claude-code", "2.1.32"),
    ("opencode", "1.0.0"),
}


@cache
def scenarios(platform: str, version: str) -> tuple[Scenario, ...]:
    return tuple(load_driver(platform).scenarios(version))


@cache
def ran_scenarios(platform: str) -> Mapping[str, Collection[str]]:
    """Return the scenarios that were recorded of each version."""
    return shown_tools({version: declared_tools(platform, version) for version in declared_versions(platform)}).ran


def recorded(platform: str, version: str) -> list[Scenario]:
    """Return the scenarios of the driver that were recorded of a version."""
    return [one for one in scenarios(platform, version) if one.name in ran_scenarios(platform)[version]]


@cache
def whole(platform: str) -> tuple[str, ...]:
    """Return the versions of which a recording ran most scenarios that their driver has; a few were written later.

    Others were recorded by single ones (`lab record --scenario`), on both sides of a change. What they declare and call
    in the rest is not known.
    """
    return tuple(
        version
        for version, names in ran_scenarios(platform).items()
        if 3 * len(names) >= 2 * len(scenarios(platform, version))
        and (platform, version) not in RECORDED_FOR_ONE_CHANGE
    )


def with_payloads(platform: str) -> list[str]:
    """Return the whole versions whose payloads are filed; of others only the tools are."""
    filed = load_manifests(corpus_root() / "platforms" / platform)
    return [version for version in whole(platform) if version in filed]


def called(those: Iterable[Scenario]) -> set[str]:
    return {
        f"{call.namespace}.{call.name}" if call.namespace else call.name
        for scenario in those
        for script in (scenario.script,)
        for replies in (*script.conversations.values(), (script.finish, *script.finish_of.values()))
        for reply in replies
        for call in reply.calls
    }


@cache
def events_seen(platform: str, version: str) -> frozenset[str]:
    return frozenset(str(case.registered_event) for case in captured_cases(corpus_root(), platform, version))


@pytest.mark.parametrize("platform", driven_platforms())
def test_every_scenario_that_a_recording_names_is_one_of_the_driver(platform: str) -> None:
    folder = corpus_root() / "platforms" / platform
    versions = declared_versions(platform)
    shown = shown_tools({version: declared_tools(platform, version) for version in versions})
    calls = [call for path in (folder / "calls").glob("*.jsonl") for call in read_document("calls", path)["calls"]]
    named = {call["scenario"] for call in calls}.union(*shown.ran.values())
    driven = {scenario.name for version in versions for scenario in scenarios(platform, version)}
    assert named - driven == set()


@pytest.mark.parametrize(("platform", "version"), sorted(RECORDED_FOR_ONE_CHANGE))
def test_no_exception_is_made_for_a_whole_recording(platform: str, version: str) -> None:
    declared, those = declared_tools(platform, version).keys(), recorded(platform, version)
    expected = {event for scenario in those for event in scenario.expects}
    probes = {name for scenario in those for name in scenario.probes}
    never = declared - called(scenarios(platform, version)) - load_driver(platform).not_driven(version).tools.keys()
    assert never or called(those) - declared - probes or expected - events_seen(platform, version)


def test_most_platforms_are_recorded_whole_more_than_once() -> None:
    assert sum(len(whole(platform)) > 1 for platform in driven_platforms()) > 10
    assert all(with_payloads(platform) for platform in driven_platforms())


@pytest.mark.parametrize("platform", driven_platforms())
def test_every_declared_tool_is_called_or_has_a_reason(platform: str) -> None:
    for version in whole(platform):
        declared = declared_tools(platform, version).keys()
        reasons = load_driver(platform).not_driven(version).tools
        never = declared - called(scenarios(platform, version))
        assert never <= reasons.keys(), version
        assert all(reasons.values()), version
        assert never == declared & reasons.keys() or platform == CALLED_UNTOLD, version


@pytest.mark.parametrize("platform", driven_platforms())
def test_no_call_is_made_up_unless_it_is_called_a_probe(platform: str) -> None:
    for version in whole(platform):
        tools = declared_tools(platform, version)
        probes = {name for scenario in scenarios(platform, version) for name in scenario.probes}
        assert called(recorded(platform, version)) - tools.keys() <= probes, version
        # A model of another family may be given what this one is not.
        declared = {
            (scenario.name, name)
            for scenario in scenarios(platform, version)
            for name in scenario.probes & tools.keys()
            if scenario.name in scenarios_of(tools[name])
        }
        assert declared == set(), version


@pytest.mark.parametrize("platform", driven_platforms())
def test_the_runs_expect_what_was_seen(platform: str) -> None:
    for version in whole(platform):
        expected = {event for scenario in recorded(platform, version) for event in scenario.expects}
        # Codex 0.113.0 is from before its hooks.
        assert bool(expected) == bool(load_driver(platform).events(version)), version
        if version in with_payloads(platform):
            assert expected <= events_seen(platform, version), version


@pytest.mark.parametrize("platform", driven_platforms())
def test_every_event_without_a_case_has_a_reason(platform: str) -> None:
    driver = load_driver(platform)
    for version in with_payloads(platform):
        ran = {event for scenario in recorded(platform, version) for event in scenario.expects}
        later = {event for scenario in scenarios(platform, version) for event in scenario.expects} - ran
        unseen = set(driver.events(version)) - events_seen(platform, version) - later
        assert unseen == driver.not_driven(version).events.keys(), version

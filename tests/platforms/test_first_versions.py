"""Which version has which event is said once, in the claims, and drivers register what the claims say."""

from __future__ import annotations

import pytest

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.drivers import load_driver
from hookconform_lab.parts import platforms_with
from hookconform_lab.recorder.registrations import registration_of

# Measured on the released programs: newest version run that does not call the event, oldest that does.
MEASURED = [
    ("codex", "UserPromptSubmit", "0.115.0", "0.116.0"),
    ("codex", "SessionEnd", "0.144.6", "0.145.0"),
    ("codex", "Interrupt", "0.149.0", "0.150.0"),
    ("copilot-cli", "preCompact", "1.0.3", "1.0.6"),
    ("copilot-cli", "PreCompact", "1.0.3", "1.0.6"),
    ("copilot-cli", "permissionRequest", "1.0.12", "1.0.20"),
    ("copilot-cli", "PermissionRequest", "1.0.12", "1.0.20"),
    ("copilot-cli", "notification", "1.0.12", "1.0.20"),
    ("copilot-cli", "Notification", "1.0.12", "1.0.20"),
    ("copilot-cli", "preMcpToolCall", "1.0.50", "1.0.52"),
    ("copilot-cli", "PreMcpToolCall", "1.0.50", "1.0.52"),
    ("copilot-cli", "SubagentStart", "1.0.50", "1.0.52"),
    ("copilot-cli", "userPromptTransformed", "1.0.71", "1.0.73"),
]


@pytest.mark.parametrize(("platform", "event", "without", "first"), MEASURED)
def test_claims_hold_what_was_measured(platform: str, event: str, without: str, first: str) -> None:
    claim = load_platform(platform).events[event]
    assert not claim.covers(without)
    assert claim.covers(first)


@pytest.mark.parametrize(("platform", "event", "without", "first"), MEASURED)
def test_drivers_register_an_event_from_its_first_version_on(
    platform: str, event: str, without: str, first: str
) -> None:
    driver = load_driver(platform)
    assert event not in driver.events(without)
    assert event in driver.events(first)


@pytest.mark.parametrize("platform", platforms_with("driver"))
def test_a_driver_registers_no_event_that_its_version_does_not_have(platform: str) -> None:
    known = load_platform(platform)
    driver = load_driver(platform)
    if driver.in_process:
        pytest.skip("a plugin may define any function; which are called is said in `not_driven`")
    for version in known.versions:
        assert set(driver.events(version)) <= set(known.events_at(version))


@pytest.mark.parametrize("platform", platforms_with("recorder"))
def test_the_recorder_asks_for_no_event_that_the_claims_do_not_have(platform: str) -> None:
    registration = registration_of(platform)
    claimed = {claim.registration for claim in load_platform(platform).events.values() if claim.status != "refuted"}
    # OpenCode's one function for all that goes over its bus; each type of that is a claim of its own.
    assert set(registration.events(None)) - {"event"} <= claimed

"""What a platform lacks is said with a code and a hint, before anything is installed."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.attach.registry import find_adapter
from hookconform.corpus.claims import load_platform
from hookconform.effects import effect
from hookconform.effects.effect import Answer
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.attempted_calls import CALLS
from hookconform_lab.lab.attempts import left_out, rounds
from hookconform_lab.lab.drivers import load_driver
from hookconform_lab.lab.enforce import enforce, pre_tool_event
from hookconform_lab.lab.measuring import measure
from hookconform_lab.lab.turn import load_turn
from hookconform_lab.parts import platforms_with

WITHOUT_TURN = "cursor"


def refused(call: Any, *arguments: Any, **options: Any) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        call(*arguments, **options)
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize("platform", [WITHOUT_TURN, "nowhere", "../codex", ""])
def test_every_part_that_is_missing_is_an_error_of_its_own(platform: str) -> None:
    assert refused(load_driver, platform).code == "lab.platform"
    assert refused(load_turn, platform, "1").code == "lab.turn"
    assert refused(effect, platform, "1", "PreToolUse", "preToolUse", Answer()).code == "effects.platform"


def test_a_driver_without_a_turn_can_neither_measure_nor_enforce(
    obedient: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = obedient()
    monkeypatch.setattr(type(driver), "platform", WITHOUT_TURN)
    options = {"allow_network": True, "say": lambda _: None}
    assert refused(measure, driver, "1.0.0", **options).code == "lab.turn"
    hook = find_adapter("reference-hook").claiming([WITHOUT_TURN])
    assert refused(enforce, hook, driver, "1.0.0", **options).code == "lab.turn"


def test_steps_of_a_plugin_need_a_driver_that_installs_plugins(obedient: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = obedient()
    monkeypatch.setattr(type(driver), "platform", "opencode")
    found = refused(measure, driver, "1.18.33", only=("throw-error",), allow_network=True, say=lambda _: None)
    assert found.code == "lab.no-plugin"


@pytest.mark.parametrize("platform", platforms_with("turn"))
def test_a_policy_hook_is_registered_before_the_tool(platform: str) -> None:
    event = pre_tool_event(platform)
    assert load_platform(platform).registrations[event].canonical == "PreToolUse"
    assert event in load_driver(platform).events(load_platform(platform).newest)


def test_a_platform_without_such_an_event_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hookconform_lab.lab.enforce.PRE_TOOL", "NoSuchEvent")
    assert refused(pre_tool_event, "codex").code == "enforce.event"


def test_a_platform_whose_model_has_no_patch_tool_says_so() -> None:
    turn = load_turn("gemini-cli", "0.61.0")
    assert turn.start_with_patches() is None
    assert refused(turn.patch_call, "*** Begin Patch\n").code == "lab.turn"
    assert {why for call, why in left_out(turn, CALLS) if call.patch} == {"no tool for patches"}


def test_what_a_platform_lacks_is_said_call_by_call() -> None:
    missing = {call.title: why for call, why in left_out(load_turn("codex", "0.169.0"), CALLS)}
    assert missing["read an environment file"] == "no tool that reads a text file"
    assert not any("patch two" in title or "sub-agent" in title or "MCP" in title for title in missing)


def test_patches_are_asked_of_the_model_that_is_offered_them() -> None:
    opencode, codex = load_turn("opencode", "1.18.33"), load_turn("codex", "0.169.0")
    patching = [part for part in rounds(opencode, CALLS) if any(call.patch for call in part.calls)]
    (second,) = patching
    assert all(call.patch for call in second.calls)
    assert second.started.settings["configuration"] == {"model": "lab/gpt-5-scripted"}
    assert load_turn("opencode", "0.15.31").start_with_patches() is None  # which declares no tool for patches
    (only,) = rounds(codex, CALLS)
    assert any(call.patch for call in only.calls)
    assert any(call.path for call in only.calls)

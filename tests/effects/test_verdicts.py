"""What carries out a verdict, and what every platform can honour according to the measured rows."""

from __future__ import annotations

import pytest

from hookconform.effects import effect
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.verdicts import ALLOW, ASK, CONTEXT, DENY, INPUT, honoured, shortfall
from hookconform.ground.errors import HookconformError


@pytest.mark.parametrize(
    ("verdict", "event", "found"),
    [
        (ALLOW, "PreToolUse", Effect("", "ran")),
        (ALLOW, "UserPromptSubmit", Effect("")),
        (DENY, "PreToolUse", Effect("", "stopped")),
        (DENY, "PermissionRequest", Effect("", "stopped")),
        (DENY, "UserPromptSubmit", Effect("", turn="ended")),
        (DENY, "Stop", Effect("", turn="extended")),
        (DENY, "PostToolUse", Effect("", "ran", told=frozenset({"no: the reason"}))),
        (ASK, "PreToolUse", Effect("", "asked")),
        (ASK, "PermissionRequest", Effect("", "ran")),
        (CONTEXT, "SessionStart", Effect("", told=frozenset({"well, the reason"}))),
        (INPUT, "PreToolUse", Effect("", "ran", input="changed")),
    ],
)
def test_an_effect_that_carries_the_verdict_out(verdict: str, event: str, found: Effect) -> None:
    assert shortfall(verdict, event, found, words="the reason" if verdict in {DENY, CONTEXT} else "") == ""


@pytest.mark.parametrize(
    ("verdict", "event", "found", "says"),
    [
        (ALLOW, "PreToolUse", Effect("w", "stopped"), "would be stopped"),
        (ALLOW, "PreToolUse", Effect("w", "ran", "skipped"), "question to its user would be skipped"),
        (ALLOW, "PreToolUse", Effect("w", "ran", input="changed"), "input would be changed"),
        (ALLOW, "Stop", Effect("w", turn="extended"), "turn would be extended"),
        (DENY, "PreToolUse", Effect("w", "ran"), "the tool would run"),
        (DENY, "PreToolUse", Effect("w", "asked"), "the tool would be asked about"),
        (DENY, "UserPromptSubmit", Effect("w"), "turn would not be ended"),
        (DENY, "Stop", Effect("w"), "turn would not be extended"),
        (DENY, "PostToolUse", Effect("w", "ran"), "not be told the reason"),
        (DENY, "PostToolUseFailure", Effect("w", "ran", told=frozenset({"the reason"})), "cannot be stopped"),
        (ASK, "PreToolUse", Effect("w", "ran"), "would not be asked"),
        (CONTEXT, "PreToolUse", Effect("w", "stopped", told=frozenset({"the reason"})), "more would happen"),
        (CONTEXT, "PreToolUse", Effect("w", "ran"), "would not reach the model"),
        (INPUT, "PreToolUse", Effect("w", "ran"), "not run with the changed input"),
        (INPUT, "PreToolUse", Effect("w", "ran", "skipped", "changed"), "would be skipped"),
    ],
)
def test_an_effect_that_does_not(verdict: str, event: str, found: Effect, says: str) -> None:
    words = "the reason" if verdict in {DENY, CONTEXT} else ""
    complaint = shortfall(verdict, event, found, words=words)
    assert says in complaint
    # The reason why comes from the model, save where nothing could have been done.
    assert complaint.endswith(": w") or event == "PostToolUseFailure"


@pytest.mark.parametrize(
    ("platform", "version", "event", "expected"),
    [
        ("claude-code", "2.1.329", "PreToolUse", {ALLOW, DENY, ASK, CONTEXT, INPUT}),
        ("claude-code", "2.1.329", "SessionStart", {ALLOW, CONTEXT}),
        ("gemini-cli", "0.61.0", "BeforeTool", {ALLOW, DENY, ASK, INPUT}),
        ("gemini-cli", "0.61.0", "SessionStart", {ALLOW, CONTEXT}),
        ("codex", "0.169.0", "PreToolUse", {ALLOW, DENY, CONTEXT, INPUT}),
        ("codex", "0.169.0", "SessionStart", {ALLOW, DENY, CONTEXT}),
        ("copilot-cli", "1.0.102", "preToolUse", {ALLOW, DENY, ASK, CONTEXT, INPUT}),
        ("copilot-cli", "1.0.102", "sessionStart", {ALLOW, CONTEXT}),
    ],
)
def test_what_a_platform_honours(platform: str, version: str, event: str, expected: set[str]) -> None:
    assert honoured(platform, version, event) == expected


@pytest.mark.parametrize(
    ("platform", "version", "event", "stdout", "why"),
    [
        ("claude-code", "2.1.329", "PreToolUse", '{"permissionDecision":"deny"}', "ignores top-level"),
        ("codex", "0.169.0", "PreToolUse", '{"decision":"deny","reason":"no"}', "must be `block`"),
        ("copilot-cli", "1.0.102", "preToolUse", '{"hookSpecificOutput":{"permissionDecision":"deny"}}', "PascalCase"),
        ("gemini-cli", "0.61.0", "BeforeTool", '{"permissionDecision":"deny"}', "means nothing to this platform"),
    ],
)
def test_a_deny_that_stops_nothing_is_explained(platform: str, version: str, event: str, stdout: str, why: str) -> None:
    found = effect(platform, version, "PreToolUse", event, Answer(stdout=stdout))
    assert found.tool == "ran"
    assert why in found.why


def test_a_platform_nobody_has_measured_is_an_error() -> None:
    with pytest.raises(HookconformError) as caught:
        effect("cursor", "1", "PreToolUse", "preToolUse", Answer())
    assert caught.value.code == "effects.platform"

"""Copilot CLI: what it does with a hook command's answer (measured from 0.0.365 on).

The casing of the event key a hook is registered under also chooses what counts in its answer: Claude Code's
nested `hookSpecificOutput` only under the PascalCase key.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from hookconform.effects.changes import Change
from hookconform.effects.effect import Answer, Effect, member, texts
from hookconform.ground.json_text import json_object

BLOCK = 2
# Changes between neighbouring measured versions.
ERROR_STOPS = Change("1.0.56", "1.0.57")  # a hook that fails stops the tool
EXIT2_STOPS = Change("1.0.69", "1.0.70")
LATE_RUNS = Change("1.0.63", "1.0.64")  # a hook that times out no longer counts as failed
DENY_COUNTS = Change("0.0.394", "0.0.399")  # before, no answer of a hook counts
ASK_COUNTS = Change("1.0.3", "1.0.4-0")
SESSION_CONTEXT = Change("1.0.10", "1.0.11")
ALLOW_COUNTS = Change("1.0.12", "1.0.20")  # before, a question is asked all the same
PRE_TOOL_CONTEXT = Change("1.0.22", "1.0.24")
DENY_WITH_CONTEXT = Change("1.0.55", "1.0.56")
NESTED_COUNTS = Change("1.0.22", "1.0.24")
PROGRESS_IS_STRIPPED = Change("1.0.54", "1.0.55")
PROMPT_ANSWERS = Change("1.0.43", "1.0.44")
PROMPT_BLOCKED = Change("1.0.50", "1.0.52")
POST_TOOL_CONTEXT = Change("1.0.48", "1.0.49")
POST_TOOL_ANSWERS = Change("1.0.50", "1.0.52")
PROMPT_CONTEXT = Change("1.0.64", "1.0.65")
FAILED_PERMISSION_HOOK_REFUSES = Change("1.0.65", "1.0.66")


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:  # noqa: PLR0911 (one an event)
    """Predict the effect; `registered_event` decides, its casing included."""
    del event, tool
    key = registered_event[:1].lower() + registered_event[1:]
    nested_counts = registered_event[:1].isupper() and NESTED_COUNTS.at(version)
    if key == "preToolUse":
        return _before_tool(version, answer, nested_counts=nested_counts)
    if key == "permissionRequest":
        return _permission(version, answer)
    said = _read(version, answer) if answer.exit_code == 0 and not answer.late else {}
    if key == "postToolUse":
        return _after_tool(version, said)
    if key in {"userPromptSubmitted", "userPromptSubmit"}:
        return _prompt(version, said)
    if key in {"agentStop", "stop"}:
        return _stop(said)
    if key == "sessionStart":
        told = texts(said.get("additionalContext")) if SESSION_CONTEXT.at(version) else frozenset[str]()
        return Effect("only flat `additionalContext` counts at this event", told=told)
    return Effect("no answer counts at this event")


def _read(version: str, answer: Answer) -> dict[str, Any]:
    """Return standard output as an object, progress lines and a byte-order mark removed; empty if it is none."""
    text = answer.stdout.removeprefix("\ufeff")
    if not PROGRESS_IS_STRIPPED.at(version):
        return json_object(text) or {}
    lines = text.splitlines()
    kept = [line for line in lines if member(json_object(line), "type") != "progress"]
    return json_object("\n".join(kept)) or {}


def _before_tool(version: str, answer: Answer, *, nested_counts: bool) -> Effect:
    if answer.late:
        return _late(version)
    said = _read(version, answer)
    if answer.exit_code:
        return _failed(version, answer, said, nested_counts=nested_counts)
    return _spoken(version, answer, said, nested_counts=nested_counts)


def _late(version: str) -> Effect:
    if ERROR_STOPS.at(version) and not LATE_RUNS.at(version):
        return Effect("a hook that times out counts as failed, and a failed hook stops the tool", "stopped")
    return Effect("an answer after the timeout is ignored", "ran")


def _failed(version: str, answer: Answer, said: dict[str, Any], *, nested_counts: bool) -> Effect:
    if answer.exit_code == BLOCK:
        spoken = _spoken(version, answer, said, nested_counts=nested_counts)
        if not EXIT2_STOPS.at(version):
            why = "this version does not take exit code 2 for a deny"
            return spoken if spoken.tool != "ran" else replace(spoken, why=why)
        told = spoken.told if spoken.tool == "stopped" else frozenset[str]()
        return Effect("exit code 2 stops the tool", "stopped", told=told)
    if ERROR_STOPS.at(version):
        return Effect("a failed hook stops the tool", "stopped")
    return Effect("this version lets the tool run when a hook fails", "ran")


def _spoken(version: str, answer: Answer, said: dict[str, Any], *, nested_counts: bool) -> Effect:
    """Judge the JSON of an answer, exit code aside."""
    if not DENY_COUNTS.at(version):
        return Effect("this version ignores every answer of a hook", "ran")
    nested = said.get("hookSpecificOutput") if nested_counts else None
    source = nested if member(nested, "permissionDecision") else said
    decision = source.get("permissionDecision") if isinstance(source, dict) else None
    reason = texts(member(source, "permissionDecisionReason"))
    context = texts(said.get("additionalContext"), member(nested, "additionalContext"))
    if not PRE_TOOL_CONTEXT.at(version):
        context = frozenset[str]()
    if decision == "deny":
        kept = context if DENY_WITH_CONTEXT.at(version) else frozenset[str]()
        return Effect("`permissionDecision: deny` stops the tool", "stopped", told=reason | kept)
    if decision == "ask" and ASK_COUNTS.at(version):
        return Effect("`permissionDecision: ask` asks the user", "asked", told=reason | context)
    changed = _changed(said, nested)
    return Effect(
        _why_not(answer, said, nested_counts=nested_counts),
        "ran",
        "skipped" if decision == "allow" and ALLOW_COUNTS.at(version) else "kept",
        "original" if changed is None else "changed",
        told=context,
        arguments=changed or {},
    )


def _changed(said: dict[str, Any], nested: Any) -> dict[str, Any] | None:
    """Return the rewritten arguments: `modifiedArgs` (object or JSON text) or nested `updatedInput`."""
    modified = said.get("modifiedArgs")
    if isinstance(modified, str):
        try:
            modified = json.loads(modified)
        except ValueError:
            return None
    found = modified if isinstance(modified, dict) else member(nested, "updatedInput")
    return found if isinstance(found, dict) else None


def _why_not(answer: Answer, said: dict[str, Any], *, nested_counts: bool) -> str:
    if "hookSpecificOutput" in said and not nested_counts:
        return "`hookSpecificOutput` counts only for hooks registered under the PascalCase key, from 1.0.24 on"
    for field in ("decision", "continue", "behavior", "permission_decision", "permission"):
        if field in said:
            return f"`{field}` means nothing before a tool on this platform"
    if "permissionDecision" in said:
        return f"`permissionDecision: {said['permissionDecision']}` does not stop the tool"
    if answer.stdout.strip() and not said:
        return "standard output is not one JSON object, so it is ignored"
    return "nothing in the answer stops the tool"


def _permission(version: str, answer: Answer) -> Effect:
    if answer.exit_code == BLOCK or (answer.exit_code and FAILED_PERMISSION_HOOK_REFUSES.at(version)):
        return Effect("a failed hook refuses the call", "stopped")
    if answer.exit_code:
        return Effect("this version leaves the question standing when a hook fails", "ran")
    said = _read(version, answer)
    if said.get("behavior") == "deny":
        ends = said.get("interrupt") is True
        told = frozenset[str]() if ends else texts(said.get("message"))
        return Effect("`behavior: deny` refuses the call", "stopped", told=told, turn="ended" if ends else "continues")
    if said.get("behavior") == "allow":
        return Effect("`behavior: allow` answers the question", "ran", "skipped")
    return Effect("only a flat `behavior` answers the question", "ran")


def _after_tool(version: str, said: dict[str, Any]) -> Effect:
    told = texts(said.get("additionalContext")) if POST_TOOL_CONTEXT.at(version) else frozenset[str]()
    if not POST_TOOL_ANSWERS.at(version):
        return Effect("after a tool this version reads no more than a context", "ran", told=told)
    result = texts(member(said.get("modifiedResult"), "textResultForLlm"))
    if result:
        return Effect("`modifiedResult` replaces the output", "ran", output="hidden", told=told | result)
    if said.get("decision") == "block":
        blocked = told | texts(said.get("reason"))
        return Effect("`decision: block` replaces the output by the reason", "ran", output="hidden", told=blocked)
    return Effect("the tool has run", "ran", told=told)


def _prompt(version: str, said: dict[str, Any]) -> Effect:
    if not PROMPT_ANSWERS.at(version):
        return Effect("this version ignores every answer to a prompt")
    if said.get("decision") == "block" and PROMPT_BLOCKED.at(version):
        return Effect("the prompt is refused and the model not asked", turn="ended")
    if said.get("handled") is True:
        return Effect("`handled` answers in the model's place", turn="ended")
    context = texts(said.get("additionalContext")) if PROMPT_CONTEXT.at(version) else frozenset[str]()
    return Effect("the prompt goes on", told=context | texts(said.get("modifiedPrompt")))


def _stop(said: dict[str, Any]) -> Effect:
    if said.get("decision") == "block":
        return Effect("the reason becomes a new prompt", told=texts(said.get("reason")), turn="extended")
    return Effect("the turn ends as it would have")

"""Codex: what it does with a hook command's answer (measured at 0.120.0, 0.128.0 to 0.131.0, 0.142.3 and 0.169.0).

Codex reads answers strictly: one field it does not know, or one it knows but does not support at the event,
and the whole answer counts as a failed hook, which stops nothing.
"""

from __future__ import annotations

from typing import Any

from hookconform.effects.changes import Change
from hookconform.effects.effect import Answer, Effect, member, texts
from hookconform.ground.json_text import json_object

BLOCK = 2
# Changes between neighbouring measured versions.
UPDATED_INPUT = Change("0.130.0", "0.131.0")
CONTEXT_BEFORE_TOOL = Change("0.128.0", "0.129.0")

_COMMON = frozenset({"continue", "stopReason", "suppressOutput", "systemMessage"})
_TOP = {
    "PreToolUse": _COMMON | {"decision", "reason", "hookSpecificOutput"},
    "PostToolUse": _COMMON | {"decision", "reason", "hookSpecificOutput"},
    "UserPromptSubmit": _COMMON | {"decision", "reason", "hookSpecificOutput"},
    "SessionStart": _COMMON | {"hookSpecificOutput"},
    "PermissionRequest": _COMMON | {"hookSpecificOutput"},
    "Stop": _COMMON | {"decision", "reason"},
    "SubagentStop": _COMMON | {"decision", "reason"},
}
_NESTED = {
    "PreToolUse": {
        "hookEventName",
        "permissionDecision",
        "permissionDecisionReason",
        "updatedInput",
        "additionalContext",
    },
    "PostToolUse": {"hookEventName", "additionalContext"},
    "PermissionRequest": {"hookEventName", "decision"},
}
# Tools whose arguments a hook sees, and may rewrite, as one text under the key `command`.
_COMMAND_TOOLS = frozenset({"Bash", "Edit"})


class _FailedError(Exception):
    """The hook counts as failed; the argument says why."""


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:
    """Predict the effect; the canonical event names are Codex's own, so `event` decides."""
    del registered_event
    passes = Effect("no answer", "ran" if event in {"PreToolUse", "PostToolUse", "PermissionRequest"} else None)
    try:
        return _judge(version, event, answer, tool, passes)
    except _FailedError as failed:
        return Effect(str(failed), passes.tool)


def _judge(version: str, event: str, answer: Answer, tool: str, passes: Effect) -> Effect:
    if answer.late:
        raise _FailedError("an answer after the timeout is ignored")
    if answer.exit_code == BLOCK:
        if not answer.stderr.strip():
            raise _FailedError("exit code 2 counts only with a reason on standard error")
        return _blocked(event, answer.stderr)
    if answer.exit_code:
        raise _FailedError(f"exit code {answer.exit_code} is a failed hook; its output is not read")
    said = _read(event, answer.stdout)
    if said is None:
        if answer.stdout.strip() and event in {"UserPromptSubmit", "SessionStart"}:
            return Effect("plain text is context at this event", told=texts(answer.stdout))
        return Effect("plain text is ignored at this event", passes.tool) if answer.stdout.strip() else passes
    if event == "PreToolUse":
        return _before_tool(version, said, tool)
    if event == "PermissionRequest":
        return _permission(said)
    return _other(event, said, passes)


def _blocked(event: str, reason: str) -> Effect:
    told = texts(reason)
    if event == "PreToolUse":
        return Effect("a block with a reason stops the tool", "stopped", told=told)
    if event == "PermissionRequest":
        return Effect("a block with a reason refuses the call", "stopped", told=told)
    if event == "PostToolUse":
        return Effect("the reason replaces the tool's output", "ran", output="hidden", told=told)
    if event == "UserPromptSubmit":
        return Effect("the prompt is refused and the model not asked", turn="ended")
    if event in {"Stop", "SubagentStop"}:
        return Effect("the reason becomes a new prompt", told=told, turn="extended")
    raise _FailedError("this event cannot be blocked")


def _read(event: str, stdout: str) -> dict[str, Any] | None:
    """Return the answer's JSON, None for plain text; raises for JSON that breaks the event's schema."""
    text = stdout.strip()
    said = json_object(text)
    if said is None:
        if text.startswith(("{", "[")):
            raise _FailedError("standard output is not one JSON object")
        return None
    unknown = sorted(set(said) - _TOP.get(event, _COMMON))
    if unknown:
        raise _FailedError(f"the unknown field `{unknown[0]}` makes the whole answer invalid")
    nested = said.get("hookSpecificOutput")
    if nested is None:
        return said
    if not member(nested, "hookEventName"):
        raise _FailedError("`hookSpecificOutput` without `hookEventName` makes the whole answer invalid")
    foreign = sorted(set(nested) - _NESTED.get(event, {"hookEventName", "additionalContext"}))
    if event == "PostToolUse" and "updatedMCPToolOutput" in nested:
        raise _FailedError("`updatedMCPToolOutput` is not supported")
    if foreign:
        raise _FailedError(f"the unknown field `{foreign[0]}` makes the whole answer invalid")
    return said


def _before_tool(version: str, said: dict[str, Any], tool: str) -> Effect:
    for field in ("continue", "suppressOutput", "stopReason"):
        if field in said and said[field] != (field == "continue"):
            raise _FailedError(f"`{field}` is not supported before a tool and makes the answer a failed one")
    if "decision" in said:
        if said["decision"] == "block" and texts(said.get("reason")):
            return _blocked("PreToolUse", said["reason"])
        raise _FailedError("a top-level `decision` must be `block`, with a reason")
    nested: dict[str, Any] = said.get("hookSpecificOutput") or {}
    context = texts(nested.get("additionalContext"))
    if context and not CONTEXT_BEFORE_TOOL.at(version):
        raise _FailedError("this version does not support `additionalContext` before a tool")
    decision = nested.get("permissionDecision")
    if decision == "deny":
        return _denied(nested, context)
    if decision not in {None, "allow"}:
        raise _FailedError(f"`permissionDecision: {decision}` is not supported")
    if (decision is None) != (nested.get("updatedInput") is None):
        raise _FailedError("`permissionDecision: allow` and `updatedInput` count only together")
    if decision is None:
        return Effect("nothing in the answer stops the tool", "ran", told=context)
    return _changed(version, nested["updatedInput"], context, tool)


def _denied(nested: dict[str, Any], context: frozenset[str]) -> Effect:
    reason = texts(nested.get("permissionDecisionReason"))
    if not reason:
        raise _FailedError("`permissionDecision: deny` counts only with a reason")
    return Effect("`permissionDecision: deny` with a reason stops the tool", "stopped", told=reason | context)


def _changed(version: str, updated: Any, context: frozenset[str], tool: str) -> Effect:
    if not UPDATED_INPUT.at(version):
        raise _FailedError("this version does not support `updatedInput`")
    if tool in _COMMAND_TOOLS and not isinstance(member(updated, "command"), str):
        return Effect("`updatedInput` must hold a text under `command`", "stopped", told=context)
    arguments = updated if isinstance(updated, dict) else {}
    return Effect("`updatedInput` replaces the arguments", "ran", input="changed", told=context, arguments=arguments)


def _permission(said: dict[str, Any]) -> Effect:
    decision = member(said.get("hookSpecificOutput"), "decision")
    behavior = member(decision, "behavior")
    if behavior == "allow":
        return Effect("`behavior: allow` answers the question", "ran", "skipped")
    if behavior == "deny":
        return Effect("`behavior: deny` answers the question", "stopped", told=texts(member(decision, "message")))
    return Effect("only `hookSpecificOutput.decision.behavior` answers the question", "ran")


def _other(event: str, said: dict[str, Any], passes: Effect) -> Effect:
    told = texts(member(said.get("hookSpecificOutput"), "additionalContext"))
    if said.get("suppressOutput"):
        raise _FailedError("`suppressOutput` is not supported")
    if said.get("continue") is False:
        if event == "PostToolUse":
            stop = texts(said.get("stopReason"))
            return Effect("`stopReason` replaces the tool's output", "ran", output="hidden", told=stop)
        if event in {"UserPromptSubmit", "SessionStart"}:
            return Effect("`continue: false` ends the run before the model is asked", turn="ended")
        return Effect("the turn ends as it would have", passes.tool)
    if "decision" in said:
        if said["decision"] != "block" or not texts(said.get("reason")):
            raise _FailedError("`decision` must be `block`, with a reason")
        blocked = _blocked(event, said["reason"])
        return Effect(blocked.why, blocked.tool, output=blocked.output, told=blocked.told | told, turn=blocked.turn)
    return Effect("only context counts here", passes.tool, told=told)

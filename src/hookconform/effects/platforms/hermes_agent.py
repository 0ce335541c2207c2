"""Hermes Agent: what it does with a hook command's answer (measured at 0.14.0, 0.15.0 and 0.19.0).

Standard output alone counts, whatever the exit code: only an object that says `block` does anything before a tool.
"""

from __future__ import annotations

from typing import Any

from hookconform.effects.changes import Change
from hookconform.effects.effect import Answer, Effect, texts
from hookconform.ground.json_text import json_object

# The first release that stops a tool although the answer gives no reason.
WITHOUT_REASON = Change("0.14.0", "0.15.0")
_AFTER_TOOL = frozenset({"PostToolUse", "PostToolUseFailure"})
# Registered names of further events behind a call: its result is about to be told, or files were changed.
_BEHIND_A_CALL = frozenset({"transform_tool_result", "pre_verify"})


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:
    """Predict the effect; event names are the canonical ones."""
    del tool
    said = {} if answer.late else json_object(answer.stdout.strip()) or {}
    if event == "PreToolUse":
        return _before_tool(version, said)
    if event == "UserPromptSubmit":
        return Effect("`context` is told beside the prompt", told=_context(said))
    if registered_event == "pre_verify":
        return _before_end(said)
    ran = event in _AFTER_TOOL or registered_event in _BEHIND_A_CALL
    return Effect("the answer has no effect at this event", "ran" if ran else None)


def _before_tool(version: str, said: dict[str, Any]) -> Effect:
    blocks = [key for key in ("action", "decision") if said.get(key) == "block"]
    if not blocks:
        return Effect("only `block` as `action` or `decision` stops a tool", "ran")
    order = ("message", "reason") if blocks[0] == "action" else ("reason", "message")
    reason = said.get(order[0]) or said.get(order[1])
    if isinstance(reason, str) and reason:
        return Effect(f"`{blocks[0]}: block` stops the tool", "stopped", told=texts(reason))
    if WITHOUT_REASON.at(version):
        return Effect(f"`{blocks[0]}: block` stops the tool", "stopped")
    return Effect("a block without a reason is none", "ran")


def _before_end(said: dict[str, Any]) -> Effect:
    """Return what keeps the model going when it has changed files and is done."""
    word = str(said.get("action") or said.get("decision") or "").strip().lower()
    message = said.get("message") or said.get("reason")
    if word in {"continue", "block"} and isinstance(message, str) and message.strip():
        return Effect("its reason becomes a new prompt", "ran", told=texts(message), turn="extended")
    return Effect("the turn ends as it would have", "ran")


def _context(said: dict[str, Any]) -> frozenset[str]:
    context = said.get("context")
    return texts(context) if isinstance(context, str) and context.strip() else frozenset()

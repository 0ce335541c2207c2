"""pi: what its extensions cause (measured up to 1.6.0).

There are no hook commands; a command's answer reaches pi through the bridge extension, which turns it into what the
event's function does: `{"throw": reason}`, `{"args": {...}}`, `{"append": text}`, nothing. A bridge whose command
fails, or prints anything else, refuses.
"""

from __future__ import annotations

from typing import Any

from hookconform.effects.bridge import thrown, told
from hookconform.effects.effect import Answer, Effect, member, texts


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:
    """Predict the effect; the event that the extension listens to decides."""
    del version, event, tool
    steps = list(answer.plugin) if answer.plugin is not None else bridged(registered_event, answer)
    if registered_event == "tool_call":
        return _before_tool(steps)
    if registered_event == "tool_result":
        return _after_tool(steps)
    if registered_event == "input":
        return _prompt(steps)
    return Effect("nothing that is returned or thrown here is heeded")


def bridged(registered_event: str, answer: Answer) -> list[dict[str, Any]]:
    """Return what the bridge does with a command's answer; it refuses where that is not exactly one."""
    said = told(answer)
    if ("args" in said) > (registered_event == "tool_call") or ("append" in said and registered_event == "tool_call"):
        return _refusal(registered_event, "")
    if "throw" in said:
        return _refusal(registered_event, said["throw"])
    steps = [{"set_input": f"input.{key}", "value": value} for key, value in said.get("args", {}).items()]
    if "append" in said:
        added: dict[str, Any] = {"action": "transform", "text": said["append"]}
        if registered_event == "tool_result":
            added = {"content": [{"type": "text", "text": said["append"]}], "appended": True}
        steps.append({"return": added})
    return steps


def _refusal(registered_event: str, reason: str) -> list[dict[str, Any]]:
    refused: dict[str, dict[str, Any]] = {
        "tool_call": {"block": True, "reason": reason},
        "tool_result": {"content": [{"type": "text", "text": reason}], "isError": True},
        "input": {"action": "handled"},
    }
    return [{"return": refused[registered_event]}] if registered_event in refused else []


def _returned(steps: list[dict[str, Any]]) -> Any:
    return next((step["return"] for step in steps if "return" in step), None)


def _set(steps: list[dict[str, Any]], path: str) -> Any:
    return next((step["value"] for step in steps if step.get("set_input") == path), None)


def _before_tool(steps: list[dict[str, Any]]) -> Effect:
    refused = thrown(steps)
    if refused is not None:
        return Effect("a throw stops the tool", "stopped", told=texts(refused["throw"]))
    said = _returned(steps)
    if member(said, "block"):
        return Effect("`block` stops the tool", "stopped", told=texts(member(said, "reason")))
    command = _set(steps, "input.command")
    if command is not None:
        named = {
            step["set_input"].removeprefix("input."): step["value"]
            for step in steps
            if step.get("set_input", "").startswith("input.")
        }
        why = "changing `event.input` in place changes the call"
        return Effect(why, "ran", input="changed", arguments=named, keeps_rest=True)
    return Effect("only `block: true` and a throw stop the tool", "ran")


def _after_tool(steps: list[dict[str, Any]]) -> Effect:
    said = _returned(steps)
    content = member(said, "content")
    if isinstance(content, list):
        words = texts(*(member(part, "text") for part in content))
        output = "shown" if member(said, "appended") else "hidden"
        return Effect("the content that is returned takes the place of the output", "ran", output=output, told=words)
    return Effect("only content that is returned counts", "ran")


def _prompt(steps: list[dict[str, Any]]) -> Effect:
    said = _returned(steps)
    if member(said, "action") == "handled":
        return Effect("the prompt is taken for dealt with, and the model not asked", turn="ended")
    if member(said, "action") == "transform":
        return Effect("the text that is returned is the prompt", told=texts(member(said, "text")))
    return Effect("only an action that is returned counts")

"""Hooks that are functions of `(input, output)`: only a throw, and what is changed in place, counts.

A plugin says what it does in steps; a command's answer reaches the program through a bridge plugin, which turns it into
such: `{"throw": reason}`, `{"args": {...}}`, `{"append": text}`, nothing. A bridge whose command fails, or prints
anything else, throws.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hookconform.effects.bridge import thrown, told
from hookconform.effects.effect import Answer, Effect, texts

BEFORE, AFTER, PROMPT = "tool.execute.before", "tool.execute.after", "chat.message"
# Arguments that decide what a tool does; a description or an unknown key changes nothing.
_DECIDES = {
    f"args.{name}"
    for name in (
        "background", "command", "content", "filePath", "format", "include", "limit", "name", "newString", "offset",
        "oldString", "patchText", "path", "pattern", "prompt", "query", "questions", "replaceAll", "server",
        "subagent_type", "task_id", "timeout", "todos", "tool_calls", "uri", "url", "workdir",
    )
}  # fmt: skip


def steps_of(registered_event: str, answer: Answer) -> list[dict[str, Any]]:
    """Return what the plugin does, or the bridge for a command's answer; it throws at whatever is not exactly one."""
    if answer.plugin is not None:
        return list(answer.plugin)
    said = told(answer)
    if "args" in said and registered_event != BEFORE:
        return _refusal("")
    if "throw" in said:
        return _refusal(said["throw"])
    steps = [{"set": f"args.{key}", "value": value} for key, value in said.get("args", {}).items()]
    if "append" in said:
        where = "parts.0.text" if registered_event == PROMPT else "output"
        steps.append({"append": where, "value": said["append"]})
    return steps


def stopped(value: Any) -> Effect:
    """Return what a throw before a tool does where every thrown value is told."""
    return Effect("a throw stops the tool", "stopped", told=_words(value))


def before_tool(steps: list[dict[str, Any]], refused: Callable[[Any], Effect] = stopped) -> Effect:
    """Return the effect of steps before a tool; `refused` says what a thrown value does."""
    refusal = thrown(steps)
    if refusal is not None:
        return refused(refusal["throw"])
    for step in steps:
        if step.get("delete") == "args.command" or (
            step.get("set") == "args.command" and not isinstance(step["value"], str)
        ):
            return Effect("the rewritten arguments fail the tool's schema", "stopped")
    if any(step.get("set", step.get("delete")) in _DECIDES for step in steps):
        named = {step["set"].removeprefix("args."): step["value"] for step in steps if "args." in step.get("set", "")}
        why = "changing `output.args` in place changes the call"
        return Effect(why, "ran", input="changed", arguments=named, keeps_rest=True)
    if any(step.get("set") == "args" for step in steps):
        return Effect("replacing `output.args` has no effect; only changing it in place has", "ran")
    if any("return" in step for step in steps):
        return Effect("return values are ignored; only a throw stops the tool", "ran")
    return Effect("only a throw stops the tool", "ran")


def after_tool(steps: list[dict[str, Any]]) -> Effect:
    """Return the effect of steps after a tool."""
    refusal = thrown(steps)
    if refusal is not None:
        words = _words(refusal["throw"])
        return Effect("the tool has run; the message replaces its output", "ran", output="hidden", told=words)
    replaced = texts(*(step["value"] for step in steps if step.get("set") == "output"))
    if replaced:
        return Effect("the output is replaced in place", "ran", output="hidden", told=replaced)
    return Effect("only what is changed in place counts", "ran", told=appended(steps))


def elsewhere(steps: list[dict[str, Any]]) -> Effect:
    """Return the effect of steps at a hook that no tool call and no refusal is about."""
    return Effect("only what is changed in place counts", told=appended(steps))


def appended(steps: list[dict[str, Any]]) -> frozenset[str]:
    """Return the texts that steps add."""
    return texts(*(step["value"] for step in steps if "append" in step))


def _refusal(message: str) -> list[dict[str, Any]]:
    return [{"throw": message, "as": "error"}]


def _words(value: Any) -> frozenset[str]:
    """Return the texts in a thrown value; an object is shown to the model as JSON."""
    if isinstance(value, dict):
        return texts(*(part for key, part in value.items() if key != "decision"))
    return texts(value)

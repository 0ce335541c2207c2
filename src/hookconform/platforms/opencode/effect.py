"""OpenCode: what its plugin hooks cause (measured at 1.0.152, 1.1.65, 1.14.41 and 1.18.33).

There are no hook commands; a command's answer reaches OpenCode through the bridge plugin, which turns it into
plugin steps: `{"throw": reason}`, `{"args": {...}}`, `{"append": text}`, nothing. A bridge whose command
fails, or prints anything else, throws.
"""

from __future__ import annotations

from typing import Any

from hookconform.effects.bridge import thrown, told
from hookconform.effects.effect import Answer, Effect, texts
from hookconform.ground.versions import at_least

ASKS_PERMISSION_HOOK_UNTIL = "1.1.65"  # from here on `permission.ask` is never called
# First measured version that has each ability: to end a run that needs a user it does not have, and to tell the model
# of a thrown value that is no text and no error.
ENDS_WITHOUT_USER = "1.1.65"
TELLS_ANY_VALUE = "1.14.41"
_BEFORE = "tool.execute.before"
# Arguments that decide what a tool does; a description or an unknown key changes nothing.
_DECIDES = {
    f"args.{name}"
    for name in (
        "command", "content", "filePath", "include", "newString", "oldString", "patchText", "path", "pattern", "prompt",
        "replaceAll", "subagent_type", "url", "workdir",
    )
}  # fmt: skip


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:
    """Predict the effect; the hook the plugin registered decides."""
    del event, tool
    steps = list(answer.plugin) if answer.plugin is not None else bridged(registered_event, answer)
    if registered_event == _BEFORE:
        return _before_tool(version, steps)
    if registered_event == "tool.execute.after":
        return _after_tool(steps)
    if registered_event == "permission.ask":
        return _permission(version, steps)
    if registered_event == "chat.message" and thrown(steps) is not None:
        if not at_least(version, ENDS_WITHOUT_USER):
            return Effect("a throw refuses the prompt; the run waits for ever", turn="hung")
        return Effect("a throw refuses the prompt; the model is not asked", turn="ended")
    return Effect("only what is changed in place counts", told=_appended(steps))


def bridged(registered_event: str, answer: Answer) -> list[dict[str, Any]]:
    """Return the steps the bridge plugin takes for a command's answer; it throws at whatever is not exactly one."""
    said = told(answer)
    if "args" in said and registered_event != _BEFORE:
        return _refusal("")
    if "throw" in said:
        return _refusal(said["throw"])
    steps = [{"set": f"args.{key}", "value": value} for key, value in said.get("args", {}).items()]
    if "append" in said:
        steps.append(
            {"append": "parts.0.text" if registered_event == "chat.message" else "output", "value": said["append"]}
        )
    return steps


def _refusal(message: str) -> list[dict[str, Any]]:
    return [{"throw": message, "as": "error"}]


def _appended(steps: list[dict[str, Any]]) -> frozenset[str]:
    return texts(*(step["value"] for step in steps if "append" in step))


def _words(value: Any) -> frozenset[str]:
    """Return the texts in a thrown value; an object is shown to the model as JSON."""
    if isinstance(value, dict):
        return texts(*(part for key, part in value.items() if key != "decision"))
    return texts(value)


def _before_tool(version: str, steps: list[dict[str, Any]]) -> Effect:
    refused = thrown(steps)
    if refused is not None:
        return _stopped(version, refused["throw"])
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


def _stopped(version: str, value: Any) -> Effect:
    if at_least(version, TELLS_ANY_VALUE):
        return Effect("a throw stops the tool", "stopped", told=_words(value))
    if value is None:
        return Effect("throwing null stops the tool and ends the turn", "stopped", turn="ended")
    return Effect("a throw stops the tool; only a text is told", "stopped", told=texts(value))


def _after_tool(steps: list[dict[str, Any]]) -> Effect:
    refused = thrown(steps)
    if refused is not None:
        words = _words(refused["throw"])
        return Effect("the tool has run; the message replaces its output", "ran", output="hidden", told=words)
    replaced = texts(*(step["value"] for step in steps if step.get("set") == "output"))
    if replaced:
        return Effect("the output is replaced in place", "ran", output="hidden", told=replaced)
    return Effect("only what is changed in place counts", "ran", told=_appended(steps))


def _permission(version: str, steps: list[dict[str, Any]]) -> Effect:
    status = next((step["value"] for step in steps if step.get("set") == "status"), None)
    if at_least(version, ASKS_PERMISSION_HOOK_UNTIL) or status is None:
        why = "this hook is never called from 1.1.65 on" if status else "no answer"
        return Effect(why, "ran", refusal="ended" if at_least(version, ENDS_WITHOUT_USER) else "hung")
    if status == "allow":
        return Effect("`status: allow` answers the question", "ran", "skipped")
    return Effect("`status: deny` refuses the call and ends the turn", "stopped", turn="ended")

"""OpenCode: what its plugin hooks cause (measured from 1.0.152 on)."""

from __future__ import annotations

from functools import partial
from typing import Any

from hookconform.effects.bridge import thrown
from hookconform.effects.changes import Change
from hookconform.effects.effect import Answer, Effect, texts
from hookconform.effects.in_place import (
    AFTER,
    BEFORE,
    PROMPT,
    after_tool,
    before_tool,
    elsewhere,
    steps_of,
    stopped,
)

# Changes between neighbouring measured versions.
ASKS_PERMISSION_HOOK_UNTIL = Change("1.0.185", "1.1.11")  # from here on `permission.ask` is never called
ENDS_WITHOUT_USER = Change("1.1.34", "1.1.53")  # a run that needs a user it does not have ends
TURN_OUTLIVES_NULL = Change("1.2.27", "1.3.0")  # a turn goes on after a hook has thrown null
TELLS_ANY_VALUE = Change("1.3.2", "1.14.34")  # the model sees a thrown value that is neither text nor an error


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:
    """Predict the effect; the hook the plugin registered decides."""
    del event, tool
    steps = steps_of(registered_event, answer)
    if registered_event == BEFORE:
        return before_tool(steps, partial(_stopped, version))
    if registered_event == AFTER:
        return after_tool(steps)
    if registered_event == "permission.ask":
        return _permission(version, steps)
    if registered_event == PROMPT and thrown(steps) is not None:
        if not ENDS_WITHOUT_USER.at(version):
            return Effect("a throw refuses the prompt; the run waits for ever", turn="hung")
        return Effect("a throw refuses the prompt; the model is not asked", turn="ended")
    return elsewhere(steps)


def _stopped(version: str, value: Any) -> Effect:
    if TELLS_ANY_VALUE.at(version):
        return stopped(value)
    if value is None and not TURN_OUTLIVES_NULL.at(version):
        return Effect("throwing null stops the tool and ends the turn", "stopped", turn="ended")
    return Effect("a throw stops the tool; only a text is told", "stopped", told=texts(value))


def _permission(version: str, steps: list[dict[str, Any]]) -> Effect:
    status = next((step["value"] for step in steps if step.get("set") == "status"), None)
    if ASKS_PERMISSION_HOOK_UNTIL.at(version) or status is None:
        why = f"this hook is never called from {ASKS_PERMISSION_HOOK_UNTIL.since} on" if status else "no answer"
        return Effect(why, "ran", refusal="ended" if ENDS_WITHOUT_USER.at(version) else "hung")
    if status == "allow":
        return Effect("`status: allow` answers the question", "ran", "skipped")
    return Effect("`status: deny` refuses the call and ends the turn", "stopped", turn="ended")

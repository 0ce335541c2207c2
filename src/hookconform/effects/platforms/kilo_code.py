"""Kilo Code: what its plugin hooks cause (measured at 7.0.33, 7.7.2 and 7.7.9)."""

from __future__ import annotations

from hookconform.effects.bridge import thrown
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.in_place import AFTER, BEFORE, PROMPT, after_tool, before_tool, elsewhere, steps_of


def effect(version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash") -> Effect:
    """Predict the effect; the hook the plugin registered decides."""
    del version, event, tool
    steps = steps_of(registered_event, answer)
    if registered_event == BEFORE:
        return before_tool(steps)
    if registered_event == AFTER:
        return after_tool(steps)
    if registered_event == PROMPT and thrown(steps) is not None:
        return Effect("a throw refuses the prompt; the model is not asked", turn="ended")
    return elsewhere(steps)

"""The list of steps that a model keeps: `TodoWrite`."""

from __future__ import annotations

from typing import Any

from tool_facades.base_tools.outcome import InvalidCall

STATUSES = ("pending", "in_progress", "completed", "cancelled", "blocked")
MOST_STEPS = 500
_SIGNS = {"pending": "[ ]", "in_progress": "[>]", "completed": "[x]", "cancelled": "[-]", "blocked": "[!]"}


class TodoList:
    """The steps of the work in order, each with `content`, `status`, and whatever else was written of it."""

    def __init__(self) -> None:
        self.steps: tuple[dict[str, Any], ...] = ()

    def write(self, arguments: dict[str, Any]) -> str:
        """Replace the list, or with `merge` change steps of it by `id`, else by `content`, and add the others."""
        given: list[Any] = arguments["todos"]
        merges = arguments.get("merge", False)
        known = {_key(step): step for step in self.steps} if merges else {}
        for step in given:
            if not isinstance(step, dict) or not all(isinstance(value, str) for value in step.values()):
                raise InvalidCall("Each of todos has content and status, both texts.")
            merged = {**known.get(_key(step), {}), **step}
            if not merged.get("content", "").strip():
                raise InvalidCall("Each of todos needs content.")
            if merged.setdefault("status", "pending") not in STATUSES:
                raise InvalidCall(f"The status of a step is one of {', '.join(STATUSES)}, not {merged['status']!r}.")
            known[_key(step) if merges else str(len(known))] = merged
        if len(known) > MOST_STEPS:
            raise InvalidCall(f"The list has {len(known)} steps; more than {MOST_STEPS} are not kept.")
        self.steps = tuple(known.values())
        return "\n".join(f"{_SIGNS[step['status']]} {step['content']}" for step in self.steps) or "(No steps.)"


def _key(step: dict[str, Any]) -> str:
    return step.get("id") or step.get("content", "")

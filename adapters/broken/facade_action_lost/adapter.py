"""Fault: of a tool with several actions every call is the first action, and no call says which it is."""

from __future__ import annotations

from typing import Any

from broken.facade_wrapper import Answer, BrokenFacades, Params, is_to_native

# Native tool → path of the argument that chooses its action, and the first action.
_ACTIONS = {
    "web_search": ("action", "type", "search"),
    "apply_patch": ("operation", "type", "create_file"),
    "str_replace_based_edit_tool": ("", "command", "view"),
    "memory": ("", "command", "view"),
}
_PROVIDERS = ("openai-api", "anthropic-api")


class Adapter(BrokenFacades):
    """Loses the argument that chooses the action."""

    name = "broken-facade-action-lost"

    def asked(self, params: Params) -> Params:
        """Take a native call for the first action."""
        if "tool" not in params or is_to_native(params) or params["provider"] not in _PROVIDERS:
            return params
        return params | {"arguments": _changed(params["tool"], params["arguments"], first=True)}

    def answered(self, params: Params, answer: Answer) -> Answer:
        """Leave the action out of native calls."""
        if not is_to_native(params) or params["provider"] not in _PROVIDERS:
            return answer
        calls = [
            {**call, "arguments": _changed(call["tool"], call["arguments"], first=False)} for call in answer["calls"]
        ]
        return answer | {"calls": calls}


def _changed(tool: str, arguments: dict[str, Any], *, first: bool) -> dict[str, Any]:
    if tool not in _ACTIONS:
        return arguments
    inside, name, action = _ACTIONS[tool]
    inner = arguments.get(inside, {}) if inside else arguments
    if not isinstance(inner, dict):
        return arguments
    inner = {key: value for key, value in inner.items() if key != name} | ({name: action} if first else {})
    return {**arguments, inside: inner} if inside else inner


create = Adapter

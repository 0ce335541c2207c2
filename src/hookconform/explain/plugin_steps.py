"""What a plugin's function did, as the line of JavaScript that does it."""

from __future__ import annotations

import json
from typing import Any


def step_text(step: dict[str, Any]) -> str:  # noqa: PLR0911 (one a kind of step)
    """Return one step of a measured answer (`responses.schema.json`) as JavaScript, inside a function of a plugin."""
    match step:
        case {"throw": thrown, "as": form}:
            return _thrown(json.dumps(thrown, ensure_ascii=False), form)
        case {"return": value}:
            return f"return {json.dumps(value, ensure_ascii=False)}"
        case {"set": path, "value": value}:
            return f"output.{path} = {json.dumps(value, ensure_ascii=False)}"
        case {"append": path, "value": value}:
            return f"output.{path} += {json.dumps(value, ensure_ascii=False)}"
        case {"delete": path}:
            return f"delete output.{path}"
        case {"set_input": path, "value": value}:
            return f"input.{path} = {json.dumps(value, ensure_ascii=False)}"
        case {"wait": milliseconds}:
            return f"await {milliseconds} ms"
        case _:
            return json.dumps(step, ensure_ascii=False)


def _thrown(value: str, form: str) -> str:
    match form:
        case "error":
            return f"throw new Error({value})"
        case "subclass":
            return f"throw new OwnError({value})"
        case "rejection":
            return f"return Promise.reject(new Error({value}))"
        case "detached":
            return f"Promise.reject(new Error({value})), not awaited"
        case _:
            return f"throw {value}"

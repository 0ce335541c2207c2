"""What the engine needs to know of a model request, whatever its wire shape."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

# Model id of a request that names none.
UNNAMED = "unnamed"


@dataclass(frozen=True, slots=True)
class ToolResult:
    """One tool result as the model was told it; `text` is the result's text or its JSON."""

    name: str
    call_id: str
    text: str
    is_error: bool = False


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """A parsed request.

    `tools` maps each declared tool to its parameter schema without prose (None: free text); `prompts` are the
    texts of user messages in order; `text` is everything said (system, messages, results) as JSON text;
    `json_schema` is the shape of JSON the program demands as answer, if it does. `model` is the model id that was asked
    for; `formats` says of tools of free text what the text must be (`declarations.free_text`).
    """

    stream: bool
    tools: dict[str, dict[str, Any] | None]
    prompts: tuple[str, ...]
    text: str
    results: tuple[ToolResult, ...] = ()
    json_schema: dict[str, Any] | None = None
    body: dict[str, Any] = field(default_factory=dict[str, Any])
    model: str = UNNAMED
    formats: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])


def said(body: dict[str, Any]) -> str:
    """Return a request body as JSON text, without its tool declarations."""
    return json.dumps({key: value for key, value in body.items() if key != "tools"}, ensure_ascii=False)


def objects(value: object) -> list[dict[str, Any]]:
    """Return the JSON objects in a JSON array; anything else is left out."""
    items: list[object] = list(value) if isinstance(value, list) else []  # pyright: ignore[reportUnknownArgumentType]
    return [item for item in items if isinstance(item, dict)]  # pyright: ignore[reportUnknownVariableType]


def text_of(content: object) -> str:
    """Return the text of a message's content: a string, or parts with `text` or nested `content`."""
    if isinstance(content, str):
        return content
    parts = objects(content)
    return "\n".join(text_of(part.get("text") or part.get("content") or "") for part in parts)


def result_text(content: object) -> str:
    """Return a tool result's text, or its JSON where it has none."""
    return text_of(content) or ("" if content in (None, "", []) else json.dumps(content, ensure_ascii=False))

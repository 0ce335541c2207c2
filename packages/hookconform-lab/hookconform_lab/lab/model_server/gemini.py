"""Gemini: `generateContent`, `streamGenerateContent` and `countTokens`."""

from __future__ import annotations

import json
import re
from typing import Any

from hookconform_lab.lab.model_server.declarations import without_prose
from hookconform_lab.lab.model_server.request import UNNAMED, ModelRequest, ToolResult, objects, said
from hookconform_lab.lab.script import Reply

PATHS = (":generateContent", ":streamGenerateContent")
COUNT_PATH = ":countTokens"
_MODEL = re.compile(r"/models/([^/:]+):")
# In the order of the keys that a declaration may have its parameters under.
_SCHEMA_KEYS = ("parametersJsonSchema", "parameters_json_schema", "parameters")


def parse(body: dict[str, Any], path: str) -> ModelRequest:
    """Return a request; whether it streams is said by the path."""
    contents = objects(body.get("contents"))
    declared = [item for tool in objects(body.get("tools")) for item in objects(tool.get("functionDeclarations"))]
    config: dict[str, Any] = body.get("generationConfig") or {}
    model = _MODEL.search(path)
    wants_json = config.get("responseMimeType") == "application/json"
    return ModelRequest(
        stream="streamGenerateContent" in path,
        tools={
            item["name"]: without_prose(next((item[key] for key in _SCHEMA_KEYS if item.get(key)), {}))
            for item in declared
        },
        prompts=tuple(
            "\n".join(str(part["text"]) for part in objects(content.get("parts")) if "text" in part)
            for content in contents
            if content.get("role") == "user"
        ),
        text=said(body),
        results=tuple(
            _result(part["functionResponse"])
            for content in contents
            for part in objects(content.get("parts"))
            if "functionResponse" in part
        ),
        json_schema=(config.get("responseJsonSchema") or config.get("responseSchema") or {}) if wants_json else None,
        body=body,
        model=model.group(1) if model else UNNAMED,
    )


def _result(response: dict[str, Any]) -> ToolResult:
    told: dict[str, Any] = response.get("response") or {}
    return ToolResult(
        name=response.get("name", ""),
        call_id=response.get("id", ""),
        text=str(told.get("output", told.get("error", json.dumps(told)))),
        is_error="error" in told,
    )


def answer(reply: Reply, request: ModelRequest, number: int) -> tuple[str, bytes]:
    """Return content type and body of an answer; a stream is one event."""
    parts: list[dict[str, Any]] = [{"text": reply.text}] if reply.text is not None else []
    parts += [{"functionCall": {"name": call.name, "args": call.args}} for call in reply.calls]
    data = {
        "candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {
            "promptTokenCount": reply.total_tokens - 10,
            "candidatesTokenCount": 10,
            "totalTokenCount": reply.total_tokens,
        },
        "modelVersion": "scripted",
        "responseId": f"response-{number}",
    }
    text = json.dumps(data)
    if request.stream:
        return "text/event-stream", f"data: {text}\r\n\r\n".encode()
    return "application/json", text.encode()


def error(status: int) -> dict[str, Any]:
    """Return the body of an HTTP error."""
    return {"error": {"code": status, "message": "scripted error", "status": "INTERNAL"}}

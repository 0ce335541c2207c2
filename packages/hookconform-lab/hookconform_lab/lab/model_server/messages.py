"""Anthropic messages, and its token count."""

from __future__ import annotations

import json
from typing import Any

from hookconform_lab.lab.model_server.declarations import without_prose
from hookconform_lab.lab.model_server.request import (
    UNNAMED,
    ModelRequest,
    ToolResult,
    objects,
    result_text,
    said,
    text_of,
)
from hookconform_lab.lab.script import Reply

PATHS = ("/messages",)
COUNT_PATH = "/count_tokens"


def parse(body: dict[str, Any], _path: str) -> ModelRequest:
    """Return a request; a request that offers only hosted tools counts as one without tools."""
    messages = objects(body.get("messages"))
    blocks = [(item.get("role"), block) for item in messages for block in objects(item.get("content"))]
    called = {block.get("id"): block.get("name", "") for _, block in blocks if block.get("type") == "tool_use"}
    return ModelRequest(
        stream=bool(body.get("stream")),
        tools={
            item["name"]: without_prose(item["input_schema"])
            for item in objects(body.get("tools"))
            if "input_schema" in item
        },
        prompts=tuple(_prompt(item) for item in messages if item.get("role") == "user"),
        text=said(body),
        results=tuple(
            ToolResult(
                called.get(block.get("tool_use_id"), ""),
                str(block.get("tool_use_id", "")),
                result_text(block.get("content")),
                bool(block.get("is_error")),
            )
            for _, block in blocks
            if block.get("type") == "tool_result"
        ),
        json_schema=((body.get("output_config") or {}).get("format") or {}).get("schema"),
        body=body,
        model=str(body.get("model") or UNNAMED),
    )


def _prompt(message: dict[str, Any]) -> str:
    content = message.get("content")
    if isinstance(content, str):
        return content
    return text_of([block for block in objects(content) if block.get("type") == "text"])


def answer(reply: Reply, request: ModelRequest, number: int) -> tuple[str, bytes]:
    """Return content type and body of an answer; arguments come in one delta."""
    blocks: list[dict[str, Any]] = [{"type": "text", "text": reply.text}] if reply.text is not None else []
    blocks += [
        {"type": "tool_use", "id": f"toolu_{number:04d}_{index}", "name": call.name, "input": call.args}
        for index, call in enumerate(reply.calls)
    ]
    stop = "tool_use" if reply.calls else "end_turn"
    usage = {
        "input_tokens": reply.total_tokens - 10,
        "output_tokens": 10,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
    }
    message: dict[str, Any] = {
        "id": f"msg_{number:04d}",
        "type": "message",
        "role": "assistant",
        "model": request.body.get("model", "scripted"),
        "content": blocks,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": usage,
    }
    if not request.stream:
        return "application/json", json.dumps(message).encode()
    events: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    ]
    for index, block in enumerate(blocks):
        events += [{**event, "index": index} for event in _block_events(block)]
    delta = {"stop_reason": stop, "stop_sequence": None}
    events.append({"type": "message_delta", "delta": delta, "usage": {"output_tokens": 10}})
    events.append({"type": "message_stop"})
    stream = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in events)
    return "text/event-stream", stream.encode()


def _block_events(block: dict[str, Any]) -> list[dict[str, Any]]:
    if block["type"] == "text":
        start, delta = {"type": "text", "text": ""}, {"type": "text_delta", "text": block["text"]}
    else:
        start = {**block, "input": {}}
        delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
    return [
        {"type": "content_block_start", "content_block": start},
        {"type": "content_block_delta", "delta": delta},
        {"type": "content_block_stop"},
    ]


def error(status: int) -> dict[str, Any]:
    """Return the body of an HTTP error."""
    kind = {400: "invalid_request_error", 401: "authentication_error", 529: "overloaded_error"}
    return {"type": "error", "error": {"type": kind.get(status, "api_error"), "message": "scripted error"}}

"""OpenAI chat completions."""

from __future__ import annotations

import json
from typing import Any

from hookconform_lab.lab.model_server.declarations import free_text, without_prose
from hookconform_lab.lab.model_server.request import (
    UNNAMED,
    ModelRequest,
    ToolResult,
    objects,
    result_text,
    said,
    text_of,
)
from hookconform_lab.lab.script import Call, Reply

PATHS = ("/chat/completions",)


def parse(body: dict[str, Any], _path: str) -> ModelRequest:
    """Return a request."""
    messages = objects(body.get("messages"))
    declared = objects(body.get("tools"))
    called = {
        call.get("id"): call.get("function", call.get("custom", {})).get("name", "")
        for message in messages
        for call in objects(message.get("tool_calls"))
    }
    return ModelRequest(
        stream=bool(body.get("stream")),
        tools=dict(_declared(item) for item in declared),
        prompts=tuple(text_of(item.get("content")) for item in messages if item.get("role") == "user"),
        text=said(body),
        results=tuple(
            ToolResult(
                called.get(item.get("tool_call_id"), ""),
                str(item.get("tool_call_id", "")),
                result_text(item.get("content")),
            )
            for item in messages
            if item.get("role") == "tool"
        ),
        json_schema=((body.get("response_format") or {}).get("json_schema") or {}).get("schema"),
        body=body,
        model=str(body.get("model") or UNNAMED),
        formats=dict(_formats(item) for item in declared if item.get("type") == "custom"),
    )


def _declared(item: dict[str, Any]) -> tuple[str, dict[str, Any] | None]:
    if item.get("type") == "custom":
        return item.get("custom", item)["name"], None
    function: dict[str, Any] = item.get("function", item)
    return function.get("name", str(item.get("type"))), without_prose(function.get("parameters") or {})


def _formats(item: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    custom: dict[str, Any] = item.get("custom", item)
    stated: dict[str, Any] = custom.get("format") or {}
    return custom["name"], free_text({**stated, **(stated.get("grammar") or {}), "type": stated.get("type")})


def answer(reply: Reply, request: ModelRequest, number: int) -> tuple[str, bytes]:
    """Return content type and body of an answer: text, calls, finish, usage, one chunk each."""
    calls = [
        {"index": index, "id": f"call_{number:04d}_{index}", **_call(call)} for index, call in enumerate(reply.calls)
    ]
    finish = "tool_calls" if calls else "stop"
    usage = {
        "prompt_tokens": reply.total_tokens - 10,
        "completion_tokens": 10,
        "total_tokens": reply.total_tokens,
    }
    head = {"id": f"chatcmpl-{number}", "created": 1, "model": request.body.get("model", "scripted")}
    if not request.stream:
        message = {"role": "assistant", "content": reply.text, **({"tool_calls": calls} if calls else {})}
        choice = {"index": 0, "message": message, "finish_reason": finish}
        whole = {**head, "object": "chat.completion", "choices": [choice], "usage": usage}
        return "application/json", json.dumps(whole).encode()
    deltas: list[tuple[dict[str, Any], str | None]] = [
        ({"role": "assistant", "content": reply.text or ""}, None),
        *(({"tool_calls": [call]}, None) for call in calls),
        ({}, finish),
    ]
    chunk = {**head, "object": "chat.completion.chunk"}
    events = [{**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": ended}]} for delta, ended in deltas]
    events.append({**chunk, "choices": [], "usage": usage})
    stream = "".join(f"data: {json.dumps(event)}\n\n" for event in events)
    return "text/event-stream", (stream + "data: [DONE]\n\n").encode()


def _call(call: Call) -> dict[str, Any]:
    if call.custom is not None:
        return {"type": "custom", "custom": {"name": call.name, "input": call.custom}}
    return {"type": "function", "function": {"name": call.name, "arguments": call.raw or json.dumps(call.args)}}


def error(status: int) -> dict[str, Any]:
    """Return the body of an HTTP error."""
    return {"error": {"message": "scripted error", "type": "server_error", "code": status}}

"""OpenAI responses: function, custom (free text) and namespaced tool calls, and hosted items."""

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

PATHS = ("/responses",)
COMPACT_PATH = "/responses/compact"


def parse(body: dict[str, Any], _path: str) -> ModelRequest:
    """Return a request; declarations may also stand in the input: given at once, or found by a tool search."""
    raw = body.get("input")
    items = [{"type": "message", "role": "user", "content": raw}] if isinstance(raw, str) else objects(raw)
    declared = objects(body.get("tools"))
    for item in items:
        if item.get("type") in ("additional_tools", "tool_search_output"):
            declared = declared + objects(item.get("tools"))
    called = {item.get("call_id"): item.get("name", "") for item in items if "name" in item}
    return ModelRequest(
        stream=bool(body.get("stream")),
        tools={name: schema for item in declared for name, schema in _declared(item).items()},
        prompts=tuple(text_of(item.get("content")) for item in items if _is_prompt(item)),
        text=said(body),
        results=tuple(
            ToolResult(
                called.get(item.get("call_id"), ""),
                str(item.get("call_id", "")),
                result_text(item.get("output", item.get("tools"))),
            )
            for item in items
            if str(item.get("type", "")).endswith("_output")
        ),
        json_schema=((body.get("text") or {}).get("format") or {}).get("schema"),
        body=body,
        model=str(body.get("model") or UNNAMED),
        formats={name: stated for item in declared for name, stated in _formats(item).items()},
    )


def _is_prompt(item: dict[str, Any]) -> bool:
    kind = item.get("type", "message")
    return (kind == "message" and item.get("role") == "user") or kind in (
        "agent_message",
        "inter_agent_message",
    )


def _declared(item: dict[str, Any]) -> dict[str, dict[str, Any] | None]:
    kind = item.get("type")
    if kind == "namespace":
        inner = [pair for tool in objects(item.get("tools")) for pair in _declared(tool).items()]
        return {f"{item['name']}.{name}": schema for name, schema in inner}
    if kind == "custom":
        return {item["name"]: None}
    if kind == "function":
        return {item["name"]: without_prose(item.get("parameters") or {})}
    return {str(item.get("name", kind)): without_prose(item.get("parameters") or {})}


def _formats(item: dict[str, Any]) -> dict[str, dict[str, Any]]:
    if item.get("type") == "namespace":
        inner = [pair for tool in objects(item.get("tools")) for pair in _formats(tool).items()]
        return {f"{item['name']}.{name}": stated for name, stated in inner}
    return {item["name"]: free_text(item.get("format") or {})} if item.get("type") == "custom" else {}


def answer(reply: Reply, request: ModelRequest, number: int) -> tuple[str, bytes]:
    """Return content type and body of an answer, each item with the events a stream of it has."""
    items = [_message(reply.text, number)] if reply.text is not None else []
    items += [_item(call, f"{number:04d}_{index}") for index, call in enumerate(reply.calls)]
    usage: dict[str, Any] = {
        "input_tokens": reply.total_tokens - 10,
        "input_tokens_details": {"cached_tokens": 0},
        "output_tokens": 10,
        "output_tokens_details": {"reasoning_tokens": 0},
        "total_tokens": reply.total_tokens,
    }
    response: dict[str, Any] = {
        "id": f"resp_{number}",
        "object": "response",
        "created_at": 1,
        "status": "completed",
        "model": request.body.get("model", "scripted"),
        "output": items,
        "usage": usage,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "temperature": 1,
        "top_p": 1,
    }
    if not request.stream:
        return "application/json", json.dumps(response).encode()
    started = {**response, "status": "in_progress", "output": [], "usage": None}
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": started},
        {"type": "response.in_progress", "response": started},
    ]
    for index, item in enumerate(items):
        events += [{**event, "output_index": index} for event in _item_events(item)]
    events.append({"type": "response.completed", "response": response})
    stream = "".join(
        f"event: {event['type']}\ndata: {json.dumps({**event, 'sequence_number': position})}\n\n"
        for position, event in enumerate(events)
    )
    return "text/event-stream", stream.encode()


def compacted() -> dict[str, Any]:
    """Return the answer to a remote compaction request."""
    part = {"type": "input_text", "text": "compacted summary"}
    return {"output": [{"type": "message", "role": "user", "content": [part]}]}


def error(status: int) -> dict[str, Any]:
    """Return the body of an HTTP error."""
    return {"error": {"message": "scripted error", "type": "server_error", "code": status}}


def _message(text: str, number: int) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": []}
    return {
        "type": "message",
        "id": f"msg_{number}",
        "role": "assistant",
        "status": "completed",
        "content": [part],
    }


def _item(call: Call, suffix: str) -> dict[str, Any]:
    if call.item is not None:
        return {"id": f"item_{suffix}", "call_id": f"call_{suffix}", "status": "completed", **call.item}
    common = {"call_id": f"call_{suffix}", "name": call.name, "status": "completed"}
    if call.namespace is not None:
        common["namespace"] = call.namespace
    if call.custom is not None:
        return {"type": "custom_tool_call", "id": f"ctc_{suffix}", "input": call.custom, **common}
    arguments = call.raw if call.raw is not None else json.dumps(call.args)
    return {"type": "function_call", "id": f"fc_{suffix}", "arguments": arguments, **common}


def _item_events(item: dict[str, Any]) -> list[dict[str, Any]]:
    kind, identifier = item["type"], item["id"]
    done = {"type": "response.output_item.done", "item": item}
    if kind == "message":
        part = item["content"][0]
        at = {"item_id": identifier, "content_index": 0}
        return [
            _added(item, content=[]),
            {"type": "response.content_part.added", **at, "part": {**part, "text": ""}},
            {"type": "response.output_text.delta", **at, "delta": part["text"]},
            {"type": "response.output_text.done", **at, "text": part["text"]},
            {"type": "response.content_part.done", **at, "part": part},
            done,
        ]
    streamed = {
        "function_call": ("function_call_arguments", "arguments"),
        "custom_tool_call": ("custom_tool_call_input", "input"),
    }
    if kind not in streamed:
        return [_added(item), done]
    event, key = streamed[kind]
    return [
        _added(item, **{key: ""}),
        {"type": f"response.{event}.delta", "item_id": identifier, "delta": item[key]},
        {"type": f"response.{event}.done", "item_id": identifier, key: item[key]},
        done,
    ]


def _added(item: dict[str, Any], **emptied: Any) -> dict[str, Any]:
    return {"type": "response.output_item.added", "item": {**item, "status": "in_progress", **emptied}}

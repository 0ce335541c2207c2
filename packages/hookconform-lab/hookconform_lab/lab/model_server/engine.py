"""Decide which reply of the script a request gets, and keep what every request said."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from hookconform_lab.lab.model_server.declarations import example_of
from hookconform_lab.lab.model_server.request import ModelRequest
from hookconform_lab.lab.script import AUX, MAIN, Call, Reply, Script

_MARKER = re.compile(r"\[\[([A-Za-z0-9_-]+)\]\]")
_LAST = re.compile(r"\{\{last:(.+?)\}\}(?!\})")
_INT = re.compile(r"\{\{int:(.+)\}\}")


class Engine:
    """One run's state: how far each conversation has got; appends each request to `log` (JSON lines)."""

    def __init__(self, script: Script, log: Path) -> None:
        self._script = script
        self._log = log
        self._positions: dict[str, int] = {}
        self._count = 0
        self._lock = threading.Lock()

    def answer(self, path: str, request: ModelRequest) -> tuple[Reply, int]:
        """Return the reply to a request, its placeholders filled in, and the request's number from 1."""
        name = conversation_of(request, self._script)
        with self._lock:
            self._count += 1
            number = self._count
            step = self._positions.get(name, 0)
            self._positions[name] = step + 1
            replies = self._script.conversations.get(name, ())
            scripted = step < len(replies)
            reply = replies[step] if scripted else self._script.finish_of.get(name, self._script.finish)
            if name == AUX and not scripted and request.json_schema is not None:
                reply = Reply(text=json.dumps(example_of(request.json_schema)))
            reply = fill_in(reply, request)
            self._write(number, path, request, {"conversation": name, "step": step, "reply": asdict(reply)})
        return reply, number

    def _write(self, number: int, path: str, request: ModelRequest, more: dict[str, Any]) -> None:
        line = {"number": number, "path": path, **more, "model": request.model}
        line |= {"tools": request.tools, "formats": request.formats, "body": request.body}
        line["results"] = [asdict(result) for result in request.results]
        with self._log.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")


def conversation_of(request: ModelRequest, script: Script) -> str:
    """Return the name of the conversation a request belongs to, by the rules of `script.py`."""
    for route in script.routes:
        if (not route.declares or route.declares in request.tools) and re.search(route.matches, request.text):
            return route.conversation
    if not request.tools:
        return AUX
    marks = [mark for prompt in request.prompts for mark in _MARKER.findall(prompt)]
    return next((mark for mark in reversed(marks) if mark in script.conversations), MAIN)


def fill_in(reply: Reply, request: ModelRequest) -> Reply:
    """Return a reply with `{{last:…}}` and `{{int:…}}` in its calls filled in from the request."""
    return replace(reply, calls=tuple(_call(call, request) for call in reply.calls))


def _call(call: Call, request: ModelRequest) -> Call:
    if call.args_from_schema:
        return replace(call, args=example_of(request.tools.get(call.name) or {}))
    return replace(
        call,
        args=_value(call.args, request.text),
        custom=None if call.custom is None else _value(call.custom, request.text),
        raw=None if call.raw is None else _value(call.raw, request.text),
        item=None if call.item is None else _value(call.item, request.text),
    )


def _value(value: Any, text: str) -> Any:
    if isinstance(value, str):
        number = _INT.fullmatch(value)
        if number:
            return int(_last(number.group(1), text, "0"))
        return _LAST.sub(lambda match: _last(match.group(1), text, "not-found"), value)
    if isinstance(value, dict):
        return {key: _value(item, text) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return [_value(item, text) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value


def _last(pattern: str, text: str, otherwise: str) -> str:
    found = re.findall(pattern, text)
    return found[-1] if found else otherwise

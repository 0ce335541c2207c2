"""What a hook answers so that a platform does something, as measured."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from hookconform_data.versions import version_key

_TABLE: dict[str, Any] = json.loads((Path(__file__).parent / "data" / "answers.json").read_text(encoding="utf-8"))


class Unsupported(Exception):
    """No measured answer does what is wanted."""


class Answer(NamedTuple):
    """What a hook ends with and prints."""

    exit_code: int
    stdout: str
    stderr: str


def respond(platform: str, version: str | None, event: str, verdict: str, text: str = "") -> Answer:
    """Return the answer that carries out a verdict: deny, ask, allow or context.

    `event` is the platform's own name; without a version the newest is meant. Raises `Unsupported`.
    """
    ranges = _TABLE["platforms"].get(platform, {}).get(event, {}).get(verdict, [])
    begun = [number for start, behind, number in ranges if _begun(version, start, behind)]
    if not begun or begun[-1] is None:
        raise Unsupported(f"{platform} {version or ''}: no measured answer to {event} is {verdict}")
    answer = _TABLE["answers"][begun[-1]]
    said = _filled(answer["json"], text) if "json" in answer else None
    stdout = _filled(answer.get("stdout", ""), text) if said is None else json.dumps(said)
    return Answer(answer["exit_code"], stdout, _filled(answer.get("stderr", ""), text))


def _begun(version: str | None, start: str, behind: bool) -> bool:
    if not start or version is None:
        return True
    one, other = version_key(version), version_key(start)
    return one > other if behind else one >= other


def _filled(value: Any, text: str) -> Any:
    if isinstance(value, str):
        return value.replace("@text", text)
    if isinstance(value, list):
        return [_filled(item, text) for item in value]
    return {key: _filled(item, text) for key, item in value.items()} if isinstance(value, dict) else value

"""Recordings: JSON lines as the lab and the recorder write them, read into payloads.

A line holds `platform`, `platform_version`, `registered_event` and `payload_text`; an OpenCode line, whose hooks run
in process, holds `hook`, `input` and, where the call had them, `output` and `directory`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookconform.corpus.native import without_matcher
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import compact, json_object
from hookconform.ground.strict_yaml import read_text

_RECORD_KEYS = ("hook", "input", "output", "directory")
# What only the recorder of a person's own runs and its review write.
_OF_A_PERSON = frozenset({"recorded_ns", "reviewed"})


@dataclass(frozen=True, slots=True)
class Recording:
    """One hook call: `payload_text` is exactly what the hook read; `payload` is it parsed, None if it is no object.

    `staged` tells whether a scenario of the lab made the call, rather than a person's own work.
    """

    platform: str
    version: str
    registered_event: str
    payload_text: str
    payload: dict[str, Any] | None
    scenario: str
    model: str | None
    recorded: str | None
    where: str
    staged: bool = False

    @property
    def sha256(self) -> str:
        """Return the SHA-256 of the payload bytes."""
        return hashlib.sha256(self.payload_text.encode("utf-8")).hexdigest()


def read_recordings(path: Path) -> Iterator[Recording]:
    """Yield the recordings of a JSON-lines file.

    Raises `HookconformError` (`recording.invalid`) naming the line that is not a recording.
    """
    lines = read_text(path).splitlines()
    if not any(line.strip() for line in lines):
        raise HookconformError(
            "recording.empty", "The file holds no recording.", where=str(path), hint="Was the run recorded to its end?"
        )
    for number, line in enumerate(lines, start=1):
        if line.strip():
            yield parse_recording(line, where=f"{path}:{number}")


def parse_recording(line: str, *, where: str) -> Recording:
    """Return the recording in one line; errors as `read_recordings`."""
    try:
        raw = json.loads(line)
        text = raw["payload_text"] if "payload_text" in raw else _record_text(raw)
        return Recording(
            platform=_name(raw["platform"]),
            version=_name(raw["platform_version"]),
            registered_event=without_matcher(_name(raw.get("registered_event") or raw["hook"])),
            payload_text=_text(text),
            payload=json_object(text),
            scenario=_name(raw.get("scenario", "")),
            model=raw.get("model_id"),
            recorded=raw.get("recorded"),
            where=where,
            staged=bool(raw.get("scenario")) and not _OF_A_PERSON & raw.keys(),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise HookconformError(
            "recording.invalid",
            f"This is not a recording: {_problem(error)}.",
            where=where,
            hint="A recording has platform, platform_version, registered_event and payload_text.",
        ) from error


def _problem(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"it has no {error.args[0]}"
    return "it is nested too deeply" if isinstance(error, RecursionError) else "it is no JSON object of such values"


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _name(value: Any) -> str:
    """Return a text that can stand in a file; half a surrogate pair, which UTF-8 has no bytes for, cannot."""
    _text(value).encode()
    return value


def _record_text(raw: dict[str, Any]) -> str:
    """Return an OpenCode call as the JSON record that is its payload."""
    if "hook" not in raw:
        raise KeyError("payload_text")
    return compact({key: raw[key] for key in _RECORD_KEYS if key in raw})

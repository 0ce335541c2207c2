"""The corpus that is packed here: cases by platform, the rules, and what they were worked out for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

_DATA = Path(__file__).parent / "data"


def _read(name: str) -> str:
    return (_DATA / name).read_text(encoding="utf-8")


# Version of the data, fingerprint of the corpus, tier, capabilities, platforms.
about: dict[str, Any] = json.loads(_read("about.json"))
platforms: tuple[str, ...] = tuple(about["platforms"])


def cases(platform: str) -> list[dict[str, Any]]:
    """Return all cases of a platform, in the order of the corpus; raises `ValueError` for one that is not there."""
    if platform not in platforms:
        raise ValueError(f"no platform {platform}; there are {', '.join(platforms)}")
    return [_expanded(json.loads(line)) for line in _read(f"cases/{platform}.ndjson").split("\n") if line]


def rules() -> list[dict[str, Any]]:
    """Return the rules that cases without rules of their own are matched with."""
    return json.loads(_read("rules.json"))


def claims() -> list[dict[str, Any]]:
    """Return the native names with their canonical names and versions."""
    return json.loads(_read("claims.json"))


def escapes() -> list[dict[str, Any]]:
    """Return what hooks see of all that happens in a session, by platform, version and way."""
    return json.loads(_read("escapes.json"))


def _expanded(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with its long texts: a mark stands for what would fill megabytes."""
    for mark, long in row.pop("repeated", {}).items():
        row = _replaced(row, mark, long["text"] * long["times"])
    return row


def _replaced(value: Any, mark: str, text: str) -> Any:
    if isinstance(value, str):
        return value.replace(mark, text)
    if isinstance(value, list):
        return [_replaced(item, mark, text) for item in value]
    return {key: _replaced(item, mark, text) for key, item in value.items()} if isinstance(value, dict) else value

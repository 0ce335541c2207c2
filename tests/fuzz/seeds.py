"""Where fuzzing starts: what real programs and the corpus's authors wrote, in the corpus's order."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from hookconform.cases.loading import iter_cases
from hookconform.corpus.locate import corpus_root
from hookconform.ground.strict_yaml import load_yaml

# Every so many-th case: enough of every platform, event and tool, and little enough to keep in memory.
_STEP = 7
# Characters of an event.
_LONG = 4_000
# Longer payloads only slow the mutations down.
_LONGEST = 20_000


@dataclass(frozen=True, slots=True)
class Seed:
    """One payload: `text` is what the hook read."""

    platform: str
    version: str
    event: str
    text: str


@cache
def payloads() -> tuple[Seed, ...]:
    """Return payloads of all platforms, captured and written by hand."""
    chosen = [case for index, case in enumerate(iter_cases()) if index % _STEP == 0]
    return tuple(
        Seed(case.platform, case.version or "", case.registered_event or "", case.payload_text)
        for case in chosen
        if len(case.payload_text) <= _LONGEST
    )


@cache
def platforms() -> tuple[str, ...]:
    """Return the platforms that have payloads."""
    return tuple(dict.fromkeys(seed.platform for seed in payloads()))


@cache
def packs() -> tuple[str, ...]:
    """Return the corpus's rule packs as JSON."""
    paths = sorted((corpus_root() / "rules").glob("*.yaml"))
    return tuple(json.dumps(load_yaml(path), ensure_ascii=False) for path in paths)


@cache
def events() -> tuple[dict[str, Any], ...]:
    """Return canonical events as the corpus expects them of the payloads, without very long ones.

    What matching costs follows from the event as well, and is counted by the text alone.
    """
    found: list[dict[str, Any]] = []
    for index, case in enumerate(iter_cases()):
        if index % _STEP == 0 and case.expected.event:
            expected = case.expected
            event = {
                "hook_event_name": expected.event,
                "tool_name": expected.tool_name,
                "tool_input": expected.arguments,
                "prompt": expected.prompt or None,
                "cwd": expected.cwd or None,
            }
            if len(repr(event)) < _LONG:
                found.append({key: value for key, value in event.items() if value is not None})
    return tuple(found)

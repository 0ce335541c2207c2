"""Show a review on a terminal: the payload with its redactions and doubts marked, the draft, and what is new."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from hookconform.ground.printable import in_json
from hookconform_lab.recorder.reviewing import Review
from hookconform_lab.redaction.byte_lists import text_in_bytes

REDACTED, DOUBTFUL, PLAIN = "~", "?", " "


def shown(text: str) -> str:
    """Return text as a terminal may have it: what cannot be seen, or turns the direction, is written as JSON escapes.

    That is more than `printable` escapes: a blank of another width, or whatever has no glyph of its own counts too.
    """
    return in_json(text if text.isprintable() else "".join(map(_shown_character, text)))


def _shown_character(character: str) -> str:
    return character if character.isprintable() or character == "\n" else json.dumps(character)[1:-1]


def marked_payload(review: Review) -> Iterator[tuple[str, str]]:
    """Yield the pretty-printed payload line by line, each with its mark: redacted, doubtful or plain."""
    marks = {item.pointer: REDACTED for item in review.redactions}
    marks |= {doubt.pointer.split("#")[0]: DOUBTFUL for doubt in review.doubts}
    yield from _lines(review.payload, marks, pointer="", label="")


def _written(value: Any) -> str:
    return shown(json.dumps(value, ensure_ascii=False))


def _lines(value: Any, marks: dict[str, str], *, pointer: str, label: str) -> Iterator[tuple[str, str]]:
    """Yield the lines of one value; `label` is its key as written, with the indentation before it."""
    mark = marks.get(pointer, PLAIN)
    held = text_in_bytes(value)
    if held is not None:
        yield mark, f"{label}bytes of {_written(held)}"
        return
    if not isinstance(value, (dict, list)) or not value:
        yield mark, f"{label}{_written(value)}"
        return
    indent = label[: len(label) - len(label.lstrip())]
    if isinstance(value, dict):
        brackets, items = "{}", [(key, f"{_written(key)}: ", value[key]) for key in value]
    else:
        brackets, items = "[]", [(str(index), "", inner) for index, inner in enumerate(value)]
    yield mark, f"{label}{brackets[0]}"
    for index, (key, written, inner) in enumerate(items):
        hidden = f"{pointer}/*{index}"
        below = hidden if hidden in marks else f"{pointer}/{key.replace('~', '~0').replace('/', '~1')}"
        yield from _lines(inner, marks, pointer=below, label=f"{indent}  {written}")
    yield PLAIN, f"{indent}{brackets[1]}"


def draft_lines(review: Review) -> Iterator[str]:
    """Yield the drafted expectation, the fields that say something."""
    drafted = review.expected.as_json()
    for key in ("event", "also_fires", "tool_name", "platform_tool_name", "tool_input", "matched_rules"):
        if drafted.get(key) not in (None, []):
            yield f"{key}: {_written(drafted[key])}"


def as_json(review: Review, kept: str | None) -> dict[str, Any]:
    """Return a review as data, for programs."""
    return {
        "platform": review.recording.platform,
        "platform_version": review.recording.version,
        "registered_event": review.recording.registered_event,
        "payload": review.payload,
        "redactions": [{"pointer": item.pointer, "kinds": list(item.kinds)} for item in review.redactions],
        "doubts": [{"pointer": doubt.pointer, "kind": doubt.kind, "detail": doubt.detail} for doubt in review.doubts],
        "expected": review.expected.as_json(),
        "new": list(review.news),
        "same_as": review.known_as,
        "kept": kept,
    }

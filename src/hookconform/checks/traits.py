"""What a payload is like beyond its names: by this a fault that some payloads show alone is told from a missing row."""

from __future__ import annotations

import json
import re
from typing import NamedTuple

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.ground.pointers import first

_HALF = re.compile("[\ud800-\udfff]")


class Trait(NamedTuple):
    """One property, worded to stand behind "in"; `odd`: programs do not send it, an edge case has it."""

    text: str
    odd: bool


def traits_of(case: Case) -> tuple[Trait, ...]:
    """Return the traits of a case's payload, odd ones first, then where it was registered and the recorded version."""
    odd = () if case.is_captured else tuple(Trait(f"payloads {text}", odd=True) for text in _oddities(case))
    event = (Trait(f"payloads registered as {case.registered_event}", odd=False),) if case.registered_event else ()
    version = (Trait(f"payloads of version {case.version}", odd=False),) if case.version else ()
    return (*odd, *event, *version)


def _oddities(case: Case) -> list[str]:
    places, payload, text = load_platform(case.platform).payload, case.payload_object, case.payload_text
    event = None if payload is None else first(payload, places.event)
    arguments = None if payload is None else first(payload, places.tool_input)
    # The payload's texts as they are: a backslash that is escaped begins no escape.
    said = json.dumps(payload, ensure_ascii=False).replace("\\\\", "") if "\\u" in text else ""
    found = {
        "without an event name": payload is not None and (event is None or not isinstance(event[1], str)),
        "with half a surrogate pair": "\\u" in text and _HALF.search(said) is not None,
        "with a NUL character": "\\u0000" in said,
        "behind a byte-order mark": text.startswith("\ufeff"),
        "without arguments": payload is not None and arguments is None,
        "whose arguments are a text": arguments is not None and isinstance(arguments[1], str),
    }
    return [trait for trait, is_there in found.items() if is_there]

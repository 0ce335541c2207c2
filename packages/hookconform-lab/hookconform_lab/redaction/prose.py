"""How long a text may be before it counts as the vendor's prose, which does not belong in the corpus."""

from __future__ import annotations

import re

LONGEST_TEXT = 1200
# Keys under which programs send text of their own making: agent descriptions, the context given to the model, what the
# model is told to do about a result.
LONGEST_BY_KEY = {"agentDescription": 60, "agent_description": 60, "content": 400, "tool_response": 600}


# What recorders write in place of the platform's own text, and of the conversation.
_ELISION = re.compile(r"<elided: \d+ characters of platform text>|<left out by the lab>")


def longest(key: str | None) -> int:
    """Return the number of characters a text under `key` may have."""
    return LONGEST_BY_KEY.get(key or "", LONGEST_TEXT)


def elided(text: str) -> str:
    """Return what stands in place of a text that is too long."""
    return f"<elided: {len(text)} characters of platform text>"


def holds_elision(text: str) -> bool:
    """Tell whether a text holds what stands in place of a text that a recorder left out."""
    return _ELISION.search(text) is not None

"""What became of a tool call, read from what the program told its model: `ok`, `refused`, `invalid`, `unknown-tool`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from hookconform_lab.parts import part

OK, REFUSED, INVALID, UNKNOWN_TOOL = "ok", "refused", "invalid", "unknown-tool"


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How one program words its results: the part `outcomes` of a platform defines one called `OUTCOMES`.

    Each is a regular expression (search) over the text that the model is told. `unknown` and `invalid` are the
    program's answers to a tool that it does not have and to arguments that do not fit. `ran` is a result that counts
    as `ok` even if it is marked as an error: a command that ran and ended with a code of its own. `refused` is that
    the tool did not do it. `done` gives tools whose success has words of its own: what else they say is a refusal.
    """

    unknown: str
    invalid: str
    refused: str = r"(?!)"
    ran: str = r"(?!)"
    done: Mapping[str, str] = field(default_factory=dict[str, str])

    def of(self, tool: str, text: str, *, is_error: bool) -> str:
        """Return the class of a result of `tool`; `is_error` is whether the program marked it as an error."""
        if re.search(self.unknown, text):
            return UNKNOWN_TOOL
        if re.search(self.invalid, text):
            return INVALID
        if tool in self.done:
            return OK if re.search(self.done[tool], text, re.MULTILINE) and not is_error else REFUSED
        if re.search(self.ran, text):
            return OK
        return REFUSED if is_error or re.search(self.refused, text) else OK


def outcomes_of(platform: str) -> Outcomes | None:
    """Return how a platform words its results, None if it has no part `outcomes`."""
    found = part(platform, "outcomes")
    return None if found is None else found.OUTCOMES

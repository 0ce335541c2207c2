"""Which cases show which native name, and what they prove of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform
from hookconform.corpus.native import named_tool, native_event, says_mcp

Kind = Literal["event", "tool"]
Sightings = dict[tuple[Kind, str], list["Sighting"]]


class Sighting(NamedTuple):
    """One case in which a name stands; `event` is the native event, `has_result` that the tool really ran."""

    case: Case
    event: str
    has_result: bool

    @property
    def is_probe(self) -> bool:
        """Tell whether the name was called on purpose although the program does not declare it."""
        return self.case.is_probe

    @property
    def is_captured(self) -> bool:
        """Tell whether the program itself sent the name."""
        return self.case.is_captured


def sightings(platform: Platform, cases: Iterable[Case]) -> Sightings:
    """Return the cases of each name, in id order; payloads that are no JSON object show no name."""
    found: Sightings = {}
    for case in cases:
        if case.payload is None or case.expected.is_refusal:
            continue
        event = native_event(platform, case.registered_event, case.payload) or ""
        sighting = Sighting(case, event, _has_result(case))
        found.setdefault(("event", event), []).append(sighting)
        tool = tool_name(platform, event, case.payload)
        if tool is not None:
            found.setdefault(("tool", tool), []).append(sighting)
    return found


def tool_name(platform: Platform, event: str, payload: dict[str, Any]) -> str | None:
    """Return the platform's own tool a payload names; None for no tool and for one of an MCP server."""
    claim = platform.events.get(event)
    if (claim is not None and claim.names_no_tool) or says_mcp(platform, payload):
        return None
    return named_tool(platform, payload)


def _has_result(case: Case) -> bool:
    # Pre-tool and failure hooks also fire for names the model made up; only a success tells that the tool exists.
    expected = case.expected
    return expected.event == "PostToolUse" and bool(expected.tool_response_from) and not expected.failed

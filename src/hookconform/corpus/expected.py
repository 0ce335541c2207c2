"""What a case expects of every adapter: an error, or the canonical event in the terms of docs/canonical-event.md."""

from __future__ import annotations

from enum import Enum
from typing import Any, Final, Literal, NamedTuple

INVALID_PAYLOAD = "invalid-payload"


class Unstated(Enum):
    """The value of a field that a case leaves out: it is not judged. None says that the field must be absent."""

    UNSTATED = "unstated"

    def __bool__(self) -> Literal[False]:
        """Return False, as None does: neither names anything."""
        return False


UNSTATED: Final = Unstated.UNSTATED
Text = str | None | Unstated
Arguments = dict[str, Any] | None | Unstated


class ContainedCall(NamedTuple):
    """One call within a call, as an event of its own says it; None: must be absent."""

    tool_name: str
    platform_tool_name: str | None
    kind: str
    tool_input: dict[str, Any] | None

    def as_json(self) -> dict[str, Any]:
        """Return the call as it is filed."""
        return {
            "tool_name": self.tool_name,
            "platform_tool_name": self.platform_tool_name,
            "kind": self.kind,
            "tool_input": self.tool_input,
        }


class Expected(NamedTuple):
    """The expected result, with every key of `expected` in the case schema; a refusal has `error` and nothing else.

    None: must be absent; `UNSTATED`: not judged. `kind` is there where there is a tool. `tool_response_from` is a JSON
    Pointer into the payload. `may_refuse_rules`: the pack may be refused instead of being matched.
    """

    error: str | None = None
    event: str = ""
    platform_event_name: Text = UNSTATED
    also_fires: tuple[str, ...] = ()
    tool_name: str | None = None
    platform_tool_name: str | None = None
    kind: str | None = None
    tool_input: Arguments = UNSTATED
    tool_response_from: Text = UNSTATED
    session_id: Text = UNSTATED
    cwd: Text = UNSTATED
    prompt: Text = UNSTATED
    calls: tuple[ContainedCall, ...] = ()
    matched_rules: tuple[str, ...] = ()
    may_refuse: bool = False
    may_refuse_rules: bool = False

    @property
    def is_refusal(self) -> bool:
        """Tell whether the payload must be refused."""
        return self.error is not None

    @property
    def unjudged(self) -> tuple[str, ...]:
        """Return the fields that the case leaves out, in their order; none of a refusal, which has no others."""
        return () if self.is_refusal else tuple(name for name in OPTIONAL if getattr(self, name) is UNSTATED)

    @property
    def native_event(self) -> str:
        """Return the event as the platform names it; empty for a refusal."""
        return self.platform_event_name or self.event

    @property
    def native_tool(self) -> str | None:
        """Return the tool as the platform names it; None where there is none."""
        return self.platform_tool_name or self.tool_name

    @property
    def failed(self) -> bool:
        """Tell whether the event says of itself that the tool failed."""
        return "PostToolUseFailure" in self.also_fires

    @property
    def arguments(self) -> dict[str, Any]:
        """Return `tool_input`, empty where it is absent or not stated."""
        return self.tool_input or {}

    def as_json(self) -> dict[str, Any]:
        """Return the result as it is filed: what is not stated is not there."""
        if self.error is not None:
            return {"error": self.error}
        row: dict[str, Any] = {"event": self.event, "platform_event_name": self.platform_event_name}
        if self.also_fires:
            row["also_fires"] = list(self.also_fires)
        row |= {
            "tool_name": self.tool_name,
            "platform_tool_name": self.platform_tool_name,
        }
        if self.kind is not None:
            row["kind"] = self.kind
        row |= {
            "tool_input": self.tool_input,
            "tool_response_from": self.tool_response_from,
            "session_id": self.session_id,
            "cwd": self.cwd,
            "prompt": self.prompt,
        }
        if self.calls:
            row["calls"] = [call.as_json() for call in self.calls]
        row["matched_rules"] = list(self.matched_rules)
        if self.may_refuse:
            row["may_refuse"] = True
        if self.may_refuse_rules:
            row["may_refuse_rules"] = True
        return {key: value for key, value in row.items() if value is not UNSTATED}


# What a case may leave out, and then does not judge.
OPTIONAL = tuple(name for name, default in Expected._field_defaults.items() if default is UNSTATED)


def expected_from_dict(raw: dict[str, Any]) -> Expected:
    """Return the result in `raw`, which must follow the case schema."""
    if "error" in raw:
        return Expected(error=raw["error"])
    return Expected(
        event=raw["event"],
        platform_event_name=raw.get("platform_event_name", UNSTATED),
        also_fires=tuple(raw.get("also_fires", ())),
        tool_name=raw["tool_name"],
        platform_tool_name=raw["platform_tool_name"],
        kind=raw.get("kind"),
        tool_input=raw.get("tool_input", UNSTATED),
        tool_response_from=raw.get("tool_response_from", UNSTATED),
        session_id=raw.get("session_id", UNSTATED),
        cwd=raw.get("cwd", UNSTATED),
        prompt=raw.get("prompt", UNSTATED),
        calls=tuple(ContainedCall(**call) for call in raw.get("calls", ())),
        matched_rules=tuple(raw["matched_rules"]),
        may_refuse=raw.get("may_refuse", False),
        may_refuse_rules=raw.get("may_refuse_rules", False),
    )

"""The table of capabilities: what is judged, in the order it is shown."""

from __future__ import annotations

from hookconform.checks import (
    contained_calls,
    decision,
    event,
    facade,
    fails_closed,
    neighbours,
    refusal,
    response,
    rules,
    tool_input,
    tool_kind,
    tool_name,
    tool_result,
)

CAPABILITIES = {
    capability.name: capability
    for capability in (
        tool_name.CAPABILITY,
        event.CAPABILITY,
        tool_input.CAPABILITY,
        tool_result.CAPABILITY,
        tool_kind.CAPABILITY,
        contained_calls.CAPABILITY,
        rules.CAPABILITY,
        refusal.CAPABILITY,
        response.CAPABILITY,
        facade.CAPABILITY,
        decision.CAPABILITY,
        fails_closed.CAPABILITY,
        neighbours.CAPABILITY,
    )
}

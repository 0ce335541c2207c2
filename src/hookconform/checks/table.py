"""The table of capabilities: what is judged, in the order it is shown."""

from __future__ import annotations

from hookconform.checks import decision, event, response, rules, tool_input, tool_name

CAPABILITIES = {
    capability.name: capability
    for capability in (
        tool_name.CAPABILITY,
        event.CAPABILITY,
        tool_input.CAPABILITY,
        rules.CAPABILITY,
        response.CAPABILITY,
        decision.CAPABILITY,
    )
}

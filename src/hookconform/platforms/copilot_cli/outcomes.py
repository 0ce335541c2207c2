"""How Copilot CLI words the results of tool calls; it marks no errors."""

from __future__ import annotations

from hookconform.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r"\ATool '[^']*' does not exist",
    invalid=r"\A(Invalid input: |The arguments for the tool call '[^']*' were not valid JSON)",
    refused=r"\A(Path .* (does not exist|already exists)|Failed to |Error: |SQL Error: |No agent found"
    r"|MCP server '[^']*': Error|Denied by |Permission denied|.* was rejected)",
    done={
        "create": r"\ACreated file ",
        "edit": r"\AFile .* updated with changes",
        "apply_patch": r"\A(Added|Modified|Deleted|Moved|Renamed) \d+ file",
    },
)

"""How Copilot CLI words the results of tool calls; it marks no errors."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r"\ATool '[^']*' does not exist",
    # A range that is none, but not one past the end of the file.
    invalid=r"\A(Invalid inputs?: |Invalid view_range: (?!.*beyond the end)"
    r"|The arguments for the tool call '[^']*' were not valid JSON)",
    refused=r"\A(Invalid view_range: |Path .* (does not exist|already exists)|Failed to |Error: |SQL Error: "
    r"|No agent found|MCP server '[^']*': Error|Denied by |Permission denied|.* was rejected)",
    done={
        "create": r"\ACreated file ",
        "edit": r"\AFile .* updated with changes",
        "apply_patch": r"\A(Added|Modified|Deleted|Moved|Renamed) \d+ file",
    },
)

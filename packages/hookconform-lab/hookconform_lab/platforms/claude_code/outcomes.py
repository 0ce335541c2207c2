"""How Claude Code words the results of tool calls; it marks errors, failed commands among them."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r"\A(<tool_use_error>)?Error: No such tool available",
    invalid=r"\A(<tool_use_error>)?InputValidationError",
    refused=r'\A(\{"success":false|PowerShell is not available|Task not found|The server returned HTTP [45])',
    # One that was killed because its time was up did not run to its end.
    ran=r"\AExit code \d+(?!\d|\nCommand timed out)",
)

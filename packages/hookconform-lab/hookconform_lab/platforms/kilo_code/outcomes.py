"""How Kilo Code words the results of tool calls; it marks no errors."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes
from hookconform_lab.lab.plugins import wording

OUTCOMES = Outcomes(
    unknown=r"\A(The arguments provided to the tool are invalid: )?Model tried to call unavailable tool",
    invalid=wording.INVALID,
    refused=r"\A(Error|File not found|Transport error|Unknown (agent type|tool)|The user (rejected|dismissed)"
    r"|No LSP server|Plan file not found|Invalid time|Session not found|Board messages cannot|No cron task)"
    rf"|{wording.OVERTIME}",
    done=wording.DONE,
)

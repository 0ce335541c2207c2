"""How Grok Build words the results of tool calls; it marks no errors."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r"\AFailed to parse arguments for tool .[^`]+.: Tool not found",
    invalid=r"\AFailed to parse arguments for tool",
    refused=r"\A(Error: |Tool .[^`]+. failed: |Failed to |Task \S+ not found|Task or subagent \S+ not found"
    r"|Subagent not found|No user is available|(Edit \d+/\d+ \(\w+\): )?Anchor stale|memory get failed: )",
    done={
        "write": r"\AThe file .* has been (created|updated|overwritten)",
        "search_replace": r"\AThe file .* has been (created|updated)",
    },
)

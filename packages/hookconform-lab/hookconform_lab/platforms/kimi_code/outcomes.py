"""How Kimi Code words the results of tool calls: errors begin with a line of their own, below the time they took."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

_FAILED = r"\A(Wall time: \S+ seconds\n)?<system>ERROR: Tool execution failed\.</system>\n"
OUTCOMES = Outcomes(
    unknown=_FAILED + r"Tool \"[^\"]*\" not found",
    invalid=_FAILED + "Invalid args",
    ran=_FAILED + r"[\s\S]*Command failed with exit code: \d+\.\Z",
    refused=_FAILED,
)

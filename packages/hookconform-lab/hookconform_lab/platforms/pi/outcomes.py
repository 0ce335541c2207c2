"""How pi words the results of tool calls; it marks no errors."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r"\ATool \S+ not found\Z",
    invalid=r"\AValidation failed for tool",
    refused=r"\A(ENOENT|EISDIR|EACCES|fd is not available|Command timed out after)",
    done={
        "edit": r"\ASuccessfully replaced \d+ block",
        "write": r"\ASuccessfully wrote ",
    },
)

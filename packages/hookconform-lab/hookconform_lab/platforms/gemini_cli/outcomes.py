"""How Gemini CLI words the results of tool calls; it gives errors under a key of their own."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r'\ATool "[^"]*" not found',
    invalid=r"\A(params|Invalid parameters|.{0,40}must have required property|params/\S+ must)",
    # What it will not run is no error to it.
    refused=r"\ACommand injection detected",
)

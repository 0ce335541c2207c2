"""How Hermes Agent words the results of tool calls: an object in which `error` or `success` says it; it marks none."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r"\ATool '[^']*' does not exist\.",
    # No recorded call was told that its arguments do not fit.
    invalid=r"(?!)",
    refused=r'"error": "[^"]|"success": false',
)

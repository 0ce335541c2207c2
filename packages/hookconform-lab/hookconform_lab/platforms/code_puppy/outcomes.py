"""How Code Puppy words the results of tool calls: an object in which `error` or `success` says it; it marks none."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r"\AUnknown tool name: ",
    # No recorded call was told that its arguments do not fit.
    invalid=r"(?!)",
    refused=r'"success":false|"error":"[^"]|\A\[No stored tool result for handle ',
    # A command that ran and ended with a code of its own.
    ran=r'"exit_code":[1-9]',
)

"""How Letta Code words the results of tool calls; it marks no errors."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r"\ATool not found: ",
    invalid=r"\A\S+ tool missing required parameters: ",
    refused=r"\A(Error: |File does not exist\.|Unknown process id )"
    r'|\A\{"(status":"submission_failed"|toolReturn":.*"status":"error"\})',
    done={
        "Edit": r'\A\{"message":"Successfully replaced ',
        "Write": r"\ASuccessfully wrote ",
        "ApplyPatch": r"\ASuccess\. Updated the following files:",
    },
)

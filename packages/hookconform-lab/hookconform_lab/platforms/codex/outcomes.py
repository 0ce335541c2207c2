"""How Codex words the results of tool calls; it marks no errors."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r"\Aunsupported (custom tool )?call: ",
    invalid=r"\Afailed to parse function arguments",
    refused=r"\A(exec_command failed|unable to locate image|Script failed|update_plan is .* not allowed in Plan mode"
    r"|Wall time: \S+ seconds\n(aborted by user|Output:\nError executing))",
    done={"apply_patch": r"\AExit code: 0\n[\s\S]*^Success\. Updated the following files"},
)

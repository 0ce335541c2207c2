"""How OpenCode words the results of tool calls; it marks no errors."""

from __future__ import annotations

from hookconform.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r"\AThe arguments provided to the tool are invalid: Model tried to call unavailable tool",
    invalid=r"\A(The arguments provided to the tool are invalid|The \S+ tool was called with invalid arguments)",
    refused=r"\A(Error|File not found|Transport error|Unknown agent type|The user (rejected|dismissed)|No LSP server)"
    r"|<shell_metadata>\nshell tool terminated command after exceeding timeout",
    done={
        "edit": r"\AEdit applied successfully",
        "write": r"\AWrote file successfully",
        "apply_patch": r"\ASuccess\. Updated the following files",
        "read": r"\A<(path|file|type)>",
    },
)

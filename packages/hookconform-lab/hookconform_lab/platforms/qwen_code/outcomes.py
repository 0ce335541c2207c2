"""How Qwen Code words the results of tool calls; it marks no errors."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r"\ATool \"[^\"]*\" not found in registry",
    invalid=r"\A(params\S* must|Parameters \"[^\"]*\" and \"[^\"]*\" cannot be used together)",
    refused=r"\A(File not found|Failed to |Error|Task not found|No active |No pending plan|Cannot |zoom_image requires"
    r'|MCP tool .* reported tool error|Teammate "[^"]*" not found|working_dir \S+ is not)',
    done={
        "edit": r"\A(The file: .* has been updated|Created new file)",
        "write_file": r"\ASuccessfully (created and wrote|overwrote)",
    },
)

"""How Cline words the results of tool calls; most are JSON, with an error where one is."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

OUTCOMES = Outcomes(
    unknown=r"\A(Unknown tool|Tool \S+ not found|Error: .*(unknown|unavailable) tool)",
    invalid=r"\A(Invalid (input|arguments)|Error: .*[Ii]nvalid (input|arguments))",
    ran=r"\A\[\{\"query\":\"(?:[^\"\\\\]|\\\\.)*\",\"result\":\"(?:[^\"\\\\]|\\\\.)*\",\"error\":\"Command exited with",
    refused=r"\A\[?\{(\"query\":\"(?:[^\"\\\\]|\\\\.)*\",\"result\":\"\",\"error\"|\"content\":.*\"isError\":true)",
)

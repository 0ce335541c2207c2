"""How VS Code's agent words the results of tool calls; it marks no errors."""

from __future__ import annotations

from hookconform_lab.lab.outcomes import Outcomes

_EDITED = r"\AThe following files were successfully edited:"

OUTCOMES = Outcomes(
    unknown=r'\AERROR: The tool "[^"]*" does not exist',
    invalid=r"\AERROR: Your input to the tool was invalid",
    refused=r"\A(ERROR while calling tool: |Error (executing tool|invoking subagent)|Failed to (install|run) "
    r"|Error: No active terminal|No active terminal|No (reference|rename) provider available|Task not found: "
    r'|Provide either "uri"|Outline was not found)'
    # Out of time a command goes on in the background.
    r"|\A(Note: .*\n)?Note: Command timed out after \d+ms",
    done=dict.fromkeys(
        ("apply_patch", "create_file", "multi_replace_string_in_file", "replace_string_in_file"), _EDITED
    ),
)

"""How programs that call plugins word results of the tools that they share."""

from __future__ import annotations

INVALID = r"\A(The arguments provided to the tool are invalid|The \S+ tool was called with invalid arguments)"
OVERTIME = r"<shell_metadata>\nshell tool terminated command after exceeding timeout"
DONE = {
    "edit": r"\AEdit applied successfully",
    "write": r"\AWrote file successfully",
    "apply_patch": r"\ASuccess\. Updated the following files",
    "read": r"\A<(path|file|type)>",
}

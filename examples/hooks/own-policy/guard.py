"""A hook program with a small policy language: {"deny": [{"kind": "shell"}, {"path": "REGULAR EXPRESSION"}]}.

What it denies it answers with exit code 2 and a reason on standard error; everything else with exit code 0.
"""

import json
import re
import sys

KINDS = {
    "Bash": "shell",
    "run_shell_command": "shell",
    "Write": "write",
    "write_file": "write",
    "Edit": "edit",
    "replace": "edit",
    "Read": "read",
    "read_file": "read",
    "Glob": "glob",
    "glob": "glob",
    "Grep": "grep",
    "grep_search": "grep",
    "search_file_content": "grep",
    "WebFetch": "fetch",
    "web_fetch": "fetch",
    "Task": "task",
    "Agent": "task",
    "invoke_agent": "task",
    "cli_help": "task",
    "codebase_investigator": "task",
    "delegate_to_agent": "task",
}


def denied(rule, kind, path):
    """Tell whether a rule of the policy is about this call."""
    return rule.get("kind", kind) == kind and ("path" not in rule or re.search(rule["path"], path) is not None)


def main():
    """Read one payload, answer it."""
    with open(sys.argv[sys.argv.index("--policy") + 1], encoding="utf-8") as file:
        policy = json.load(file)
    try:
        call = json.loads(sys.stdin.buffer.read())
        kind, path = KINDS.get(call["tool_name"], "other"), str(call["tool_input"].get("file_path", ""))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        sys.exit(f"the call cannot be read: {error}")  # exit code 1 vouches for nothing
    for rule in policy["deny"]:
        if denied(rule, kind, path):
            print(f"denied by the policy: {json.dumps(rule)}", file=sys.stderr)
            sys.exit(2)


if __name__ == "__main__":
    main()

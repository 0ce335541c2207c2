"""Stands between the suite's record of an OpenCode call and agentperm, as agentperm's own plugin does.

The plugin hands over the folder, the tool's name and its arguments, and throws where the answer's status is deny.
"""

import json
import subprocess
import sys
from pathlib import Path

record = json.load(sys.stdin)
if record.get("hook") == "tool.execute.before":
    call = {
        "cwd": record.get("directory"),
        "hook_event_name": record["hook"],
        "tool_name": record["input"]["tool"],
        "tool_input": record["output"]["args"],
    }
    command = [Path(sys.executable).with_name("agentperm"), "check", "--agent", "opencode", "--event", record["hook"]]
    done = subprocess.run(command, input=json.dumps(call), stdout=subprocess.PIPE, text=True)
    said = json.loads(done.stdout) if done.stdout.strip() else {}
    if said.get("status") == "deny":
        print(json.dumps({"throw": said.get("reason") or "denied"}))

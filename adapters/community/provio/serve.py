"""provio behind the serve loop: it judges one call a process, and the last line of its ledger tells how it read it.

It records calls before they run: of an event that leaves no line, and that it does not refuse, only the event is told.
"""

import json
import os
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from serve_loop import InvalidPayloadError, serve

FORMATS = {"claude-code": "claude-code", "codex": "codex", "cursor": "cursor", "gemini-cli": "gemini"}
# Its words are coarse: Glob, Grep and LS are fs.read, Edit is fs.write.
TOOLS = {"bash": "Bash", "fs.read": "Read", "fs.write": "Write", "http": "WebFetch", "web.search": "WebSearch"}
HOME = Path(tempfile.mkdtemp(prefix="provio-"))
LEDGER = HOME / "ledger.jsonl"
PROGRAM = Path(sys.executable).with_name("provio")


def canonicalize(platform, payload, registered_event=None, **_):
    try:
        call = json.loads(payload)
    except ValueError as error:
        raise InvalidPayloadError(str(error)) from error
    if not isinstance(call, dict):
        raise InvalidPayloadError("not an object")
    native = call.get("tool_name")
    event = {"hook_event_name": str(call.get("hook_event_name") or registered_event)}
    LEDGER.unlink(missing_ok=True)
    done = subprocess.run(
        [
            PROGRAM,
            "--ledger",
            LEDGER,
            "check",
            "--format",
            FORMATS[platform],
            "--if-no-policy",
            "starter",
            "--ask",
            "defer",
        ],
        input=payload,
        capture_output=True,
        text=True,
        errors="surrogateescape",
        cwd=HOME,
        env={**os.environ, "HOME": str(HOME)},
    )
    lines = LEDGER.read_text(encoding="utf-8").splitlines() if LEDGER.exists() else []
    if not lines:
        if native and "provio error" in done.stderr + done.stdout:
            raise InvalidPayloadError((done.stderr or done.stdout).strip()[-150:])
        return {"events": [event]}
    word = json.loads(lines[-1])["call"]["tool"]
    event["tool_name"] = TOOLS.get(word, word)
    if event["tool_name"] != native:
        event["tool_input"] = {"platform_tool_name": native}
    return {"events": [event]}


serve(
    {
        "name": "provio",
        "version": version("provio"),
        "language": "rust",
        "platforms": list(FORMATS),
        "capabilities": ["tool-name", "refusal"],
        "tier": "extended",
    },
    canonicalize=canonicalize,
)

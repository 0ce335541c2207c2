"""polyhook behind the serve loop: its WebAssembly parser reads the payload, a table turns its words into ours.

Its public functions read standard input once a process, so the parser below them is called.
"""

import json
from importlib.metadata import version

from polyhook import sdk
from serve_loop import InvalidPayloadError, serve

# Its words for tools; what it has no word for keeps its native name.
TOOLS = {
    "bash": "Bash",
    "write_file": "Write",
    "edit_file": "Edit",
    "read_file": "Read",
    "glob": "Glob",
    "grep": "Grep",
    "web_fetch": "WebFetch",
    "web_search": "WebSearch",
    "list_dir": "LS",
    "spawn_agent": "Task",
}
PLATFORMS = ["claude-code", "codex", "copilot-cli", "cursor", "gemini-cli", "opencode", "vscode-copilot"]

sdk._init_wasm()


def parse(call):
    """Return what polyhook makes of a call."""
    start, size = sdk._write_to_wasm(json.dumps(call).encode())
    result = sdk._parse(start, size)
    sdk._dealloc(start, size)
    return json.loads(sdk._read_from_wasm(result))


def canonicalize(payload, **_):
    try:
        call = json.loads(payload)
    except ValueError as error:
        raise InvalidPayloadError(str(error)) from error
    if not isinstance(call, dict):
        raise InvalidPayloadError("not an object")
    found = parse(call)
    native = call.get("tool_name") or call.get("toolName") or (call.get("input") or {}).get("tool")
    word = found.get("tool")
    name = TOOLS.get(word, word or native)
    event = {"hook_event_name": found.get("event") or "unknown"}
    if name:
        event["tool_name"] = name
    if name and name != native:
        event["tool_input"] = {"platform_tool_name": native}
    return {"events": [event]}


serve(
    {
        "name": "polyhook",
        "version": version("polyhook"),
        "language": "python",
        "platforms": PLATFORMS,
        "capabilities": ["tool-name", "refusal"],
        "tier": "core",
    },
    canonicalize=canonicalize,
)

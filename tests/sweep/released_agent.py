"""A tiny coding agent that is released again and again: `behaviour.json` beside it says what this release does.

It speaks like Copilot CLI. `tools` are declared; `keys` are those of the payload before a tool; `asks_before` are the
tools that it asks its hook about, `obeys_before` those that a deny stops; `exit2_stops` and `starts` say what they say.
"""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

CONFIG = json.loads((Path.home() / "agent.json").read_text())
BEHAVIOUR = json.loads(Path(__file__).with_name("behaviour.json").read_text())


def hook(event: str, payload: dict[str, object]) -> subprocess.CompletedProcess[str] | None:
    """Call the hook of an event."""
    if event not in CONFIG["hooks"]:
        return None
    command = ["sh", "-c", CONFIG["hooks"][event]]
    return subprocess.run(command, input=json.dumps(payload), capture_output=True, text=True, check=False)


def denied(name: str, arguments: dict[str, str]) -> str | None:
    """Return why the hook forbids a call, None if it does not."""
    if name not in BEHAVIOUR["asks_before"]:
        return None
    known = {"sessionId": "s1", "timestamp": 1, "time": 1, "cwd": str(Path.cwd()), "toolName": name}
    payload = {key: value for key, value in {**known, "toolArgs": arguments}.items() if key in BEHAVIOUR["keys"]}
    done = hook("preToolUse", payload)
    if done is None:
        return None
    said = json.loads(done.stdout) if done.stdout.startswith("{") else {}
    if name not in BEHAVIOUR["obeys_before"]:
        return None
    if said.get("permissionDecision") == "deny":
        return str(said.get("permissionDecisionReason", ""))
    return done.stderr if done.returncode == 2 and BEHAVIOUR["exit2_stops"] else None


def act(name: str, arguments: dict[str, str]) -> str:
    """Carry a call out and return what the model is told."""
    if name not in BEHAVIOUR["tools"]:
        return f"Tool '{name}' does not exist."
    reason = denied(name, arguments)
    if reason is not None:
        return f"denied: {reason}"
    if name == "create":
        Path(arguments["path"]).write_text(arguments["file_text"])
        return "written"
    if name == "bash":
        return subprocess.run(["sh", "-c", arguments["command"]], capture_output=True, text=True, check=False).stdout
    return "done"


def ask(messages: list[dict[str, object]]) -> dict[str, object]:
    """Return the model's next message."""
    tools = [{"type": "function", "function": {"name": name, "parameters": {}}} for name in BEHAVIOUR["tools"]]
    body = json.dumps({"model": "fake-1", "messages": messages, "tools": tools}).encode()
    request = urllib.request.Request(f"{CONFIG['model']}/chat/completions", body)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.loads(answer.read())["choices"][0]["message"]


def main(prompt: str) -> None:
    """Hold one conversation."""
    if not BEHAVIOUR["starts"]:
        sys.exit("this release needs a newer system")
    messages: list[dict[str, object]] = [{"role": "user", "content": prompt}]
    while (message := ask(messages)).get("tool_calls"):
        messages.append(message)
        for call in message["tool_calls"]:
            told = act(call["function"]["name"], json.loads(call["function"]["arguments"]))
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": told})


main(sys.argv[2])

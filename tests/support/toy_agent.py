"""A tiny coding agent of no vendor: `shell` and `write`, hooks in `.toy-agent/hooks.json`, obeys `decision: block`."""

import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

HOOKS = json.loads(Path(".toy-agent/hooks.json").read_text())["hooks"]


def verdict(name: str, arguments: dict[str, str]) -> str | None:
    """Return why a hook forbids a call, None if none does."""
    payload = {
        "hook_event_name": "PreToolUse",
        "session_id": "5e55104a-0000-4000-8000-000000000002",
        "cwd": str(Path.cwd()),
        "tool_name": name,
        "tool_input": arguments,
    }
    for hook in HOOKS.get("PreToolUse", []):
        done = subprocess.run(
            ["sh", "-c", hook["command"]],
            input=json.dumps(payload, separators=(",", ":")),
            capture_output=True,
            text=True,
            check=False,
        )
        said = json.loads(done.stdout) if done.stdout.startswith("{") else {}
        if said.get("decision") == "block" or done.returncode == 2:
            return said.get("reason", done.stderr)
    return None


def act(name: str, arguments: dict[str, str]) -> str:
    """Carry a call out and return what the model is told."""
    forbidden = verdict(name, arguments)
    if forbidden is not None:
        return f"denied: {forbidden}"
    if name == "write":
        path = Path(arguments["file_path"])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(arguments["content"])
        return "written"
    return subprocess.run(["sh", "-c", arguments["cmd"]], capture_output=True, text=True, check=False).stdout


def ask(messages: list[dict[str, object]]) -> dict[str, object]:
    """Return the model's next message."""
    tools = [{"type": "function", "function": {"name": name, "parameters": {}}} for name in ("shell", "write")]
    body = json.dumps({"messages": messages, "tools": tools}).encode()
    request = urllib.request.Request(f"{os.environ['MODEL_URL']}/chat/completions", body)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.loads(answer.read())["choices"][0]["message"]


def main() -> None:
    """Hold one conversation."""
    messages: list[dict[str, object]] = [{"role": "user", "content": sys.argv[1]}]
    while (message := ask(messages)).get("tool_calls"):
        messages.append(message)
        for call in message["tool_calls"]:
            told = act(call["function"]["name"], json.loads(call["function"]["arguments"]))
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": told})


main()

"""A tiny coding agent that speaks like Copilot CLI: asks the model, asks its hook, runs `bash` and `create`.

It obeys exit code 2 (standard error goes to the model) and `permissionDecision: deny`; `stop` as a reason ends it.
"""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

CONFIG = json.loads((Path.home() / "agent.json").read_text())


def verdict(name: str, arguments: dict[str, str]) -> str | None:
    """Return why the hook forbids a call, None if it does not."""
    if "preToolUse" not in CONFIG["hooks"] or not CONFIG["obeys"]:
        return None
    payload = {"sessionId": "s1", "timestamp": 1, "cwd": str(Path.cwd()), "toolName": name, "toolArgs": arguments}
    done = subprocess.run(
        ["sh", "-c", CONFIG["hooks"]["preToolUse"]],
        input=json.dumps(payload),
        capture_output=True,
        text=True,
        check=False,
    )
    said = json.loads(done.stdout) if done.stdout.startswith("{") else {}
    if said.get("permissionDecision") == "deny":
        return said.get("permissionDecisionReason", "")
    return done.stderr if done.returncode == 2 else None


def act(name: str, arguments: dict[str, str]) -> str:
    """Carry a call out and return what the model is told."""
    forbidden = verdict(name, arguments)
    if forbidden is not None:
        if "REASON-exit3" in forbidden:
            sys.exit(0)
        return f"denied: {forbidden}"
    if name == "create":
        Path(arguments["path"]).write_text(arguments["file_text"])
        return "written"
    if not CONFIG["able"]:
        return "not allowed here"
    return subprocess.run(["sh", "-c", arguments["command"]], capture_output=True, text=True, check=False).stdout


def ask(messages: list[dict[str, object]]) -> dict[str, object]:
    """Return the model's next message."""
    tools = [{"type": "function", "function": {"name": name, "parameters": {}}} for name in ("bash", "create")]
    body = json.dumps({"messages": messages, "tools": tools}).encode()
    request = urllib.request.Request(f"{CONFIG['model']}/chat/completions", body)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.loads(answer.read())["choices"][0]["message"]


def main() -> None:
    """Hold one conversation."""
    messages: list[dict[str, object]] = [{"role": "user", "content": sys.argv[2]}]
    while (message := ask(messages)).get("tool_calls"):
        messages.append(message)
        for call in message["tool_calls"]:
            told = act(call["function"]["name"], json.loads(call["function"]["arguments"]))
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": told})


main()

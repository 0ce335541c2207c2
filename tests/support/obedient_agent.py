"""A tiny coding agent that speaks like Copilot CLI: asks the model, asks its hook, runs tools and sub-agents.

A model that is offered patches it asks in the other wire shape, and runs `apply_patch`, whose arguments are bare text.
With `trims` it opens paths without the blanks around them and the @ before them. Its `grep` searches the folder above
where there is none of the name. With `hasty` a NUL in one call fails all calls of a message.
It obeys exit code 2 (standard error goes to the model) and `permissionDecision: deny`; `stop` as a reason ends it.
"""

import json
import subprocess
import sys
import urllib.request
from pathlib import Path

CONFIG = json.loads((Path.home() / "agent.json").read_text())


def verdict(name: str, arguments: dict[str, str] | str) -> str | None:
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


def act(name: str, arguments: dict[str, str] | str) -> str:
    """Carry a call out and return what the model is told."""
    forbidden = verdict(name, arguments)
    if forbidden is not None:
        if "REASON-exit3" in forbidden:
            sys.exit(0)
        return f"denied: {forbidden}"
    try:
        if isinstance(arguments, str):
            return patch(arguments)
        if name in TOOLS:
            return TOOLS[name](arguments)
    except (OSError, ValueError) as error:
        return f"failed: {type(error).__name__}"
    if not CONFIG["able"]:
        return "not allowed here"
    return subprocess.run(["sh", "-c", arguments["command"]], capture_output=True, text=True, check=False).stdout


def opened(path: str) -> Path:
    """Return the file that a path is opened as."""
    return Path(path.strip(" ").removeprefix("@") if CONFIG["trims"] else path)


def create(arguments: dict[str, str]) -> str:
    """Write a file."""
    opened(arguments["path"]).write_text(arguments["file_text"])
    return "written"


def edit(arguments: dict[str, str]) -> str:
    """Replace a text in a file."""
    path = opened(arguments["path"])
    path.write_text(path.read_text().replace(arguments["old_str"], arguments["new_str"]))
    return "edited"


def grep(arguments: dict[str, str]) -> str:
    """Return the lines with a text in all files below a folder, or below the one above it."""
    folder = opened(arguments["paths"])
    files = (folder if folder.is_dir() else folder.parent).rglob("*.txt")
    return "\n".join(path.read_text() for path in files if arguments["pattern"] in path.read_text())


def task(arguments: dict[str, str]) -> str:
    """Let a sub-agent have its own conversation."""
    converse(arguments["prompt"])
    return "the sub-agent is done"


TOOLS = {
    "create": create,
    "edit": edit,
    "grep": grep,
    "view": lambda arguments: opened(arguments["path"]).read_text(),
    "lab-echo_text": lambda arguments: f"echo: {arguments['text']}",
    "task": task,
}


def patch(text: str) -> str:
    """Write the files that a patch adds; a header may be indented."""
    path = None
    for line in text.split("\n"):
        if line.lstrip().startswith("*** Add File: "):
            path = Path(line.lstrip().removeprefix("*** Add File: "))
            path.write_text("")
        elif path is not None and line.startswith("+"):
            path.write_text(path.read_text() + line[1:])
    return "patched"


def post(where: str, body: dict[str, object]) -> dict[str, object]:
    """Return the model's answer."""
    request = urllib.request.Request(f"{CONFIG['model']}/{where}", json.dumps(body).encode())
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.loads(answer.read())


def ask(messages: list[dict[str, object]]) -> dict[str, object]:
    """Return the model's next message."""
    tools = [{"type": "function", "function": {"name": name, "parameters": {}}} for name in ("bash", "create")]
    return post("chat/completions", {"messages": messages, "tools": tools})["choices"][0]["message"]


def main() -> None:
    """Hold one conversation."""
    if CONFIG["patches"]:
        main_with_patches()
        return
    converse(sys.argv[2])


def converse(prompt: str) -> None:
    """Ask the model until it calls no more tool."""
    messages: list[dict[str, object]] = [{"role": "user", "content": prompt}]
    while (message := ask(messages)).get("tool_calls"):
        messages.append(message)
        calls = message["tool_calls"]
        is_spoilt = CONFIG["hasty"] and any("\\u0000" in call["function"]["arguments"] for call in calls)
        for call in calls:
            if is_spoilt:
                messages.append({"role": "tool", "tool_call_id": call["id"], "content": "a path is bad"})
                continue
            told = act(call["function"]["name"], json.loads(call["function"]["arguments"]))
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": told})


def main_with_patches() -> None:
    """Hold one conversation with a model that is offered patches."""
    said: list[dict[str, object]] = [{"type": "message", "role": "user", "content": sys.argv[2]}]
    tools = [{"type": "custom", "name": "apply_patch"}]
    while items := [
        item for item in post("responses", {"input": said, "tools": tools})["output"] if item["type"] != "message"
    ]:
        for item in items:
            told = act(item["name"], item["input"])
            said += [item, {"type": "custom_tool_call_output", "call_id": item["call_id"], "output": told}]


main()

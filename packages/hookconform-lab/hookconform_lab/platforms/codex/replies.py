"""What the scripted model says in several runs of Codex, and the files and settings they share."""

from __future__ import annotations

from typing import Any

from hookconform.ground.versions import at_least
from hookconform_lab.lab.script import Call, Reply, call

SHELL_SESSION = r"{{int:session ID (\d+)}}"
AGENT = r"{{last:agent_id[^0-9a-f]+([0-9a-f-]{36})}}"
FILES = {"hello.txt": "hello world\nsecond line\n", "src/app.py": "def main():\n    return 1\n"}
# They fire at each request of the model: one run has them, the others leave them out.
MODEL_EVENTS = ("PreModelRequest", "PostModelRequest")
# What a sub-agent may be told to run with.
SETTINGS = {"model": "gpt-5.5", "reasoning_effort": "low"}
PLAN = [{"step": "first", "status": "in_progress"}, {"step": "second", "status": "pending"}]
QUESTIONS = [
    {
        "id": "colour",
        "header": "Colour",
        "question": "Which colour?",
        "options": [{"label": "Red", "description": "warm"}, {"label": "Blue", "description": "cold"}],
    }
]


def patch(body: str) -> Reply:
    """Return a reply that calls apply_patch as the free-text tool it is."""
    return Reply(calls=(Call("apply_patch", custom=f"*** Begin Patch\n{body}*** End Patch\n"),))


def inside(namespace: str, name: str, **args: Any) -> Reply:
    """Return a reply that calls a tool of a namespace."""
    return Reply(calls=(Call(name, args, namespace=namespace),))


def search(query: str) -> Reply:
    """Return a reply that searches for tools by words."""
    item = {"type": "tool_search_call", "execution": "client", "arguments": {"query": query, "limit": 8}}
    return Reply(calls=(Call("tool_search", item=item),))


def mcp(version: str, name: str, server: str = "lab", **args: Any) -> Reply:
    """Return a reply that calls a tool of an MCP server, as a version declares it."""
    space = f"mcp__{server}"
    if at_least(version, "0.135.0"):
        return inside(space, name, **args)
    return inside(f"{space}__", name, **args) if at_least(version, "0.121.0") else call(f"{space}__{name}", **args)


def further_arguments(agent: str) -> tuple[Reply, ...]:
    """Return calls with every argument that the others leave out and hooks are told of; `agent` is one to talk to."""
    agents = "multi_agent_v1"
    words = [{"type": "text", "text": "[[SUB2]] more"}]
    return (
        call("list_mcp_resources", server="lab"),
        call("list_mcp_resources", server="lab", cursor="0"),
        call("list_mcp_resource_templates", server="lab", cursor="0"),
        call("create_goal", objective="another goal", token_budget=1000),
        inside(agents, "send_input", target=agent, items=words, interrupt=True),
        inside(agents, "close_agent", target=agent),
        inside(agents, "spawn_agent", items=[{"type": "text", "text": "[[SUB]] go"}], fork_context=False, **SETTINGS),
    )

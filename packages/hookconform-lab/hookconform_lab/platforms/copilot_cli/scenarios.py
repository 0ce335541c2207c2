"""The runs that drive Copilot CLI: with models of two families, resumed, compacted, and behind a terminal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hookconform.ground.versions import at_least, within
from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.scenario import Key, Program, Scenario, Terminal
from hookconform_lab.lab.script import Call, Reply, Script, call, text
from hookconform_lab.platforms.copilot_cli.names import shown_by
from hookconform_lab.platforms.copilot_cli.tools import replies_at, subagents_at

CLAUDE_MODEL = "claude-sonnet-4.5"
GPT_MODEL = "gpt-5.4"
# Where the vendor's list says how much a model takes, the first prompt nearly fills it.
SMALL_MODEL = "claude-haiku-4.5"
_PROMPT = "Please run the scripted steps."
_FILES = {
    "a.txt": "alpha\nbeta\ngamma\n",
    "README.md": "# lab project\nhello\n",
    "sub/m.py": "print('hello')\n",
    ".github/skills/lab-skill/SKILL.md": "---\nname: lab-skill\ndescription: a lab skill\n---\nSay hello.\n",
}
MCP = ("--additional-mcp-config", "@{{home}}/.mcp-lab.json")
# Web tools and code search are declared only to a program that believes itself online.
_ONLINE = {"COPILOT_OFFLINE": "false"}
# Stands below the prompt when the program waits for one.
_READY = "commands"
_ALLOW = {"COPILOT_ALLOW_ALL": "true"}


def granting(version: str) -> tuple[str, ...]:
    """Return the flags that allow every call; the one that means them all came later."""
    return ("--allow-all",) if at_least(version, "0.0.382") else ("--allow-all-tools", "--allow-all-paths")


def _headless(version: str, *flags: str, prompt: str = _PROMPT, timeout: float = 120) -> Program:
    return Program(("{{program}}", "-p", prompt, *granting(version), *flags), timeout=timeout)


def _scenario(
    name: str, title: str, main: tuple[Reply, ...], *steps: Program | Terminal, model: str = CLAUDE_MODEL, **more: Any
) -> Scenario:
    conversations = {"main": main, **more.pop("subagents", {})}
    settings = {"model": model, **more.pop("settings", {})}
    # Some versions take any value for a yes, so a run that is to ask does not have the variable at all.
    allow = {} if more.pop("asks", False) else _ALLOW
    environment = {**allow, **more.pop("environment", {})}
    return Scenario(
        name,
        title,
        Script(conversations),
        steps,
        files=_FILES,
        settings=settings,
        environment=environment,
        row={"model_id": model},
        **more,
    )


def scenarios_at(version: str) -> list[Scenario]:
    """Return the runs for a version."""
    found = [
        _claude_model(version),
        _gpt_model(version),
        _guarded(version),
        _session(version),
        _compaction(version),
        _error(version),
        _terminal(),
        # The flag that starts in plan mode.
        *((_plan(version),) if within(version, "1.0.34") else ()),
        *((_unoffered(version),) if within(version, "1.0.61") else ()),
    ]
    return [replace(item, expects=shown_by(item.name, version)) for item in found]


def _claude_model(version: str) -> Scenario:
    return _scenario(
        "claude-model",
        "every tool that a Claude model is given",
        replies_at(version, CLAUDE_MODEL),
        _headless(version, *_autopilot(version), *MCP, timeout=200),
        subagents=subagents_at(version, CLAUDE_MODEL),
        environment=_ONLINE,
        probes=frozenset({"no_such_tool"}),
    )


def _autopilot(version: str) -> tuple[str, ...]:
    return ("--autopilot",) if at_least(version, "1.0.3") else ()


def _gpt_model(version: str) -> Scenario:
    return _scenario(
        "gpt-model",
        "every tool that a GPT model is given",
        replies_at(version, GPT_MODEL),
        _headless(version, *MCP, timeout=200),
        model=GPT_MODEL,
        subagents=subagents_at(version, GPT_MODEL),
        environment=_ONLINE,
        settings={"wire_api": "responses"},
        probes=frozenset({"no_such_tool"}),
    )


def _unoffered(version: str) -> Scenario:
    """Call tools that are offered to nobody here, for the names that hooks are told: Claude's since 1.0.62."""
    return _scenario(
        "unoffered",
        "tools that no model is offered here",
        (call("web_search", query="hook conformance"), call("update_todo", todos="- [ ] one")),
        _headless(version),
        probes=frozenset({"web_search", "update_todo"}),
    )


def _guarded(version: str) -> Scenario:
    replies = guarded_replies(
        lambda command: call("bash", command=command, description="Run it"),
        lambda path: call("create", path=path, file_text="x\n"),
    )
    return _scenario("guarded", "calls that policies guard", replies, _headless(version, prompt=GUARDED_PROMPT))


def _session(version: str) -> Scenario:
    first = _headless(version, prompt="First prompt.")
    return _scenario(
        "session", "a session started and resumed", (), first, _headless(version, "--continue", prompt="Second prompt.")
    )


def _compaction(version: str) -> Scenario:
    look = Call("view", {"path": "{{workspace}}/a.txt"})
    big = tuple(Reply(calls=(look,), total_tokens=tokens) for tokens in (1_000, 195_000, 195_000))
    model = CLAUDE_MODEL if at_least(version, "1.0.10") else SMALL_MODEL
    return _scenario("compaction", "a context that has grown too large", big, _headless(version), model=model)


def _error(version: str) -> Scenario:
    replies = tuple(Reply(http_error=400) for _ in range(20))
    return _scenario(
        "error", "a model that answers with errors", replies, _headless(version, timeout=60), exit_codes=(0, 1)
    )


def _typed(wait_for: str, words: str, within: float = 20, settle: float = 1.5) -> tuple[Key, Key]:
    """Type words, and Enter only after a while: together they would pick a suggestion."""
    return Key(wait_for, words, within=within, settle=settle), Key("", "\r", settle=1.5)


def _terminal() -> Scenario:
    """Answer permission questions, compact, leave."""
    replies = (
        call("bash", command="touch marked", description="touch file"),
        call("create", path="{{workspace}}/made.txt", file_text="x\n"),
        text("Terminal turn is done."),
    )
    keys = (
        *_typed(_READY, _PROMPT, within=30),
        Key("Do you want", "\r", settle=1.5),
        Key("Do you want", "\r", settle=1.5),
        *_typed(_READY, "/compact"),
        *_typed("", "/exit", settle=4),
    )
    return _scenario(
        "terminal",
        "permission questions and a manual compaction in the terminal",
        replies,
        Terminal(("{{program}}",), keys, timeout=90),
        asks=True,
        quick=False,
        exit_codes=(0, 1, -15, 129, 143),
    )


def _plan(version: str) -> Scenario:
    """Answer a form, approve a plan."""
    form = {
        "type": "object",
        "properties": {"colour": {"type": "string", "enum": ["red", "blue"], "title": "Colour"}},
        "required": ["colour"],
    }
    choices = call("ask_user", question="Pick a colour", choices=["red", "blue"])
    # Where a terminal takes forms, it refuses the older way to ask, and shows the question that it refuses.
    asked = (choices, call("ask_user", message="Choose one colour", requestedSchema=form))
    takes_forms = within(version, "1.0.86")
    offered = {"showFleet": True} if within(version, "1.0.80") else {"actions": ["interactive", "exit_only"]}
    replies = (
        *(asked if takes_forms else (choices,)),
        call("exit_plan_mode", summary="- do it", recommendedAction="interactive", **offered),
        call("view", path="{{workspace}}/a.txt"),
        text("Plan phase is done."),
    )
    keys = (
        *_typed(_READY, _PROMPT, within=30),
        Key("Choose one colour" if takes_forms else "Pick a colour", "\r", settle=1.5),
        Key("do it", "\r", settle=2),
        *_typed(_READY, "/exit"),
    )
    return _scenario(
        "plan",
        "a question and a plan approved in the terminal",
        replies,
        Terminal(("{{program}}", "--plan"), keys, timeout=90),
        quick=False,
        exit_codes=(0, 1, -15, 129, 143),
    )

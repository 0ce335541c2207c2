"""The runs that drive VS Code's agent: with models of two families, guarded calls, and a conversation compacted."""

from __future__ import annotations

import json
from typing import Any

from hookconform_lab.lab.guarded_scenario import PROMPT as GUARDED_PROMPT
from hookconform_lab.lab.guarded_scenario import guarded_replies
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.script import Reply, Script, call, text
from hookconform_lab.lab.turn import PROMPT
from hookconform_lab.platforms.vscode_copilot.account import CLAUDE_MODEL, GPT_MODEL
from hookconform_lab.platforms.vscode_copilot.plan import START_MCP, ask, ask_and_leave, run
from hookconform_lab.platforms.vscode_copilot.tools import (
    SUBAGENT,
    claude_replies,
    gpt_replies,
    shell,
    subagent_replies,
    waiting_replies,
)

_EVERY_TURN = ("SessionStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop")
_AGENTS = ("SubagentStart", "SubagentStop")
_CELL = {"cell_type": "code", "source": ["1"], "metadata": {}, "outputs": [], "execution_count": None}
_FILES = {
    "hello.txt": "hello world\nfoo bar\n",
    "gone.txt": "to be deleted\n",
    "src/a.py": "def foo():\n    return 1\n",
    "n.ipynb": json.dumps({"cells": [_CELL], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}),
}


def scenarios_at(version: str) -> list[Scenario]:  # noqa: ARG001 (the same at all)
    """Return the runs for a version."""
    return [_gpt_model(), _claude_model(), _compaction()]


def _scenario(name: str, title: str, main: tuple[Reply, ...], model: str, **more: Any) -> Scenario:
    conversations = {"main": main, **more.pop("subagents", {})}
    return Scenario(name, title, Script(conversations), files=_FILES, row={"model_id": model}, **more)


def _gpt_model() -> Scenario:
    guarded = guarded_replies(shell, lambda path: call("create_file", filePath=path, content="x\n"))
    return _scenario(
        "gpt-model",
        "every tool that a GPT model is given, and calls that policies guard",
        (*gpt_replies(), *guarded, text("The guarded calls are made."), *waiting_replies()),
        GPT_MODEL,
        subagents={SUBAGENT: subagent_replies()},
        steps=(
            run(
                *START_MCP,
                ask(PROMPT, GPT_MODEL),
                ask(GUARDED_PROMPT, GPT_MODEL),
                ask_and_leave("Wait.", GPT_MODEL),
                timeout=600,
            ),
        ),
        probes=frozenset({"no_such_tool"}),
        expects=(*_EVERY_TURN, *_AGENTS),
    )


def _claude_model() -> Scenario:
    return _scenario(
        "claude-model",
        "the editing tools that a Claude model is given",
        claude_replies(),
        CLAUDE_MODEL,
        steps=(run(ask(PROMPT, CLAUDE_MODEL)),),
        expects=_EVERY_TURN,
    )


def _compaction() -> Scenario:
    look = call("list_dir", path="{{workspace}}")
    return _scenario(
        "compaction",
        "a conversation that has grown too large",
        (look, look, look, look),
        GPT_MODEL,
        steps=(run(ask(PROMPT, GPT_MODEL)),),
        settings={"settings": {"github.copilot.chat.summarizeAgentConversationHistoryThreshold": 2000}},
        expects=(*_EVERY_TURN, "PreCompact"),
    )

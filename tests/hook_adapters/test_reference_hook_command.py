"""The hook command as users install it: one process a call, payload in, answer out."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.hook_process import UNKNOWN_CALLER, hook

from hook_adapters.canonical.platform import load
from hook_adapters.program.hook import verdict_of
from hook_adapters.rules import compile_pack

pytestmark = pytest.mark.whole

RULES = [
    {
        "name": "no-delete",
        "description": "Deletes folders.",
        "matchers": {"operations": ["PreToolUse"], "tools": ["Bash"], "command_match": r"\brm\s+-rf"},
        "actions": {"block": True},
    },
    {"name": "ask-web", "event": "PreToolUse", "tools": ["WebFetch"], "action": "ask"},
    {"name": "no-secrets", "matchers": {"prompt_match": "secret"}, "actions": {"block": True}},
    {"name": "hint", "matchers": {"prompt_match": "deploy"}, "actions": {"inject": "Read DEPLOY.md."}},
    {"name": "no-start", "event": "SessionStart", "action": "block"},
    {"name": "audit", "matchers": {"require_fields": ["command"]}, "actions": {"audit": True}},
]
DELETE = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm -rf x"}}
LIST = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}


@pytest.fixture
def pack(tmp_path: Path) -> str:
    path = tmp_path / "pack.json"
    path.write_text(json.dumps(RULES))
    return str(path)


def reason(answer: Any) -> str:
    return answer["hookSpecificOutput"]["permissionDecisionReason"]


def test_a_blocked_call_is_denied_and_names_its_rule(pack: str) -> None:
    code, answer, stderr = hook("claude-code", "--rules", pack, payload=DELETE)
    assert (code, stderr) == (0, "")
    assert answer["hookSpecificOutput"]["permissionDecision"] == "deny"
    assert reason(answer) == "Blocked by rule: no-delete (Deletes folders)."


def test_an_allowed_call_gets_no_answer(pack: str) -> None:
    assert hook("claude-code", "--rules", pack, payload=LIST) == (0, None, "")


def test_copilot_needs_the_event_it_is_registered_for(pack: str) -> None:
    payload = {"toolName": "bash", "toolArgs": '{"command":"rm -rf x"}'}
    code, answer, _ = hook("copilot-cli", f"--rules={pack}", "--event", "preToolUse", payload=payload)
    assert (code, answer["permissionDecision"]) == (0, "deny")
    code, answer, stderr = hook("copilot-cli", "--rules", pack, payload=payload)
    assert (code, answer["permissionDecision"]) == (0, "deny")
    assert "--event" in stderr


def test_the_version_decides_about_the_answer(pack: str) -> None:
    payload = {"hook_event_name": "BeforeTool", "tool_name": "web_fetch", "tool_input": {"prompt": "x"}}
    assert hook("gemini-cli", "--rules", pack, payload=payload)[1]["decision"] == "ask"
    answer = hook("gemini-cli", "--rules", pack, "--platform-version", "0.35.3", payload=payload)[1]
    assert answer["decision"] == "deny"


def test_text_to_inject_reaches_the_model(pack: str) -> None:
    payload = {"hook_event_name": "UserPromptSubmit", "prompt": "deploy it"}
    answer = hook("codex", "--rules", pack, payload=payload)[1]
    assert answer == {
        "hookSpecificOutput": {"hookEventName": "UserPromptSubmit", "additionalContext": "Read DEPLOY.md."}
    }


def test_a_rule_that_the_event_cannot_carry_out_is_said(pack: str) -> None:
    code, answer, stderr = hook("claude-code", "--rules", pack, payload={"hook_event_name": "SessionStart"})
    assert (code, answer) == (0, None)
    assert "cannot deny" in stderr


PRE_TOOL = [
    "claude-code",
    "codex",
    "copilot-cli",
    "copilot-cloud-agent",
    "cursor",
    "gemini-cli",
    "opencode",
    "vscode-copilot",
]


@pytest.mark.parametrize("platform", PRE_TOOL)
def test_bad_input_is_denied_on_every_platform(pack: str, platform: str) -> None:
    code, answer, stderr = hook(platform, "--rules", pack, payload=b"not json")
    # Where several programs run the same file nobody knows whom to answer, and this code stops a tool in each.
    assert code == (2 if load(platform).neighbours else 0)
    assert "deny" in json.dumps(answer) or "throw" in answer
    assert "policy hook failed: invalid payload" in json.dumps(answer)
    assert "invalid payload" in stderr


@pytest.mark.parametrize(
    "content", ["{", '[{"name": "r", "matchers": {"tool": ["x"]}, "actions": {"block": true}}]', None]
)
def test_a_pack_that_cannot_be_read_denies_before_tools_and_only_there(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "pack.json"
    if content is not None:
        path.write_text(content)
    code, answer, stderr = hook("claude-code", "--rules", str(path), payload=LIST)
    assert (code, answer["hookSpecificOutput"]["permissionDecision"]) == (0, "deny")
    assert "invalid rules" in stderr
    code, answer, stderr = hook("claude-code", "--rules", str(path), payload={"hook_event_name": "Stop"})
    assert (code, answer) == (1, None)
    assert "invalid rules" in stderr


@pytest.mark.parametrize(("on_error", "decision"), [("deny", "deny"), ("ask", "ask"), ("allow", None)])
def test_the_answer_on_failure_is_configured(pack: str, on_error: str, decision: str | None) -> None:
    code, answer, stderr = hook("claude-code", "--rules", pack, "--on-error", on_error, payload=b"[]")
    assert (code, "invalid payload" in stderr) == (UNKNOWN_CALLER if decision == "deny" else 0, True)
    assert (answer and answer["hookSpecificOutput"]["permissionDecision"]) == decision


@pytest.mark.parametrize(
    ("payload", "arguments", "denied", "ends"),
    [
        (b'{"hook_event_name":"Stop","hook_event_name":"Stop"}', (), False, 1),
        (b'{"hook_event_name":"PreToolUse","tool_name":7}', (), True, 0),
        (b'{"hook_event_name":"Stop","hook_event_name":"PreToolUse"}', ("--event", "Stop"), True, UNKNOWN_CALLER),
        (b'{"hook_event_name":"PreToolUse","hook_event_name":"Stop"}', (), True, UNKNOWN_CALLER),
        (b'{"hook_event_name":7,"hookEventName":{"hook":"Stop"},"x":[{"hook":"Stop"}]}', (), True, 0),
        (b'[["hook_event_name","Stop"]]', (), True, UNKNOWN_CALLER),
        (b"{", ("--event", "Stop"), False, 1),
        (b"{", ("--event", "PermissionRequest"), True, UNKNOWN_CALLER),
        (b"\xff", (), True, UNKNOWN_CALLER),
        (b"[" * 100_000, (), True, UNKNOWN_CALLER),
    ],
)
def test_a_failure_denies_where_a_tool_may_be_about_to_run(
    pack: str, payload: bytes, arguments: tuple[str, ...], denied: Any, ends: int
) -> None:
    code, answer, _ = hook("claude-code", "--rules", pack, *arguments, payload=payload)
    assert (code, "deny" in json.dumps(answer)) == (ends, denied)


def test_opencode_is_only_warned_by_message_since_its_bridge_throws_on_a_failed_hook(pack: str) -> None:
    code, answer, stderr = hook("opencode", "--rules", pack, payload={"hook": "chat.message", "input": {"tool": 1}})
    assert (code, answer) == (0, None)
    assert "invalid payload" in stderr


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("--rules", "x"),
        ("nowhere", "--rules", "x"),
        ("codex",),
        ("codex", "--rules"),
        ("codex", "--rules", "x", "--rules", "y"),
        ("codex", "--rules", "x", "--on-error", "pass"),
        ("codex", "--rules", "x", "--on-unknown", "refuse"),
        ("codex", "--rules", "x", "--on-unknown"),
        ("codex", "--rules", "x", "--on-unknown", "deny", "--on-unknown", "allow"),
        ("codex", "--rules", "x", "--verbose", "1"),
    ],
)
def test_wrong_use_blocks_with_a_message(arguments: tuple[str, ...]) -> None:
    code, answer, stderr = hook(*arguments, payload=LIST)
    assert (code, answer) == (2, None)
    assert stderr.startswith("hook-adapters: ")
    assert "usage:" in stderr


def test_block_wins_over_ask_and_keeps_every_text() -> None:
    rules = compile_pack(
        [
            {"name": "a", "matchers": {"tools": ["x"]}, "actions": {"ask": True, "inject": "one"}},
            {"name": "b", "matchers": {"tools": ["x"]}, "actions": {"block": True, "inject": "two"}},
            {"name": "c", "matchers": {"tools": ["x"]}, "actions": {"block": True}},
        ]
    )
    verdict = verdict_of(rules)
    assert verdict.decision == "deny"
    assert verdict.reason == "Blocked by rule: b; c.\none\ntwo"
    assert verdict_of(rules[:1]).decision == "ask"
    assert verdict_of([]).decision is None


def test_a_hook_imports_neither_argparse_nor_yaml_nor_inspect(pack: str) -> None:
    script = (
        "import sys; from hook_adapters.__main__ import main; "
        "main(sys.argv[1:]); "
        "sys.exit(' '.join({'argparse', 'yaml', 'inspect', 'dataclasses', 'typing', 'pathlib'} & set(sys.modules)))"
    )
    command = [sys.executable, "-S", "-c", script, "hook", "codex", "--rules", pack]
    paths = ":".join(sys.path)
    done = subprocess.run(
        command, input=json.dumps(DELETE).encode(), capture_output=True, check=False, env={"PYTHONPATH": paths}
    )
    assert done.stderr.decode().strip() == ""
    assert b"deny" in done.stdout


def test_a_denial_that_cannot_be_printed_still_stops_the_call(pack: str) -> None:
    command = [sys.executable, "-m", "hook_adapters", "hook", "claude-code", "--rules", pack]
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command, input=json.dumps(DELETE).encode(), stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr.decode() == "hook-adapters: the answer cannot be printed\n"
    assert "Traceback" not in done.stderr.decode()


@pytest.mark.parametrize(
    ("platform", "option", "value"),
    [
        ("claude-code", "--event", "pretooluse"),
        ("gemini-cli", "--event", "beforetool"),
        ("copilot-cli", "--event", "PRETOOLUSE[bash]"),
        ("codex", "--platform-version", "newest"),
    ],
)
def test_what_would_make_rules_miss_in_silence_is_wrong_use(pack: str, platform: str, option: str, value: str) -> None:
    code, answer, stderr = hook(platform, "--rules", pack, option, value, payload=DELETE)
    assert code == 2
    assert ("deny" in json.dumps(answer)) == (platform in {"claude-code", "copilot-cli"})
    assert f"{option} {value} is no" in stderr


@pytest.mark.parametrize("command", [(), ("hook",), ("serve",)])
def test_help_is_for_people_and_fits_their_terminal(command: tuple[str, ...]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hook_adapters", *command, "--help"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_a_hook_that_is_asked_for_help_lets_no_call_pass() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hook_adapters", "hook", "codex", "--help"],
        input=b"{}",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("hok", "codex"), "unknown command 'hok'; did you mean hook?"),
        (("--frob",), "unknown command '--frob'; there are: hook, serve"),
        (("serve", "now"), "serve takes no arguments"),
        (("--version", "now"), "--version takes no arguments"),
        ((), "a command is missing"),
        (("hook", "codx", "--rules", "x"), "no adapter for platform 'codx'; did you mean codex?"),
        (("hook", "CODEX", "--rules", "x"), "no adapter for platform 'CODEX'; did you mean codex?"),
        (("hook", "codex", "--rulez", "x"), "unknown option --rulez; did you mean --rules?"),
        (("hook", "codex", "--rules", "x", "--rules", "x"), "repeated option --rules"),
    ],
)
def test_wrong_use_says_what_was_meant(arguments: tuple[str, ...], said: str) -> None:
    command = [sys.executable, "-m", "hook_adapters", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"hook-adapters: {said}\nusage: ")


UNKNOWN = {"hook_event_name": "PreToolUse", "tool_name": "hashline_edit", "tool_input": {"n": 1}, "cwd": "/w"}


@pytest.mark.parametrize(
    ("on_unknown", "tool", "decision"),
    [
        ("deny", "hashline_edit", "deny"),
        ("ask", "hashline_edit", "ask"),
        ("allow", "hashline_edit", None),
        ("deny", "mcp__files__put", "deny"),
        ("deny", "mcp__files__get", None),
        ("deny", "Read", None),
        ("deny", "DeferredToolPlaceholder", None),
        ("deny", "read", "deny"),
        ("ask", "Bash", "deny"),
        ("ask", "x-stopped", "deny"),
        ("deny", "x-asked", "ask"),
    ],
)
def test_unknown_tools_are_answered_as_configured(
    tmp_path: Path, on_unknown: str, tool: str, decision: str | None
) -> None:
    rules = [
        {"name": "a", "matchers": {"tools": ["mcp__files__get"]}, "actions": {"audit": True}},
        {"name": "b", "matchers": {"tools": ["Bash", "x-stopped"]}, "actions": {"block": True}},
        {"name": "c", "event": "PreToolUse", "tools": ["x-asked"], "action": "ask"},
    ]
    path = tmp_path / "pack.json"
    path.write_text(json.dumps(rules))
    payload = UNKNOWN | {"tool_name": tool}
    code, answer, _ = hook("claude-code", "--rules", str(path), "--on-unknown", on_unknown, payload=payload)
    assert code == 0
    assert (answer and answer["hookSpecificOutput"]["permissionDecision"]) == decision


def test_platforms_that_cannot_ask_deny_unknown_tools(pack: str) -> None:
    code, answer, _ = hook("codex", "--rules", pack, "--on-unknown=ask", payload=UNKNOWN)
    assert (code, answer["hookSpecificOutput"]["permissionDecision"]) == (0, "deny")
    assert "unknown tool hashline_edit" in answer["hookSpecificOutput"]["permissionDecisionReason"]


def test_unknown_tools_stop_nothing_after_a_tool(pack: str) -> None:
    payload = UNKNOWN | {"hook_event_name": "PostToolUse", "tool_response": "x"}
    assert hook("claude-code", "--rules", pack, "--on-unknown", "deny", payload=payload)[:2] == (0, None)


def test_unknown_tool_in_a_batch_is_answered(pack: str) -> None:
    calls = [{"tool": "read", "parameters": {"filePath": "a"}}, {"tool": "hashline_edit", "parameters": {}}]
    payload = {"hook": "tool.execute.before", "input": {"tool": "batch"}, "output": {"args": {"tool_calls": calls}}}
    _, answer, _ = hook("opencode", "--rules", pack, "--on-unknown", "deny", payload=payload)
    assert "unknown tool hashline_edit" in answer["throw"]

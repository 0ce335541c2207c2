import io
import json
from typing import Any

import pytest

from hook_adapters import InvalidPayload, InvalidRules, Unsupported, UnsupportedPlatform
from hook_adapters.suite import create
from hook_adapters.suite.serve import serve

PLATFORMS = [
    "claude-code",
    "cline",
    "code-puppy",
    "codex",
    "copilot-cli",
    "copilot-cloud-agent",
    "cursor",
    "gemini-cli",
    "grok-build",
    "hermes-agent",
    "kilo-code",
    "kimi-code",
    "letta-code",
    "opencode",
    "pi",
    "qwen-code",
    "vscode-copilot",
]
CALL = {
    "platform": "gemini-cli",
    "platform_version": "0.61.0",
    "registered_event": "BeforeTool",
    "payload": '{"hook_event_name":"BeforeTool","tool_name":"run_shell_command","tool_input":{"command":"ls"}}',
}
EVENT = {
    "hook_event_name": "PreToolUse",
    "platform_event_name": "BeforeTool",
    "tool_name": "Bash",
    "tool_kind": "execute",
    "tool_input": {"command": "ls", "platform_tool_name": "run_shell_command"},
}
RULES = {"version": "1.0", "rules": [{"name": "r", "event": "PreToolUse", "tools": ["Bash"], "action": "audit"}]}
DENY = {"exit_code": 0, "stdout": '{"decision":"deny","reason":"R"}', "stderr": ""}


def exchange(*lines: str) -> list[Any]:
    answers = io.BytesIO()
    assert serve(io.BytesIO("\n".join(lines).encode()), answers) == 0
    return [json.loads(line) for line in answers.getvalue().splitlines()]


def request(number: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})


def test_requests_are_answered_in_order_until_shutdown() -> None:
    answers = exchange(
        request(1, "initialize", protocol=2),
        request(2, "canonicalize", **CALL),
        "",
        request(3, "match", **CALL, rules=RULES),
        request(4, "respond", **CALL, verdict={"decision": "deny", "reason": "R"}),
        json.dumps({"jsonrpc": "2.0", "id": 5, "method": "shutdown"}),
        request(6, "initialize", protocol=2),
    )
    assert [answer["id"] for answer in answers] == [1, 2, 3, 4, 5]
    assert all(answer["jsonrpc"] == "2.0" for answer in answers)
    results = [answer["result"] for answer in answers]
    assert (results[0]["protocol"], results[0]["name"], results[0]["platforms"]) == (2, "reference", PLATFORMS)
    assert results[1:] == [{"events": [EVENT]}, {"matched_rules": ["r"]}, DENY, None]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", -32700),
        ("[1]", -32600),
        ('{"method":"initialize"}', -32600),
        ('{"id":1,"method":7}', -32600),
        ('{"id":1,"method":"create"}', -32601),
        ('{"id":1,"method":"initialize","params":[]}', -32602),
        ('{"id":1,"method":"canonicalize","params":{"colour":1}}', -32602),
        (request(1, "map", provider="gemini", tool="replace"), -32602),
        (request(1, "canonicalize", **CALL | {"payload": None}), -32603),
        (request(1, "canonicalize", **CALL | {"payload": "{"}), -32001),
        (request(1, "canonicalize", **CALL | {"platform": "emacs"}), -32002),
        (request(1, "match", **CALL, rules=[{}]), -32602),
        (request(1, "respond", **CALL, verdict={"decision": None, "context": "C"}), -32003),
    ],
)
def test_an_error_is_an_answer_and_the_process_goes_on(line: str, code: int) -> None:
    refused, answered = exchange(line, request(2, "canonicalize", **CALL))
    assert refused["error"]["code"] == code
    assert answered["result"] == {"events": [EVENT]}


def test_in_process_the_same_errors_are_raised() -> None:
    suite = create()
    for raised, change in (
        (InvalidPayload, {"payload": ""}),
        (UnsupportedPlatform, {"platform": "emacs"}),
    ):
        with pytest.raises(raised):
            suite.canonicalize(**CALL | change)
    with pytest.raises(InvalidRules):
        suite.match(**CALL, rules={"rules": [{"name": "r"}]})
    with pytest.raises(Unsupported):
        suite.respond(**CALL, verdict={"decision": None, "context": "C"})
    assert (InvalidPayload.code, UnsupportedPlatform.code, Unsupported.code) == (-32001, -32002, -32003)


def test_a_changed_pack_is_read_again() -> None:
    suite = create()
    pack = [{"name": "a", "event": "PreToolUse", "action": "audit"}]
    assert suite.match(**CALL, rules=pack) == {"matched_rules": ["a"]}
    pack[0] = {"name": "b", "event": "PreToolUse", "action": "audit"}
    assert suite.match(**CALL, rules=pack) == {"matched_rules": ["b"]}

"""What holds for every payload, also for one that no platform ever sent."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hook_adapters
from hook_adapters import InvalidArgument, InvalidPayload, Unsupported
from hook_adapters.canonical.platform import load
from hook_adapters.canonical.verdict import Verdict

QUICK = settings(
    max_examples=30, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
TEXT = st.text(max_size=12)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
# Field and event names that platforms use, so that made-up payloads get past the first refusal.
FIELDS = st.sampled_from(
    """
    hook_event_name tool_name tool_input tool_response toolName toolArgs toolResult toolInput sessionId session_id
    cwd prompt hook input output directory command file_path notification_type tool_output workspace_roots
    platform_tool_name x
    """.split()  # noqa: SIM905 (a list would take a line a word)
)
NAMES = st.sampled_from(
    """
    PreToolUse PostToolUse BeforeTool AfterTool Notification preToolUse postToolUse permissionRequest preMcpToolCall
    beforeShellExecution beforeMCPExecution tool.execute.before tool.execute.after chat.message event Stop
    run_shell_command apply_patch bash edit Shell run_in_terminal ToolPermission
    """.split()  # noqa: SIM905 (as above)
)
PAYLOAD = st.dictionaries(FIELDS, VALUE | NAMES | st.dictionaries(FIELDS, VALUE | NAMES, max_size=4), max_size=8)
EVENT = st.none() | NAMES


@pytest.mark.whole
@pytest.mark.parametrize("platform", hook_adapters.platforms())
@given(text=st.binary(max_size=60) | TEXT | VALUE.map(json.dumps) | PAYLOAD.map(json.dumps), event=EVENT)
@QUICK
def test_anything_is_read_or_refused(platform: str, text: Any, event: str | None) -> None:
    module = load(platform)
    try:
        events = module.canonicalize(text, event)
    except InvalidPayload:
        return
    assert json.loads(json.dumps(events)) == events
    for canonical in events:
        assert isinstance(canonical["hook_event_name"], str)
        assert canonical.get("tool_input") != {}
        arguments = canonical.get("tool_input", {})
        mapped = arguments.get("platform_tool_name")
        assert mapped is None or (
            mapped != canonical["tool_name"] and module.tables.tools[mapped] == canonical["tool_name"]
        )


@pytest.mark.whole
@pytest.mark.parametrize("platform", hook_adapters.platforms())
@given(
    payload=PAYLOAD,
    event=EVENT,
    decision=st.sampled_from(["allow", "deny", "ask", None]),
    context=st.none() | TEXT,
    changed=st.none() | st.dictionaries(TEXT, VALUE, max_size=2),
)
@QUICK
def test_every_verdict_is_answered_or_called_unsupported(  # noqa: PLR0913, PLR0917 (hypothesis passes each by name)
    platform: str, payload: Any, event: str | None, decision: str | None, context: str | None, changed: Any
) -> None:
    verdict = {"decision": decision, "context": context, "updated_input": changed}
    try:
        answer = hook_adapters.respond(platform.replace("_", "-"), json.dumps(payload), verdict, event)
    except (InvalidArgument, InvalidPayload, Unsupported):
        return
    assert answer.keys() == {"exit_code", "stdout", "stderr"}
    assert not answer["stdout"] or json.loads(answer["stdout"])


# By platform whose hooks can change the arguments; on the others an adapter says that it is unsupported.
CALLS = {
    "claude-code": lambda name, arguments: {
        "hook_event_name": "PreToolUse",
        "tool_name": name,
        "tool_input": arguments,
    },
    "codex": lambda name, arguments: {"hook_event_name": "PreToolUse", "tool_name": name, "tool_input": arguments},
    "copilot-cli": lambda name, arguments: {"toolName": name, "toolArgs": arguments},
    "copilot-cloud-agent": lambda name, arguments: {"toolName": name, "toolArgs": json.dumps(arguments)},
    "cursor": lambda name, arguments: {"hook_event_name": "preToolUse", "tool_name": name, "tool_input": arguments},
    "gemini-cli": lambda name, arguments: {"hook_event_name": "BeforeTool", "tool_name": name, "tool_input": arguments},
    "cline": lambda name, arguments: {"hookName": "tool_call", "tool_call": {"name": name, "input": arguments}},
    "grok-build": lambda name, arguments: {
        "hookEventName": "pre_tool_use",
        "toolName": name,
        "toolInput": arguments,
    },
    "pi": lambda name, arguments: {"hook": "tool_call", "input": {"toolName": name, "input": arguments}},
    "opencode": lambda name, arguments: {
        "hook": "tool.execute.before",
        "input": {"tool": name},
        "output": {"args": arguments},
    },
    "kilo-code": lambda name, arguments: {
        "hook": "tool.execute.before",
        "input": {"tool": name},
        "output": {"args": arguments},
    },
    "letta-code": lambda name, arguments: {"event_type": "PreToolUse", "tool_name": name, "tool_input": arguments},
    "vscode-copilot": lambda name, arguments: {
        "hook_event_name": "PreToolUse",
        "tool_name": name,
        "tool_input": arguments,
    },
}
CALL_EVENTS = {"copilot-cli": "preToolUse", "copilot-cloud-agent": "preToolUse"}


def sent_arguments(answer: dict[str, Any]) -> Any:
    """Return the arguments that an answer puts in place, wherever its platform wants them."""
    body = json.loads(answer["stdout"])
    body = {**body, **body.get("hookSpecificOutput", {})}
    return next(
        body[key]
        for key in ("updatedInput", "modifiedArgs", "updated_input", "tool_input", "args", "overrideInput")
        if key in body
    )


@pytest.mark.whole
@pytest.mark.parametrize("platform", sorted(CALLS))
@given(data=st.data())
@QUICK
def test_canonical_arguments_go_back_to_the_native_ones_they_came_from(platform: str, data: Any) -> None:
    module = load(platform)
    name = data.draw(st.sampled_from(sorted(module.tables.tools)))
    renames = module.tables.arguments.get(name, {})
    arguments = data.draw(st.dictionaries(st.sampled_from([*renames, "command", "other"]), TEXT, min_size=1))
    text = json.dumps(CALLS[platform](name, arguments))
    event, *_ = module.canonicalize(text, CALL_EVENTS.get(platform))
    verdict = {"decision": None, "updated_input": event["tool_input"]}
    reading = module.read(text, CALL_EVENTS.get(platform))
    assert sent_arguments(module.answer(reading, Verdict(verdict))) == arguments

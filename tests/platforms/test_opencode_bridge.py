"""The OpenCode bridge plugin does what its command answers, and refuses the call where the command fails."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hookconform_lab.lab.functions import bridge_file, install_bridge

pytestmark = [pytest.mark.whole, pytest.mark.needs("node")]

BEFORE, AFTER, PROMPT, COMPACT = (
    "tool.execute.before",
    "tool.execute.after",
    "chat.message",
    "experimental.session.compacting",
)
FAILED = "The policy hook failed, so this was not allowed: "


def call(bridge: Path, folder: Path, hook: str, output: dict[str, Any], **environment: str) -> dict[str, Any]:
    """Return the outcome of one hook call: what was thrown, and `output` as the hook left it."""
    case = {
        "environment": {f"HOOK_ADAPTERS_{name.upper()}": value for name, value in environment.items()},
        "directory": str(folder),
        "hook": hook,
        "input": {"tool": "bash", "sessionID": "s", "callID": "c"},
        "output": output,
    }
    node = shutil.which("node")
    assert node is not None
    done = subprocess.run(
        [node, str(Path(__file__).with_name("bridge_calls.mjs")), str(bridge)],
        input=json.dumps([case]),
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return json.loads(done.stdout)[0]


def answering(answer: object) -> str:
    return shlex.join(["printf", "%s", json.dumps(answer)])


def test_a_throw_stops_the_call_with_exactly_the_reason(tmp_path: Path) -> None:
    outcome = call(bridge_file("opencode"), tmp_path, BEFORE, {"args": {}}, command=answering({"throw": "not here"}))
    assert outcome["thrown"] == "not here"


def test_arguments_are_changed_in_place_and_the_others_stay(tmp_path: Path) -> None:
    given = {"args": {"command": "ls", "timeout": 5}}
    outcome = call(bridge_file("opencode"), tmp_path, BEFORE, given, command=answering({"args": {"command": "pwd"}}))
    assert outcome == {
        "thrown": None,
        "output": {"args": {"command": "pwd", "timeout": 5}},
        "sameArguments": True,
    }


@pytest.mark.parametrize(
    ("hook", "output", "expected"),
    [
        (AFTER, {"output": "result"}, {"output": "result\nnote"}),
        (AFTER, {"content": []}, {"content": [{"type": "text", "text": "note"}]}),
        (
            PROMPT,
            {"parts": [{"type": "file"}, {"type": "text", "text": "hi"}]},
            {"parts": [{"type": "file"}, {"type": "text", "text": "hi\nnote"}]},
        ),
        (COMPACT, {"context": []}, {"context": ["note"]}),
    ],
)
def test_text_is_added_where_the_model_reads_it(
    tmp_path: Path, hook: str, output: dict[str, Any], expected: dict[str, Any]
) -> None:
    outcome = call(bridge_file("opencode"), tmp_path, hook, output, command=answering({"append": "note"}))
    assert (outcome["thrown"], outcome["output"]) == (None, expected)


def test_the_command_reads_the_native_record_in_the_project_folder(tmp_path: Path) -> None:
    call(bridge_file("opencode"), tmp_path, BEFORE, {"args": {"command": "ls"}}, command="cat > record.json")
    assert json.loads((tmp_path / "record.json").read_text(encoding="utf-8")) == {
        "hook": BEFORE,
        "input": {"tool": "bash", "sessionID": "s", "callID": "c"},
        "output": {"args": {"command": "ls"}},
        "directory": str(tmp_path),
    }


@pytest.mark.parametrize("printed", ["", "\n", "{}"])
def test_no_answer_changes_nothing(tmp_path: Path, printed: str) -> None:
    given = {"args": {"command": "ls"}}
    outcome = call(bridge_file("opencode"), tmp_path, BEFORE, given, command=shlex.join(["printf", "%s", printed]))
    assert (outcome["thrown"], outcome["output"]) == (None, given)


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ("exit 2", "exit code 2"),
        ("echo because >&2; exit 3", "exit code 3: because"),
        ("kill -9 $$", "ended by SIGKILL"),
        ("/no/such/program", "exit code 127"),
        ("echo allowed", "not valid JSON"),
        ("echo null", "no object"),
        ("echo '[]'", "no object"),
        (answering({"decision": "deny"}), '"decision"'),
        (answering({"throw": True}), '"throw"'),
        (answering({"args": ["ls"]}), '"args"'),
        (answering({"append": None}), '"append"'),
        (answering({"throw": "x"}) + "; exit 1", "exit code 1"),
    ],
)
def test_a_command_that_fails_refuses_the_call(tmp_path: Path, command: str, why: str) -> None:
    given = {"args": {"command": "ls"}}
    outcome = call(bridge_file("opencode"), tmp_path, BEFORE, given, command=command)
    assert outcome["thrown"].startswith(FAILED)
    assert why in outcome["thrown"]
    assert outcome["output"] == given


def test_a_command_that_takes_too_long_refuses_the_call_and_is_ended(tmp_path: Path) -> None:
    slow = "(sleep 1; touch late) & sleep 60"
    outcome = call(bridge_file("opencode"), tmp_path, BEFORE, {"args": {}}, command=slow, timeout="0.2")
    assert outcome["thrown"] == f"{FAILED}no answer within 0.2 s"
    assert not (tmp_path / "late").exists()


def test_without_a_command_every_call_is_refused(tmp_path: Path) -> None:
    thrown = call(bridge_file("opencode"), tmp_path, BEFORE, {"args": {}})["thrown"]
    assert thrown == f"{FAILED}no command is configured"


def test_arguments_cannot_be_changed_after_the_tool(tmp_path: Path) -> None:
    outcome = call(bridge_file("opencode"), tmp_path, AFTER, {"output": ""}, command=answering({"args": {}}))
    assert outcome["thrown"].startswith(FAILED)


@pytest.mark.parametrize("command", ["exit 2", "echo allowed"])
def test_a_user_may_choose_to_let_calls_pass_where_the_command_fails(tmp_path: Path, command: str) -> None:
    outcome = call(bridge_file("opencode"), tmp_path, BEFORE, {"args": {}}, command=command, on_error="allow")
    assert outcome["thrown"] is None


def test_a_throw_holds_even_where_failures_pass(tmp_path: Path) -> None:
    outcome = call(
        bridge_file("opencode"), tmp_path, BEFORE, {"args": {}}, command=answering({"throw": "no"}), on_error="allow"
    )
    assert outcome["thrown"] == "no"


def test_it_is_configured_by_a_file_above_the_plugin_folder(tmp_path: Path) -> None:
    plugin = tmp_path / ".opencode" / "plugin" / "hook-bridge.js"
    plugin.parent.mkdir(parents=True)
    (tmp_path / ".opencode" / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    shutil.copy(bridge_file("opencode"), plugin)
    settings = tmp_path / ".opencode" / "hook-bridge.json"
    settings.write_text(json.dumps({"command": answering({"throw": "by file"})}), encoding="utf-8")
    assert call(plugin, tmp_path, BEFORE, {"args": {}})["thrown"] == "by file"
    settings.write_text("{", encoding="utf-8")
    assert "hook-bridge.json cannot be read" in call(plugin, tmp_path, BEFORE, {"args": {}})["thrown"]


def test_the_lab_configures_it_as_its_readme_says(tmp_path: Path) -> None:
    plugin = tmp_path / ".opencode" / "plugin" / "hook-bridge.js"
    plugin.parent.mkdir(parents=True)
    (tmp_path / ".opencode" / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    configuration = tmp_path / ".opencode" / "hook-bridge.json"
    install_bridge("opencode", plugin, configuration, {answering({"throw": "by the lab"})})
    assert call(plugin, tmp_path, BEFORE, {"args": {}})["thrown"] == "by the lab"

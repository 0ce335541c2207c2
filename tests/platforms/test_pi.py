"""What pi's instrument installs and predicts, and what the bridge does with a command's answer, without the program."""

from __future__ import annotations

import json
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus.locate import corpus_root
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.platforms.pi import effect
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Hooks, Place
from hookconform_lab.lab.functions import bridge_file
from hookconform_lab.platforms.pi.driver import DRIVER
from hookconform_lab.platforms.pi.extensions import install_bridge
from hookconform_lab.redaction.prose import holds_elision

CORPUS = corpus_root() / "platforms" / "pi"
VERSIONS = sorted(path.stem for path in (CORPUS / "declared").iterdir())
NEWEST = "1.6.0"
FAILED = "The policy hook failed, so this was not allowed: "
CALL = {"type": "tool_call", "toolName": "bash", "toolCallId": "c", "input": {"command": "ls"}}
RESULT = {"type": "tool_result", "toolName": "bash", "input": {}, "content": [{"type": "text", "text": "out"}]}
PROMPT = {"type": "input", "text": "go on", "source": "interactive"}


def predicted(*steps: dict[str, Any], event: str = "tool_call") -> Effect:
    return effect(NEWEST, event, event, Answer(plugin=steps))


def installed(tmp_path: Path, **hooks: Any) -> Path:
    home = tmp_path / "home"
    place = Place(NEWEST, tmp_path, home / "project", home, tmp_path, "http://127.0.0.1:1", ("mcp",))
    DRIVER.prepare(place, DRIVER.scenarios(NEWEST)[0], Hooks(log=tmp_path / "log", recorder=("record",), **hooks))
    return home / ".pi" / "agent"


def bridged(tmp_path: Path, event: dict[str, Any], command: str, **environment: str) -> dict[str, Any]:
    """Return what the installed bridge did with one event, its command being this shell text."""
    extensions = tmp_path / "extensions"
    extensions.mkdir()
    install_bridge(extensions, {command} if command else set())
    bridge = extensions / "hook-bridge.js"
    if not command:
        shutil.copy(bridge_file("pi"), bridge)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    node = shutil.which("node")
    assert node is not None
    done = subprocess.run(
        [node, str(Path(__file__).with_name("pi_bridge_call.mjs")), str(bridge)],
        input=json.dumps({"hook": event["type"], "event": event, "cwd": str(tmp_path)}),
        env={"PATH": "/usr/local/bin:/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return json.loads(done.stdout)


def saying(answer: object) -> str:
    return f"cat > read.json; printf %s {shlex.quote(json.dumps(answer))}"


def test_the_recording_extension_listens_to_every_event(tmp_path: Path) -> None:
    text = (installed(tmp_path) / "extensions" / "capture.js").read_text()
    assert "__" not in text
    assert all(f'"{event}"' in text for event in DRIVER.events(NEWEST))


@pytest.mark.needs("node")
def test_the_recording_extension_keeps_arguments_whole(tmp_path: Path) -> None:
    extension = installed(tmp_path) / "extensions" / "capture.js"
    shutil.copy(extension, tmp_path / "extension.mjs")
    event = {"type": "turn_end", "message": {"text": "hi"}, "input": {"context": 1, "entries": [], "message": "m"}}
    host = f"""import extension from "./extension.mjs"
extension({{ on: (name, handle) => name === "turn_end" && handle({json.dumps(event)}, {{ cwd: "/w" }}) }})"""
    (tmp_path / "host.mjs").write_text(host)
    subprocess.run(["node", "host.mjs"], cwd=tmp_path, check=True, timeout=60)
    kept = json.loads((tmp_path / "log").read_text())["input"]
    assert kept["input"] == event["input"]
    assert holds_elision(kept["message"])


def test_steps_and_commands_are_installed_in_its_place(tmp_path: Path) -> None:
    agent = installed(tmp_path / "one", steps=({"hook": "tool_call", "contains": ["x"], "steps": []},))
    assert [path.name for path in (agent / "extensions").iterdir()] == ["answering.js"]
    agent = installed(tmp_path / "two", commands={"tool_call": "policy"})
    assert [path.name for path in (agent / "extensions").iterdir()] == ["hook-bridge.js"]
    assert json.loads((agent / "hook-bridge.json").read_text())["command"] == "policy"


def test_several_commands_are_refused(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        install_bridge(tmp_path, {"one", "two"})
    assert caught.value.code == "lab.bridge"


def test_what_stops_a_tool() -> None:
    assert predicted({"return": {"block": True, "reason": "no"}}).told == {"no"}
    assert predicted({"throw": "no", "as": "error"}).tool == "stopped"
    for steps in ({"return": {"decision": "deny"}}, {"throw": "no", "as": "detached"}, {"return": False}):
        assert predicted(steps).tool == "ran"


def test_an_answer_of_a_command_that_is_none_stops_the_tool() -> None:
    for answer in (
        Answer(exit_code=1),
        Answer(late=True),
        Answer(stdout="words"),
        Answer(stdout='{"decision": "deny"}'),
        Answer(stdout='{"append": "x"}'),
    ):
        assert effect(NEWEST, "PreToolUse", "tool_call", answer).tool == "stopped"
    assert effect(NEWEST, "PreToolUse", "tool_call", Answer()).tool == "ran"
    assert effect(NEWEST, "UserPromptSubmit", "input", Answer(stdout='{"args": {}}')).turn == "ended"


@pytest.mark.needs("node")
def test_the_bridge_hands_over_the_event_and_carries_out_a_denial(tmp_path: Path) -> None:
    done = bridged(tmp_path, CALL, saying({"throw": "no"}))
    assert done["returned"] == {"block": True, "reason": "no"}
    record = {"hook": "tool_call", "input": CALL, "directory": str(tmp_path), "session": "s"}
    assert json.loads((tmp_path / "read.json").read_text()) == record


@pytest.mark.needs("node")
def test_the_bridge_changes_arguments_in_place(tmp_path: Path) -> None:
    done = bridged(tmp_path, CALL, saying({"args": {"command": "true"}}))
    assert (done["returned"], done["event"]["input"], done["same"]) == (None, {"command": "true"}, True)


@pytest.mark.needs("node")
@pytest.mark.parametrize(
    ("event", "answer", "returned"),
    [
        (CALL, "", None),
        (RESULT, {"throw": "no"}, {"content": [{"type": "text", "text": "no"}], "isError": True}),
        (RESULT, {"append": "more"}, {"content": [{"type": "text", "text": t} for t in ("out", "more")]}),
        (PROMPT, {"throw": "no"}, {"action": "handled"}),
        (PROMPT, {"append": "more"}, {"action": "transform", "text": "go on\nmore"}),
    ],
)
def test_the_bridge_does_what_is_answered(tmp_path: Path, event: Any, answer: Any, returned: Any) -> None:
    assert bridged(tmp_path, event, saying(answer) if answer else "true")["returned"] == returned


@pytest.mark.needs("node")
@pytest.mark.parametrize(
    "command", ["", "exit 3", "no-such-program", "echo words", "echo '[]'", "echo '{\"decision\":\"deny\"}'",
                "echo '{\"throw\":1}'", "echo '{\"append\":\"x\"}'", "kill -9 $$"],
)  # fmt: skip
def test_a_command_that_fails_stops_the_call(tmp_path: Path, command: str) -> None:
    returned = bridged(tmp_path, CALL, command)["returned"]
    assert returned["block"] is True
    assert returned["reason"].startswith(FAILED)


@pytest.mark.needs("node")
def test_a_command_that_takes_too_long_stops_the_call(tmp_path: Path) -> None:
    done = bridged(tmp_path, CALL, "sleep 60", HOOK_ADAPTERS_TIMEOUT="0.2")
    assert done["returned"]["reason"] == f"{FAILED}no answer within 0.2 s"


@pytest.mark.needs("node")
def test_a_failure_may_be_let_pass(tmp_path: Path) -> None:
    assert bridged(tmp_path, CALL, "exit 3", HOOK_ADAPTERS_ON_ERROR="allow")["returned"] is None

"""The serve loop: strict about requests, deaf to what the adapter prints, and running on old Pythons too."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.support.fakes import MANIFEST

from hookconform.authoring import SERVE_LOOP
from hookconform.cli import cli

IDENTITY = {key: MANIFEST[key] for key in ("name", "version", "language", "platforms", "capabilities", "tier")}
ADAPTER = """
import os, subprocess, sys
from serve_loop import InvalidPayloadError, UnsupportedPlatformError, UnsupportedVerdictError, serve

class Unspeakable(Exception):
    code = 404

def canonicalize(platform, payload, **_):
    if payload == "echo":
        return {"events": [{"hook_event_name": "a", "text": "\\ud800 \\u00e4 \\U0001f600"}]}
    if payload == "print":
        print("hello"); subprocess.run(["echo", "from a child"]); return {"read": sys.stdin.read()}
    if payload == "exit":
        sys.exit(3)
    if payload == "set":
        return {1, 2}
    if payload == "nan":
        return float("nan")
    raise {"payload": InvalidPayloadError, "platform": UnsupportedPlatformError, "verdict": UnsupportedVerdictError,
           "code": Unspeakable, "long": Unspeakable}[payload]("x" * 9000 if payload == "long" else "\\ud800")

serve(IDENTITY, canonicalize=canonicalize)
"""


def _pythons() -> list[Any]:
    """Return the running Python and the oldest that the file is written for, where it is there."""
    named = [shutil.which("python3.8"), *Path.home().glob(".pyenv/versions/3.8.*/bin/python3.8")]
    oldest = [str(found) for found in named if found is not None and _runs(str(found))]
    return [pytest.param(sys.executable, id="running"), *(pytest.param(found, id="oldest") for found in oldest[:1])]


def _runs(python: str) -> bool:
    """Tell whether it starts: a version manager's launcher may have no Python behind it."""
    return subprocess.run([python, "-c", ""], capture_output=True, check=False).returncode == 0


@pytest.fixture(params=_pythons())
def say(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    """Return a function that gives the adapter lines and returns its answers, what it said aside, and its status."""
    shutil.copy(SERVE_LOOP, tmp_path)
    (tmp_path / "adapter.py").write_text(ADAPTER.replace("IDENTITY", repr(IDENTITY)), encoding="utf-8")

    def exchange(*lines: Any) -> tuple[list[Any], str, int]:
        data = b"".join((line if isinstance(line, bytes) else json.dumps(line).encode()) + b"\n" for line in lines)
        done = subprocess.run(
            [request.param, "adapter.py"], cwd=tmp_path, input=data, capture_output=True, timeout=60, check=False
        )
        return [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode(), done.returncode

    return exchange


def _call(number: Any, payload: str, **more: Any) -> dict[str, Any]:
    params = {"platform": "gemini-cli", "payload": payload, **more}
    return {"jsonrpc": "2.0", "id": number, "method": "canonicalize", "params": params}


SHUTDOWN = {"jsonrpc": "2.0", "id": 99, "method": "shutdown", "params": {}}


def test_pipelined_requests_are_answered_in_order_until_shutdown(say: Any) -> None:
    start = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocol": 2}}
    answers, _, status = say(start, _call(7, "echo"), b"", _call("a", "echo"), SHUTDOWN, _call(8, "echo"))
    assert [answer["id"] for answer in answers] == [1, 7, "a", 99]
    assert answers[0]["result"] == {"protocol": 2, **IDENTITY}
    assert answers[1]["result"]["events"][0]["text"] == "\ud800 ä \U0001f600"
    assert (answers[3]["result"], status) == (None, 0)


def test_the_end_of_the_requests_ends_the_adapter(say: Any) -> None:
    answers, stderr, status = say(_call(1, "echo"))
    assert (len(answers), stderr, status) == (1, "", 0)


def test_what_a_method_raises_is_an_error_and_the_loop_goes_on(say: Any) -> None:
    raised = {"payload": -32001, "platform": -32002, "verdict": -32003, "code": -32603, "set": -32603, "nan": -32603,
              "exit": -32603, "long": -32603}  # fmt: skip
    answers, _, status = say(*(_call(payload, payload) for payload in raised), _call(2, "echo"), SHUTDOWN)
    assert {answer["id"]: answer["error"]["code"] for answer in answers[:-2]} == raised
    assert max(len(answer["error"]["message"]) for answer in answers[:-2]) == 2000
    assert not any("result" in answer for answer in answers[:-2])
    assert [answer["id"] for answer in answers[-2:]] == [2, 99]
    assert status == 0


BROKEN: list[tuple[Any, int, Any]] = [
    (b"{", -32700, None),
    (b"\xff\xfe", -32700, None),
    (b"[" * 100_000, -32700, None),
    ([_call(1, "echo")], -32600, None),
    ("text", -32600, None),
    ({"jsonrpc": "2.0", "method": "canonicalize"}, -32600, None),
    (_call(number=True, payload="echo"), -32600, None),
    (_call(1.5, "echo"), -32600, None),
    (_call(None, "echo"), -32600, None),
    (_call(5, "echo") | {"jsonrpc": "1.0"}, -32600, 5),
    (_call(6, "echo") | {"method": 7}, -32600, 6),
    (_call(7, "echo") | {"params": ["gemini-cli", "echo"]}, -32600, 7),
    (_call(8, "echo") | {"method": "match"}, -32601, 8),
    (_call(9, "echo") | {"method": "__class__"}, -32601, 9),
    (_call(10, "echo") | {"params": {"platform": "gemini-cli"}}, -32602, 10),
    ({"jsonrpc": "2.0", "method": "shutdown"}, -32600, None),
]


def test_a_broken_line_is_an_error_and_the_loop_goes_on(say: Any) -> None:
    answers, _, status = say(*(line for line, _, _ in BROKEN), _call(2, "echo"), SHUTDOWN)
    assert [(answer["error"]["code"], answer["id"]) for answer in answers[:-2]] == [row[1:] for row in BROKEN]
    assert [answer["id"] for answer in answers[-2:]] == [2, 99]
    assert status == 0


def test_what_is_printed_is_no_answer_and_nobody_else_reads_the_requests(say: Any) -> None:
    answers, stderr, _ = say(_call(1, "print"), _call(2, "echo"), SHUTDOWN)
    assert answers[0]["result"] == {"read": ""}
    assert [answer["id"] for answer in answers] == [1, 2, 99]
    assert sorted(stderr.split("\n")) == ["", "from a child", "hello"]


def test_the_command_writes_the_file_as_it_is(tmp_path: Path) -> None:
    target = tmp_path / "serve_loop.py"
    result = CliRunner().invoke(cli, ["serve-loop", "--output", str(target)])
    assert (result.exit_code, target.read_bytes()) == (0, SERVE_LOOP.read_bytes())
    result = CliRunner().invoke(cli, ["serve-loop"])
    assert result.output == SERVE_LOOP.read_text(encoding="utf-8")


def test_the_command_overwrites_nothing_of_the_users(tmp_path: Path) -> None:
    target = tmp_path / "mine.py"
    target.write_text("mine")
    result = CliRunner().invoke(cli, ["serve-loop", "--output", str(target)])
    assert result.exit_code != 0
    assert target.read_text() == "mine"


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs an endless device")
def test_the_command_reads_no_endless_device() -> None:
    command = [sys.executable, "-m", "hookconform", "serve-loop", "--output", "/dev/zero"]
    assert subprocess.run(command, capture_output=True, check=False, timeout=20).returncode == 0


def shown_adapter(folder: Path) -> Path:
    """Write the adapter that the documentation shows."""
    page = (Path(__file__).parents[2] / "adapters" / "README.md").read_text(encoding="utf-8")
    shown = next(block for block in page.split("```python\n") if "from serve_loop" in block).partition("```")[0]
    shutil.copy(SERVE_LOOP, folder)
    (folder / "adapter.py").write_text(shown, encoding="utf-8")
    keys = 'name = "my-adapter"\nversion = "1.0.0"\nlanguage = "python"\nplatforms = ["gemini-cli"]\n'
    claims = 'protocol = 2\ncapabilities = ["tool-name"]\ntier = "core"\n'
    run = f'{claims}[run]\ncommand = ["{sys.executable}", "adapter.py"]\n'
    (folder / "adapter.toml").write_text(keys + run, encoding="utf-8")
    return folder


@pytest.mark.whole
def test_the_adapter_shown_in_the_documentation_works(tmp_path: Path) -> None:
    case = "gemini-cli/captured/0.61.0/before-tool-run-shell-command-2"
    result = CliRunner().invoke(cli, ["run", str(shown_adapter(tmp_path)), "--case", case])
    assert result.exit_code == 0, result.output
    assert "passed: 1 check\n" in result.output


@pytest.mark.whole
def test_the_adapter_shown_knows_one_tool_and_lacks_the_rest(tmp_path: Path) -> None:
    whole = CliRunner().invoke(cli, ["run", str(shown_adapter(tmp_path)), "--no-baseline"]).output
    assert "\nMissing: " in whole
    assert "\nWrong: " not in whole

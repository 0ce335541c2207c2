"""The hook program where everything around it is broken or hostile: before a tool it denies, whatever happens."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import hook_adapters
from hook_adapters.canonical.platform import load
from hook_adapters.program.hook import DEADLINE
from hook_adapters.program.streams import MAX_INPUT
from hookconform.corpus.locate import data_root

LAUNCHER = data_root() / "hook-adapters" / "launcher" / "hook-adapters"
SHELL = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}
BLOCKED = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "rm x"}}
RULES = [{"name": "no-rm", "matchers": {"command_match": "^rm"}, "actions": {"block": True}}]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="standard streams and signals as POSIX has them")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the launcher as installed: beside the Python of its environment."""
    folder = tmp_path_factory.mktemp("bin")
    return str(launcher_with(folder, f'exec "{sys.executable}" "$@"'))


def launcher_with(folder: Path, python: str) -> Path:
    launcher = folder / "hook-adapters"
    shutil.copy(LAUNCHER, launcher)
    interpreter = folder / "python3"
    interpreter.write_text(f"#!/bin/sh\n{python}\n")
    interpreter.chmod(0o755)
    return launcher


@pytest.fixture
def pack(tmp_path: Path) -> str:
    path = tmp_path / "pack.json"
    path.write_text(json.dumps(RULES))
    return str(path)


def run(command: list[str], payload: Any = SHELL, **how: Any) -> tuple[int, str, str]:
    given = {"input": payload if isinstance(payload, bytes) else json.dumps(payload).encode()}
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    done = subprocess.run(command, check=False, **({} if "stdin" in how else given), **(streams | how))
    texts = [(text or b"").decode() for text in (done.stdout, done.stderr)]
    assert "Traceback" not in "".join(texts)
    return done.returncode, texts[0], texts[1]


def denied(stdout: str) -> bool:
    return bool(stdout) and json.loads(stdout)["hookSpecificOutput"]["permissionDecision"] == "deny"


@pytest.fixture
def nobody_reads() -> Iterator[int]:
    """Return a pipe without a reader."""
    reader, writer = os.pipe()
    os.close(reader)
    yield writer
    os.close(writer)


@pytest.fixture
def nobody_takes() -> Iterator[int]:
    """Return a full pipe whose reader never reads."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    try:
        while os.write(writer, b"x" * 4096):
            pass
    except BlockingIOError:
        pass
    os.set_blocking(writer, True)
    yield writer
    os.close(writer)
    os.close(reader)


BROKEN_STREAMS = ["closed", "full", "nobody_reads", "nobody_takes"]


def broken(kind: str, number: int, request: pytest.FixtureRequest) -> tuple[list[str], dict[str, Any]]:
    """Return what to put before a command, and how to start it, for its stream of this number to be broken."""
    name = {1: "stdout", 2: "stderr"}[number]
    if kind == "closed":
        return ["/bin/sh", "-c", f'exec "$@" {number}>&-', "sh"], {}
    if kind == "full":
        full = Path("/dev/full").open("wb")  # noqa: SIM115 (open as long as the test)
        request.addfinalizer(full.close)
        return [], {name: full}
    return [], {name: request.getfixturevalue(kind)}


@pytest.mark.parametrize("kind", BROKEN_STREAMS)
@pytest.mark.parametrize("payload", [BLOCKED, b"not json"], ids=["blocked", "not json"])
def test_a_denial_does_not_depend_on_the_message(
    program: str, pack: str, kind: str, payload: Any, request: pytest.FixtureRequest
) -> None:
    before, how = broken(kind, 2, request)
    code, stdout, _ = run([*before, program, "hook", "claude-code", "--rules", pack], payload, **how)
    assert (code, denied(stdout)) == (0, True)


@pytest.mark.parametrize("kind", BROKEN_STREAMS)
@pytest.mark.parametrize("platform", hook_adapters.platforms())
def test_a_denial_that_cannot_be_printed_ends_with_the_code_that_stops_a_tool(
    program: str, pack: str, kind: str, platform: str, request: pytest.FixtureRequest
) -> None:
    before, how = broken(kind, 1, request)
    code, _, _ = run([*before, program, "hook", platform, "--rules", pack], b"not json", **how)
    assert code == load(platform).stop_exit_code
    assert code == (1 if platform.startswith("copilot-c") else 2)


def test_an_allow_needs_no_output(program: str, pack: str, request: pytest.FixtureRequest) -> None:
    before, how = broken("closed", 1, request)
    assert run([*before, program, "hook", "claude-code", "--rules", pack], **how)[0] == 0


def test_standard_input_that_is_a_folder_is_denied(program: str, pack: str, tmp_path: Path) -> None:
    folder = os.open(tmp_path, os.O_RDONLY)
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", pack], stdin=folder)
    os.close(folder)
    assert (code, denied(stdout)) == (0, True)


def test_standard_input_that_is_closed_is_denied(program: str, pack: str) -> None:
    command = ["/bin/sh", "-c", 'exec "$@" <&-', "sh", program, "hook", "claude-code", "--rules", pack]
    code, stdout, stderr = run(command, stdin=subprocess.DEVNULL)
    assert (code, denied(stdout)) == (0, True)
    assert "cannot read" in stderr


@pytest.mark.parametrize("source", ["/dev/zero", "pipe"])
def test_standard_input_that_never_ends_is_denied(program: str, pack: str, source: str) -> None:
    reader, writer = os.pipe()
    stream = os.open(source, os.O_RDONLY) if source != "pipe" else reader
    command = [program, "hook", "claude-code", "--rules", pack, "--deadline", "0.3"]
    code, stdout, _ = run(command, stdin=stream)
    for number in {reader, writer, stream}:
        os.close(number)
    assert (code, denied(stdout)) == (0, True)
    assert "no answer within 0.3 seconds" in stdout


def test_a_payload_of_a_hundred_megabytes_is_denied(program: str, pack: str, tmp_path: Path) -> None:
    huge = tmp_path / "payload"
    text = json.dumps(SHELL).encode()
    with huge.open("wb") as file:
        file.write(text[:-1] + b', "x": "')
        file.truncate(100 * 1024 * 1024)
    with huge.open("rb") as file:
        code, stdout, _ = run([program, "hook", "claude-code", "--rules", pack], stdin=file)
    assert (code, denied(stdout)) == (0, True)
    assert f"the limit is {MAX_INPUT}" in stdout


def test_a_payload_of_the_longest_length_is_read(program: str, pack: str) -> None:
    text = json.dumps(BLOCKED).encode()
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", pack], text + b" " * (MAX_INPUT - len(text)))
    assert (code, "Blocked by rule: no-rm" in stdout) == (0, True)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_is_answered_by_a_denial(program: str, pack: str, number: signal.Signals) -> None:
    with subprocess.Popen(
        [program, "hook", "claude-code", "--rules", pack],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        while not is_ready(process.pid):
            assert process.poll() is None
        process.send_signal(number)
        stdout, _ = process.communicate()
    assert (process.returncode, denied(stdout.decode())) == (0, True)
    assert f"ended by {number.name}" in stdout.decode()


def is_ready(pid: int) -> bool:
    """Tell whether the hook has its deadline, and with it all handlers."""
    caught = re.search(r"SigCgt:\s*([0-9a-f]+)", Path(f"/proc/{pid}/status").read_text())
    command = Path(f"/proc/{pid}/cmdline").read_text()
    return "start()" in command and caught is not None and bool(int(caught[1], 16) >> (signal.SIGALRM - 1) & 1)


def test_a_pattern_without_end_is_denied_at_the_deadline(program: str, tmp_path: Path) -> None:
    path = tmp_path / "endless.json"
    path.write_text(json.dumps([{"name": "r", "matchers": {"command_match": "(a+)+$"}, "actions": {"block": True}}]))
    payload = SHELL | {"tool_input": {"command": "a" * 60 + "b"}}
    command = [program, "hook", "claude-code", "--rules", str(path), "--deadline=0.5"]
    code, stdout, _ = run(command, payload)
    assert (code, denied(stdout)) == (0, True)
    assert "no answer within 0.5 seconds" in stdout


def test_the_deadline_is_below_what_any_platform_gives_a_hook() -> None:
    bridge = data_root() / "hook-adapters" / "hook_adapters" / "bridges" / "opencode" / "hook-bridge.js"
    shortest = re.search(r"file\.timeout \|\| (\d+)\)", bridge.read_text(encoding="utf-8"))
    assert shortest is not None
    assert int(shortest[1]) - 1 >= DEADLINE


@pytest.mark.parametrize("value", ["0", "-1", "nan", "inf", "soon", "", "4000"])
def test_a_deadline_that_is_none_is_wrong_use(program: str, pack: str, value: str) -> None:
    code, stdout, stderr = run([program, "hook", "claude-code", "--rules", pack, "--deadline", value])
    assert (code, stdout) == (2, "")
    assert "--deadline" in stderr


@pytest.fixture
def gone(tmp_path: Path) -> Callable[[], None]:
    """Return what puts a process into a folder that is no longer there."""
    folder = tmp_path / "gone"
    folder.mkdir()

    def enter() -> None:
        os.chdir(folder)
        folder.rmdir()

    return enter


def test_a_current_folder_that_is_gone_denies_what_it_should(program: str, pack: str, gone: Callable[[], None]) -> None:
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", pack], BLOCKED, preexec_fn=gone)
    assert (code, "Blocked by rule: no-rm" in stdout) == (0, True)


def test_a_relative_pack_in_a_folder_that_is_gone_is_denied(program: str, gone: Callable[[], None]) -> None:
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", "pack.json"], preexec_fn=gone)
    assert (code, denied(stdout)) == (0, True)


def test_a_relative_pack_is_the_one_where_the_hook_was_started(program: str, pack: str) -> None:
    folder = Path(pack).parent
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", "pack.json"], BLOCKED, cwd=folder)
    assert (code, "Blocked by rule: no-rm" in stdout) == (0, True)
    code, stdout, _ = run([program, "hook", "claude-code", "--rules", "missing.json"], cwd=folder)
    assert (code, str(folder / "missing.json") in stdout) == (0, True)


HOSTILE = "import os\nos.write(1, b'{}')\nos._exit(0)\n"


@pytest.mark.parametrize("variable", ["PYTHONPATH", "PYTHONSTARTUP", "PYTHONHOME", "PYTHONUSERBASE"])
def test_a_hostile_workspace_changes_nothing(program: str, pack: str, tmp_path: Path, variable: str) -> None:
    workspace = tmp_path / "workspace"
    for package in ("hook_adapters", "encodings", "yaml"):
        (workspace / package).mkdir(parents=True)
        (workspace / package / "__init__.py").write_text(HOSTILE)
    for module in ("json", "sitecustomize", "usercustomize", "os", "re", "signal", "pkgutil", "hook"):
        (workspace / f"{module}.py").write_text(HOSTILE)
    value = "sitecustomize.py" if variable == "PYTHONSTARTUP" else "."
    for rules in (pack, str(Path(pack).with_suffix(".yaml"))):
        if rules.endswith(".yaml"):
            Path(rules).write_text(json.dumps(RULES))
        command = [program, "hook", "claude-code", "--rules", rules]
        code, stdout, _ = run(command, BLOCKED, cwd=workspace, env={**os.environ, variable: value})
        assert (code, "Blocked by rule: no-rm" in stdout) == (0, True)


def test_a_damaged_installation_does_not_let_a_call_pass(tmp_path: Path, pack: str) -> None:
    launcher = launcher_with(tmp_path, f'exec "{sys.executable}" -S "$@"')
    code, stdout, stderr = run([str(launcher), "hook", "claude-code", "--rules", pack])
    assert (code, stdout) == (2, "")
    assert "ModuleNotFoundError" in stderr


def test_without_any_python_no_call_passes(tmp_path: Path, pack: str) -> None:
    launcher = tmp_path / "hook-adapters"
    shutil.copy(LAUNCHER, launcher)
    command = ["/bin/sh", str(launcher), "hook", "claude-code", "--rules", pack]
    code, _, stderr = run(command, env={"PATH": str(tmp_path)})
    assert code == 2
    assert "no python3" in stderr


def test_a_link_to_the_launcher_finds_its_python(program: str, pack: str, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere"
    link.symlink_to(program)
    code, stdout, _ = run([str(link), "hook", "claude-code", "--rules", pack], BLOCKED)
    assert (code, denied(stdout)) == (0, True)


def test_a_failure_inside_a_platform_is_denied(monkeypatch: pytest.MonkeyPatch, capfd: Any, pack: str) -> None:
    from hook_adapters.program import hook  # noqa: PLC0415 (only this test looks inside)

    platform = load("claude-code")
    monkeypatch.setattr(hook, "read_input", lambda: json.dumps(SHELL).encode())
    monkeypatch.setattr(hook, "watch", lambda _: None)
    monkeypatch.setattr(hook, "last_chance", lambda _: None)
    for failure in (MemoryError("full"), KeyboardInterrupt(), SystemExit(0), RuntimeError("x")):
        monkeypatch.setattr(platform, "read", lambda *_, failure=failure: (_ for _ in ()).throw(failure))
        assert hook.run(platform, rules=pack) == 0
        assert denied(capfd.readouterr().out)

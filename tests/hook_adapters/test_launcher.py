"""The launcher has the last word on every platform: whatever keeps Python or the program from answering is no allow."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from tests.support.hook_process import BLOCKED, launcher_with, run

import hook_adapters
from hook_adapters.canonical.platform import load

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a shell script")

PLATFORMS = hook_adapters.platforms()
DIES = {
    "exit-1": "exit 1",
    "exit-127": "exit 127",
    "exit-0-by-signal": "kill -9 $$",
    "terminated": "kill -TERM $$",
    "segfault": "kill -SEGV $$",
    "no-such-library": "exec /nowhere/python3",
    "broken-stdlib": f'PYTHONHOME=/nowhere exec "{sys.executable}" -c "pass"',
    "no-packages": f'exec "{sys.executable}" -S "$@"',
    # Too little for every Python to start, and not so little that CPython 3.12 computes for ever.
    "no-memory": f'ulimit -v 11000; exec "{sys.executable}" "$@"',
}


def last_word(platform: str) -> tuple[int, str]:
    row = load(platform)
    return row.last_exit_code, row.last_answer


@pytest.mark.parametrize("failure", DIES)
@pytest.mark.parametrize("platform", PLATFORMS)
def test_python_that_cannot_answer_is_answered_for(tmp_path: Path, pack: str, platform: str, failure: str) -> None:
    launcher = launcher_with(tmp_path, DIES[failure])
    done = subprocess.run(
        [str(launcher), "hook", platform, "--rules", pack], input=b"{}", capture_output=True, check=False
    )
    assert (done.returncode, done.stdout.decode()) == last_word(platform)
    assert b"hook-adapters: " in done.stderr


@pytest.mark.parametrize("platform", PLATFORMS)
def test_what_cannot_be_printed_ends_with_the_code_that_stops_a_tool(tmp_path: Path, pack: str, platform: str) -> None:
    launcher = launcher_with(tmp_path, DIES["exit-127"])
    command = ["/bin/sh", "-c", 'exec "$@" >&-', "sh", str(launcher), "hook", platform, "--rules", pack]
    assert subprocess.run(command, check=False).returncode == load(platform).stop_exit_code


@pytest.mark.whole
@pytest.mark.parametrize("platform", ["claude-code", "code-puppy"])
def test_python_that_computes_for_ever_is_answered_for(tmp_path: Path, pack: str, platform: str) -> None:
    launcher = launcher_with(tmp_path, "while :; do :; done")
    done = subprocess.run(
        [str(launcher), "hook", platform, "--rules", pack], input=b"{}", capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout.decode()) == last_word(platform)
    assert b"hook-adapters: " in done.stderr


def test_a_longer_deadline_has_more_computing_time(tmp_path: Path, pack: str) -> None:
    seen: list[int] = []
    for deadline in ("8", "60"):
        # What runs last, as the pack is read and the program has set everything.
        code = (
            "import resource, sys; from hook_adapters.program import hook; from hook_adapters.__main__ import start; "
            "hook.read_pack = lambda _: print(resource.getrlimit(resource.RLIMIT_CPU)[0], file=open('limit', 'w')); "
            "start(launched=True)"
        )
        launcher = launcher_with(tmp_path, f'shift 4; exec "{sys.executable}" -E -P -c "{code}" "$@"')
        command = [str(launcher), "hook", "claude-code", "--rules", pack, "--deadline", deadline]
        subprocess.run(command, input=json.dumps(BLOCKED).encode(), capture_output=True, check=False, cwd=tmp_path)
        seen.append(int((tmp_path / "limit").read_text()))
    assert seen == [9, 61]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the package, from which modules may be removed."""
    folder = tmp_path_factory.mktemp("installed")
    source = Path(hook_adapters.__file__).parent
    shutil.copytree(
        source, folder / "hook_adapters", ignore=shutil.ignore_patterns("facades", "base_tools", "bridges", "*.pyc")
    )
    return folder


def imported(installed: Path, pack: str) -> list[str]:
    """Return the files of the package that a hook of Code Puppy loads, by their paths in it."""
    script = (
        f"import sys; sys.path.insert(0, {str(installed)!r}); from hook_adapters.__main__ import main; "
        "main(sys.argv[1:]); files = [m.__file__ for n, m in sys.modules.items() if n.startswith('hook_adapters')]; "
        "print(*files, sep=chr(10), file=sys.stderr)"
    )
    command = [sys.executable, "-E", "-P", "-c", script, "hook", "code-puppy", "--rules", pack]
    done = subprocess.run(command, input=json.dumps(BLOCKED).encode(), capture_output=True, check=True)
    files = [Path(line) for line in done.stderr.decode().splitlines() if line.startswith("/")]
    return [str(file.relative_to(installed)) for file in files if file.is_relative_to(installed)]


@pytest.mark.whole
def test_no_module_can_be_missing_unnoticed(tmp_path: Path, installed: Path, pack: str) -> None:
    starts = f"import sys; sys.path.insert(0, {str(installed)!r}); sys.dont_write_bytecode = True; "
    launcher = launcher_with(
        tmp_path,
        f'shift 3; code=$1; shift; exec "{sys.executable}" -E -P -c "{starts}exec(sys.argv.pop(1))" "$code" "$@"',
    )
    command = [str(launcher), "hook", "code-puppy", "--rules", pack]
    files = imported(installed, pack)
    assert len(files) > 10
    assert "Blocked by rule" in run(command, BLOCKED)[1]
    for name in files:
        file = installed / name
        away = file.rename(file.with_suffix(".away"))
        code, stdout, _ = run(command, BLOCKED)
        away.rename(file)
        stopped = code == 1 or "deny" in stdout
        assert stopped, name
        assert stdout, name


@pytest.mark.whole
@pytest.mark.parametrize("platform", ["claude-code", "code-puppy"])
def test_a_signal_at_any_time_lets_no_blocked_call_pass(program: str, pack: str, platform: str) -> None:
    """Whenever it comes, the answer stops the call; nobody can help before the shell has read its first lines."""
    stops: list[bool] = []
    for pause in range(4, 84, 4):
        with subprocess.Popen(
            [program, "hook", platform, "--rules", pack],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        ) as process:
            while not is_trapping(process.pid):
                time.sleep(0.0005)
            time.sleep(pause / 1000)
            process.send_signal(signal.SIGTERM)
            stdout, _ = process.communicate(json.dumps(BLOCKED).encode())
        stops.append(is_stop(platform, process.returncode, stdout.decode()))
    assert stops == [True] * len(stops)


def is_trapping(pid: int) -> bool:
    """Tell whether the launcher's shell catches signals."""
    status = Path(f"/proc/{pid}/status").read_text().partition("SigCgt:")[2].split()[0]
    return bool(int(status, 16) >> (signal.SIGTERM - 1) & 1)


def is_stop(platform: str, code: int, stdout: str) -> bool:
    answer: Any = json.loads(stdout) if stdout else {}
    denied = (
        answer.get("decision") == "block" or answer.get("hookSpecificOutput", {}).get("permissionDecision") == "deny"
    )
    return denied or code == load(platform).stop_exit_code

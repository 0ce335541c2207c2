"""`run --watch` runs again when a file of the adapter changes, and ends with Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.run.test_known_list import make
from tests.support import fakes

from hookconform.cli import cli, watching
from hookconform.ground.errors import HookconformError

pytestmark = pytest.mark.whole


@pytest.fixture
def half(tmp_path: Path) -> Path:
    """Make an adapter that fails two checks of a small corpus, and return its folder."""
    fakes.tiny_corpus(tmp_path, "mapped-shell")
    folder = tmp_path / "half"
    folder.mkdir()
    make(folder)
    return folder


def test_a_change_runs_it_again_and_a_broken_manifest_does_not_end_it(half: Path, tmp_path: Path) -> None:
    environment = os.environ | {"HOOKCONFORM_CORPUS": str(tmp_path / "corpus"), "XDG_CACHE_HOME": str(tmp_path / "c")}
    command = [sys.executable, "-m", "hookconform", "run", str(half), "--watch", "--no-baseline"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        # A shell lets what it starts in the background ignore Ctrl-C, tests too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 (no threads)
    ) as process:
        assert "failed: 1 of 1" in _until_waiting(process)
        code = (half / "half.py").read_text()
        mapped = '"Bash", "tool_input": {"platform_tool_name": "run_shell_command"}'
        (half / "half.py").write_text(code.replace('"run_shell_command", "tool_input": {}', mapped))
        told = _until_waiting(process)
        assert "changed: half.py" in told
        assert "passed: 1 check" in told
        manifest = (half / "adapter.toml").read_text()
        (half / "adapter.toml").write_text("name = ")
        assert "error[" in _until_waiting(process)
        (half / "adapter.toml").write_text(manifest)
        assert "passed: 1 check" in _until_waiting(process)
        process.send_signal(signal.SIGINT)
        process.communicate()
    assert process.returncode == 0


def _until_waiting(process: subprocess.Popen[str]) -> str:
    """Return what is said until the next change is waited for."""
    assert process.stdout is not None
    lines: list[str] = []
    while not lines or not lines[-1].startswith("Waiting for changes"):
        line = process.stdout.readline()
        assert line, "".join(lines)
        lines.append(line)
    return "".join(lines)


def test_what_setup_writes_and_git_ignores_is_no_change(half: Path, tmp_path: Path) -> None:
    pytest.importorskip("watchfiles")
    from hookconform.cli.watch_filter import SetupOutput, by_people  # noqa: PLC0415 (needs the library)

    output = SetupOutput([half])
    (half / "lock.json").write_text("1")
    (half / ".gitignore").write_text("build/\n")
    (half / "build").mkdir()

    def set_up(text: str) -> None:
        with output.watched():
            (half / "adapter").write_text(text)
            (half / "lock.json").write_text(text * 2)

    def changes(*names: str) -> list[str]:
        (half / "build" / "out.js").write_text("x")
        return [Path(path).name for path in by_people([str(half / name) for name in names], [half], output)]

    everything = ("adapter", "lock.json", "build/out.js", "half.py")
    set_up("one")
    # The lock file was there: a person may have saved it meanwhile.
    assert changes(*everything) == ["half.py", "lock.json"]
    set_up("three")
    assert changes(*everything) == ["half.py"]
    (half / "adapter").write_text("edited by hand")
    assert changes(*everything) == ["adapter", "half.py"]


def test_files_that_compilers_remove_are_no_change(half: Path) -> None:
    pytest.importorskip("watchfiles")
    from hookconform.cli.watch_filter import SetupOutput, by_people  # noqa: PLC0415 (needs the library)

    output = SetupOutput([half])
    removed = [str(half / "adapter-go-tmp-umask"), str(half / "half.py")]
    assert by_people(removed[:1], [half], output) == removed[:1]
    with output.watched():
        (half / "adapter").write_text("x")
    (half / "half.py").unlink()
    assert by_people(removed, [half], output) == removed[1:]


def test_an_adapter_that_is_built_comes_to_rest(half: Path, tmp_path: Path) -> None:
    text = (half / "adapter.toml").read_text()
    write = 'import time; open("built", "w").write(str(time.time()))'
    (half / "adapter.toml").write_text(text.replace("[run]", f"[run]\nsetup = [['{sys.executable}', '-c', '{write}']]"))
    environment = os.environ | {"HOOKCONFORM_CORPUS": str(tmp_path / "corpus"), "XDG_CACHE_HOME": str(tmp_path / "c")}
    command = [sys.executable, "-m", "hookconform", "run", str(half), "--watch", "--no-baseline"]
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=environment,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 (no threads)
    ) as process:
        _until_waiting(process)
        assert (half / "built").is_file()
        time.sleep(2)
        process.send_signal(signal.SIGINT)
        rest, _ = process.communicate()
    assert "changed:" not in rest


@pytest.mark.parametrize("option", [("--in-process",), ("--output", "x")])
def test_what_cannot_be_watched_is_wrong_use(half: Path, option: tuple[str, ...]) -> None:
    assert CliRunner().invoke(cli, ["run", str(half), "--watch", *option]).exit_code == 2


def test_a_missing_library_is_named(half: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "watchfiles", None)
    caught = CliRunner().invoke(cli, ["run", str(half), "--watch"]).exception
    assert isinstance(caught, HookconformError)
    assert caught.code == "watch.library"
    assert "hookconform[watch]" in caught.hint


def test_what_is_watched_is_the_adapter_s_folder_and_its_code(half: Path, tmp_path: Path) -> None:
    text = (half / "adapter.toml").read_text()
    (tmp_path / "code").mkdir()
    (half / "adapter.toml").write_text(text.replace('path = "."', 'path = "../code"'))
    assert watching._folders(str(half)) == [(tmp_path / "code").resolve(), half.resolve()]

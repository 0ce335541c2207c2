"""`[run] setup`: run once before the adapter is started, within a time, and told of when it fails."""

from __future__ import annotations

import fcntl
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.support import fakes
from tests.support.processes import is_running

from hookconform.attach import run_setup
from hookconform.attach.attaching import attach
from hookconform.attach.manifest import Manifest, load_manifest
from hookconform.checks.outcome import Outcome
from hookconform.cli import cli
from hookconform.ground.errors import HookconformError
from hookconform.run.engine import run
from hookconform.run.selection import Selection

# These start many processes.
pytestmark = pytest.mark.whole

# Leaves a letter a time, beside the manifest.
COUNTS = """
import os, sys
open("count", "a").write(sys.argv[1] + os.environ.get("ADDED", ""))
"""


def prepared(folder: Path, *commands: list[str], **changes: Any) -> Manifest:
    (folder / "count.py").write_text(COUNTS)
    (folder / "fake.py").write_text(fakes.SERVE)
    identity = fakes.serve_manifest(folder).run
    assert identity is not None
    table = {"command": list(identity.command), **({"setup": list(commands)} if commands else {}), **changes}
    return fakes.manifest(folder, run=table)


def counting(letter: str = "x") -> list[str]:
    return ["{python}", "{folder}/count.py", letter]


def test_it_runs_once_in_the_manifests_folder_whatever_is_started_how_often(tmp_path: Path) -> None:
    manifest = prepared(tmp_path, counting("a"), counting("b"), env={"ADDED": "!"})
    cases = [fakes.case(str(number), payload={"do": "crash"}) for number in range(3)]
    record = run(manifest, Selection(), cases=cases)
    assert record.total(Outcome.ERROR) > 0, "the program was started again after each crash"
    assert (tmp_path / "count").read_text() == "a!b!"


def test_one_command_may_stand_alone(tmp_path: Path) -> None:
    manifest = fakes.manifest(tmp_path, run={"command": ["x"], "setup": ["make", "all"]})
    assert manifest.run is not None
    assert manifest.run.setup == (("make", "all"),)


def test_it_may_make_the_program(tmp_path: Path) -> None:
    made = prepared(tmp_path).run
    assert made is not None
    (tmp_path / "build.py").write_text(
        "import pathlib, sys\n"
        "path = pathlib.Path('adapter')\n"
        "path.write_text(f'#!{sys.executable}\\n' + pathlib.Path('fake.py').read_text())\n"
        "path.chmod(0o755)\n"
    )
    manifest = prepared(tmp_path, ["{python}", "build.py"], command=["./adapter", *made.command[2:]])
    attach(manifest).close()


def test_a_program_that_it_does_not_make_is_told_of_after_it(tmp_path: Path) -> None:
    manifest = prepared(tmp_path, counting(), command=["./adapter"])
    with pytest.raises(HookconformError) as caught:
        attach(manifest)
    assert caught.value.code == "adapter.program"
    assert (tmp_path / "count").is_file()


@pytest.mark.parametrize(
    ("code", "says", "shown"),
    [
        ("print('no compiler'); raise SystemExit(7)", "exit code 7", "no compiler"),
        ("import sys; print('half way', file=sys.stderr, flush=True); import os; os.abort()", "signal 6", "half way"),
        ("import time; time.sleep(60)", "had not ended after 0.2 s", ""),
        ("print('x' * 2_000_000)", "more than 1 MB", ""),
    ],
)
def test_one_that_fails_ends_the_run_before_the_adapter_is_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, says: str, shown: str
) -> None:
    if "sleep" in code:
        monkeypatch.setattr(run_setup, "SECONDS", 0.2)
    manifest = prepared(tmp_path, ["{python}", "-c", code], counting(), command=["./not-there"])
    with pytest.raises(HookconformError) as caught:
        attach(manifest)
    assert caught.value.code == "adapter.setup"
    assert says in caught.value.what
    assert shown in "\n".join(caught.value.shown)
    assert str(manifest.path) in caught.value.where
    assert not (tmp_path / "count").exists(), "nothing comes after a failure"


def test_what_it_leaves_running_ends_with_it(tmp_path: Path) -> None:
    code = (
        "import os, subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'], start_new_session=True)\n"
        "open('child', 'w').write(str(child.pid))\n"
    )
    attach(prepared(tmp_path, ["{python}", "-c", code])).close()
    pid = int((tmp_path / "child").read_text())
    assert not is_running(pid)


def test_a_python_adapter_is_made_ready_too(tmp_path: Path) -> None:
    (tmp_path / "make.py").write_text("open('made.py', 'w').write('def create():\\n    raise ValueError(1234)\\n')")
    manifest = fakes.manifest(
        tmp_path, run={"python": "made:create", "path": ".", "setup": ["{python}", "{folder}/make.py"]}
    )
    with pytest.raises(HookconformError) as caught:
        attach(manifest)
    assert "1234" in caught.value.render(), "the module that was made is the one that was imported"


def test_processes_of_one_test_run_do_it_once_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    manifest = prepared(tmp_path, counting())
    monkeypatch.setenv("PYTEST_XDIST_TESTRUNUID", "one")
    for _ in range(2):
        attach(manifest).close()
    assert (tmp_path / "count").read_text() == "x"
    monkeypatch.setenv("PYTEST_XDIST_TESTRUNUID", "two")
    attach(manifest).close()
    assert (tmp_path / "count").read_text() == "xx"


def test_a_failure_is_not_taken_for_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setenv("PYTEST_XDIST_TESTRUNUID", "one")
    manifest = prepared(tmp_path, ["{python}", "-c", "raise SystemExit(1)"])
    for _ in range(2):
        with pytest.raises(HookconformError, match="exit code 1"):
            attach(manifest)


def test_one_process_at_a_time_does_it_and_the_next_one_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTEST_XDIST_TESTRUNUID", "one")
    manifest, other = prepared(tmp_path), fakes.manifest(tmp_path / "other")
    with run_setup._once(manifest) as is_done:
        assert is_done is False
        (mark,) = Path(tempfile.gettempdir()).glob("hookconform-setup-*")
        with mark.open() as stream, pytest.raises(BlockingIOError):
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    for asked, expected in ((manifest, True), (other, False), (manifest, True)):
        with run_setup._once(asked) as is_done:
            assert is_done is expected
    monkeypatch.delenv("PYTEST_XDIST_TESTRUNUID")
    with run_setup._once(manifest) as is_done:
        assert is_done is False, "a process of its own makes ready for itself"


def test_a_hook_program_has_none_of_its_own() -> None:
    run_setup.set_up(fakes.manifest(Path("/m"), run=None, capabilities=["decision"], hook={"command": ["sh"]}))


@pytest.mark.parametrize(
    ("setup", "code", "says"),
    [
        ('["{pyhton}", "x"]', "adapter.placeholder", "{pyhton}"),
        ('["no-such-program"]', "adapter.program", "`setup` below [run]"),
        ("[]", "schema.adapter", "setup"),
        ('"make"', "schema.adapter", "setup"),
    ],
)
def test_what_cannot_work_is_an_error_when_the_manifest_is_read(
    tmp_path: Path, setup: str, code: str, says: str
) -> None:
    path = tmp_path / "adapter.toml"
    path.write_text(
        'name = "x"\nversion = "1"\nlanguage = "go"\nprotocol = 2\ntier = "core"\nplatforms = ["gemini-cli"]\n'
        f'capabilities = ["event"]\n[run]\ncommand = ["{sys.executable}"]\nsetup = {setup}\n'
    )
    with pytest.raises(HookconformError) as caught:
        load_manifest(path)
    assert caught.value.code == code
    assert says in caught.value.render()


def test_the_command_says_what_failed_and_ends_with_wrong_use(tmp_path: Path) -> None:
    path = tmp_path / "adapter.toml"
    path.write_text(
        'name = "x"\nversion = "1"\nlanguage = "go"\nprotocol = 2\ntier = "core"\nplatforms = ["gemini-cli"]\n'
        'capabilities = ["event"]\n[run]\ncommand = ["./adapter"]\n'
        'setup = ["{python}", "-c", "raise SystemExit(\'go.mod is missing\')"]\n'
    )

    result = CliRunner().invoke(cli, ["run", str(tmp_path)])
    assert isinstance(result.exception, HookconformError)
    assert "go.mod is missing" in result.exception.render()

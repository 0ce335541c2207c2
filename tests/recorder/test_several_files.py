"""A platform that wants a file an event: all of them are written or none, and nobody else's are touched."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hookconform.ground.errors import HookconformError
from hookconform_lab.cli.record import command
from hookconform_lab.recorder import writing
from hookconform_lab.recorder.registrations import registration_of

pytestmark = pytest.mark.usefixtures("private", "project")
FOLDER = Path(".cline/hooks")


def record(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments), catch_exceptions=False)


def names() -> set[str]:
    return {path.name for path in FOLDER.iterdir()} if FOLDER.is_dir() else set()


def test_each_event_has_a_file_that_hands_on_what_it_is_told(private: Path) -> None:
    record("install", "cline")
    events = registration_of("cline").events(None)
    assert names() == {f"{event}.bash" for event in events}
    payload = '{"hookName":"tool_call"}'
    for event in ("PreToolUse", "TaskComplete"):
        done = subprocess.run(
            ["/bin/sh", str(FOLDER / f"{event}.bash")], input=payload.encode(), capture_output=True, check=False
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    rows = [json.loads(path.read_bytes()) for path in sorted((private / "recordings" / "cline").iterdir())]
    kept = [(row["registered_event"], row["payload_text"]) for row in rows]
    assert kept == [("PreToolUse", payload), ("TaskComplete", payload)]


def test_hooks_of_a_persons_own_stay() -> None:
    FOLDER.mkdir(parents=True)
    for name in ("PreToolUse", "PostToolUse.py"):
        (FOLDER / name).write_text("mine")
    record("install", "cline")
    assert {"PreToolUse", "PreToolUse.bash", "PostToolUse.py"} < names()
    record("uninstall", "cline")
    assert names() == {"PreToolUse", "PostToolUse.py"}
    assert (FOLDER / "PreToolUse").read_text() == "mine"


def test_a_name_that_is_taken_is_refused_with_nothing_written() -> None:
    FOLDER.mkdir(parents=True)
    (FOLDER / "TaskError.bash").write_text("mine")
    with pytest.raises(HookconformError) as caught:
        record("install", "cline")
    assert (caught.value.code, caught.value.where) == ("record.settings", str(Path.cwd() / FOLDER / "TaskError.bash"))
    assert names() == {"TaskError.bash"}
    assert "nothing is installed" in record("status").output
    assert "recording 1 event:" in record("install", "cline", "--events", "PreToolUse").output


def test_installing_for_fewer_events_takes_the_others_out() -> None:
    record("install", "cline")
    record("install", "cline", "--events", "PreToolUse,TaskStart")
    assert names() == {"PreToolUse.bash", "TaskStart.bash"}
    record("install", "cline", "--events", "PostToolUse")
    assert names() == {"PostToolUse.bash"}
    assert record("uninstall", "cline").output.count("removed") == 1
    assert not Path(".cline").exists()
    assert "nothing is installed" in record("status").output


@pytest.mark.parametrize("action", [["install", "cline", "--events", "PreToolUse"], ["uninstall", "cline"]])
def test_one_edited_file_stops_everything_before_anything_is_touched(action: list[str]) -> None:
    record("install", "cline")
    edited = FOLDER / "TaskStart.bash"
    edited.write_text(edited.read_text() + "echo mine\n")
    before = {path.name: path.read_bytes() for path in FOLDER.iterdir()}
    with pytest.raises(HookconformError) as caught:
        record(*action)
    assert (caught.value.code, caught.value.where) == ("record.settings", str(Path.cwd() / edited))
    assert {path.name: path.read_bytes() for path in FOLDER.iterdir()} == before
    edited.unlink()
    said = record("uninstall", "cline").output
    assert (said.count("removed"), said.count("not there any more")) == (8, 1)
    assert not FOLDER.exists()


@pytest.mark.parametrize("before", [0, 1, 5, 9, 12, 20, 26])
@pytest.mark.parametrize("events", ["PreToolUse", "TaskStart,PostToolUse,PreToolUse"])
def test_a_disk_that_is_full_midway_leaves_all_as_it_was(
    private: Path, events: str, before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    record("install", "cline", "--events", "PreToolUse,TaskStart")
    folders = (FOLDER, private / "installed")
    files = {path: path.read_bytes() for folder in folders for path in folder.iterdir()}
    own, count = writing.replace_file, 0

    def full(path: Path, data: bytes) -> None:
        nonlocal count
        count += 1
        if count > before:
            raise OSError(28, os.strerror(28))
        own(path, data)

    with monkeypatch.context() as patched:
        patched.setattr(writing, "replace_file", full)
        try:
            record("install", "cline", "--events", events)
        except HookconformError as caught:
            error = caught.code
        else:
            error = None
    if count <= before:
        assert error is None
    else:
        assert error == "record.write"
        assert {path: path.read_bytes() for folder in folders for path in folder.iterdir()} == files
    record("uninstall", "cline")
    assert not FOLDER.exists()


def test_a_folder_that_was_made_in_vain_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    own = writing.replace_file

    def full(path: Path, data: bytes) -> None:
        if path.name == "PostToolUse.bash":
            raise OSError(28, os.strerror(28))
        own(path, data)

    monkeypatch.setattr(writing, "replace_file", full)
    with pytest.raises(HookconformError) as caught:
        record("install", "cline")
    assert (caught.value.code, caught.value.where) == ("record.write", str(Path.cwd() / FOLDER / "PostToolUse.bash"))
    assert not Path(".cline").exists()
    assert "nothing is installed" in record("status").output


def test_a_lost_note_leaves_a_file_that_the_person_is_told_of(private: Path) -> None:
    record("install", "cline", "--events", "PreToolUse")
    for path in (private / "installed").glob("*.json"):
        path.unlink()
    with pytest.raises(HookconformError) as caught:
        record("install", "cline")
    assert caught.value.code == "record.settings"
    assert "delete it" in caught.value.hint

"""Several installations at once, damaged notes, odd folders: one recorder is left, and nothing is claimed untruly."""

from __future__ import annotations

import fcntl
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hookconform.ground.errors import HookconformError
from hookconform_lab.cli.record import command
from hookconform_lab.recorder import installing
from hookconform_lab.recorder.registrations import registration_of

pytestmark = [pytest.mark.whole, pytest.mark.usefixtures("private", "project")]
OURS = "hook_recorder.py"
MINE = '{\n "a": 1, "hooks": {"BeforeTool": [{"command": "mine"}]}}'


def record(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments), catch_exceptions=False)


def settings(text: str | None = MINE, platform: str = "gemini-cli") -> Path:
    (path,) = registration_of(platform).files("project", Path.cwd(), ())
    if text is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return path


def note(private: Path, suffix: str = "json") -> Path:
    (path,) = (private / "installed").glob(f"*.{suffix}")
    return path


def test_six_installations_at_once_leave_one_recorder() -> None:
    path = settings()
    line = [sys.executable, "-m", "hookconform", "record", "install", "gemini-cli", "--events", "BeforeTool"]
    running = [subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(6)]
    assert [process.communicate(timeout=120)[1] for process in running] == [b""] * 6
    assert path.read_text().count(OURS) == 1
    assert "restored byte for byte" in record("uninstall", "gemini-cli").output
    assert path.read_text() == MINE


@pytest.mark.parametrize("step", ["copy_script", "write_all"])
def test_everything_that_changes_files_happens_alone(private: Path, step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    settings()
    tried: list[bool] = []
    own = getattr(installing, step)

    def noted(*arguments: Any) -> Any:
        with (private / "installed" / ".lock").open() as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                tried.append(True)
            else:
                tried.append(False)
        return own(*arguments)

    monkeypatch.setattr(installing, step, noted)
    record("install", "gemini-cli")
    record("uninstall", "gemini-cli")
    assert tried
    assert all(tried)


DAMAGE: dict[str, Any] = {
    "empty": "",
    "cut off": '{"platform": "gemini-cli", "sco',
    "no object": "[]",
    "deep": "[" * 100_000,
    "no text": b"\xff\xfe",
    "a key less": {"marker": None},
    "a key more": {"more": 1},
    "a list for a text": {"file": ["x"]},
    "a number for a list": {"made": 7},
    "texts that are numbers": {"events": [1]},
    "an empty marker, which every command holds": {"marker": ""},
    "another program's marker": {"marker": "/usr/bin/mine"},
    "somebody else's folders": {"made": ["/usr/lib"]},
    "another file": {"file": "/etc/passwd"},
    "another platform": {"platform": "nowhere"},
    "no hash": {"written": "x"},
}


def damage(path: Path, how: Any) -> None:
    if isinstance(how, dict):
        raw = json.loads(path.read_text()) | how
        # What is None in the note itself (a version that is not known) stays, or every note would lack a key.
        how = json.dumps({key: value for key, value in raw.items() if value is not None or key not in how})
    path.write_bytes(how.encode() if isinstance(how, str) else how)


@pytest.mark.parametrize("how", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_note_is_said_and_our_entries_are_still_found(private: Path, how: Any) -> None:
    path = settings()
    record("install", "gemini-cli")
    damage(note(private), how)
    assert f"the note {note(private)} is damaged" in record("status").output
    said = record("uninstall", "gemini-cli").output
    assert "the note of the installation was damaged" in said
    assert json.loads(path.read_text()) == json.loads(MINE)
    assert "nothing is installed" in record("status").output


@pytest.mark.parametrize("how", DAMAGE.values(), ids=DAMAGE)
def test_installing_over_a_damaged_note_leaves_one_recorder(private: Path, how: Any) -> None:
    path = settings()
    record("install", "gemini-cli", "--events", "BeforeTool")
    damage(note(private), how)
    record("install", "gemini-cli", "--events", "BeforeTool")
    assert path.read_text().count(OURS) == 1
    record("uninstall", "gemini-cli")
    assert json.loads(path.read_text()) == json.loads(MINE)


@pytest.mark.parametrize("lost", [True, False])
def test_a_lost_or_changed_backup_is_not_called_a_restoration(private: Path, lost: bool) -> None:
    path = settings()
    record("install", "gemini-cli")
    if lost:
        note(private, "original").unlink()
    else:
        note(private, "original").write_text('{"hooks": {}}')
    said = record("uninstall", "gemini-cli").output
    assert "restored" not in said
    assert json.loads(path.read_text()) == json.loads(MINE)


def test_a_file_without_anything_of_ours_is_left_as_it_is() -> None:
    path = settings()
    record("install", "gemini-cli")
    path.write_text('{"hooks":   {}}')
    assert "no entry of ours was in it any more" in record("uninstall", "gemini-cli").output
    assert path.read_text() == '{"hooks":   {}}'


def test_a_recorder_that_no_note_knows_is_replaced(private: Path) -> None:
    path = settings()
    record("install", "gemini-cli", "--events", "BeforeTool")
    note(private).unlink()
    record("install", "gemini-cli", "--events", "BeforeTool")
    assert path.read_text().count(OURS) == 1


def test_an_edited_plugin_is_not_deleted_with_what_was_written_into_it() -> None:
    record("install", "opencode")
    path = settings(None, "opencode")
    path.write_text(path.read_text() + "\n// mine\n")
    for action in ("uninstall", "install"):
        with pytest.raises(HookconformError) as caught:
            record(action, "opencode")
        assert caught.value.code == "record.settings"
        assert path.read_text().endswith("// mine\n")
    path.unlink()
    assert "not there any more" in record("uninstall", "opencode").output


def test_somebody_elses_plugin_in_that_place_is_left_alone() -> None:
    record("install", "opencode")
    path = settings("// theirs", "opencode")
    assert "no entry of ours was in it any more" in record("uninstall", "opencode").output
    assert path.read_text() == "// theirs"


def test_a_home_with_an_apostrophe_is_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "o'neil's data"))
    path = settings()
    record("install", "gemini-cli")
    edited = json.loads(path.read_text()) | {"more": True}
    path.write_text(json.dumps(edited))
    assert "our entries are out" in record("uninstall", "gemini-cli").output
    assert json.loads(path.read_text()) == json.loads(MINE) | {"more": True}


def test_a_failed_installation_leaves_the_earlier_one(monkeypatch: pytest.MonkeyPatch) -> None:
    path = settings()
    record("install", "gemini-cli", "--events", "BeforeTool")
    before = path.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("hookconform_lab.recorder.writing.replace_file", full)
        with pytest.raises(HookconformError) as caught:
            record("install", "gemini-cli", "--events", "AfterTool")
    assert caught.value.code == "record.write"
    assert path.read_bytes() == before
    assert "restored byte for byte" in record("uninstall", "gemini-cli").output
    assert path.read_text() == MINE


def test_a_note_of_the_first_release_still_restores(private: Path) -> None:
    path = settings()
    record("install", "gemini-cli")
    raw = json.loads(note(private).read_text())
    raw["existed"] = raw.pop("original") is not None
    note(private).write_text(json.dumps(raw))
    assert "restored byte for byte" in record("uninstall", "gemini-cli").output
    assert path.read_text() == MINE


def test_an_empty_log_is_no_crash(private: Path) -> None:
    record("install", "gemini-cli")
    (private / "recorder" / "errors.log").write_text("")
    assert "0 calls could not be recorded" in record("status").output

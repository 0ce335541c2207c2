import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hookconform.ground.errors import HookconformError
from hookconform_lab.cli.record import command
from hookconform_lab.recorder.registrations import HookEntries, recorded_platforms, registration_of

pytestmark = pytest.mark.usefixtures("private", "project")
PLATFORMS = recorded_platforms()
Program = Callable[[str, str], Path]
# Those with a file in the project; test_code_puppy.py is about the one that has none.
JSON_PLATFORMS = [
    name
    for name in PLATFORMS
    if isinstance(registration_of(name), HookEntries) and "project" in registration_of(name).scopes
]
EVENT = {
    "claude-code": "PreToolUse",
    "codex": "PreToolUse",
    "copilot-cli": "preToolUse",
    "cursor": "preToolUse",
    "gemini-cli": "BeforeTool",
    "grok-build": "PreToolUse",
    "letta-code": "PreToolUse",
    "qwen-code": "PreToolUse",
    "vscode-copilot": "PreToolUse",
}


def record(*arguments: str) -> Result:
    return CliRunner().invoke(command, list(arguments), catch_exceptions=False)


def settings_file(platform: str, scope: str = "project") -> Path:
    (path,) = registration_of(platform).files(scope, Path.cwd(), ())
    return path


def write(path: Path, text: str) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path.read_bytes()


@pytest.mark.parametrize(
    ("platform", "scope"), [(name, scope) for name in PLATFORMS for scope in registration_of(name).scopes]
)
def test_uninstalling_removes_a_file_that_was_not_there(
    private: Path, project: Path, platform: str, scope: str
) -> None:
    registration = registration_of(platform)
    before, at_home = set(project.rglob("*")), set(Path.home().iterdir())
    assert record("install", platform, "--scope", scope).exit_code == 0
    paths = registration.files(scope, Path.cwd(), registration.events(None))
    for path in paths:
        assert path.is_relative_to(project if scope == "project" else Path.home())
        assert str(private) in path.read_text()
    assert record("uninstall", platform, "--scope", scope).output.count("removed") == len(paths)
    assert not any(path.exists() for path in paths)
    assert set(project.rglob("*")) == before
    # What was read is kept in the user's cache, whether this test comes first or not.
    assert set(Path.home().iterdir()) - at_home <= {Path.home() / "data", Path.home() / ".cache"}


@pytest.mark.parametrize(
    ("platform", "scope"), [(name, scope) for name in PLATFORMS for scope in registration_of(name).scopes]
)
def test_installing_again_changes_nothing(platform: str, scope: str) -> None:
    record("install", platform, "--scope", scope)
    registration = registration_of(platform)
    paths = registration.files(scope, Path.cwd(), registration.events(None))
    before = {path: path.read_bytes() for path in paths}
    record("install", platform, "--scope", scope)
    assert {path: path.read_bytes() for path in paths} == before


@pytest.mark.parametrize("name", ["copilot-cloud-agent", "grokbild", "../x", ""])
def test_a_platform_without_a_recorder_is_refused_with_those_that_have_one(name: str) -> None:
    for action in ("install", "uninstall"):
        with pytest.raises(HookconformError) as caught:
            record(action, name)
        assert caught.value.code == "record.platform"
        assert f"There is one for: {', '.join(PLATFORMS)}." in caught.value.hint
        assert ("Did you mean grok-build?" in caught.value.hint) == (name == "grokbild")
        assert "Did you mean copilot-cli?" not in caught.value.hint


@pytest.mark.parametrize("platform", JSON_PLATFORMS)
def test_hooks_that_are_there_stay_first_and_come_back_byte_for_byte(platform: str) -> None:
    path, event = settings_file(platform), EVENT[platform]
    mine = [{"command": "one"}, {"matcher": "x", "hooks": [{"type": "command", "command": "two"}]}]
    text = json.dumps({"z": 1, "hooks": {"Own": [], event: mine}, "a": {"x": "é"}}, indent=3).replace("\n", "\r\n")
    original = write(path, text)
    path.chmod(0o640)
    record("install", platform)
    now = json.loads(path.read_bytes())
    assert list(now) == ["z", "hooks", "a"]
    assert list(now["hooks"])[:2] == ["Own", event]
    assert now["hooks"][event][:2] == mine
    assert len(now["hooks"][event]) == 3
    assert "restored byte for byte" in record("uninstall", platform).output
    assert path.read_bytes() == original
    assert path.stat().st_mode & 0o777 == 0o640


@pytest.mark.parametrize("platform", JSON_PLATFORMS)
def test_half_of_a_pair_stays_the_escape_that_it_was(platform: str) -> None:
    path = settings_file(platform)
    original = write(path, '{"a": "\\ud800 é", "b": "\\ud83d\\ude00"}')
    assert record("install", platform).exit_code == 0
    assert '"a": "\\ud800 é",' in path.read_text(encoding="utf-8")
    assert json.loads(path.read_bytes())["b"] == "\U0001f600"
    record("uninstall", platform)
    assert path.read_bytes() == original


@pytest.mark.parametrize("platform", JSON_PLATFORMS)
def test_a_file_edited_meanwhile_loses_only_our_entries(platform: str) -> None:
    path, event = settings_file(platform), EVENT[platform]
    write(path, json.dumps({"hooks": {event: [{"command": "one"}]}}))
    record("install", platform)
    edited = json.loads(path.read_bytes())
    edited["hooks"][event].append({"command": "later"})
    edited["mine"] = True
    write(path, json.dumps(edited, indent=2))
    assert "edited since" in record("uninstall", platform).output
    left = json.loads(path.read_bytes())
    assert left == {"hooks": {event: [{"command": "one"}, {"command": "later"}]}, "mine": True}


def test_an_edited_group_keeps_the_hooks_that_are_not_ours() -> None:
    path = settings_file("gemini-cli")
    record("install", "gemini-cli")
    edited = json.loads(path.read_bytes())
    edited["hooks"]["BeforeTool"][0]["hooks"].insert(0, {"type": "command", "command": "mine"})
    write(path, json.dumps(edited))
    record("uninstall", "gemini-cli")
    hooks = [{"type": "command", "command": "mine"}]
    assert json.loads(path.read_bytes()) == {"hooks": {"BeforeTool": [{"matcher": "*", "hooks": hooks}]}}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('{\n  // mine\n  "hooks": {}\n}', "it has comments (line 2, column 3)"),
        ('{"a": 1 2}', "it is not JSON (line 1, column 9)"),
        ('{"hooks": {}, "hooks": {}}', "a key twice"),
        ("\ufeff{}", "byte-order mark"),
        ("[]", "not a JSON object"),
        ('{"hooks": {"BeforeTool": {}}}', "not an object of lists"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_could_not_be_kept_is_refused_and_left_alone(text: str, reason: str) -> None:
    path = settings_file("gemini-cli")
    original = write(path, text)
    with pytest.raises(HookconformError) as caught:
        record("install", "gemini-cli")
    assert (caught.value.code, caught.value.where) == ("record.settings", str(path))
    assert reason in caught.value.what
    assert path.read_bytes() == original
    assert "nothing is installed" in record("status").output


def test_installing_twice_leaves_one_recorder_and_the_first_backup() -> None:
    path = settings_file("gemini-cli")
    original = write(path, '{"a":1}')
    record("install", "gemini-cli")
    record("install", "gemini-cli", "--events", "BeforeTool")
    assert list(json.loads(path.read_bytes())["hooks"]) == ["BeforeTool"]
    record("uninstall", "gemini-cli")
    assert path.read_bytes() == original


def test_settings_behind_a_link_are_edited_where_they_are(tmp_path: Path) -> None:
    target = tmp_path / "dotfiles.json"
    original = write(target, "{}")
    path = settings_file("claude-code")
    path.parent.mkdir()
    path.symlink_to(target)
    record("install", "claude-code")
    assert path.is_symlink()
    assert target.read_bytes() != original
    record("uninstall", "claude-code")
    assert path.is_symlink()
    assert target.read_bytes() == original


def test_gemini_counts_milliseconds() -> None:
    record("install", "gemini-cli", "--events", "AfterTool")
    (group,) = json.loads(settings_file("gemini-cli").read_bytes())["hooks"]["AfterTool"]
    assert group["hooks"][0]["timeout"] == 10_000


def test_copilot_is_asked_in_both_casings() -> None:
    record("install", "copilot-cli")
    written = json.loads(settings_file("copilot-cli").read_bytes())
    assert written["version"] == 1
    assert {"preToolUse", "PreToolUse"} <= set(written["hooks"])


@pytest.mark.parametrize(
    ("version", "has", "has_not"),
    [
        (None, "PreCompact", "PostToolUseFailure"),
        ("1.0.100", "PreCompact", "PostToolUseFailure"),
        ("2.1.50", "PostToolUseFailure", "PostToolBatch"),
        ("2.1.329", "PostToolBatch", "WorktreeCreate"),
    ],
)
def test_claude_code_is_asked_only_for_events_it_knows(
    program: Program, version: str | None, has: str, has_not: str
) -> None:
    if version:
        program("claude", version)
    record("install", "claude-code")
    events = json.loads(settings_file("claude-code").read_bytes())["hooks"]
    assert has in events
    assert has_not not in events


@pytest.mark.parametrize(
    ("version", "has", "has_not"),
    [
        (None, "Stop", "Notification"),
        ("1.0.34", "notification", "Notification"),
        ("1.0.102", "Notification", "promptSubmit"),
    ],
)
def test_copilot_is_not_asked_for_keys_that_make_it_drop_the_file(
    program: Program, version: str | None, has: str, has_not: str
) -> None:
    if version:
        program("copilot", version)
    record("install", "copilot-cli")
    events = json.loads(settings_file("copilot-cli").read_bytes())["hooks"]
    assert has in events
    assert has_not not in events


def test_the_version_of_the_program_is_noted_for_the_recorder(private: Path, program: Program) -> None:
    path = program("gemini", "0.61.0")
    assert "version: 0.61.0" in record("install", "gemini-cli").output
    status = path.stat()
    note = (private / "recorder" / "versions" / "gemini-cli").read_text()
    assert note == f"0.61.0\n{status.st_size}\n{status.st_mtime_ns}\n{path}\n"


def test_the_private_folder_is_private(private: Path) -> None:
    record("install", "gemini-cli")
    for folder in (private, private / "recordings", private / "recordings" / "gemini-cli", private / "installed"):
        assert folder.stat().st_mode & 0o077 == 0


def test_a_private_folder_that_was_open_is_closed(private: Path) -> None:
    private.mkdir(parents=True, exist_ok=True)
    private.chmod(0o755)
    record("install", "gemini-cli")
    assert private.stat().st_mode & 0o777 == 0o700


def test_uninstalling_what_is_not_installed_is_an_error() -> None:
    with pytest.raises(HookconformError) as caught:
        record("uninstall", "gemini-cli")
    assert caught.value.code == "record.not-installed"


def test_a_file_that_cannot_be_written_leaves_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr("hookconform_lab.recorder.writing.replace_file", full)
    with pytest.raises(HookconformError) as caught:
        record("install", "gemini-cli")
    assert caught.value.code == "record.write"
    assert not settings_file("gemini-cli").exists()
    assert "nothing is installed" in record("status").output


def test_an_empty_event_name_is_refused() -> None:
    with pytest.raises(HookconformError) as caught:
        record("install", "gemini-cli", "--events", "BeforeTool,,AfterTool")
    assert caught.value.code == "record.events"


def test_status_tells_what_waits_and_what_went_wrong(private: Path) -> None:
    record("install", "gemini-cli")
    (private / "recordings" / "gemini-cli" / "1-2-3.json").write_text("{}")
    (private / "recorder" / "errors.log").write_text("1 'BeforeTool' OSError 28\n")
    output = record("status").output
    # `{}` is no recording: `review` names it, and `status` says the same.
    assert "1 file cannot be read as recordings" in output
    assert "no recordings to review" in output
    assert "1 call could not be recorded" in output
    assert f"private folder: {private}" in output

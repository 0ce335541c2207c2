"""Code Puppy's hooks.json holds events at the top or below `hooks`, and reads no event at the top beside that key."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hookconform.ground.errors import HookconformError
from hookconform_lab.cli.record import command
from hookconform_lab.recorder.registrations import registration_of

pytestmark = pytest.mark.usefixtures("private", "project")
MINE: list[Any] = [{"matcher": "Bash", "hooks": [{"type": "command", "command": "mine"}]}]


def record(action: str, *more: str) -> Result:
    return CliRunner().invoke(command, [action, "code-puppy", "--scope", "user", *more], catch_exceptions=False)


def hooks_file(text: str | None = None) -> Path:
    path = Path.home() / ".code_puppy" / "hooks.json"
    if text is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return path


def read_by_the_program(document: dict[str, Any]) -> dict[str, Any]:
    """What stands below `hooks` where there is such a key, else everything but comments."""
    hooks = document.get("hooks")
    found = hooks if isinstance(hooks, dict) else document
    return {event: groups for event, groups in found.items() if not event.startswith("_")}


@pytest.mark.parametrize("document", [{"PreToolUse": MINE}, {"hooks": {"PreToolUse": MINE}}, {"_note": "x"}, {}])
def test_hooks_stay_hooks_wherever_they_stand(document: dict[str, Any]) -> None:
    path = hooks_file(json.dumps(document))
    original = path.read_bytes()
    record("install")
    now = read_by_the_program(json.loads(path.read_bytes()))
    assert set(now) == set(registration_of("code-puppy").events(None))
    assert now["PreToolUse"][: len(MINE)] == MINE or "PreToolUse" not in read_by_the_program(document)
    for groups in now.values():
        hook = groups[-1]["hooks"][0]
        assert groups[-1]["matcher"] == "*"
        assert hook["timeout"] >= 1000  # milliseconds; one below 100 is no hook
    assert "restored byte for byte" in record("uninstall").output
    assert path.read_bytes() == original


def test_a_file_edited_meanwhile_loses_only_our_entries() -> None:
    path = hooks_file(json.dumps({"PreToolUse": MINE}))
    record("install")
    edited = json.loads(path.read_bytes())
    edited["PreToolUse"].append({"matcher": "*", "hooks": [{"type": "command", "command": "later"}]})
    edited["_note"] = "mine"
    path.write_text(json.dumps(edited))
    assert "edited since" in record("uninstall").output
    left = json.loads(path.read_bytes())
    later = {"matcher": "*", "hooks": [{"type": "command", "command": "later"}]}
    assert left == {"PreToolUse": [*MINE, later], "_note": "mine"}


@pytest.mark.parametrize("text", ['{"PreToolUse": {}}', '{"hooks": {"PreToolUse": {}}}', "[]", '{"Stop": 1}'])
def test_what_could_not_be_kept_is_refused_untouched(text: str) -> None:
    path = hooks_file(text)
    with pytest.raises(HookconformError) as caught:
        record("install")
    assert caught.value.code == "record.settings"
    assert path.read_text() == text


def test_a_project_has_no_file_of_its_own() -> None:
    with pytest.raises(HookconformError) as caught:
        CliRunner().invoke(command, ["install", "code-puppy"], catch_exceptions=False)
    assert caught.value.code == "record.scope"

import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hookconform.ground.errors import HookconformError
from hookconform_lab.cli.corpus import command as corpus_command
from hookconform_lab.cli.record import command as record_command
from hookconform_lab.intake.adding import Adder

pytestmark = pytest.mark.whole

Feed = Callable[..., Path]
Payload = Callable[..., dict[str, Any]]


@pytest.fixture
def reviewed(corpus: Path, feed: Feed, payload: Payload) -> Path:
    """Return a file that `record review` kept."""
    feed(payload())
    CliRunner().invoke(record_command, ["review", "--yes"], catch_exceptions=False)
    (path,) = Path("contribution").glob("*.json")
    return path


def add(*paths: Path) -> Result:
    return CliRunner().invoke(corpus_command, ["add", *map(str, paths)], catch_exceptions=False)


def changed(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    row = json.loads(path.read_text())
    change(row)
    path.write_text(json.dumps(row))
    return path


def with_payload(path: Path, change: Callable[[dict[str, Any]], None]) -> Path:
    """Change the payload and forge the review's hash."""

    def edit(row: dict[str, Any]) -> None:
        payload = json.loads(row["payload_text"])
        change(payload)
        row["payload_text"] = json.dumps(payload, separators=(",", ":"))
        row["reviewed"]["sha256"] = hashlib.sha256(row["payload_text"].encode()).hexdigest()

    return changed(path, edit)


def test_the_case_is_filed_where_and_as_it_should(corpus: Path, reviewed: Path) -> None:
    result = add(reviewed)
    path = corpus / "platforms/gemini-cli/contributed/0.99.0-before-tool-read-file.json"
    assert result.exit_code == 0
    assert result.output.startswith(f"added: {path}\nnext: hookconform corpus lint;")
    text = path.read_text()
    case = json.loads(text)
    recorded = json.loads(reviewed.read_text())
    assert text == json.dumps(case, ensure_ascii=False, indent=2) + "\n"
    assert list(case) == ["$schema", "id", "title", "registered_event", "origin", "payload", "expected"]
    assert case["$schema"] == "../../../schema/contribution.schema.json"
    assert case["id"] == "captured/0.99.0/before-tool-read-file"
    assert case["origin"] == {
        "kind": "captured",
        "driver": "live",
        "recorded": "2026-11-21",
        "sha256": hashlib.sha256(recorded["payload_text"].encode()).hexdigest(),
    }
    assert case["expected"]["tool_name"] == "Read"
    assert case["expected"]["platform_tool_name"] == "read_file"


def test_the_corpus_is_still_in_order_with_it(corpus: Path, reviewed: Path) -> None:
    def findings() -> list[Any]:
        result = CliRunner().invoke(corpus_command, ["lint", "--json"], catch_exceptions=False)
        return json.loads(result.output)["findings"]

    before = findings()
    add(reviewed)
    assert findings() == before


def test_the_same_shape_is_refused_with_the_case_that_has_it(corpus: Path, reviewed: Path) -> None:
    add(reviewed)
    result = add(reviewed)
    assert result.exit_code == 1
    assert "error[add.duplicate]" in result.output
    assert "gemini-cli/captured/0.99.0/before-tool-read-file" in result.output


def test_one_refusal_does_not_stop_the_others(corpus: Path, reviewed: Path, tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{}")
    result = add(broken, reviewed)
    assert result.exit_code == 2
    assert "added: " in result.output


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda row: row.pop("reviewed"), "add.not-reviewed"),
        (lambda row: row.update(reviewed=True), "add.not-reviewed"),
        (lambda row: row.update(payload_text=row["payload_text"].replace("README", "LICENSE")), "add.changed"),
        (lambda row: row.update(platform_version="../../../x"), "recording.invalid"),
        (lambda row: row.update(platform_version=1), "recording.invalid"),
        (lambda row: row.update(platform=["gemini-cli"]), "recording.invalid"),
        (lambda row: row.update(payload_text={}), "recording.invalid"),
        (lambda row: row.update(registered_event=3), "recording.invalid"),
        (lambda row: row.update(registered_event=None, hook="BeforeTool"), "recording.invalid"),
        (lambda row: row.update(recorded="2026-13-01"), "recording.invalid"),
        (lambda row: row.pop("recorded"), "recording.invalid"),
        (lambda row: row.update(platform="nonsuch"), "platform.unknown"),
        (lambda row: row.update(platform="../gemini-cli"), "platform.unknown"),
        (lambda row: row.update(platform="gemini-cli/../gemini-cli"), "platform.unknown"),
        (lambda row: row.pop("payload_text"), "recording.invalid"),
        (lambda row: row.update(registered_event="Airship"), "add.not-cleared"),
        (lambda row: row.update(platform_version="0.99.0-airship"), "add.not-cleared"),
        (lambda row: row.update(platform_version="0.99.0-rc."), "recording.invalid"),
        (lambda row: row.update(platform="a\0b"), "platform.unknown"),
        (lambda row: row.update(model_id="airship-7"), "recording.invalid"),
        (lambda row: row.update(scenario="airship"), "recording.invalid"),
    ],
)
def test_a_file_that_is_not_what_review_wrote_is_refused(
    corpus: Path, reviewed: Path, change: Callable[[dict[str, Any]], None], code: str
) -> None:
    result = add(changed(reviewed, change))
    assert result.exit_code == (1 if code.startswith("add.") else 2)
    assert f"error[{code}]" in result.output
    assert not (corpus / "platforms/gemini-cli/contributed").exists()


def test_what_another_platform_sent_is_refused(corpus: Path, reviewed: Path) -> None:
    def said(result: Result) -> str:
        return " ".join(result.output.split())

    result = add(changed(reviewed, lambda row: row.update(platform="codex")))
    assert "error[add.other-platform]: BeforeTool is no event of codex, but of gemini-cli" in said(result)
    changed(reviewed, lambda row: row.update(platform="gemini-cli"))
    result = add(with_payload(reviewed, lambda payload: payload.update(hook_event_name="beforeShellExecution")))
    assert "error[add.other-platform]: beforeShellExecution is no event of gemini-cli, but of cursor" in said(result)
    assert not list(corpus.glob("platforms/*/contributed"))


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            {"hook_event_name": "BeforeTool"},
            (
                "This is a payload by itself, no recording: it lacks platform, platform_version, registered_event, "
                "recorded, payload_text and reviewed."
            ),
        ),
        (
            dict.fromkeys(("platform", "platform_version", "registered_event", "payload_text"), "x"),
            "This is no recording of the recorder: it lacks recorded and reviewed.",
        ),
        (
            dict.fromkeys(("platform", "platform_version", "registered_event", "payload_text", "recorded"), "x"),
            "`record review` did not write this file: it lacks reviewed.",
        ),
    ],
)
def test_what_nobody_recorded_is_told_at_once_how_recordings_are_made(
    tmp_path: Path, row: dict[str, str], said: str
) -> None:
    path = tmp_path / "payload.json"
    path.write_text(json.dumps(row))
    output = add(path).output
    assert said in " ".join(output.split())
    assert "hookconform record install PLATFORM" in " ".join(output.split())
    assert [line for line in output.splitlines() if len(line) > 80 and "where:" not in line] == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda payload: payload.update(cwd="/home/waltraud/x"), "add.not-redacted"),
        (lambda payload: payload.update(session_id="7d2b0a3e-5a0f-4a0e-9d7c-3f6f2f1f0b11"), "add.not-redacted"),
        (lambda payload: payload["tool_input"].update(command="launch the airship"), "add.not-cleared"),
        (lambda payload: payload["tool_input"].update(airship=True), "add.not-cleared"),
        (lambda payload: payload.update(tool_name="airship"), "add.not-cleared"),
        (lambda payload: payload.update(hook_event_name=7), "schema.case"),
        (lambda payload: payload.update(hook_event_name=["airship"]), "add.not-cleared"),
        (lambda payload: payload.update(tool_name=[]), "recording.undraftable"),
    ],
)
def test_a_forged_review_does_not_get_a_private_value_in(
    corpus: Path, reviewed: Path, change: Callable[[dict[str, Any]], None], code: str
) -> None:
    result = add(with_payload(reviewed, change))
    assert f"error[{code}]" in result.output
    assert "airship" not in result.output
    assert "waltraud/x" not in result.output
    assert not (corpus / "platforms/gemini-cli/contributed").exists()


def test_what_the_reviewer_confirmed_is_filed(corpus: Path, reviewed: Path) -> None:
    with_payload(reviewed, lambda payload: payload["tool_input"].update(command="launch the airship"))
    changed(reviewed, lambda row: row["reviewed"].update(confirmed=["/tool_input/command"]))
    assert add(reviewed).exit_code == 0


def test_a_secret_is_not_filed_even_if_confirmed(corpus: Path, reviewed: Path) -> None:
    with_payload(reviewed, lambda payload: payload["tool_input"].update(password_hint="airship", command="x"))
    changed(reviewed, lambda row: row["reviewed"].update(confirmed=["/tool_input/*1", "/tool_input/password_hint"]))
    assert "error[add." in add(reviewed).output


def test_the_corpus_of_an_installed_package_is_not_written(
    reviewed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "_data").mkdir()
    installed = tmp_path / "_data" / "corpus"
    (tmp_path / "corpus").rename(installed)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(installed))
    with pytest.raises(HookconformError) as caught:
        Adder(installed)
    assert caught.value.code == "add.installed"


def test_detect_secrets_is_asked_for_when_it_is_missing(
    corpus: Path, feed: Feed, payload: Payload, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "detect_secrets.settings", None)
    feed(payload(tool_input={"command": "launch the airship"}))
    with pytest.raises(HookconformError) as caught:
        CliRunner().invoke(record_command, ["review", "--yes"], catch_exceptions=False)
    assert caught.value.code == "contribute.missing"


def test_a_file_that_was_never_kept_is_named_with_what_keeps_one(tmp_path: Path) -> None:
    result = add(tmp_path / "contribution" / "*.json")
    assert result.exit_code == 2
    assert "error[recording.missing]" in result.output
    assert "hookconform record review" in result.output
    assert "next:" not in result.output

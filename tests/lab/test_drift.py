"""What counts as drift, and what must not: shapes that the recording did not try."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support.fake_driver import FakeDriver
from tests.support.filing import file_recorded, read_case, read_lines, write_json, write_lines

from hookconform.cli import cli
from hookconform.corpus import claims as claims_room
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.model_calls import ModelCall
from hookconform.ground.errors import HookconformError
from hookconform_lab.intake.importing import Importer
from hookconform_lab.intake.recordings import read_recordings
from hookconform_lab.lab import declared, drift, drivers
from hookconform_lab.lab import record as recording
from hookconform_lab.lab.drift import Comparison, compare
from hookconform_lab.lab.driver import NotDriven
from hookconform_lab.lab.record import Recorded
from hookconform_lab.lab.tables import drift_table

pytestmark = pytest.mark.whole

VERSION = "9.9.9"
CAPTURED = f"claude-code/captured/{VERSION}"
Record = Callable[[FakeDriver], Recorded]


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Record:
    monkeypatch.setattr(recording, "install", lambda *_: tmp_path)
    monkeypatch.setattr(recording, "need_tools", lambda _: None)
    return lambda driver: recording.record(driver, VERSION, allow_network=True, say=lambda _: None)


@pytest.fixture
def corpus(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A corpus whose one version is what the fake program sends."""
    root, real = tmp_path / "corpus", corpus_root()
    (root / "platforms" / "claude-code").mkdir(parents=True)
    for name in ("schema", "rules"):
        shutil.copytree(real / name, root / name)
    for name in ("vocabulary.yaml", "argument-roles.yaml", "platforms/claude-code/platform.yaml"):
        shutil.copy(real / name, root / name)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return root


def _file(recorded: Recorded, corpus: Path, tmp_path: Path) -> None:
    importer = Importer(corpus, driver="scripted-model", recorded="2026-01-01")
    for row in read_recordings(recorded.save(tmp_path / "out")[0]):
        importer.add(row)
    importer.write()
    folder = corpus / "platforms" / "claude-code" / "declared"
    declared.write_json(folder / f"{VERSION}.json", recorded.declared)


def _kinds(comparison: Comparison) -> set[tuple[str, str | None, str | None]]:
    return {(item.kind, item.event, item.tool) for item in comparison.drift}


def test_the_same_program_shows_no_drift(record: Record, driver: FakeDriver, corpus: Path, tmp_path: Path) -> None:
    _file(record(driver), corpus, tmp_path)
    fresh = record(driver)
    comparison = compare(driver, fresh)
    assert comparison.drift == []
    assert "no drift" in drift_table(comparison, fresh)
    assert json.loads(json.dumps(comparison.as_json(fresh)))["drift"] == []


def test_a_renamed_tool_is_new_under_one_name_and_gone_under_the_other(
    record: Record, driver: FakeDriver, corpus: Path, tmp_path: Path
) -> None:
    _file(record(driver), corpus, tmp_path)
    renamed = FakeDriver(names={"boom": "crash"})
    comparison = compare(renamed, record(renamed))
    assert _kinds(comparison) == {("new tool", "PreToolUse", "crash"), ("tool gone", "PreToolUse", "boom")}


def test_a_call_that_another_scenario_made_is_no_drift(
    record: Record, driver: FakeDriver, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _file(record(driver), corpus, tmp_path)
    renamed = FakeDriver(names={"boom": "crash"})
    recorded = record(renamed)
    (keys,) = recorded.calls["boom"]
    kinds: dict[str, set[str]] = {}
    for scenario in (recorded.manifest["scenarios"][0]["name"], "another"):
        call = ModelCall("m", "m", "boom", dict.fromkeys(keys), None, "refused", scenario)
        monkeypatch.setattr(drift, "read_calls", lambda *_, call=call: (call,))
        kinds[scenario] = {kind for kind, _, tool in _kinds(compare(renamed, recorded)) if tool == "boom"}
    gone, elsewhere = kinds.values()
    assert gone - elsewhere == {"tool gone"}


def test_a_changed_declaration_is_drift(record: Record, driver: FakeDriver, corpus: Path, tmp_path: Path) -> None:
    _file(record(driver), corpus, tmp_path)
    more = FakeDriver(more_tools=["extra"])
    assert _kinds(compare(more, record(more))) == {("declared", None, "extra")}
    _file(record(more), corpus, tmp_path)
    assert _kinds(compare(driver, record(driver))) == {("declared", None, "extra")}


def test_an_event_that_is_called_no_more_is_drift(
    record: Record, driver: FakeDriver, corpus: Path, tmp_path: Path
) -> None:
    _file(record(driver), corpus, tmp_path)
    case = read_case(corpus, f"{CAPTURED}/session-end-exit")
    case["registered_event"] = case["payload"]["hook_event_name"] = "Notification"
    file_recorded(corpus, f"{CAPTURED}/notification", case)
    assert compare(driver, record(driver)).drift == [], "the driver says why it cannot reach it"
    explains_nothing = type("Silent", (FakeDriver,), {"not_driven": lambda *_: NotDriven()})()
    assert _kinds(compare(explains_nothing, record(explains_nothing))) == {("event gone", "Notification", None)}


def _change_in_corpus(corpus: Path, change: dict[str, object]) -> None:
    """Make the corpus's case of `echo` with one argument another one, with the keys that its manifest says."""
    folder = corpus / "platforms" / "claude-code"
    path = folder / "captured" / f"{VERSION}.jsonl"
    lines = read_lines(path)
    manifest = json.loads((folder / "versions" / f"{VERSION}.json").read_bytes())
    for case in lines:
        if case["name"].startswith("pre-tool-use-echo") and case["payload"]["tool_input"].keys() == {"text"}:
            case["payload"] |= change
            manifest["envelopes"]["PreToolUse"] = [sorted(case["payload"])]
    write_lines(path, lines)
    write_json(folder / "versions" / f"{VERSION}.json", manifest)


def _claim_timed(corpus: Path, key: str) -> None:
    """Claim in a corpus that `PreToolUse` has or lacks a key by the moment."""
    claims = corpus / "platforms" / "claude-code" / "platform.yaml"
    text = claims.read_text()
    event = "  - native: PreToolUse\n"
    assert text.count(event) == 1
    claims.write_text(text.replace(event, f"{event}    timed_keys: [{key}]\n"))
    claims_room._read.cache_clear()  # pyright: ignore[reportPrivateUsage] (the claims were changed behind its back)


def test_keys_that_come_and_go_by_the_moment_are_no_drift(
    record: Record, driver: FakeDriver, corpus: Path, tmp_path: Path
) -> None:
    _file(record(driver), corpus, tmp_path)
    fresh = record(driver)
    for row in fresh.rows:
        payload = json.loads(row["payload_text"])
        if payload.get("tool_input") == {"text": "a", "loud": True}:
            row["payload_text"] = json.dumps(payload | {"session_title": "t"})
    assert _kinds(compare(driver, fresh)) == {
        ("payload keys", "PreToolUse", "echo"),
        ("payload keys", "PostToolUse", "echo"),
    }
    _claim_timed(corpus, "session_title")
    assert _kinds(compare(driver, fresh)) == {("payload keys", "PostToolUse", "echo")}


def test_a_timed_key_that_never_comes_any_more_is_drift(
    record: Record, driver: FakeDriver, corpus: Path, tmp_path: Path
) -> None:
    _file(record(driver), corpus, tmp_path)
    _change_in_corpus(corpus, {"session_title": "t"})
    _claim_timed(corpus, "session_title")
    (drift,) = compare(driver, record(driver)).drift
    assert (drift.event, drift.tool, drift.detail) == ("PreToolUse", None, "session_title is in no payload any more")


def test_changed_argument_keys_are_named(record: Record, driver: FakeDriver, corpus: Path, tmp_path: Path) -> None:
    _file(record(driver), corpus, tmp_path)
    _change_in_corpus(corpus, {"tool_input": {"text": "a", "quiet": True}})
    (found,) = compare(driver, record(driver)).drift
    assert (found.kind, found.event, found.tool) == ("argument keys", "PreToolUse", "echo")
    assert found.detail == "now {text}; the corpus has {loud, text} or {quiet, text}"


def test_changed_payload_keys_are_named(record: Record, driver: FakeDriver, corpus: Path, tmp_path: Path) -> None:
    _file(record(driver), corpus, tmp_path)
    _change_in_corpus(corpus, {"extra": 1})
    (found,) = compare(driver, record(driver)).drift
    assert (found.kind, found.event, found.tool, found.detail) == ("payload keys", "PreToolUse", "echo", "gone extra")


def test_shapes_that_were_not_tried_are_no_drift(
    record: Record, driver: FakeDriver, corpus: Path, tmp_path: Path
) -> None:
    _file(record(driver), corpus, tmp_path)
    lines = read_lines(corpus / "platforms" / "claude-code" / "captured" / f"{VERSION}.jsonl")
    case = next(line for line in lines if line["name"].startswith("pre-tool-use-boom"))
    case["payload"]["tool_name"] = "Bash"
    file_recorded(corpus, f"{CAPTURED}/other-tool", case)
    case["payload"] |= {"tool_name": "boom", "tool_input": {"never": "tried"}}
    file_recorded(corpus, f"{CAPTURED}/other-arguments", case)
    assert compare(driver, record(driver)).drift == []


def test_a_version_without_cases_is_an_error_not_a_pass(record: Record, driver: FakeDriver, corpus: Path) -> None:
    assert corpus.is_dir()
    with pytest.raises(HookconformError) as caught:
        compare(driver, record(driver))
    assert caught.value.code == "lab.no-cases"


def test_the_command_says_drift_by_its_exit_code_and_as_json(
    record: Record, driver: FakeDriver, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _file(record(driver), corpus, tmp_path)
    for names, exit_code, word in (({}, 0, "no drift"), ({"boom": "crash"}, 1, "2 differences")):
        monkeypatch.setattr(drivers, "load_driver", lambda _, names=names: FakeDriver(names=names))
        report = tmp_path / "report.json"
        arguments = ["lab", "verify", f"claude-code@{VERSION}", "--allow-network", "--report", str(report)]
        result = CliRunner().invoke(cli, arguments)
        assert result.exit_code == exit_code, result.output
        assert word in result.stdout
        assert len(json.loads(report.read_text())["drift"]) == (2 if exit_code else 0)

"""A whole recording: run in the sandbox, redacted, with its declarations and manifest."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support.fake_driver import CALLS, FakeDriver

from hookconform.corpus import schemas
from hookconform.ground.errors import HookconformError
from hookconform_lab.intake.recordings import read_recordings
from hookconform_lab.lab import privacy, sandbox
from hookconform_lab.lab import record as recording
from hookconform_lab.lab.record import Recorded
from hookconform_lab.lab.script import Call, Reply, Script, call
from hookconform_lab.lab.tables import recorded_table
from hookconform_lab.redaction.kinds import kinds_in

pytestmark = pytest.mark.whole

Record = Callable[[FakeDriver], Recorded]


@pytest.fixture
def record(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Record:
    monkeypatch.setattr(recording, "install", lambda *_: tmp_path)
    monkeypatch.setattr(recording, "need_tools", lambda _: None)
    return lambda driver: recording.record(driver, "1.0.0", allow_network=True, say=lambda _: None)


def test_a_recording_holds_every_call_and_nothing_of_the_machine(
    record: Record, driver: FakeDriver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("A_SECRET", "planted-secret-value")
    recorded = record(driver)
    assert recorded.manifest["problems"] == []
    paths = recorded.save(tmp_path)
    text = "".join(path.read_text() for path in paths)
    known = privacy.of_this_machine(dict(os.environ))
    assert [found for line in text.splitlines() if (found := kinds_in(line, known, frozenset({"machine"})))] == []
    rows = list(read_recordings(paths[0]))
    assert [row.registered_event for row in rows] == [
        "SessionStart", "PreToolUse", "PostToolUse", "PreToolUse", "PostToolUse", "PreToolUse", "SessionEnd",
    ]  # fmt: skip
    first = rows[0].payload or {}
    assert (first["cwd"], first["transcript_path"]) == ("/home/dev/project", "/home/dev")
    assert first["prose"] == "<elided: 2400 characters of platform text>"
    assert (rows[1].payload or {})["tool_input"] == {"text": "hi /home/dev"}
    assert json.loads(paths[0].read_text().splitlines()[0])["hook_env_names"] == ["FAKE_AGENT"]
    assert list(tmp_path.parent.glob("hookconform-lab-*")) == []


def test_the_documents_beside_it_follow_their_schemas(record: Record, driver: FakeDriver) -> None:
    recorded = record(driver)
    assert schemas.problems(recorded.declared, "declared") == []
    assert schemas.problems(recorded.manifest, "lab-manifest") == []
    assert recorded.declared["tools"]["echo"] == {
        "declared_in": ["tools"],
        "models": ["fake-1"],
        "parameters": [{}],
    }
    assert recorded.manifest["tools"]["driven"] == ["boom", "echo"]
    assert recorded.manifest["tools"]["seen_by_hooks"] == {"boom": 1, "echo": 4}
    assert recorded.manifest["events"]["not_seen"] == {"Notification": "needs a terminal"}
    assert "2 of 2 declared tools driven, 4 of 5 events seen; complete" in recorded_table(recorded)


def test_a_declared_tool_nobody_drove_is_listed(record: Record) -> None:
    recorded = record(FakeDriver(more_tools=["extra"]))
    assert recorded.manifest["tools"]["not_driven"] == {"extra": "no scenario reached it"}


def test_calls_a_version_does_not_declare_are_left_out(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    (scenario,) = FakeDriver().scenarios("1.0.0")
    several = Reply(calls=(Call("gone_too"), Call("echo", {"text": "b"})))
    script = Script({"main": (call("gone", x=1), *CALLS, several, call("probe"))})
    with_gone = replace(scenario, script=script, probes=frozenset({"probe"}))
    monkeypatch.setattr(FakeDriver, "scenarios", lambda *_: [scenario, with_gone])
    recorded = record(FakeDriver())
    assert recorded.manifest["problems"] == []
    assert recorded.manifest["tools"]["uncalled"] == ["gone", "gone_too"]
    assert recorded.manifest["tools"]["seen_by_hooks"] == {"boom": 2, "echo": 10, "probe": 1}
    assert "this version does not declare it, so it was not called" in recorded_table(recorded)
    assert schemas.problems(recorded.manifest, "lab-manifest") == []


def test_one_scenario_alone_tells_nothing_of_what_others_declare(
    driver: FakeDriver, monkeypatch: pytest.MonkeyPatch, record: Record
) -> None:
    del record
    (scenario,) = driver.scenarios("1.0.0")
    monkeypatch.setattr(FakeDriver, "scenarios", lambda *_: [replace(scenario, script=Script({"main": (call("x"),)}))])
    recorded = recording.record(driver, "1.0.0", allow_network=True, only=("tools",), say=lambda _: None)
    assert recorded.manifest["problems"] == ["tools: called 'x', which is not declared"]


def test_an_expected_event_that_stays_away_makes_it_incomplete(record: Record) -> None:
    recorded = record(FakeDriver(hooked=("SessionStart",)))
    assert not recorded.complete
    assert recorded.manifest["problems"] == ["tools: PreToolUse was never called"]
    assert "INCOMPLETE" in recorded_table(recorded)


def test_ctrl_c_keeps_what_was_recorded(record: Record, driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    scenario = driver.scenarios("1.0.0")[0]
    monkeypatch.setattr(FakeDriver, "scenarios", lambda *_: [scenario] * 3)
    real, started = sandbox.run_inside, []

    def interrupted(*args: Any, **kwargs: Any) -> bool:
        ended = real(*args, **kwargs)
        started.append(1)
        if len(started) == 2:
            raise KeyboardInterrupt
        return ended

    monkeypatch.setattr(sandbox, "run_inside", interrupted)
    recorded = record(driver)
    assert len(recorded.rows) == 14
    assert recorded.manifest["problems"] == ["tools: it was broken off", "tools: stopped by the user"]


def test_a_scenario_that_there_is_not_is_an_error_that_lists_them(driver: FakeDriver) -> None:
    names = [scenario.name for scenario in driver.scenarios("1.0.0")]
    with pytest.raises(HookconformError) as caught:
        recording.record(driver, "1.0.0", allow_network=True, only=(names[0], "nope"), say=lambda _: None)
    assert caught.value.code == "lab.scenario"
    assert "'nope'" in caught.value.what
    assert caught.value.hint.endswith(f"Scenarios: {', '.join(names)}.")

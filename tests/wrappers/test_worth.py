"""The harness counts what a scripted model does wrong under native and foreign names, over all four wires."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.wrappers.scripted_model import DONE, model_of

from hookconform_lab.lab.script import Call as Scripted
from hookconform_lab.lab.script import Reply
from tool_facades.worth.cli import WIRES, main
from tool_facades.worth.tasks import TASKS

pytestmark = pytest.mark.whole


def called(tool: str, **arguments: Any) -> Reply:
    return Reply(calls=(Scripted(tool, arguments),))


EDIT = {"file_path": "shapes.py", "old_string": "width + height", "new_string": "width * height"}
# Under its own names the model does it at once; under others it stumbles three times first.
REPLIES = (
    called("Edit", **EDIT),
    DONE,
    called("Edit", **EDIT),
    called("replace", path="shapes.py"),
    called("replace", **{**EDIT, "old_string": "nothing", "instruction": "change"}),
    called("replace", **{**EDIT, "instruction": "change"}),
)


def ran(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, address: str, wire: str, *more: str
) -> Any:
    monkeypatch.setenv("MODEL_API_KEY", "dummy")
    base = f"{address}/v1" if wire in {"chat", "responses"} else address
    names = ("--native", "claude", "--foreign", "gemini", "--native-model", "claude", "--json")
    main(["--wire", wire, "--model", "m", "--base-url", base, *names, *more])
    return json.loads(capsys.readouterr().out)["sides"]


@pytest.mark.parametrize("wire", WIRES)
def test_mistakes_under_foreign_names_are_counted(
    wire: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_of(tmp_path, *REPLIES) as model:
        sides = ran(capsys, monkeypatch, model.address, wire, "--task", "edit")
    clean = {"runs": 1, "done": 1, "unfinished": 0}
    none = dict.fromkeys(("malformed", "unknown", "refused", "retries"), 0)
    assert sides["native: claude"] == {**clean, **none, "calls": 1}
    counts = {"calls": 4, "unknown": 1, "malformed": 1, "refused": 1, "retries": 2}
    assert sides["foreign: gemini"] == {**clean, **counts}


def test_a_model_that_does_nothing_succeeds_at_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    with model_of(tmp_path) as model:
        sides = ran(capsys, monkeypatch, model.address, "chat", "--repeat", "2")
    assert {(side["runs"], side["done"], side["calls"]) for side in sides.values()} == {(2 * len(TASKS), 0, 0)}


def test_a_model_without_an_end_is_unfinished(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = [called("Read", file_path="shapes.py")] * 20
    with model_of(tmp_path, *reading) as model:
        sides = ran(capsys, monkeypatch, model.address, "messages", "--task", "edit")
    assert (sides["native: claude"]["unfinished"], sides["native: claude"]["done"]) == (1, 0)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.name)
def test_a_task_is_done_by_its_own_files_alone(task: Any, tmp_path: Path) -> None:
    task.prepare(tmp_path)
    assert not task.is_done(tmp_path, "")
    for name, text in task.after.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert task.is_done(tmp_path, task.says)
    (tmp_path / "more.txt").write_text("x")
    assert not task.is_done(tmp_path, task.says)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (("--native", "nobody"), "'nobody' is no provider"),
        (("--native", "codex", "--native-model", "gpt-5.5"), "give --shell"),
        (("--repeat", "0"), "a number from 1 to 9999"),
        (("--key-env", "NO_SUCH_KEY"), "NO_SUCH_KEY holds no key"),
        (("--base-url", "http://127.0.0.1:9/v1"), "onnection"),
    ],
)
def test_wrong_use_is_one_line(
    more: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_API_KEY", "dummy")
    names = ["--native", "claude", "--native-model", "claude", "--foreign", "gemini", "--task", "edit"]
    with pytest.raises(SystemExit) as ended:
        main(["--wire", "chat", "--model", "m", "--base-url", "http://127.0.0.1:9/v1", *names, *more])
    output = capsys.readouterr()
    assert (ended.value.code, output.out) == (2, "")
    assert said in output.err

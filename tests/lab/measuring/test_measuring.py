"""Measuring answers on a program: what is read from marker files and from model requests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus import schemas
from hookconform.corpus.version_files import document_text
from hookconform.effects.forms import load_forms
from hookconform.effects.rows import rows_document
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import measuring
from hookconform_lab.lab.measuring import Measured, measure
from hookconform_lab.lab.run import run_scenario
from hookconform_lab.lab.script import Reply
from hookconform_lab.lab.turn import load_turn

pytestmark = pytest.mark.whole


def measured(driver: Any, *only: str) -> Measured:
    return measure(
        driver,
        "1.0.102",
        only=tuple(f"preToolUse/{name}" for name in only),
        allow_network=True,
        say=lambda _: None,
    )


def effects(found: Measured) -> dict[str, dict[str, Any]]:
    return {row["id"].removeprefix("preToolUse/"): row["effect"] for row in found.rows}


def test_forms_that_share_a_run_are_told_apart(obedient: Any) -> None:
    found = measured(obedient(), "nothing", "exit2-stderr", "exit1-stderr", "flat-deny")
    assert effects(found)["nothing"] == {
        "tool": "ran", "input": "original", "output": "shown", "told": [], "turn": "continues",
    }  # fmt: skip
    assert effects(found)["exit2-stderr"] == {
        "tool": "stopped", "input": None, "output": None, "told": ["REASON-exit2-stderr"], "turn": "continues",
    }  # fmt: skip
    assert effects(found)["exit1-stderr"]["tool"] == "ran"
    assert effects(found)["flat-deny"]["told"] == ["REASON-flat-deny"]
    assert effects(found)["flat-deny-no-reason"]["told"] == []
    assert {row["measured"]["how"] for row in found.rows} == {"shared-run"}
    assert found.unmeasured == []


def test_rows_are_in_the_order_of_the_forms_and_follow_the_schema(obedient: Any) -> None:
    found = measured(obedient(), "flat-deny", "exit2-stderr")
    forms = [form.id for form in load_forms("copilot-cli", "1.0.102")]
    assert [row["id"] for row in found.rows] == [name for name in forms if name in {row["id"] for row in found.rows}]
    text = document_text("responses", rows_document("1.0.102", found.rows))
    assert schemas.problems(json.loads(text), "responses") == []
    assert text.count("\n") == len(found.rows) + 6


def test_a_form_that_must_be_alone_gets_a_run_of_its_own(obedient: Any) -> None:
    found = measured(obedient(), "question-nothing")
    assert [row["measured"]["how"] for row in found.rows] == ["own-run"]
    assert found.rows[0]["approval"] == "needed"


def test_a_hook_that_is_never_called_is_no_measurement(obedient: Any) -> None:
    found = measured(obedient(obeys=False), "exit2-stderr")
    assert found.rows == []
    assert "its hook was never called" in found.unmeasured[0]


def test_the_model_ends_as_the_turn_says(obedient: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    late = Reply(text="That was all.", delay=0.1)
    said: list[Reply] = []

    def watched(*given: Any, **more: Any) -> Any:
        said.append(given[3].script.finish)
        return run_scenario(*given, **more)

    monkeypatch.setattr(measuring, "run_scenario", watched)
    monkeypatch.setattr(type(load_turn("copilot-cli", "1.0.81")), "finish", late)
    assert measured(obedient(), "exit1-stderr").unmeasured == []
    assert said == [late]


def test_a_command_lingers_where_a_program_would_lose_what_it_prints(
    obedient: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[str] = []

    def watched(*given: Any, **more: Any) -> Any:
        called.extend(json.dumps(call.args) for reply in given[3].script.conversations["main"] for call in reply.calls)
        return run_scenario(*given, **more)

    monkeypatch.setattr(measuring, "run_scenario", watched)
    monkeypatch.setattr(type(load_turn("copilot-cli", "1.0.81")), "linger", "; sleep 0")
    assert measured(obedient(), "exit1-stderr").unmeasured == []
    assert called
    assert all("23; sleep 0" in one for one in called)


def test_no_form_of_that_name_is_an_error(obedient: Any) -> None:
    with pytest.raises(HookconformError) as caught:
        measured(obedient(), "no-such-form")
    assert caught.value.code == "lab.no-forms"


def test_an_answer_that_ends_a_shared_run_is_measured_again_alone(
    obedient: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "corpus" / "platforms" / "copilot-cli" / "responses"
    folder.mkdir(parents=True)
    (folder.parents[2] / "vocabulary.yaml").write_text("")
    forms = '  exit2: {exit_code: 2, stderr: "@reason"}\n  exit3: {exit_code: 2, stderr: "@reason"}\n  exit0: {}\n'
    head = "platform: copilot-cli\ngroups:\n- event: PreToolUse\n  registered: [preToolUse]\n  tool: Bash\n  forms:\n"
    (folder / "forms.yaml").write_text(head + forms.replace("  ", "    ", 1).replace("\n  ", "\n    "))
    schema = schemas.load_schema("response-forms"), schemas.load_schema("responses")
    (folder.parents[2] / "schema").mkdir()
    for one in schema:
        name = one["$id"].rpartition(":")[2]
        (folder.parents[2] / "schema" / f"{name}.schema.json").write_text(json.dumps(one))
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(folder.parents[2]))
    found = measured(obedient(), "exit")
    assert [(row["id"], row["measured"]["how"], row["effect"]["turn"]) for row in found.rows] == [
        ("preToolUse/exit2", "shared-run", "continues"),
        ("preToolUse/exit3", "own-run", "ended"),
        ("preToolUse/exit0", "own-run", "continues"),
    ]

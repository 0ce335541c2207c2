"""The checks of an adapter as test frameworks see them: listed before anything runs, and one by one afterwards."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.cases.loading import case_with_id
from hookconform.checks.outcome import Outcome
from hookconform.corpus.locate import corpus_root, data_root
from hookconform.ground.errors import HookconformError
from hookconform.run.checklist import Checklist

MANIFEST = """
name = "half"
version = "1"
language = "python"
platforms = {platforms}
capabilities = {capabilities}
protocol = 2
tier = "extended"
{more}
[run]
python = "half:create"
path = "."
"""
# Right, but for what the test puts in place of `event`.
MODULE = """
import os
import hook_adapters.suite

class Adapter:
    def __init__(self):
        self.right = hook_adapters.suite.create()

    def initialize(self, **asked):
        return {{"protocol": 2, "name": "half", "version": "1", "language": "python", "platforms": {platforms},
                "capabilities": {capabilities}, "tier": "extended"}}

    def canonicalize(self, **params):
        found = self.right.canonicalize(**params)
        {change}
        return found

create = Adapter
"""
CASES = ("arguments-empty", "mapped-shell", "not-json")
SHELL = "gemini-cli/synthetic/mapped-shell"
TEXT = "gemini-cli/synthetic/not-json"


def half(
    folder: Path, change: str = "pass", *, platforms: tuple[str, ...] = ("gemini-cli",), more: str = "", **options: Any
) -> Checklist:
    words = {"platforms": str([*platforms]), "capabilities": "['event', 'refusal']"}
    (folder / "half.py").write_text(MODULE.format(change=change, **words), encoding="utf-8")
    (folder / "adapter.toml").write_text(MANIFEST.format(more=more, **words).replace("'", '"'), encoding="utf-8")
    return Checklist(str(folder), **options)


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(fakes.tiny_corpus(tmp_path, *CASES)))


def claimed(checklist: Checklist) -> set[tuple[str, str]]:
    return {*checklist.checks("event"), *checklist.checks("refusal")}


def test_every_check_is_listed_before_anything_runs(tmp_path: Path) -> None:
    checks = half(tmp_path, "raise SystemExit")
    assert checks.name == "half"
    assert {case for case, _ in checks.checks()} == {f"gemini-cli/synthetic/{name}" for name in CASES}
    assert set(checks.checks("event")) == {(f"gemini-cli/synthetic/{name}", "event") for name in CASES[:2]}
    # With the bad payload a good one, which must not be refused.
    assert list(checks.checks("refusal")) == [(SHELL, "refusal"), (TEXT, "refusal")]
    assert list(checks.checks("no-such")) == []
    # What is not claimed is not there.
    assert (SHELL, "input") not in set(checks.checks())
    assert not checks.has_run
    assert (checks.complaint, checks.causes()) == ("", [])
    assert checks.result(SHELL, "event").outcome is Outcome.ERROR
    assert "the checks have not run" in checks.result(SHELL, "event").message


def test_what_is_right_passes_and_nothing_is_complained_of(tmp_path: Path) -> None:
    checks = half(tmp_path)
    checks.run(claimed(checks))
    assert checks.has_run
    assert {checks.result(*check).outcome for check in claimed(checks)} == {Outcome.PASSED}
    assert (checks.complaint, checks.causes()) == ("", [])
    result = checks.result(SHELL, "event")
    assert (result.case_id, result.capability, result.platform, result.variant) == (SHELL, "event", "gemini-cli", "")


def test_what_is_wrong_is_red_alone_and_has_a_cause(tmp_path: Path) -> None:
    checks = half(tmp_path, 'found["events"][0]["hook_event_name"] = "Stop"')
    checks.run(claimed(checks))
    assert checks.result(SHELL, "event").outcome is Outcome.FAILED
    assert checks.result(SHELL, "event").differences
    assert checks.result(TEXT, "refusal").outcome is Outcome.PASSED
    assert any("Stop" in line for line in checks.causes())
    assert checks.complaint == ""


def test_only_what_is_wanted_is_asked(tmp_path: Path) -> None:
    said = tmp_path / "asked"
    checks = half(tmp_path, f'open({str(said)!r}, "a").write(params["payload"])')
    checks.run({(SHELL, "event")})
    assert "run_shell_command" in said.read_text(encoding="utf-8")
    assert said.read_text(encoding="utf-8").count('"hook_event_name"') == 1
    assert checks.result(SHELL, "event").outcome is Outcome.PASSED
    missed = checks.result("gemini-cli/synthetic/arguments-empty", "event")
    assert missed.outcome is Outcome.ERROR
    assert "not judged" in missed.message


def test_a_run_in_which_nothing_could_be_judged_is_complained_of(tmp_path: Path) -> None:
    checks = half(tmp_path)
    checks.run({(SHELL, "input")})
    assert checks.result(SHELL, "input").outcome is Outcome.UNSUPPORTED
    assert checks.complaint == (
        "No check was judged: the adapter does not claim what was selected, which proves nothing."
    )
    checks.result(SHELL, "event")


def test_a_platform_that_is_not_claimed_is_unsupported(tmp_path: Path) -> None:
    name = Path("platforms") / "codex" / "platform.yaml"
    (corpus_root() / name).parent.mkdir()
    shutil.copy(data_root() / "corpus" / name, corpus_root() / name)
    checks = half(tmp_path, platforms=("codex",))
    checks.run({(SHELL, "event")})
    result = checks.result(SHELL, "event")
    assert (result.outcome, result.message) == (Outcome.UNSUPPORTED, "gemini-cli is not claimed")
    assert "proves nothing" in checks.complaint


def test_an_adapter_that_ends_its_process_is_complained_of(tmp_path: Path) -> None:
    checks = half(tmp_path, "os._exit(4)")
    checks.run(claimed(checks))
    assert checks.result(SHELL, "event").outcome is Outcome.ERROR


def test_a_run_that_breaks_off_is_complained_of_and_its_rest_is_an_error(tmp_path: Path) -> None:
    checks = half(tmp_path, "raise KeyboardInterrupt", in_process=True)
    checks.run(claimed(checks))
    outcomes = {checks.result(*check).outcome for check in claimed(checks)}
    assert outcomes == {Outcome.ERROR}
    assert "incomplete" in checks.complaint
    assert "incomplete" in checks.result(SHELL, "event").message


def test_a_known_failure_that_no_check_is_about_is_complained_of(tmp_path: Path) -> None:
    known = "- {check: 'gemini-cli/synthetic/no-such::event', reason: it was so}\n"
    (tmp_path / "known.yaml").write_text(known, encoding="utf-8")
    checks = half(tmp_path, more='known_failures = "known.yaml"')
    checks.run(claimed(checks))
    assert checks.result(SHELL, "event").outcome is Outcome.PASSED
    assert checks.complaint == "gemini-cli/synthetic/no-such::event: no check is about this known failure"


def test_a_list_of_known_failures_that_cannot_be_read_is_an_error_at_once(tmp_path: Path) -> None:
    (tmp_path / "known.yaml").write_text("- {check: a}\n", encoding="utf-8")
    with pytest.raises(HookconformError) as caught:
        half(tmp_path, more='known_failures = "known.yaml"')
    assert caught.value.code == "schema.known-failures"


def test_the_adapter_can_be_asked_in_another_form(tmp_path: Path) -> None:
    said = tmp_path / "asked"
    checks = half(tmp_path, f'open({str(said)!r}, "a").write(params["payload"])', perturb=7)
    checks.run({(SHELL, "event")})
    filed = case_with_id(SHELL, corpus_root()).payload_text
    assert json.loads(said.read_text(encoding="utf-8")) != json.loads(filed)
    assert checks.result(SHELL, "event").outcome is Outcome.PASSED


def test_a_program_that_is_called_method_by_method_answers_no_verdict_for_a_hook(tmp_path: Path) -> None:
    checks = half(tmp_path)
    kinds = {name: checks.is_of_a_kind_for(name) for name in ("event", "decision", "decision[no-shell]")}
    assert kinds == {"event": True, "decision": False, "decision[no-shell]": False}
    assert checks.is_of_a_kind_for(None)

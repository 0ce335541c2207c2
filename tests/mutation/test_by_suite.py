"""What a run of the suite says of one mutant, and that it asks all there is to ask."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.corpus.facade_cases import facade_cases
from hookconform.ground.errors import HookconformError
from hookconform.run.record import INTERRUPTED, RunRecord
from hookconform.run.selection import Selection
from hookconform_lab.mutation import by_suite
from hookconform_lab.mutation.targets import Target, targets
from hookconform_lab.mutation.verdict import Verdict

pytestmark = pytest.mark.slow

ADAPTERS, FACADES = targets()["adapters"], targets()["facades"]
PASSED = CheckResult("a/b", "event", "a", Outcome.PASSED)


class Run:
    """Stands in for a run: it hears these results, ends as it is told, and keeps what it was asked."""

    def __init__(self, *results: CheckResult, ends: str = "", raises: Exception | None = None) -> None:
        self.results, self.ends, self.raises = results, ends, raises
        self.heard = 0
        self.asked: dict[str, Any] = {}

    def __call__(self, manifest: Any, selection: Selection, **asked: Any) -> RunRecord:
        self.asked = {"path": manifest.run.path, "selection": selection, **asked}
        if self.raises is not None:
            raise self.raises
        record = RunRecord(find_adapter("reference"), selection, interrupted=self.ends)
        for result in self.results:
            self.heard += 1
            record.add(result)
            asked["listener"](result)
        return record


def said(monkeypatch: pytest.MonkeyPatch, run: Run) -> Verdict:
    monkeypatch.setattr(by_suite, "run", run)
    return by_suite.verdict_of(Path("/nowhere"), ADAPTERS)


@pytest.mark.parametrize(
    ("outcome", "message", "verdict"),
    [
        (Outcome.FAILED, "", "caught"),
        (Outcome.ERROR, "the adapter broke", "caught"),
        (Outcome.ERROR, "canonicalize: no answer within 5 s", "timed-out"),
        (Outcome.FAILED, "it says: no answer within reach", "caught"),
    ],
)
def test_the_first_red_check_is_enough(
    monkeypatch: pytest.MonkeyPatch, outcome: Outcome, message: str, verdict: str
) -> None:
    red = PASSED._replace(capability="input", outcome=outcome, message=message)
    run = Run(PASSED, red, PASSED)
    found = said(monkeypatch, run)
    assert (found.outcome, found.by, run.heard) == (verdict, "a/b::input", 2)


def test_only_a_run_that_passed_lets_a_mutant_survive(monkeypatch: pytest.MonkeyPatch) -> None:
    assert said(monkeypatch, Run(PASSED)).outcome == "survived"
    # Nothing was judged, or not all.
    assert said(monkeypatch, Run()).outcome == "caught"
    assert said(monkeypatch, Run(PASSED, ends="the adapter is gone")).outcome == "caught"
    assert said(monkeypatch, Run(raises=HookconformError("adapter.start", "No."))) == Verdict("caught", "adapter.start")
    with pytest.raises(KeyboardInterrupt):
        said(monkeypatch, Run(PASSED, ends=INTERRUPTED))


def test_a_mutant_that_takes_too_long_is_noticed_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([0.0, 179.0, 181.0])
    monkeypatch.setattr(by_suite, "time", SimpleNamespace(monotonic=lambda: next(times)))
    assert said(monkeypatch, Run(PASSED, PASSED, PASSED)) == Verdict("timed-out", "not done after 180 s")


def test_an_answer_has_as_long_as_the_page_says_and_every_capability_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(PASSED)
    said(monkeypatch, run)
    assert (run.asked["deadline"], run.asked["path"]) == (5.0, "/nowhere")
    assert run.asked["selection"] == Selection()


def test_all_questions_about_facades_are_asked_those_of_the_provider_first(monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run(PASSED)
    monkeypatch.setattr(by_suite, "run", run)
    by_suite.verdict_of(Path("/nowhere"), FACADES, "tool_facades/tables/pi.json")
    providers = [case.provider for case in run.asked["facades"]]
    assert providers[0] == "pi"
    assert "pi" not in providers[providers.count("pi") :]
    assert sorted(case.id for case in run.asked["facades"]) == sorted(case.id for case in facade_cases())
    assert run.asked["selection"] == Selection(capabilities=("facade",))


def test_a_copy_has_nothing_of_an_interpreter(tmp_path: Path) -> None:
    left = tmp_path / "from" / "hook_adapters" / "deep" / "__pycache__"
    left.mkdir(parents=True)
    for file in (left / "a.pyc", left.parent / "a.py", tmp_path / "from" / "other.py"):
        file.write_text("")
    by_suite.copied(Target("toy", tmp_path / "from", ("hook_adapters/deep/a.py",)), tmp_path)
    copied = [path.relative_to(tmp_path).as_posix() for path in (tmp_path / "hook_adapters").rglob("*")]
    assert sorted(copied) == ["hook_adapters/deep", "hook_adapters/deep/a.py"]


def test_what_was_written_to_tell_right_from_wrong_comes_first() -> None:
    captured = [case.is_captured for case in by_suite.cases_in_order(frozenset())]
    assert captured == sorted(captured)
    assert captured[-1]

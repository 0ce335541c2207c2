"""Right answers are kept: the same ones are not judged again, any other is, and the record is the same."""

from __future__ import annotations

import os
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from hookconform.attach.child import Child
from hookconform.attach.manifest import Manifest, Run
from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import RED, CheckResult, Outcome
from hookconform.corpus.locate import data_root
from hookconform.ground import file_digests
from hookconform.run import case_plans, engine, facade_plan, kept_answers, kept_baseline, known_plans
from hookconform.run.kept_answers import KeptAnswers
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

PLATFORM = "pi"
SELECTION = Selection((PLATFORM,))
BROKEN = data_root() / "adapters" / "broken"
OTHERWISE = """
import os
from hook_adapters.suite import Suite

does, done = os.environ["OTHERWISE"], []


def method(name):
    def answered(self, *args, **params):
        answer = getattr(Suite, name)(self, *args, **params)
        if does == "reverses keys":
            return dict(reversed(answer.items())) if len(answer) > 1 else {"more": 1, **answer}
        if does != name or done:
            return answer
        done.append(name)
        return {}
    return answered


names = ("canonicalize", "match", "respond", "map", "tools")
create = type("Otherwise", (Suite,), {name: method(name) for name in names})
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept_answers, "user_cache", lambda: tmp_path / "cache")
    # As if all files were older than this process.
    monkeypatch.setattr(file_digests, "_STARTED", float("inf"))
    return tmp_path / "cache" / "answers"


def judged(manifest: Manifest, selection: Selection = SELECTION, **options: Any) -> tuple[RunRecord, list[CheckResult]]:
    results: list[CheckResult] = []
    return engine.run(manifest, selection, listener=results.append, **options), results


def reference(*capabilities: str) -> Manifest:
    """Return the reference adapter, as if it claimed these capabilities only."""
    manifest = find_adapter("reference")
    if not capabilities:
        return manifest
    claims = replace(manifest.claims, capabilities=frozenset(capabilities))
    return replace(manifest, claims=claims, stated={**manifest.stated, "capabilities": sorted(capabilities)})


def broken(name: str) -> tuple[Manifest, Manifest]:
    """Return a broken adapter, and the reference adapter with its claims."""
    wrong, right = find_adapter(str(BROKEN / name)), find_adapter("reference")
    return wrong, replace(right, claims=wrong.claims, stated=wrong.stated)


def alike(record: RunRecord, other: RunRecord) -> bool:
    names = {field.name for field in fields(RunRecord)} - {"manifest"}
    return all(getattr(record, name) == getattr(other, name) for name in names)


def never(*_: object, **__: object) -> Any:
    pytest.fail("a case was planned or judged anew")


def reference_that(does: str, folder: Path, *capabilities: str) -> Manifest:
    """Return the reference adapter, which does one thing otherwise; empty: nothing."""
    (folder / "otherwise.py").write_text(OTHERWISE, encoding="utf-8")
    manifest = reference(*capabilities)
    run = Run(python="otherwise:create", path=".", env={"OTHERWISE": does})
    return replace(manifest, path=folder / "adapter.toml", run=run)


def test_same_answers_give_the_same_record_without_being_judged(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, heard = judged(reference())
    assert first.total(Outcome.PASSED) == len(heard) > first.total(*RED) == 0
    assert [path.name.rpartition("-")[0] for path in cache.iterdir()] == [PLATFORM]
    monkeypatch.setattr(case_plans, "plan_case", never)
    monkeypatch.setattr(facade_plan, "judged", never)
    second, again = judged(reference())
    assert alike(first, second)
    assert heard == again


def test_every_request_is_sent_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []
    send = Child.send
    monkeypatch.setattr(Child, "send", lambda self, data: sent.append(data) or send(self, data))
    judged(reference())
    first = sent.copy()
    sent.clear()
    judged(reference())
    assert len(first) > 1000
    assert first == sent


@pytest.mark.parametrize(
    "name", ["canonical_name_wins", "input_dropped", "silent_allow", "facade_unchecked", "facade_text_normalised"]
)
def test_wrong_answers_are_as_red_as_if_nothing_were_kept(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong, right = broken(name)
    with monkeypatch.context() as patch:
        patch.setattr(KeptAnswers, "of", lambda *_: None)
        alone, heard = judged(wrong)
    judged(right)
    taken: list[KeptAnswers] = []
    of_platform = KeptAnswers.of_platform
    monkeypatch.setattr(
        KeptAnswers, "of_platform", lambda self, platform: taken.append(self) or of_platform(self, platform)
    )
    beside, again = judged(wrong)
    assert taken[0].of_platform(PLATFORM) is not None
    assert alone.total(*RED) > 0
    assert alike(alone, beside)
    assert heard == again


@pytest.mark.parametrize("method", ["canonicalize", "match", "respond", "map", "tools"])
def test_one_other_answer_is_judged(tmp_path: Path, method: str) -> None:
    right, _ = judged(reference_that("", tmp_path))
    wrong, _ = judged(reference_that(method, tmp_path))
    assert right.total(*RED) == 0
    assert len({result.case_id for result in wrong.notable}) == 1
    assert wrong.total(*RED) + wrong.total(Outcome.PASSED) == right.total(Outcome.PASSED)


def test_right_answers_in_other_words_pass(tmp_path: Path, cache: Path) -> None:
    right, heard = judged(reference_that("", tmp_path))
    other, again = judged(reference_that("reverses keys", tmp_path))
    assert alike(right, other)
    assert heard == again
    # Most answers did not fit it.
    assert not list(cache.iterdir())


@pytest.mark.parametrize("damage", ["cut", "empty", "other byte"])
def test_a_damaged_file_is_as_if_it_were_not_there(cache: Path, damage: str) -> None:
    first, heard = judged(reference())
    (path,) = cache.iterdir()
    content = path.read_bytes()
    changed = content[:-1] + bytes([content[-1] ^ 1])
    path.write_bytes({"cut": content[:1000], "empty": b"", "other byte": changed}[damage])
    second, again = judged(reference())
    assert alike(first, second)
    assert heard == again
    assert path.read_bytes() == content


def test_nothing_is_kept_where_nothing_can_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setattr(kept_answers, "user_cache", lambda: tmp_path / "file")
    first, heard = judged(reference())
    second, again = judged(reference())
    assert alike(first, second)
    assert heard == again


@pytest.mark.parametrize(
    "selection",
    [
        Selection((PLATFORM,), ("event",)),
        Selection((PLATFORM,), cases=(f"{PLATFORM}/synthetic/*",)),
        Selection((PLATFORM,), measured_only=True),
        Selection((PLATFORM,), perturb=1),
        Selection((PLATFORM,), newest=True),
    ],
)
def test_answers_of_a_part_of_the_checks_are_not_kept(cache: Path, selection: Selection) -> None:
    judged(reference("event"), selection)
    assert not cache.exists()


def test_answers_of_a_run_that_ended_early_are_not_kept(cache: Path) -> None:
    record, _ = judged(reference("event"), time_limit=1e-6)
    assert record.interrupted
    assert not cache.exists()


def test_answers_in_process_are_not_kept(cache: Path) -> None:
    judged(reference("event"), in_process=True)
    assert not cache.exists()


def test_other_claims_have_a_file_of_their_own(cache: Path) -> None:
    judged(reference("event"))
    judged(reference("event", "tool-name"))
    assert len(list(cache.iterdir())) == 2


def test_claims_alone_that_differ_have_a_file_of_their_own(cache: Path) -> None:
    manifest = reference("event")
    judged(manifest)
    judged(replace(manifest, claims=replace(manifest.claims, capabilities=frozenset({"event", "tool-name"}))))
    assert len(list(cache.iterdir())) == 2


def test_another_corpus_or_judge_has_a_file_of_its_own(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    judged(reference("event"))
    said = kept_baseline.judged_by()
    for key in ("corpus", "code", "python", "libraries"):
        monkeypatch.setattr(kept_answers, "judged_by", lambda key=key: {**said, key: "another"})
        judged(reference("event"))
    assert len(list(cache.iterdir())) == 4  # no more are kept of one platform
    monkeypatch.undo()


@pytest.mark.parametrize("outcome", Outcome)
def test_results_that_must_be_judged_again_have_no_place(outcome: Outcome) -> None:
    is_harmless = outcome in {Outcome.PASSED, Outcome.UNSUPPORTED}
    result = CheckResult("a", "event", "gemini-cli", outcome)
    assert (kept_answers.Notes().places([result]) is not None) is is_harmless


def test_nothing_is_kept_where_code_changed_since_the_process_started(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Not its folder of compiled code, which does not count.
    newest = max(entry.stat().st_ctime for entry in os.scandir(Path(engine.__file__).parent) if entry.is_file())
    monkeypatch.setattr(file_digests, "_STARTED", newest - 1)
    judged(reference("event"))
    assert not cache.exists()


def test_a_red_case_is_judged_again_every_time(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong, _ = broken("canonical_name_wins")
    first, heard = judged(wrong)
    planned: list[str] = []
    plan_case = case_plans.plan_case
    monkeypatch.setattr(
        case_plans, "plan_case", lambda case, *more, **also: planned.append(case.id) or plan_case(case, *more, **also)
    )
    second, again = judged(wrong)
    assert set(planned) == {result.case_id for result in first.notable}
    assert alike(first, second)
    assert heard == again
    assert list(cache.iterdir())


def test_a_case_of_which_nothing_is_known_is_never_taken_for_passed() -> None:
    with pytest.raises(AssertionError):
        known_plans.KnownPlan(kept_answers.KeptCase("a"), None, None, never)  # type: ignore[arg-type]

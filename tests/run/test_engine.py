"""A run: what it is worth, that nothing is lost or held back, and that an interrupted one says so."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach.calls import Call, Response, Result
from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.corpus.cases import Case
from hookconform.ground.errors import HookconformError
from hookconform.run import engine
from hookconform.run.plan import plan_case
from hookconform.run.record import RunRecord, Status
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole


def run(folder: Path, cases: Iterable[Case], *, selection: Selection | None = None, **changes: Any) -> RunRecord:
    manifest = fakes.serve_manifest(folder, **changes)
    return engine.run(manifest, selection or Selection(), cases=cases, deadline=20)


def saying(name: str, **told: Any) -> Case:
    return fakes.case(name, payload={"say": fakes.EVENT} | told)


def test_a_run_without_anything_red_is_passed(tmp_path: Path) -> None:
    record = run(tmp_path, [saying("a"), saying("b")])
    assert (record.status, record.exit_code, record.verdict) == (Status.PASSED, 0, "passed: 6 checks")
    assert record.counts["gemini-cli", "event", Outcome.PASSED] == 2


def test_a_failure_makes_it_failed(tmp_path: Path) -> None:
    record = run(tmp_path, [saying("a"), saying("b", say={"hook_event_name": "Stop"})])
    assert (record.status, record.exit_code) == (Status.FAILED, 1)
    assert [result.id for result in record.notable] == [
        f"gemini-cli/synthetic/b::{name}" for name in ("tool-name", "event", "input")
    ]


def test_a_case_the_adapter_breaks_over_is_an_error_and_the_run_goes_on(tmp_path: Path) -> None:
    record = run(tmp_path, [saying("a"), saying("b", do="crash"), saying("c")])
    assert record.status is Status.FAILED
    assert {(result.case_id, result.outcome) for result in record.notable} == {
        ("gemini-cli/synthetic/b", Outcome.ERROR)
    }
    assert record.total(Outcome.PASSED) == 6


def test_run_out_of_time_is_incomplete_and_names_the_last_check(tmp_path: Path) -> None:
    manifest = fakes.serve_manifest(tmp_path)
    cases = [saying(f"case-{number}") for number in range(50)]
    record = engine.run(manifest, Selection(), cases=cases, deadline=20, time_limit=1e-6)
    assert (record.status, record.exit_code) == (Status.INCOMPLETE, 3)
    assert "run.time-limit" in record.verdict
    assert "after 1 check, the last gemini-cli/synthetic/case-0::" in record.verdict


def test_manifest_may_state_the_time_limit(tmp_path: Path) -> None:
    manifest = replace(fakes.serve_manifest(tmp_path), time_limit=1e-6)
    record = engine.run(manifest, Selection(), cases=[saying("a"), saying("b")], deadline=20)
    assert record.status is Status.INCOMPLETE
    assert engine.run(manifest, Selection(), cases=[saying("a")], deadline=20, time_limit=60).status is Status.PASSED


def test_an_adapter_that_is_gone_for_good_makes_it_incomplete(tmp_path: Path) -> None:
    record = run(tmp_path, [saying(f"case-{number:02}", do="crash") for number in range(20)])
    assert (record.status, record.exit_code) == (Status.INCOMPLETE, 3)
    assert "gemini-cli/synthetic/case-" in record.verdict


@pytest.mark.parametrize(
    ("cases", "changes"),
    [
        ([], {}),
        ([fakes.case("codex/synthetic/x")], {}),
        ([fakes.case()], {"capabilities": ["response"]}),
    ],
)
def test_a_run_that_judged_nothing_is_failed(tmp_path: Path, cases: list[Case], changes: dict[str, Any]) -> None:
    record = run(tmp_path, cases, **changes)
    assert (record.status, record.exit_code) == (Status.FAILED, 1)
    assert "proves nothing" in record.verdict


def test_what_is_not_claimed_is_counted_but_never_as_passed(tmp_path: Path) -> None:
    cases = [saying("a"), fakes.case("codex/synthetic/x"), fakes.case("b", tags=("legacy-alias",))]
    record = run(tmp_path, cases, capabilities=["event"], selection=Selection(capabilities=("event", "rules")))
    assert (record.total(Outcome.PASSED), record.total(Outcome.UNSUPPORTED)) == (1, 1)
    assert dict(record.not_applicable) == {
        "platform codex is not claimed": 1,
        "legacy-aliases are not claimed": 1,
    }


def test_what_is_not_claimed_names_no_claim_and_no_evidence() -> None:
    plan = plan_case(saying("a"), fakes.manifest(Path(), capabilities=["event"]), fakes.PACK, ["event", "rules"])
    assert plan is not None
    event, rules = plan.judge([Result({"events": [{"hook_event_name": "Stop"}]})])
    assert (event.outcome, event.case_file, event.claim != "") == (
        Outcome.FAILED,
        "corpus/platforms/gemini-cli/cases/fakes.json",
        True,
    )
    assert (rules.outcome, rules.case_file, rules.claim, rules.evidence) == (Outcome.UNSUPPORTED, "", "", "")


def test_known_failures_are_looked_up_and_those_about_nothing_are_stale(tmp_path: Path) -> None:
    (tmp_path / "known.yaml").write_text(
        "- {check: 'gemini-cli/synthetic/bad::*', reason: not yet}\n- {check: 'gemini-cli/gone::event', reason: old}\n"
    )
    cases = [saying("bad", say={"hook_event_name": "Stop"}), saying("good")]
    record = run(tmp_path, cases, known_failures="known.yaml")
    assert record.total(Outcome.KNOWN) == 3
    assert [entry.check for entry in record.stale_entries] == ["gemini-cli/gone::event"]
    assert (record.status, record.verdict) == (Status.FAILED, "failed: 1 of 7 checks is red, 3 known failures")
    part = run(tmp_path, cases, known_failures="known.yaml", selection=Selection(cases=("*",)))
    assert (part.status, part.stale_entries) == (Status.PASSED, [])


def test_interrupting_makes_it_incomplete_and_keeps_what_there_is(tmp_path: Path) -> None:
    heard: list[CheckResult] = []

    def listener(result: CheckResult) -> None:
        heard.append(result)
        if len(heard) == 4:
            raise KeyboardInterrupt

    cases = (saying(f"case-{number}") for number in range(50))
    record = engine.run(fakes.serve_manifest(tmp_path), Selection(), cases=cases, listener=listener)
    assert (record.status, record.exit_code) == (Status.INCOMPLETE, 3)
    assert record.total(*Outcome) == 4


def test_results_come_in_the_order_of_the_cases_and_the_table(tmp_path: Path) -> None:
    heard: list[str] = []
    cases = [saying(name) for name in "abc"]
    engine.run(fakes.serve_manifest(tmp_path), Selection(), cases=cases, listener=lambda item: heard.append(item.id))
    expected = [
        f"{case.id}::{name}" for case in cases for name in ("tool-name", "event", "input", "kind", "rules", "response")
    ]
    assert [item for item in heard if not item.endswith("::response")] == [
        item for item in expected if not item.endswith("::response")
    ]


def test_cases_are_read_only_as_far_as_the_adapter_is_asked() -> None:
    plans = deque[int]()

    def reading() -> Iterator[Any]:
        for number in range(1000):
            plans.append(number)
            yield plan_case(fakes.case(str(number)), fakes.manifest(Path()), fakes.PACK, ["event"])

    class OneByOne:
        def responses(self, calls: Iterable[Call]) -> Iterator[Response]:
            for _ in calls:
                yield Result({"events": [fakes.EVENT]})

    results = engine._results(OneByOne(), reading())  # pyright: ignore[reportArgumentType]
    for _ in range(10):
        next(results)
    assert len(plans) == 10


def test_cases_without_any_call_keep_their_place(tmp_path: Path) -> None:
    heard: list[tuple[str, Outcome]] = []
    engine.run(
        fakes.serve_manifest(tmp_path, capabilities=["event"]),
        Selection(capabilities=("input",)),
        cases=[saying("a"), saying("b")],
        listener=lambda item: heard.append((item.case_id, item.outcome)),
    )
    assert heard == [(f"gemini-cli/synthetic/{name}", Outcome.UNSUPPORTED) for name in "ab"]


def test_a_capability_nobody_knows_is_wrong_use() -> None:
    with pytest.raises(HookconformError) as caught:
        Selection(capabilities=("colour",))
    assert (caught.value.code, caught.value.exit_code) == ("capability.unknown", 2)


@pytest.mark.parametrize(
    ("judged", "stale"),
    [
        ((), ["a::event", "a::rules", "a::response[deny]"]),
        (("event",), ["a::event"]),
        (("rules", "event"), ["a::event", "a::rules"]),
        (("response",), ["a::response[deny]"]),
        (("response[deny]",), ["a::response[deny]"]),
        (("response[ask]",), []),
    ],
)
def test_only_what_was_judged_can_tell_that_an_entry_is_about_nothing(
    tmp_path: Path, judged: tuple[str, ...], stale: list[str]
) -> None:
    listed = ("a::event", "a::rules", "a::response[deny]")
    (tmp_path / "known.yaml").write_text("".join(f"- {{check: '{check}', reason: old}}\n" for check in listed))
    capabilities = ["event", "rules", "response"]
    record = run(
        tmp_path, [saying("b")], known_failures="known.yaml", capabilities=capabilities,
        selection=Selection(capabilities=judged),
    )  # fmt: skip
    assert [entry.check for entry in record.stale_entries] == stale


def test_a_run_can_end_at_the_first_red_check_and_no_entry_is_stale_then(tmp_path: Path) -> None:
    (tmp_path / "known.yaml").write_text("- {check: 'gone::event', reason: old}\n")
    cases = [saying("a"), saying("b", say={"hook_event_name": "Stop"}), saying("c")]
    manifest = fakes.serve_manifest(tmp_path, known_failures="known.yaml")
    record = engine.run(manifest, Selection(), cases=cases, deadline=20, stop_at_red=True)
    assert (record.stopped, record.total(Outcome.FAILED), record.stale_entries) == (True, 1, [])
    assert record.total(*Outcome) < 3 * 3
    green = engine.run(manifest, Selection(), cases=cases[:1], deadline=20, stop_at_red=True)
    assert not green.stopped
    assert [entry.check for entry in green.stale_entries] == ["gone::event"]


def test_where_only_numbers_are_wanted_they_are_those_of_any_run(tmp_path: Path) -> None:
    cases = [saying("a"), saying("b", say={"hook_event_name": "Stop"}), saying("c", do="break")]
    manifest = fakes.serve_manifest(tmp_path)
    heard: list[CheckResult] = []
    bare = engine.run(manifest, Selection(), cases=cases, deadline=20, counts_only=True, listener=heard.append)
    whole = engine.run(manifest, Selection(), cases=cases, deadline=20)
    assert bare.counts == whole.counts
    assert (bare.notable, len(whole.notable)) == ([], 6)
    assert not any(result.differences or result.case_file for result in heard)
    assert bare.cases == whole.cases == 3


def test_what_would_be_judged_is_what_a_run_judges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("arguments-empty", "mapped-shell", "not-json")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(fakes.tiny_corpus(tmp_path, *names)))
    manifest = find_adapter("reference")
    for selection in (
        Selection(),
        Selection(capabilities=("event", "refusal")),
        Selection(cases=("*/mapped-shell",)),
        Selection(cases=("gemini-cli/synthetic/mapped-shell::event",)),
    ):
        heard: list[str] = []
        record = engine.run(manifest, selection, listener=lambda result, heard=heard: heard.append(result.id))
        assert list(engine.planned(manifest, selection)) == heard
        assert record.status is Status.PASSED
        assert record.total(*Outcome) == len(heard) > 0


def test_a_manifest_that_pins_another_corpus_is_neither_run_nor_planned(tmp_path: Path) -> None:
    manifest = fakes.serve_manifest(tmp_path, corpus="sha256:" + "0" * 64)
    for asked in (
        lambda: engine.run(manifest, Selection(), cases=[saying("a")]),
        lambda: list(engine.planned(manifest, Selection())),
    ):
        with pytest.raises(HookconformError) as caught:
            asked()
        assert caught.value.code == "corpus.pin"


def test_a_perturbed_run_counts_the_payloads_that_are_others(tmp_path: Path) -> None:
    cases = [saying("a"), saying("b"), fakes.case("c", payload={})]
    record = run(tmp_path, cases, selection=Selection(perturb=2))
    assert (record.cases, record.perturbed) == (3, 2)
    assert run(tmp_path, cases).perturbed == 0

"""Beside every score stands that of an adapter that does nothing, on the same checks."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support import fakes

from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import JUDGED, CheckResult, Outcome
from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.corpus.locate import data_root
from hookconform.run.baseline import add_baseline, baseline_of
from hookconform.run.engine import run
from hookconform.run.formats.text import variant_table
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

SOME = ("--case", "gemini-cli/captured/0.61.0/before-tool-*")
HALF = data_root() / "adapters" / "broken" / "gemini_planned_table"


def test_the_base_line_is_judged_on_the_same_checks() -> None:
    record = run(find_adapter(str(HALF)), Selection(cases=SOME[1:]))
    add_baseline(record)
    base = record.baseline
    assert base is not None
    assert base.manifest.name == "identity"
    for capability in {name for _, name, _ in record.counts}:
        assert base.total_of(capability, *JUDGED) == record.total_of(capability, *JUDGED)
    assert 0 < base.total_of("tool-name", Outcome.PASSED) < record.total_of("tool-name", Outcome.PASSED)


def test_base_line_ends_where_a_stopped_run_ends() -> None:
    record = run(find_adapter(str(HALF)), Selection(cases=SOME[1:]), stop_at_red=True)
    assert record.stopped
    whole: list[RunRecord] = []
    add_baseline(record, known=whole)
    base = record.baseline
    assert base is not None
    assert not whole, "a base line that ends early is nobody else's"
    judged = {key[:2]: record.total_of(key[1], *JUDGED, platform=key[0]) for key in record.counts}
    assert judged == {key: base.total_of(key[1], *JUDGED, platform=key[0]) for key in judged}
    assert base.total(*JUDGED) == record.total(*JUDGED)


def test_it_has_the_counts_of_a_whole_run_and_keeps_nothing_else() -> None:
    record = run(find_adapter(str(HALF)), Selection(cases=SOME[1:]))
    add_baseline(record)
    base, whole = record.baseline, run(baseline_of(record.manifest), Selection(cases=SOME[1:]))
    assert base is not None
    assert whole.notable
    assert not base.notable
    assert (base.counts, base.variants, base.verdict) == (whole.counts, whole.variants, whole.verdict)


def test_it_claims_what_the_adapter_claims(tmp_path: Path) -> None:
    manifest = fakes.manifest(
        tmp_path,
        tier="core",
        capabilities=["tool-name", "response"],
        events=["PreToolUse"],
        verdicts=["deny"],
        vocabulary={"tools": {"Bash": "shell"}},
    )
    base = baseline_of(manifest)
    assert base.path.name == "adapter.toml"
    assert (base.capabilities, base.platforms) == (manifest.capabilities, manifest.platforms)
    assert (base.claims.events, base.claims.verdicts) == ({"PreToolUse"}, {"deny"})
    assert base.claims.tools == manifest.claims.tools
    assert base.claims.rule_engine == "reference"


def test_a_hook_program_stands_beside_one_that_does_nothing() -> None:
    assert baseline_of(find_adapter("reference-hook")).name == "no-op"


@pytest.mark.parametrize("name", ["own-policy", "own-rules"])
def test_it_is_asked_about_the_same_policies_and_triggers_as_the_program(name: str) -> None:
    manifest = find_adapter(str(data_root() / "examples" / "hooks" / name))
    base = baseline_of(manifest).hook
    assert set(base.policies) == set(manifest.hook.policies)
    assert base.triggers == manifest.hook.triggers
    assert base.policies or base.triggers
    assert not any(base.policies.values()), "and it is given none of them"


def test_there_is_none_beside_a_base_line_or_a_run_that_broke_off() -> None:
    for manifest, interrupted in ((baseline_of(find_adapter("reference")), ""), (find_adapter("reference"), "no")):
        record = RunRecord(manifest, Selection(cases=SOME[1:]), interrupted=interrupted)
        add_baseline(record)
        assert record.baseline is None


def test_text_shows_both_in_every_cell() -> None:
    result = CliRunner().invoke(cli, ["run", str(HALF), *SOME])
    row = next(line for line in result.output.splitlines() if line.startswith("gemini-cli"))
    passed, judged, nothing = map(int, re.findall(r"([0-9]+)/([0-9]+) \(([0-9]+)\)", row)[0])
    assert nothing < passed < judged
    assert "does nothing" in " ".join(result.output.split())
    assert "does nothing" not in CliRunner().invoke(cli, ["run", str(HALF), *SOME, "--no-baseline"]).output


def test_text_shows_both_of_every_verdict_too() -> None:
    manifest = find_adapter("reference")
    record = RunRecord(manifest, Selection())
    record.baseline = RunRecord(manifest, Selection())
    told = {"deny": (Outcome.PASSED, Outcome.FAILED), "ask": (Outcome.FAILED, Outcome.PASSED)}
    for verdict, outcomes in told.items():
        for each, outcome in zip((record, record.baseline), outcomes, strict=True):
            each.add(CheckResult("gemini-cli/synthetic/x", "response", "gemini-cli", outcome, variant=verdict))
    lines = [line.split() for line in variant_table(record, "response").splitlines()]
    assert lines[0] == ["response", "deny", "ask"]
    assert lines[1:] == [["gemini-cli", "1/1", "(0)", "0/1", "(1)"]]


def test_json_has_the_numbers_by_row_and_verdict() -> None:
    result = CliRunner().invoke(cli, ["run", "reference", *SOME, "--format", "json"])
    report = json.loads(result.output)
    assert schemas.problems(report, "run-report") == []
    assert report["baseline"] == "identity"
    (row,) = (row for row in report["table"] if row["capability"] == "response")
    assert row["baseline"]["judged"] == sum(row["counts"].values())
    assert set(row["baseline"]["variants"]) == set(row["variants"]) == {"allow", "deny", "ask", "context", "input"}
    assert row["baseline"]["variants"]["deny"]["passed"] == 0


@pytest.mark.parametrize("style", ["ndjson", "junit"])
def test_formats_without_a_place_for_it_do_not_run_it(style: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object, **__: object) -> None:
        pytest.fail("the base line was run")

    monkeypatch.setattr("hookconform.cli.running.add_baseline", never)
    assert CliRunner().invoke(cli, ["run", "reference", *SOME, "--format", style]).exit_code == 0


def test_a_base_line_is_run_once_for_adapters_that_claim_the_same() -> None:
    """The second adapter claims what the first does, the third less, the fourth is judged on another selection."""
    known: list[RunRecord] = []
    broken = find_adapter(str(data_root() / "adapters" / "broken" / "opencode_fetch"))
    other = find_adapter(str(data_root() / "adapters" / "broken" / "copilot_shell"))
    less = replace(broken, claims=replace(broken.claims, capabilities=frozenset({"event"})))
    few = Selection(("cursor",), ("event",))
    found: list[RunRecord | None] = []
    for manifest, selection in ((broken, few), (other, few), (less, few), (other, Selection(("cursor",), ("kind",)))):
        record = RunRecord(manifest, selection)
        add_baseline(record, known=known)
        found.append(record.baseline)
    first, second, third, fourth = found
    assert first is second
    assert len({id(one) for one in (first, third, fourth)}) == len(known) == 3

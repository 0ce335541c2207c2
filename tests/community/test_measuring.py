"""A measurement counts every check once, names its causes, and stands beside the base line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hookconform.attach.attaching import DEFAULT_DEADLINE
from hookconform.attach.manifest import load_manifest
from hookconform.attach.program import load_program
from hookconform.checks.outcome import CheckResult, Outcome
from hookconform.corpus import schemas
from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError
from hookconform.run.engine import run
from hookconform.run.fingerprint import corpus_fingerprint
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection
from hookconform_lab.community import measuring
from hookconform_lab.community.measuring import _table, manifests_of, measure
from hookconform_lab.community.summaries import load_summary, outdated, write_summary

Small = Callable[..., Path]


def test_a_measurement_stands_beside_the_base_line(guard: Path, small: Small) -> None:
    small("mapped-shell", "plain-push", "canonical-name", "not-json")
    said: list[str] = []
    summary = measure(guard, "2026-11-21", said.append)
    (run,) = summary["runs"]
    rows = {row["capability"]: (row["counts"], row["baseline"]) for row in run["table"]}
    # Two shell calls are given back unmapped; a canonical name is right without doing anything.
    assert rows["tool-name"] == ({"passed": 1, "failed": 2}, {"passed": 1, "judged": 3})
    assert rows["event"][0] == {"passed": 3}
    assert rows["event"][1]["judged"] == 3
    assert [(cause["kind"], cause["got"], cause["wanted"], cause["checks"]) for cause in run["causes"]] == [
        ("unmapped", "run_shell_command", "Bash", 2)
    ]
    assert run["further"] == {"causes": 0, "checks": 0}
    assert (run["baseline"], summary["corpus"], len(said)) == ("identity", corpus_fingerprint(), 1)


def test_a_summary_is_read_as_it_was_written_with_a_line_a_row(guard: Path, small: Small) -> None:
    small("mapped-shell")
    summary = measure(guard, "2026-11-21", print)
    path = write_summary(guard, summary)
    assert load_summary(guard) == summary
    lines = path.read_text(encoding="utf-8").splitlines()
    for what, part in (('"capability"', "table"), ('"about"', "causes")):
        assert sum(what in line for line in lines) == sum(len(run[part]) for run in summary["runs"])


def test_further_manifests_are_measured_too(guard: Path) -> None:
    (guard / "hook.toml").write_text(
        'name = "guard"\nversion = "1.2.3"\nprotocol = 2\nlanguage = "shell"\nplatforms = ["gemini-cli"]\n'
        'capabilities = ["decision"]\ntier = "core"\n'
        '[hook]\ncommand = ["true"]\nrules = "pack"\nrules_path = "x.yaml"\n',
        encoding="utf-8",
    )
    assert [manifest.path.name for manifest in manifests_of(guard)] == ["adapter.toml", "hook.toml"]


def test_a_run_that_does_not_end_is_no_measurement(guard: Path, small: Small) -> None:
    small("mapped-shell")
    text = (guard / "adapter.toml").read_text().partition("[run]")[0]
    (guard / "adapter.toml").write_text(text + '[run]\ncommand = ["false"]\n')
    with pytest.raises(HookconformError) as caught:
        measure(guard, "2026-11-21", print)
    assert caught.value.code == "adapter.start"


def test_a_busy_machine_does_not_count_against_a_program(
    guard: Path, small: Small, monkeypatch: pytest.MonkeyPatch
) -> None:
    small("mapped-shell")
    given: list[float] = []

    def slow(*arguments: Any, deadline: float = DEFAULT_DEADLINE) -> RunRecord:
        given.append(deadline)
        return run(*arguments)

    monkeypatch.setattr(measuring, "run", slow)
    measure(guard, "2026-11-21", print)
    assert len(given) == 2  # the adapter and its base line
    assert min(given) > DEFAULT_DEADLINE


def test_why_a_measurement_is_out_of_date(guard: Path, small: Small) -> None:
    small("mapped-shell")
    summary, program = measure(guard, "2026-11-21", print), load_program(guard)
    assert outdated(summary, program, summary["corpus"]) == ""
    assert outdated(summary, program, "0" * 64) == "measured on another corpus"
    assert outdated({**summary, "version": "1.2.2"}, program, summary["corpus"]) == "measured at 1.2.2"


@pytest.mark.parametrize(("text", "code"), [("{", "summary.unreadable"), ("{}", "schema.community-summary")])
def test_a_summary_that_cannot_be_read_is_an_error(guard: Path, text: str, code: str) -> None:
    (guard / "summary.json").write_text(text)
    with pytest.raises(HookconformError) as caught:
        load_summary(guard)
    assert caught.value.code == code


def test_a_hook_program_is_summed_up_by_policy_and_what_it_does_not_bring_is_left_out(
    guard: Path, small: Small
) -> None:
    small("mapped-shell")
    (guard / "adapter.toml").write_text(
        'name = "guard"\nversion = "1.2.3"\nlanguage = "shell"\nprotocol = 2\nplatforms = "all"\n'
        'capabilities = ["decision"]\ntier = "core"\n[hook]\ncommand = ["true"]\n'
        '[hook.triggers]\nBash = { block = "rm", allow = "ls" }\n',
        encoding="utf-8",
    )
    record = RunRecord(load_manifest(guard / "adapter.toml"), Selection())
    for variant, outcome in (("Bash", Outcome.PASSED), ("Bash", Outcome.FAILED), ("Read", Outcome.UNSUPPORTED)):
        record.add(CheckResult("gemini-cli/synthetic/x", "decision", "gemini-cli", outcome, variant=variant))
    base = RunRecord(record.manifest, Selection())
    base.add(CheckResult("gemini-cli/synthetic/x", "decision", "gemini-cli", Outcome.FAILED, variant="Bash"))
    (row,) = _table(record, base)
    assert row["counts"] == {"passed": 1, "failed": 1}
    assert row["variants"] == {"Bash": {"passed": 1, "judged": 2}}
    assert row["baseline"] == {"passed": 0, "judged": 1, "variants": {"Bash": {"passed": 0, "judged": 1}}}
    assert (
        schemas.problems({**_summary(), "runs": [{**_summary()["runs"][0], "table": [row]}]}, "community-summary") == []
    )


def _summary() -> dict[str, Any]:
    return json.loads((data_root() / "adapters" / "community" / "rulez" / "summary.json").read_text(encoding="utf-8"))

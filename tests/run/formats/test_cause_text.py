"""Causes for a terminal: what is counted, which names are shown, and a command that can be copied."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.support import fakes

from hookconform.attach.registry import find_adapter
from hookconform.causes.grouping import find_causes
from hookconform.causes.rows import cause_as_json
from hookconform.checks.outcome import CheckResult, Difference, Outcome
from hookconform.checks.table import CAPABILITIES
from hookconform.ground.pointers import MISSING
from hookconform.run.formats.cause_text import cause_details, cause_summary, named
from hookconform.run.formats.text import Report, variant_table
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

REPLACE = "gemini-cli/captured/0.61.0/before-tool-replace"


def unmapped(case: str, native: str, canonical: str) -> CheckResult:
    difference = Difference("/events/0/tool_name", canonical, native)
    claim = f"gemini-cli#tool:{native}"
    return CheckResult(case, "tool-name", "gemini-cli", Outcome.FAILED, differences=(difference,), claim=claim)


def lost(*keys: str, platform: str = "codex", case: str = "a") -> CheckResult:
    differences = tuple(Difference(f"/events/0/{key}", "x", MISSING) for key in keys)
    return CheckResult(f"{platform}/synthetic/{case}", "event", platform, Outcome.FAILED, differences=differences)


def summary(results: Sequence[CheckResult], *, whole: bool = False) -> list[str]:
    rows = [cause_as_json(cause) for cause in find_causes(results)]
    return cause_summary(rows, red=len(results), whole=whole)


def test_a_cause_has_its_example_what_to_do_and_the_command_that_shows_it_again() -> None:
    follows = CheckResult(
        REPLACE, "rules", "gemini-cli", Outcome.FAILED, differences=(Difference("/matched_rules", ["a"], []),)
    )
    (cause,) = find_causes([unmapped(REPLACE, "replace", "Edit"), follows])
    assert cause_details(cause, "./my adapter", "told one\ntold two") == [
        "does not map tools of gemini-cli: replace → Edit (1 check, and 1 that follow)",
        "  told one",
        "  told two",
        "  do        Add to the tools of gemini-cli: replace → Edit, with allow_multiple",
        "            → replace_all.",
        f"  see       hookconform run './my adapter' --case {REPLACE}::tool-name",
    ]


def test_the_summary_counts_checks_and_causes_and_names_platforms() -> None:
    assert cause_summary([], red=0) == []
    assert summary([lost("cwd")]) == ["1 red check has 1 cause.", "", "Missing: 1 cause", "      1  not given: cwd"]
    both = [lost("cwd"), lost("cwd", platform="cursor")]
    assert summary(both)[-1] == "      2  not given: cwd (codex, cursor)"
    assert summary([*both, lost("cwd", platform="opencode")])[-1] == "      3  not given: cwd (3 platforms)"
    assert summary([lost("cwd"), unmapped(REPLACE, "replace", "Edit")])[0] == "2 red checks have 2 causes."


def test_of_many_names_on_one_line_the_first_twelve_stand_there() -> None:
    keys = [f"key_{number:02}" for number in range(14)]
    results = [lost(key, case=key.replace("_", "-")) for key in keys]
    text = " ".join(" ".join(summary(results)).split())
    assert text.endswith("key_10, key_11 and 2 more")
    assert " ".join(" ".join(summary(results, whole=True)).split()).endswith("key_11, key_12, key_13")
    assert "more" not in " ".join(summary(results[:12]))


def test_an_adapter_is_named_as_a_person_would(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert named(find_adapter("reference")) == "reference"
    monkeypatch.chdir(tmp_path)
    here = tmp_path.resolve()
    assert named(fakes.manifest(here / "mine")) == "./mine"
    assert named(fakes.manifest(here / "mine" / "deeper")) == "./mine/deeper"
    assert named(fakes.manifest(here)) == "."
    assert named(fakes.manifest(here.parent / "elsewhere")) == str(here.parent / "elsewhere")


@pytest.mark.parametrize("differences", [1, 3, 4, 6])
def test_an_example_among_others_shows_three_differences(differences: int) -> None:
    record = RunRecord(fakes.manifest(Path()), Selection(), cases=2)
    for result in (lost(*(f"key_{number}" for number in range(differences))), unmapped(REPLACE, "replace", "Edit")):
        record.add(result)
    stream = io.StringIO()
    Report(stream, max_causes=None).finish(record)
    # Each of the fields is a cause, and every one of these has the same check as its example.
    told = stream.getvalue().split("\nnot given: ")[1:]
    assert len(told) == differences
    assert {text.count("  at        /events/0/key_") for text in told} == {min(differences, 3)}
    more = f"  and       {differences - 3} more differences\n"
    assert {more in text for text in told} == {differences > 3}
    assert "and       0 more" not in stream.getvalue()


def test_verdicts_have_a_table_of_their_own_only_where_one_is_red() -> None:
    def answers(*outcomes: Outcome) -> str:
        record = RunRecord(fakes.manifest(Path()), Selection(), cases=2)
        for number, (variant, outcome) in enumerate(
            zip(CAPABILITIES["response"].all_variants(), outcomes, strict=False)
        ):
            record.add(CheckResult(f"codex/synthetic/{number}", "response", "codex", outcome, variant=variant))
        return variant_table(record, "response")

    assert answers() == ""
    assert answers(Outcome.PASSED, Outcome.PASSED) == ""
    assert answers(Outcome.UNSUPPORTED) == ""
    assert answers(Outcome.UNSUPPORTED, Outcome.PASSED) != ""
    red = answers(Outcome.FAILED, Outcome.PASSED).split()
    assert red[0] == "response"
    assert red[red.index("codex") + 1 :] == ["0/1", "1/1"]

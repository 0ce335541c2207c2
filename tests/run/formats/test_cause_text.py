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
from hookconform.run.formats.cause_text import cause_details, cause_summary, named, shared_title
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
        "does not map tools of gemini-cli: replace → Edit (1 check, and 1 that follows)",
        "  told one",
        "  told two",
        "  do        Add to the tools of gemini-cli: replace → Edit; for `input` also",
        "            allow_multiple → replace_all.",
        "  see",
        f"    hookconform run './my adapter' --case {REPLACE}::tool-name",
    ]
    (short,) = find_causes([lost("cwd")])
    assert cause_details(short, "a", "told")[-1] == "  see       hookconform run a --case codex/synthetic/a::event"


@pytest.mark.whole
def test_a_title_that_all_cases_of_a_cause_share_says_what_they_are_about() -> None:
    longer = [lost("cwd", platform=name, case="near-names-longer") for name in ("codex", "pi")]
    (cause,) = find_causes(longer)
    told = cause_details(cause, "a", "told")
    assert told[2] == "  about     a name with one letter more"
    assert told[3].startswith("  do  ")
    (cause,) = find_causes([*longer, lost("cwd", platform="pi", case="near-names-twice")])
    assert not [line for line in cause_details(cause, "a", "told") if "about" in line]
    # A recorded case is called what was recorded.
    recorded = lost("cwd")._replace(case_id=REPLACE, platform="gemini-cli")
    (cause,) = find_causes([recorded])
    assert not shared_title(cause)


def test_the_summary_counts_checks_and_causes_and_names_platforms() -> None:
    assert cause_summary([], red=0) == []
    assert summary([lost("cwd")]) == ["1 red check has 1 cause.", "", "Missing: 1 cause", "      1  missing value: cwd"]
    both = [lost("cwd"), lost("cwd", platform="cursor")]
    assert summary(both)[-1] == "      2  missing value: cwd (codex, cursor)"
    assert summary([*both, lost("cwd", platform="opencode")])[-1] == "      3  missing value: cwd (3 platforms)"
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
    told = stream.getvalue().split("\nmissing value: ")[1:]
    assert len(told) == differences
    assert {text.count("  at        /events/0/key_") for text in told} == {min(differences, 3)}
    more = f"  and       {differences - 3} more difference{'s' if differences > 4 else ''}\n"
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


def naive(platforms: int, tools: int) -> list[CheckResult]:
    """Return the red checks of an adapter that maps nothing: so many tools on so many platforms, and lost fields."""
    found = [lost(f"field_{number:02}", case=f"lost-{number}") for number in range(30)]
    for place in range(platforms):
        for number in range(tools):
            claim = f"platform-{place:02}#tool:native_tool_{number:02}"
            difference = Difference("/events/0/tool_name", f"Canonical{number:02}", f"native_tool_{number:02}")
            case = f"platform-{place:02}/synthetic/{number}"
            found.append(
                CheckResult(
                    case, "tool-name", f"platform-{place:02}", Outcome.FAILED, differences=(difference,), claim=claim
                )
            )
    return found


@pytest.mark.parametrize(("platforms", "tools"), [(1, 3), (3, 12), (8, 12), (16, 12), (40, 2)])
def test_all_causes_fit_on_one_screen_and_none_is_left_out(platforms: int, tools: int) -> None:
    results = naive(platforms, tools)
    lines = summary(results)
    assert lines[0] == f"{len(results)} red checks have {len(results)} causes."
    assert f"Missing: {len(results)} causes" in lines
    assert len(lines) <= 36
    assert max(map(len, lines)) <= 80
    # The number in front of each line: together they are all the checks.
    assert sum(int(line[:7].replace(",", "")) for line in lines[3:] if line[:7].strip().isdigit()) == len(results)


def test_lines_lose_names_before_platforms_are_put_together() -> None:
    few, many = (summary(naive(platforms, 12)) for platforms in (3, 16))
    assert any(line.endswith("does not map tools of platform-02: native_tool_00 → Canonical00,") for line in few)
    text = " ".join(" ".join(many).split())
    assert " does not map tools of platform-14: native_tool_00 → Canonical00, native_tool_01 → Canonical01, " in text
    assert text.endswith("native_tool_02 → Canonical02 and 9 more")
    short = summary(naive(40, 2))
    assert "     80  does not map tools, by platform: platform-00 (2), platform-01 (2)," in short
    whole = " ".join(" ".join(summary(naive(40, 2), whole=True)).split())
    assert "does not map tools of platform-39: native_tool_00 → Canonical00, native_tool_01 → Canonical01" in whole


def test_a_name_that_is_empty_is_seen() -> None:
    wrong = Difference("/events/0/hook_event_name", "PreToolUse", "")
    result = CheckResult("codex/synthetic/a", "event", "codex", Outcome.FAILED, differences=(wrong,))
    assert summary([result])[-1] == '      1  codex: hook_event_name is "", expected PreToolUse'


def told_on(screen: int | None, results: Sequence[CheckResult], *, whole: bool = False) -> list[str]:
    record = RunRecord(fakes.manifest(Path()), Selection(), cases=2)
    for result in results:
        record.add(result)
    stream = io.StringIO()
    Report(stream, max_causes=None if whole else 2, screen=screen).finish(record)
    return stream.getvalue().splitlines()


@pytest.mark.parametrize("whole", [False, True])
def test_a_report_that_is_longer_than_the_terminal_ends_with_its_causes(whole: bool) -> None:
    results = naive(16, 12)
    plain, on_terminal = told_on(None, results), told_on(40, results, whole=whole)
    heading = "222 red checks have 222 causes."
    assert plain.count(heading) == 1
    assert on_terminal.count(heading) == 2
    # The prompt stands below them.
    assert heading in on_terminal[-39:]
    assert on_terminal[-39:][-1].startswith("failed: 222 of 222 checks are red")
    assert told_on(24, results)[-23:].count(heading) == 1
    assert told_on(1000, results) == plain


def test_lines_that_a_terminal_breaks_count_as_the_lines_they_take() -> None:
    results = [unmapped(f"gemini-cli/captured/0.61.0/{'long-' * 40}name", "replace", "Edit")]
    written = told_on(None, results)
    taken = sum(max(1, -(-len(line) // 80)) for line in written)
    assert taken > len(written)
    # The prompt needs a line, too.
    assert told_on(taken + 1, results) == written
    assert told_on(taken, results) != written

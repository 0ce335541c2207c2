"""The report for people, word for word: each part of it for a record that is written by hand."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.checks.known_failures import Entry
from hookconform.checks.outcome import CheckResult, Difference, Outcome
from hookconform.ground.pointers import MISSING
from hookconform.run.formats.text import Report, explanation, summary_table, variant_table
from hookconform.run.record import RunRecord
from hookconform.run.selection import Selection

PASSED = CheckResult("gemini-cli/synthetic/a", "event", "gemini-cli", Outcome.PASSED)
DENIED = PASSED._replace(capability="response", variant="deny")


def record(*results: CheckResult, perturb: int | None = None, **claims: Any) -> RunRecord:
    # Claimed is what was judged, unless a test says otherwise.
    claims = {"capabilities": sorted({"event", *(result.capability for result in results)})} | claims
    made = RunRecord(fakes.manifest(Path(), **claims), Selection(perturb=perturb), cases=3)
    for result in results:
        made.add(result)
    return made


def lines(shown: RunRecord, **options: Any) -> list[str]:
    stream = io.StringIO()
    Report(stream, **options).finish(shown)
    return stream.getvalue().splitlines()


def test_a_green_run_has_a_head_a_table_and_a_verdict() -> None:
    assert lines(record(PASSED)) == [
        "fake 1 (python, tier extended)",
        "",
        "           event",
        "gemini-cli   1/1",
        "",
        "passed: 1 check",
    ]


def test_a_run_of_nothing_has_no_table() -> None:
    assert lines(record()) == [
        "fake 1 (python, tier extended)",
        "",
        "failed: no check of this selection was judged, which proves nothing",
    ]


def stray(shown: RunRecord) -> None:
    for text in ("one", "two\x1b", "three", "four"):
        shown.stray.add(text)


def unmeasured(shown: RunRecord) -> None:
    shown.unmeasured["pi", "response"] |= {"b", "a"}
    shown.unmeasured["codex", "decision"] |= set("gfedcba")


def left_out(shown: RunRecord) -> None:
    shown.left_out["pi"] |= set("fedcba")
    shown.left_out["codex"] |= set("hgfedcba")


def known(shown: RunRecord) -> None:
    shown.add(PASSED._replace(outcome=Outcome.KNOWN))


def unclaimed(shown: RunRecord) -> None:
    shown.add(PASSED._replace(outcome=Outcome.UNSUPPORTED))


def twice(change: Callable[[RunRecord], None]) -> Callable[[RunRecord], None]:
    def changed(shown: RunRecord) -> None:
        change(shown)
        change(shown)

    return changed


REMARKS: list[tuple[Callable[[RunRecord], None], list[str], list[str]]] = [
    (lambda _: None, [], []),
    (known, ["* 1 known failure, still failing."], ["* 1 known failure, still failing."]),
    (twice(known), ["* 2 known failures, still failing."], ["* 2 known failures, still failing."]),
    (
        unclaimed,
        ["Not judged: 1 unclaimed check of event (--verbose)."],
        ["1 check not judged: the adapter does not claim the capability."],
    ),
    (
        twice(unclaimed),
        ["Not judged: 2 unclaimed checks of event (--verbose)."],
        ["2 checks not judged: the adapter does not claim the capability."],
    ),
    (
        lambda shown: shown.add(PASSED._replace(inferred=True)),
        ["More about this run: --verbose."],
        [
            "1 check about versions that were not measured, judged by measured ones on both",
            "  sides; --measured-only leaves them out.",
        ],
    ),
    (
        unmeasured,
        ["Not judged: 2 unmeasured (--verbose)."],
        [
            "Not judged, not measured: decision of codex at a, b, c, d, e, f, g.",
            "Not judged, not measured: response of pi at a, b.",
        ],
    ),
    (
        left_out,
        ["More about this run: --verbose."],
        [
            "Optional fields your adapter drops on codex: a, b, c, d, e, f and 2 more.",
            "Optional fields your adapter drops on pi: a, b, c, d, e, f.",
        ],
    ),
    (
        lambda shown: shown.not_applicable.update(["platform pi is not claimed"]),
        ["Not judged: 1 platform (--verbose)."],
        ["1 case not applicable: platform pi is not claimed."],
    ),
    (
        lambda shown: shown.not_applicable.update(["legacy-aliases are not claimed"] * 2),
        ["Not judged: 2 other cases (--verbose)."],
        ["2 cases not applicable: legacy-aliases are not claimed."],
    ),
    (lambda shown: shown.stray.add("hello"), *2 * [["1 line on standard output answered no request: 'hello'"]]),
    (stray, *2 * [["4 lines on standard output answered no request: 'one'; 'two\\x1b'; 'three'"]]),
]


@pytest.mark.parametrize(("change", "short", "verbose"), REMARKS)
def test_a_remark_stands_between_table_and_verdict(
    change: Callable[[RunRecord], None], short: list[str], verbose: list[str]
) -> None:
    shown = record(PASSED)
    change(shown)
    for said, options in ((short, {}), (verbose, {"verbose": True})):
        told = [line for line in lines(shown, **options) if not line.startswith("Next: ")]
        start = told.index("", 2) + 1
        assert told[start:-1] == said
        assert told[-1].startswith("passed: ")


def test_all_that_was_not_judged_is_one_line() -> None:
    shown = record(PASSED)
    for change in (unclaimed, unmeasured, left_out):
        change(shown)
    shown.not_applicable.update({f"platform {name} is not claimed": 2000 for name in "abcdefghijklmno"})
    (line,) = [line for line in lines(shown) if line.startswith("Not judged")]
    assert line == "Not judged: 15 platforms, 1 unclaimed check of event, 2 unmeasured (--verbose)."


def test_only_capabilities_that_are_unclaimed_somewhere_are_named() -> None:
    shown = record(PASSED, PASSED._replace(capability="rules", outcome=Outcome.UNSUPPORTED))
    assert "Not judged: 1 unclaimed check of rules (--verbose)." in lines(shown)


def step(shown: RunRecord) -> str:
    return "".join(line for line in lines(shown)[-2:] if line.startswith("Next: "))


def test_a_red_run_names_the_command_that_runs_the_red_again() -> None:
    red = record(PASSED._replace(outcome=Outcome.FAILED, message="no"))
    assert step(red).startswith("Next: hookconform run ")
    assert step(red).endswith(" --failed")


def test_a_stale_run_names_the_command_that_renews_the_list() -> None:
    assert step(record(PASSED._replace(outcome=Outcome.STALE))).startswith("Next: hookconform known-failures write ")


def test_a_green_run_names_the_capability_to_claim_next() -> None:
    shown = record(PASSED, PASSED._replace(capability="rules", outcome=Outcome.UNSUPPORTED))
    assert step(shown).startswith("Next: claim rules in ")
    for first, name in (("facade", "facade"), ("input", "input"), ("kind", "kind"), ("result", "result")):
        shown.add(PASSED._replace(capability=first, outcome=Outcome.UNSUPPORTED))
        expected = "rules" if first == "facade" else name
        assert step(shown).startswith(f"Next: claim {expected} in ")
    assert step(record(PASSED)) == ""


def test_a_run_of_a_platform_that_is_not_claimed_says_what_to_claim(tmp_path: Path) -> None:
    manifest = fakes.manifest(Path())
    assert "cursor" not in manifest.platforms
    shown = RunRecord(manifest, Selection(platforms=("cursor",)), cases=3)
    assert step(shown) == f"Next: claim cursor in `platforms` of {manifest.path.name}, and run again"
    (tmp_path / "tables.json").touch()
    project = RunRecord(fakes.manifest(tmp_path), Selection(platforms=("cursor",)), cases=3)
    assert step(project) == f"Next: hookconform init {tmp_path} --add-platform cursor"
    shown.add(PASSED)
    assert step(shown) == ""


def test_wrong_causes_have_examples_before_missing_ones() -> None:
    missing = [
        PASSED._replace(
            case_id=f"a/synthetic/{n}", outcome=Outcome.FAILED, differences=(Difference(f"/x{n}", 1, MISSING),)
        )
        for n in range(9)
    ]
    wrong = PASSED._replace(outcome=Outcome.FAILED, differences=(Difference("/wrong", 1, 2),))
    told = "\n".join(lines(record(*missing, wrong), max_causes=2))
    examples = [line for line in told.splitlines() if line.strip().startswith("at ")]
    assert examples[0].split() == ["at", "/wrong"]
    assert "8 more causes. `--all` shows an example of each." in told


def test_a_perturbed_run_says_by_which_seed_and_how_many_are_others() -> None:
    shown = record(PASSED, perturb=7)
    shown.perturbed = 2
    assert lines(shown)[-3:-1] == [
        "Perturbed by seed 7: 2 of 3 payloads differ from the corpus; the rest are texts",
        "  whose every byte matters.",
    ]


def test_a_claimed_capability_without_a_check_is_named() -> None:
    shown = record(PASSED, capabilities=["event", "calls"])
    said = "Claimed, but without a check here: calls."
    assert PASSED.capability == "event"
    assert said in lines(shown)
    assert said not in lines(record(PASSED, PASSED._replace(capability="calls"), capabilities=["event", "calls"]))
    assert not any("Claimed, but" in line for line in lines(record()))
    red = PASSED._replace(outcome=Outcome.FAILED)
    assert not any("Claimed, but" in line for line in lines(record(red, capabilities=["event", "calls"])))


def test_a_word_for_two_tools_or_events_is_said() -> None:
    words = {"tools": {"Glob": "find", "Grep": "find", "Read": "read"}, "events": {"Stop": "end", "SessionEnd": "end"}}
    assert [line for line in lines(record(PASSED, vocabulary=words)) if line.startswith("Its")] == [
        "Its vocabulary has one word for Glob, Grep: find.",
        "Its vocabulary has one word for SessionEnd, Stop: end.",
    ]


def test_the_base_line_is_explained_where_there_is_a_table() -> None:
    shown, empty = record(PASSED), record()
    for one in (shown, empty):
        one.baseline = record(PASSED._replace(outcome=Outcome.FAILED))
    meaning = "Cells show passed/judged; in brackets: an adapter that does nothing."
    assert "gemini-cli 1/1 (0)" in lines(shown)
    assert " ".join(line.strip() for line in lines(shown)[5:-1]) == meaning
    assert "in brackets" not in "".join(lines(empty))


def test_what_the_adapter_said_and_entries_about_nothing_are_shown() -> None:
    shown = record(PASSED)
    shown.said = ("bye", "now")
    shown.interrupted = "the adapter is gone"
    shown.stale_entries = [Entry("a::event", "why")]
    assert lines(shown) == [
        "fake 1 (python, tier extended)",
        "",
        "STALE  a::event",
        "  no check is about this known failure: take it off the list",
        "",
        "           event",
        "gemini-cli   1/1",
        "",
        "The adapter's standard error:",
        "  bye",
        "  now",
        "incomplete: the adapter is gone",
    ]


def test_a_table_has_a_row_of_all_platforms_and_cells_for_what_is_missing() -> None:
    shown = record(
        PASSED,
        PASSED._replace(outcome=Outcome.FAILED),
        PASSED._replace(platform="codex", outcome=Outcome.KNOWN),
        PASSED._replace(platform="codex", capability="rules", outcome=Outcome.UNSUPPORTED),
        PASSED._replace(platform="pi", capability="rules"),
        PASSED._replace(capability="kind", outcome=Outcome.UNSUPPORTED),
    )
    assert summary_table(shown).splitlines() == [
        "                event      rules",
        "codex            0/1*  unclaimed",
        "gemini-cli        1/2 not judged",
        "pi         not judged        1/1",
        "all              1/3*        1/1",
    ]


def test_a_table_shows_what_is_unclaimed_where_nothing_was_judged() -> None:
    shown = record(PASSED._replace(outcome=Outcome.UNSUPPORTED))
    assert summary_table(shown).splitlines() == ["               event", "gemini-cli unclaimed"]


def test_a_table_that_is_too_wide_goes_on_below() -> None:
    names = ("tool-name", "event", "input", "result", "kind", "rules")
    # With its widest cells, a line of exactly 80 columns stays one.
    for length, blocks in ((20, 1), (21, 2)):
        platform = "p" * length
        none = (PASSED._replace(platform=platform, capability=name, outcome=Outcome.UNSUPPORTED) for name in names)
        table = summary_table(record(*none))
        assert len(table.split("\n\n")) == blocks, table
        assert max(map(len, table.splitlines())) == (80 if blocks == 1 else 71)
        assert all(line.startswith(("p", " ")) for line in table.splitlines() if line)


def test_verdicts_have_a_table_where_one_is_not_passed() -> None:
    failed = DENIED._replace(variant="ask", outcome=Outcome.FAILED)
    assert variant_table(record(DENIED), "response") == ""
    assert variant_table(record(DENIED._replace(outcome=Outcome.UNSUPPORTED)), "response") == ""
    assert variant_table(record(PASSED), "response") == ""
    none = DENIED._replace(variant="context", outcome=Outcome.UNSUPPORTED)
    assert variant_table(record(failed, DENIED, none), "response").splitlines() == [
        "response   deny ask",
        "gemini-cli  1/1 0/1",
    ]
    elsewhere = failed._replace(platform="codex")
    assert variant_table(record(failed, DENIED, elsewhere), "response").splitlines() == [
        "response         deny ask",
        "codex      not judged 0/1",
        "gemini-cli        1/1 0/1",
        "all               1/1 0/2",
    ]


def test_a_check_is_explained_line_by_line() -> None:
    result = PASSED._replace(
        message="first\nsecond " + "word " * 20,
        differences=(
            Difference("/a", "x", MISSING),
            Difference("/matched_rules", ["one", "two"], ["two"]),
            Difference("/matched_rules", ["two"], ["two", 3]),
            Difference("/matched_rules", ["one"], ["two"]),
            Difference("/matched_rules", ["one", "two"], ["two", "one"]),
            Difference("/matched_rules", ["one"], None),
        ),
        reason="not yet",
        case_file="corpus/a.jsonl",
        case_entry="one",
        claim="gemini-cli#tool:x",
        evidence="captured",
    )
    assert explanation(result).splitlines() == [
        "first",
        "second word word word word word word word word word word word word word word",
        "word word word word word word",
        "at        /a",
        'expected  "x"',
        "got       absent",
        "at        /matched_rules",
        "missing   one",
        "at        /matched_rules",
        "too many  3",
        "at        /matched_rules",
        "missing   one",
        "too many  two",
        "at        /matched_rules",
        'expected  ["one", "two"]',
        'got       ["two", "one"]',
        "at        /matched_rules",
        'expected  ["one"]',
        "got       null",
        "listed    not yet",
        "case      corpus/a.jsonl",
        "entry     one",
        "claim     gemini-cli#tool:x",
        "evidence  captured",
    ]
    assert explanation(PASSED._replace(claim="", evidence="nobody's")) == ""


def test_a_long_value_is_shown_as_far_as_its_ends() -> None:
    for length, whole in ((198, True), (199, False)):
        told = explanation(PASSED._replace(differences=(Difference("/a", "x" * length, 1),)))
        assert (told.count("x") - told.count("expected") == length) == whole


def test_a_cause_that_stands_alone_is_shown_with_all_its_differences() -> None:
    many = tuple(Difference(f"/{place}", 1, 2) for place in range(9))
    broken = PASSED._replace(outcome=Outcome.ERROR, message="gone", differences=many)
    told = lines(record(broken))
    assert sum(line.strip().startswith("at ") for line in told) == 9


def test_a_report_that_is_longer_than_the_screen_ends_with_its_causes() -> None:
    shown = record(PASSED._replace(outcome=Outcome.ERROR, message="gone"))
    told = lines(shown)
    # Below the report stand the verdict and the prompt.
    assert lines(shown, screen=len(told) + 1) == told
    again = lines(shown, screen=len(told))
    assert len(again) > len(told)
    assert again[-1] == told[-1]
    assert again[: len(told) - 2] == told[:-2]
    assert again[-3:] == ["", *told[-2:]]
    assert lines(record(PASSED), screen=1) == lines(record(PASSED))

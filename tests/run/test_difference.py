"""What lies between two small reports that are written by hand, as values and as text."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.ground.errors import HookconformError
from hookconform.run.comparing.difference import difference, is_worse
from hookconform.run.comparing.text import difference_text

WHERE = ("one.json", "two.json")
CAUSE = {
    "kind": "unmapped", "about": "tool", "platform": "pi", "wanted": "Bash", "got": "bash", "gap": False,
    "checks": 2, "also": 1, "following": 0, "platforms": {"pi": 2}, "claims": [], "example": {"check": "c"},
}  # fmt: skip


def check(name: str, outcome: str = "failed", capability: str = "event") -> dict[str, str]:
    return {"check": name, "outcome": outcome, "platform": "pi", "capability": capability}


def row(capability: str, **counts: int) -> dict[str, Any]:
    return {"platform": "pi", "capability": capability, "counts": counts}


def report(*checks: dict[str, str], table: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    return {
        "adapter": {"name": "a", "version": "1"},
        "corpus": {"fingerprint": "0123456789abcdef", "vocabulary": "1"},
        "hookconform": "9",
        "selection": {"platforms": []},
        "status": "failed",
        "verdict": "failed: so",
        "checks": list(checks),
        "table": [row("event", passed=1, failed=1)] if table is None else table,
        "causes": [],
        **more,
    }


def test_checks_are_newly_red_still_red_or_fixed() -> None:
    before = report(check("x", "failed"), check("y", "error"), check("z", "stale"), check("k", "known"))
    after = report(check("y", "failed"), check("n", "error"), check("k", "failed"), check("u", "known"))
    found = difference(before, after, WHERE)
    assert (found["newly_red"], found["still_red"], found["fixed"], found["not_judged"]) == (
        ["n", "k"],
        1,
        ["x", "z"],
        [],
    )
    back = difference(after, before, WHERE)
    # `k` fails in both, and is only listed again.
    assert (back["newly_red"], back["fixed"], back["now_known"]) == (["x", "z"], ["n", "u"], ["k"])
    assert (found["now_known"], found["known"], found["stale"]) == (["u"], 1, [])
    assert is_worse(found)
    assert not is_worse(difference(before, before, WHERE))


def test_a_failure_that_is_listed_is_not_fixed() -> None:
    before = report(*(check(name) for name in "abcd"), causes=[{**CAUSE, "example": {"check": "a"}}])
    after = report(check("a", "known"), check("b", "stale"), check("c", "stale"), status="failed", causes=[])
    found = difference(before, after, WHERE)
    assert (found["fixed"], found["stale"], found["now_known"]) == (["b", "c", "d"], ["b", "c"], ["a"])
    assert (found["newly_red"], found["still_red"], found["known"]) == ([], 0, 1)
    assert found["gone_causes"] == []
    assert not is_worse(found)
    assert difference_text(found).splitlines()[3:] == [
        "Failing, and listed as known failures now: 1",
        "  a",
        "",
        "Fixed: 3",
        "  b",
        "  c",
        "  d",
        "",
        "Passing, but listed as known failures (take them off the list): 2",
        "  b",
        "  c",
        "",
        "0 newly red, 3 fixed, 0 still red, 1 known failure, 2 stale",
    ]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("failed", "failed", "still_red"),
        ("failed", "error", "still_red"),
        ("failed", "known", "now_known"),
        ("failed", "stale", "fixed"),
        ("failed", "", "fixed"),
        ("known", "failed", "newly_red"),
        ("known", "known", ""),
        ("known", "stale", "fixed"),
        ("known", "", "fixed"),
        ("stale", "failed", "newly_red"),
        ("stale", "known", "now_known"),
        ("stale", "stale", ""),
        ("stale", "", "fixed"),
        ("", "failed", "newly_red"),
        ("", "known", "now_known"),
        ("", "stale", "newly_red"),
    ],
)
def test_each_check_is_counted_in_one_place(old: str, new: str, place: str) -> None:
    before, after = (report(*([check("x", outcome)] if outcome else [])) for outcome in (old, new))
    found = difference(before, after, WHERE)
    places = ("newly_red", "still_red", "now_known", "fixed", "not_judged")
    assert [name for name in places if found[name]] == ([place] if place else [])
    assert bool(found["stale"]) == (new == "stale")
    assert found["known"] == (new == "known")


@pytest.mark.parametrize(
    ("counts", "is_fixed"),
    [
        ({"passed": 1}, True),
        ({"known": 1}, True),
        ({"error": 1}, True),
        ({"stale": 1}, True),
        ({"unsupported": 3}, False),
        ({}, False),
    ],
)
def test_what_is_not_judged_any_more_is_not_fixed(counts: dict[str, int], is_fixed: bool) -> None:
    found = difference(report(check("x")), report(table=[row("event", **counts)]), WHERE)
    assert (found["fixed"], found["not_judged"]) == ((["x"], []) if is_fixed else ([], ["x"]))
    elsewhere = difference(report(check("x")), report(table=[row("rules", passed=1)]), WHERE)
    assert elsewhere["not_judged"] == ["x"]


def test_the_rows_that_differ_are_there_in_order() -> None:
    before = report(
        table=[row("rules", passed=2, failed=1, unsupported=4), row("event", passed=1), row("input", known=1)]
    )
    after = report(table=[row("rules", passed=3, error=1, stale=1), row("event", passed=1), row("kind", passed=2)])
    found = difference(before, after, WHERE)
    nothing = {"passed": 0, "judged": 0}
    assert [(row["capability"], row["before"], row["after"]) for row in found["table"]] == [
        ("input", {"passed": 0, "judged": 1}, nothing),
        ("kind", nothing, {"passed": 2, "judged": 2}),
        ("rules", {"passed": 2, "judged": 3}, {"passed": 3, "judged": 5}),
    ]
    assert all(row["platform"] == "pi" for row in found["table"])
    # One check of `input` fewer is judged.
    assert is_worse(found)
    assert not is_worse(difference(report(table=[]), after, WHERE))


def test_causes_come_and_go_where_both_reports_have_them() -> None:
    other = {**CAUSE, "got": "sh"}
    found = difference(report(causes=[CAUSE]), report(causes=[other]), WHERE)
    assert (found["new_causes"], found["gone_causes"]) == ([other], [CAUSE])
    again = difference(report(causes=[CAUSE]), report(causes=[{**CAUSE, "checks": 9}]), WHERE)
    assert (again["new_causes"], again["gone_causes"]) == ([], [])
    early = report()
    del early["causes"]
    for one, two in ((early, report(causes=[CAUSE])), (report(causes=[CAUSE]), early)):
        found = difference(one, two, WHERE)
        assert (found["new_causes"], found["gone_causes"]) == ([], [])


def test_each_run_is_named() -> None:
    after = report(adapter={"name": "b", "version": "2"}, verdict="passed: 1 check", hookconform="10")
    found = difference(report(), after, WHERE)
    assert found["after"] == {
        "adapter": "b", "version": "2", "corpus": "0123456789abcdef", "hookconform": "10", "verdict": "passed: 1 check",
    }  # fmt: skip
    assert found["before"]["adapter"] == "a"
    assert found["same_corpus"]
    assert not difference(report(), report(corpus={"fingerprint": "f", "vocabulary": "1"}), WHERE)["same_corpus"]


@pytest.mark.parametrize("which", [0, 1])
def test_a_run_that_broke_off_is_compared_with_nothing(which: int) -> None:
    reports = [report(), report()]
    reports[which] = report(status="incomplete", verdict="incomplete: interrupted")
    with pytest.raises(HookconformError, match="did not come to its end: incomplete: interrupted") as caught:
        difference(reports[0], reports[1], WHERE)
    assert (caught.value.code, caught.value.where) == ("diff.incomplete", WHERE[which])


def test_runs_about_different_parts_are_not_compared() -> None:
    with pytest.raises(HookconformError) as caught:
        difference(report(), report(selection={"platforms": ["pi"]}), WHERE)
    assert (caught.value.code, caught.value.where) == ("diff.selection", "one.json, two.json")


def test_the_text_has_what_differs_and_a_last_line() -> None:
    before = report(
        check("x"), check("u", capability="rules"), table=[row("event", passed=1, failed=1), row("rules", failed=1)]
    )
    after = report(
        *(check(f"n{number:02}") for number in range(11)), table=[row("event", passed=2, failed=11)], causes=[CAUSE]
    )
    after["corpus"] = {"fingerprint": "f" * 64, "vocabulary": "1"}
    found = difference(before, after, WHERE)
    said = difference_text(found).splitlines()
    assert said[:9] == [
        "before  a 1, corpus 0123456789ab, failed: so",
        "after   a 1, corpus ffffffffffff, failed: so",
        "",
        "The corpora differ: what is newly red may be a check that was not there before.",
        "",
        "           before  after",
        "pi  event     1/2   2/13",
        "pi  rules     0/1    0/0",
        "",
    ]
    assert said[9] == "New causes: 1"
    # Checks of the cause, and others that came with it.
    assert said[10] == "      3  does not map tools of pi: bash → Bash"
    assert said[11:] == [
        "",
        "Newly red: 11",
        *(f"  n{number:02}" for number in range(10)),
        "  and 1 more (--all)",
        "",
        "Not judged any more, and failing before: 1",
        "  u",
        "",
        "Fixed: 1",
        "  x",
        "",
        "11 newly red, 1 fixed, 0 still red",
    ]
    whole = difference_text(found, whole=True).splitlines()
    assert "  n10" in whole
    assert not any("--all" in line for line in whole)
    exactly = {**found, "newly_red": found["newly_red"][:10]}
    assert "--all" not in difference_text(exactly)


def test_two_runs_that_are_the_same_say_nothing_between() -> None:
    found = difference(report(check("x")), report(check("x")), WHERE)
    assert difference_text(found).splitlines()[2:] == ["", "0 newly red, 0 fixed, 1 still red"]
    assert difference_text(found).endswith("red\n")

"""Lists of protocol 1 keep their meaning, although what they name is several checks now."""

from __future__ import annotations

from hookconform.checks.known_failures import Entry, KnownFailures, migrated
from hookconform.checks.outcome import CheckResult, Outcome

CASE = "codex/captured/0.169.0/x"


def result(capability: str, outcome: Outcome = Outcome.FAILED, variant: str = "", case: str = CASE) -> CheckResult:
    return CheckResult(case, capability, "codex", outcome, variant=variant)


def known(*checks: str) -> KnownFailures:
    return KnownFailures(tuple(Entry(check, "not yet") for check in checks), protocol=1)


def test_an_entry_covers_every_check_that_was_part_of_it() -> None:
    for entry, part in (
        ("response", result("response", variant="deny")),
        ("input", result("input")),
        ("input", result("result")),
        ("event", result("refusal")),
        ("tool-name", result("refusal")),
        ("decision", result("refusal")),
        ("decision", result("decision", variant="no-shell")),
        ("rules", result("rules")),
    ):
        listed = known(f"{CASE}::{entry}")
        assert listed.apply(part).outcome is Outcome.KNOWN
        assert listed.unmet() == []


def test_an_entry_covers_nothing_else() -> None:
    listed = known(f"{CASE}::input")
    for other in (
        result("event"),
        result("input", case="codex/captured/0.169.0/y"),
        result("response", variant="deny"),
    ):
        assert listed.apply(other).outcome is Outcome.FAILED


def test_parts_that_pass_are_no_fault_while_one_fails() -> None:
    listed = known(f"{CASE}::response")
    assert listed.apply(result("response", Outcome.PASSED, "allow")).outcome is Outcome.PASSED
    assert listed.apply(result("response", Outcome.FAILED, "deny")).outcome is Outcome.KNOWN
    assert listed.unmet() == []


def test_an_entry_none_of_whose_parts_fails_is_left_over() -> None:
    listed = known(f"{CASE}::response")
    for verdict in ("allow", "deny"):
        assert listed.apply(result("response", Outcome.PASSED, verdict)).outcome is Outcome.PASSED
    assert [entry.check for entry in listed.unmet()] == [f"{CASE}::response"]


def test_what_was_one_check_is_stale_at_once_as_ever() -> None:
    assert known(f"{CASE}::rules").apply(result("rules", Outcome.PASSED)).outcome is Outcome.STALE


def test_an_adapter_that_breaks_is_never_known() -> None:
    assert known(f"{CASE}::response").apply(result("response", Outcome.ERROR, "deny")).outcome is Outcome.ERROR


def test_protocol_2_names_one_verdict_and_brackets_are_no_pattern() -> None:
    listed = KnownFailures((Entry("codex/*::response[deny]", "not yet"),))
    assert listed.apply(result("response", variant="deny")).outcome is Outcome.KNOWN
    for other in ("allow", "d", "ask"):
        assert listed.apply(result("response", variant=other)).outcome is Outcome.FAILED
    assert listed.apply(result("response", Outcome.PASSED, "deny")).outcome is Outcome.STALE


def test_a_list_is_migrated_to_the_checks_that_fail() -> None:
    entries = [Entry("codex/*::input", "no arguments"), Entry("codex/*::rules", "no rules")]
    failing = [
        CheckResult(CASE, "result", "codex", Outcome.KNOWN, reason="no arguments"),
        CheckResult(CASE, "rules", "codex", Outcome.KNOWN, reason="no rules"),
    ]
    assert migrated(entries, failing, [f"{CASE}::input"]) == [
        Entry("codex/*::rules", "no rules"),
        Entry(f"{CASE}::result", "no arguments"),
    ]


def test_a_pattern_that_would_be_stale_is_taken_apart() -> None:
    failing = [CheckResult(CASE, "rules", "codex", Outcome.KNOWN, reason="no rules")]
    found = migrated([Entry("codex/*::rules", "no rules")], failing, ["codex/captured/0.169.0/y::rules"])
    assert found == [Entry(f"{CASE}::rules", "no rules")]


def test_an_entry_whose_parts_all_pass_was_seen() -> None:
    listed = known(f"{CASE}::input", "codex/captured/0.100.0/gone::input")
    listed.apply(result("input", Outcome.PASSED))
    assert listed.unmet() == list(listed.entries)
    assert listed.unseen() == [listed.entries[1]]

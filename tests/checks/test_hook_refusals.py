"""`refusal` and the one pack of a hook program: what is asked of it, and that a wrong one is red."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.hooks import hook_manifest, red

from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import iter_cases
from hookconform.checks.outcome import Outcome
from hookconform.effects.good_payloads import stands_for_harmless
from hookconform.run.engine import run
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

VOUCHES = """
import json
print(json.dumps({"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}))
"""


def test_a_hook_that_vouches_for_what_it_cannot_read_is_red_and_one_that_says_nothing_is_not(tmp_path: Path) -> None:
    cases = ("claude-code/synthetic/refusals-before-*",)
    for name, code, is_red in (("vouches", VOUCHES, True), ("silent", "", False)):
        folder = tmp_path / name
        folder.mkdir()
        manifest = hook_manifest(folder, code, platforms='["claude-code"]')
        record = run(manifest, Selection(("claude-code",), ("refusal",), cases), deadline=60)
        found = red(record)
        asked = sum(record.counts.values())
        assert asked > 5
        assert len(found) == (asked if is_red else 0)
        assert {check.partition("::")[2] for check in found} == ({"refusal"} if is_red else set())


def test_hook_that_stops_everything_is_red_for_every_harmless_call(tmp_path: Path) -> None:
    manifest = hook_manifest(tmp_path, "import sys; sys.stderr.write('no'); sys.exit(2)")
    record = run(manifest, Selection(("gemini-cli",), ("refusal",)), deadline=60)
    harmless = [case for case in iter_cases(platforms=["gemini-cli"]) if stands_for_harmless(case, "no-edit")]
    assert len(harmless) > 40
    assert set(red(record)) == {f"{case.id}::refusal" for case in harmless}
    assert record.total(Outcome.PASSED) == len(harmless)


def test_an_adapter_is_asked_of_every_event_and_a_hook_before_a_tool_alone() -> None:
    before, after = ("gemini-cli/synthetic/refusals-before-*",), ("gemini-cli/synthetic/refusals-after-*",)
    asked = {
        (name, cases): run(find_adapter(name), Selection(("gemini-cli",), ("refusal",), cases), deadline=60)
        for name in ("reference", "reference-hook")
        for cases in (before, after)
    }
    assert not any(red(record) for record in asked.values())
    passed = {key: record.total(Outcome.PASSED) for key, record in asked.items()}
    assert min(passed["reference", before], passed["reference", after], passed["reference-hook", before]) > 5
    assert sum(asked["reference-hook", after].counts.values()) == 0

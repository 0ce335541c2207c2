"""Proving a hook on a program: with it exactly the blocked calls do not run, and without it all of them do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hookconform.attach.hook_spec import HookOnPlatform
from hookconform.attach.registry import find_adapter
from hookconform.ground.errors import EXIT_FAILED, EXIT_OK, HookconformError
from hookconform_lab.lab.enforce import CallOutcome, Enforcement, enforce
from hookconform_lab.lab.enforcement_report import read_records, save
from hookconform_lab.publish.enforcement import enforcement_of

pytestmark = pytest.mark.whole


def enforced(driver: Any, adapter: str = "reference-hook") -> Enforcement:
    return enforce(find_adapter(adapter), driver, "1.0.102", allow_network=True, say=lambda _: None)


def test_exactly_the_blocked_calls_do_not_run(obedient: Any) -> None:
    found = enforced(obedient())
    assert found.problems == ()
    assert [(call.rule is None, call.ran_with) for call in found.calls] == [
        (False, False), (True, True), (False, False), (False, False), (False, False), (True, True),
        (False, False), (False, False), (False, False), (False, False), (True, True), (False, False), (True, True),
        # an edit, a read, a sub-agent's call; patches of one file and of two; an MCP call
        (False, False), (True, True), (False, False), (True, True), (False, False), (True, True),
        (False, False), (False, False), (True, True), (False, False), (True, True),
        (False, False), (True, True),
    ]  # fmt: skip
    assert sum(call.title.startswith("patch") for call in found.calls) == 5
    assert dict(found.left_out) == {
        "delete a folder beside decoys": "no other name for a command",
        "patch below secrets/ beside decoys": "no other name for a patch",
        "patch below secrets/ behind a line separator, without a blank": "no such header",
    }
    assert all(call.ran_without for call in found.calls)
    assert all(call.told for call in found.calls if call.rule)
    assert found.exit_code == EXIT_OK


def test_a_program_that_ignores_its_hook_is_found_out(obedient: Any) -> None:
    found = enforced(obedient(obeys=False))
    assert [call.is_as_it_should for call in found.calls] == [call.rule is None for call in found.calls]
    assert {call.rule is None for call in found.calls} == {True, False}
    assert found.exit_code == EXIT_FAILED


def test_a_call_that_never_runs_proves_nothing(obedient: Any) -> None:
    found = enforced(obedient(able=False))
    shell = [call for call in found.calls if "shell" in call.title]
    assert not any(call.is_as_it_should for call in shell)
    assert found.exit_code == EXIT_FAILED


def test_an_adapter_that_is_no_hook_program_is_refused(obedient: Any) -> None:
    with pytest.raises(HookconformError) as caught:
        enforced(obedient(), "reference")
    assert caught.value.code == "enforce.no-hook"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"reads_packs": False}, "enforce.rules"),
        ({"platforms": {"copilot-cli": HookOnPlatform((), {}, "index.js")}}, "enforce.plugin"),
    ],
)
def test_a_hook_that_cannot_be_given_the_rules_is_refused(obedient: Any, changes: dict[str, Any], code: str) -> None:
    manifest = find_adapter("reference-hook")
    unlike = replace(manifest, hook=replace(manifest.hook, **changes))
    with pytest.raises(HookconformError) as caught:
        enforce(unlike, obedient(), "1.0.102", allow_network=True, say=lambda _: None)
    assert caught.value.code == code
    assert "hookconform run" in caught.value.hint


def record(platform: str, *, ran_with: bool) -> Enforcement:
    call = CallOutcome("delete a folder", "block-delete", ran_without=True, ran_with=ran_with, told=True)
    missing = (("patch a file", "no tool for patches"),)
    return Enforcement("some-hook", platform, "1.2.3", "2026-11-21", (call,), missing, ())


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"records": 1}',
        '{"records": [1]}',
        '{"records": [{}]}',
        '{"records": [{"adapter": "a", "platform": "codex", "version": 1, "date": "2026-11-21", "calls": []}]}',
        '{"records": [{"adapter": "a", "platform": "codex", "version": "1.0.0", "date": "2026-11-21"}]}',
        '{"records": [{"adapter": "a", "platform": "codex", "version": "1", "date": "2026-11-21", "calls": [[]]}]}',
        '{"records": [{"adapter": "a", "platform": "codex", "version": "1", "date": "2026-11-21", "calls": [{}]}]}',
        '{"records": [{"adapter": "a", "platform": "x", "version": "1", "date": "", "calls": [], "left_out": [1]}]}',
        "[" * 100_000,
    ],
)
def test_a_report_that_lacks_something_is_an_error_and_stays_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "enforcement.json"
    path.write_text(text, encoding="utf-8")
    for read in (read_records, enforcement_of, lambda folder: save(record("codex", ran_with=False), folder)):
        with pytest.raises(HookconformError) as caught:
            read(tmp_path)
        assert (caught.value.code, caught.value.where) == ("enforce.report", str(path))
    assert path.read_text(encoding="utf-8") == text


def test_the_report_keeps_one_record_a_version_in_their_order(tmp_path: Path) -> None:
    for version in ("1.18.34", "1.1.65", "1.18.4", "1.1.65"):
        save(replace(record("opencode", ran_with=False), version=version), tmp_path)
    assert [item["version"] for item in read_records(tmp_path)] == ["1.1.65", "1.18.4", "1.18.34"]


def test_the_report_keeps_other_records_and_replaces_its_own(tmp_path: Path) -> None:
    save(record("codex", ran_with=False), tmp_path)
    save(record("opencode", ran_with=False), tmp_path)
    _, page = save(record("codex", ran_with=True), tmp_path)
    assert [(item["platform"], item["calls"][0]["ran_with_hook"]) for item in read_records(tmp_path)] == [
        ("codex", True),
        ("opencode", False),
    ]
    text = page.read_text()
    assert "| some-hook | codex | 1.2.3 | 0 of 1 | 0 of 0 |" in text
    assert "    hookconform lab enforce some-hook opencode@1.2.3\n" in text
    assert "| delete a folder | `block-delete` | ran | ran | yes | **no** |" in text
    assert "\n* patch a file: no tool for patches\n" in text

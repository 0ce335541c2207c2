"""Forms: every one gets words of its own, conditions hold for the group, and rows come back as they were filed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.corpus.version_files import write_document
from hookconform.effects import modelled_platforms
from hookconform.effects.forms import Form, load_forms, marker_command, output_word
from hookconform.effects.rows import kept_rows, load_rows, measured_versions, merged, rows_document, rows_for, rows_path
from hookconform.ground.errors import HookconformError


def form(platform: str, version: str, form_id: str) -> Form:
    return next(one for one in load_forms(platform, version) if one.id == form_id)


def test_words_are_unique_to_a_form_and_its_event() -> None:
    for platform in modelled_platforms():
        seen: dict[tuple[str, str], str] = {}
        for one in load_forms(platform, measured_versions(platform)[-1]):
            for word in one.own_words:
                assert seen.setdefault((one.registered_event, word), one.id) == one.id


def test_a_form_is_filled_in() -> None:
    found = form("claude-code", "2.1.329", "PreToolUse/exit2-json-block")
    assert found.answer.exit_code == 2
    assert found.answer.stdout == '{"decision":"block","reason":"REASON-exit2-json-block"}'
    assert found.own_words == ("ERROR-exit2-json-block", "REASON-exit2-json-block")
    assert found.marker == "ran-exit2-json-block"


def test_a_group_is_measured_under_each_of_its_keys() -> None:
    ids = {one.id for one in load_forms("copilot-cli", "1.0.102")}
    assert {"preToolUse/flat-deny", "PreToolUse/flat-deny"} <= ids


def test_a_form_is_not_asked_of_versions_before_it() -> None:
    def events(version: str) -> set[str]:
        return {one.registered_event for one in load_forms("claude-code", version)}

    assert "PermissionRequest" in events("2.1.329")
    assert "PermissionRequest" not in events("1.0.100")


def test_what_a_call_prints_does_not_stand_in_its_command() -> None:
    assert output_word("ran-x") not in marker_command("ran-x")


def test_a_platform_without_forms_is_an_error() -> None:
    with pytest.raises(HookconformError) as caught:
        load_forms("cursor", "1.0.0")
    assert caught.value.code == "responses.no-forms"


def test_rows_for_a_version_are_those_of_the_newest_measured_one_before_it() -> None:
    older, before, newest = measured_versions("claude-code")[-3:]
    assert (older, before, newest) == ("2.1.199", "2.1.329", "2.1.330")
    assert rows_for("claude-code", "2.1.251") == load_rows("claude-code", older)
    assert rows_for("claude-code", "2.1.329") == load_rows("claude-code", before)
    assert rows_for("claude-code", "2.1.331") == load_rows("claude-code", newest)
    assert rows_for("cursor", "1.0.0") == ()


def test_a_row_measured_again_replaces_the_old_one_and_keeps_its_place(tmp_path: Path) -> None:
    path = tmp_path / "1.0.0.json"
    kept = kept_rows(rows_path("codex", "0.169.0"))[:3]
    write_document("responses", path, rows_document("1.0.0", kept))
    assert kept_rows(path) == kept
    fresh = kept[1] | {"approval": "needed"}
    order = [kept[1]["id"], kept[0]["id"], "PreToolUse/not-measured"]
    assert merged([fresh], kept_rows(path), order) == [fresh, kept[0]]
    assert kept_rows(tmp_path / "none.json") == []


def test_rows_nobody_can_read_are_an_error(tmp_path: Path) -> None:
    (tmp_path / "1.0.0.json").write_text("{")
    with pytest.raises(HookconformError) as caught:
        kept_rows(tmp_path / "1.0.0.json")
    assert caught.value.code == "responses.unreadable"

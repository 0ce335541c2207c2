"""What explain says of escapes: three lines, then every row, and a manifest that follows its schema."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.corpus.claims import platform_ids
from hookconform.corpus.escapes import UNMEASURED, escape_versions, load_escape_table, load_escapes
from hookconform.explain.escapes import answer_lines, escape_manifest
from hookconform.ground.errors import HookconformError

MEASURED = [platform for platform in platform_ids() if escape_versions(platform)]


def explain(*words: str) -> Result:
    return CliRunner().invoke(cli, ["explain", *words])


@pytest.mark.parametrize("platform", MEASURED)
def test_a_manifest_follows_its_schema_and_says_what_was_measured(platform: str) -> None:
    manifest = json.loads(explain(platform, "--escapes", "--json").stdout)
    assert schemas.problems(manifest, "escape-manifest") == []
    measured = load_escapes(platform, manifest["version"])
    assert measured is not None
    table = load_escape_table()
    for cell, effect in zip(measured.cells, manifest["effects"], strict=True):
        assert (effect["row"], effect["verdict"]) == (cell.row, cell.verdict)
        assert ("stopped" in effect) == (cell.verdict not in UNMEASURED)
        if "stopped" in effect:
            assert effect["stopped"] != table.verdicts[cell.verdict].is_open
    shown = {effect["row"] for effect in manifest["effects"]}
    assert shown | set(manifest.get("not_shown", ())) == set(table.rows)
    assert shown.isdisjoint(manifest.get("not_shown", ()))


@pytest.mark.parametrize("platform", MEASURED)
def test_the_answer_comes_first_and_fits_the_terminal(platform: str) -> None:
    for words in ((), ("--evidence",)):
        lines = explain(platform, "--escapes", *words).stdout.splitlines()
        assert lines[0].startswith(f"{platform} {escape_manifest(platform)['version']}: a deny stops ")
        # An address cannot be folded.
        assert [line for line in lines if len(line) > 80 and "://" not in line] == []


def test_words_of_the_list_are_explained_below_it() -> None:
    text = explain("codex", "--escapes").stdout
    assert "\nUNSEEN: no hook sees it\n" in text
    assert "\nseen, not stopped: a hook sees it before, and a deny does not stop it\n" in text
    assert "\nseen afterwards: " not in text


def test_silence_about_a_row_is_said() -> None:
    effects = [
        {"row": "a", "title": "a", "verdict": "stopped", "stopped": True},
        {"row": "b", "title": "a b", "verdict": "another-event", "stopped": False, "event": "Prompt"},
        {"row": "c", "title": "a c", "verdict": "unseen", "stopped": False},
        {"row": "d", "title": "a d", "verdict": "not-tried"},
    ]
    manifest = {"platform": "p", "version": "1", "effects": effects, "not_shown": ["x", "y"]}
    assert answer_lines(manifest) == [
        "p 1: a deny stops 1 of 3 ways tried.",
        "Not stopped: a b (Prompt sees it), a c.",
        "Not offered or not tried: 1 way; not public yet (SECURITY.md): 2.",
    ]
    assert answer_lines({**manifest, "effects": effects[:1]})[1] == "No way past a hook is public."


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("cursor", "--escapes"), "escapes.none"),
        (("claude-code", "0.0.1", "--escapes"), "escapes.version"),
        (("claude-cod", "--escapes"), "platform.unknown"),
    ],
)
def test_what_was_not_measured_is_an_error(words: tuple[str, ...], code: str) -> None:
    result = explain(*words)
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == code


def test_no_measurement_is_advised_where_the_lab_can_make_none() -> None:
    error = explain("cursor", "--escapes").exception
    assert isinstance(error, HookconformError)
    assert "lab escapes" not in error.hint
    assert "documents only" in error.hint


def test_escapes_are_those_of_a_platform() -> None:
    assert explain("--escapes").exit_code == 2
    assert explain("claude-code", "--escapes", "--canonical", "Bash").exit_code == 2


def test_a_name_in_the_place_of_a_version_is_told_from_a_version_that_was_not_measured() -> None:
    for version, said in (("Bash", "'Bash' is no version"), ("0.0.1", "Nobody has measured what hooks of codex 0.0.1")):
        with pytest.raises(HookconformError) as caught:
            escape_manifest("codex", version)
        assert caught.value.what.startswith(said)

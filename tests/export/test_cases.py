"""Exported cases: complete, of the stated form, and enough to judge by without the engine."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import iter_cases
from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.corpus.claims import platform_ids
from hookconform.export.cases import case_rows
from hookconform.export.claims import claim_rows
from hookconform.export.formats import about, line
from hookconform.export.request import COMPARED, Request
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import with_text
from hookconform.run.engine import planned
from hookconform.run.selection import Selection

PLATFORM = "gemini-cli"


def expanded(row: dict[str, Any]) -> dict[str, Any]:
    marks = row.get("repeated", {})
    found = {key: value for key, value in row.items() if key != "repeated"}
    for mark, long in marks.items():
        found = with_text(found, mark, long["text"] * long["times"])
    return found


@pytest.fixture(scope="module")
def rows() -> list[dict[str, Any]]:
    return list(case_rows(Request((PLATFORM,))))


@pytest.mark.whole
def test_every_check_that_a_run_makes_is_exported(rows: list[dict[str, Any]]) -> None:
    exported = [f"{row['id']}::{name}" for row in rows for name in row["expect"]]
    selection = Selection(platforms=(PLATFORM,), capabilities=COMPARED)
    run = list(planned(Request((PLATFORM,)).adapter, selection))
    assert sorted(exported) == sorted(run)


def test_the_payload_is_what_the_hook_reads(rows: list[dict[str, Any]]) -> None:
    payloads = {case.id: case.payload_text for case in iter_cases(platforms=[PLATFORM])}
    assert {row["id"]: expanded(row)["payload"] for row in rows} == {row["id"]: payloads[row["id"]] for row in rows}
    assert any("repeated" in row for row in rows)


@pytest.mark.whole
@pytest.mark.parametrize("platform", platform_ids())
def test_rows_are_of_the_stated_form_and_short(platform: str) -> None:
    request = Request((platform,))
    rows = list(case_rows(request))
    assert schemas.problems(about("cases", request) | {"rows": rows}, "export") == []
    lines = [line(row) for row in rows]
    assert all(text.isascii() and len(text) < 200_000 for text in lines)
    assert [json.loads(text) for text in lines] == rows


@pytest.mark.whole
def test_a_core_adapter_is_not_asked_about_extended_tools() -> None:
    extended, core = (
        {row["id"]: row["expect"] for row in case_rows(Request((PLATFORM,), tier=tier))}
        for tier in ("extended", "core")
    )
    assert extended.keys() == core.keys()
    left = [case for case in core if "input" in extended[case] and "input" not in core[case]]
    assert left
    for case in left:
        name, native = core[case]["tool-name"]
        # To it, the platform's name is one that it does not know.
        assert name["is"] == extended[case]["tool-name"][1]["is"]
        assert native["absent"]


@pytest.mark.whole
def test_an_adapter_is_asked_in_its_own_words() -> None:
    manifest = find_adapter("adapters/broken/silent_allow")
    rows = list(case_rows(Request((PLATFORM,), manifest=manifest)))
    assert {name for row in rows for name in row["expect"]} <= manifest.capabilities


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"platforms": ("gemini",)}, "platform.unknown"),
        ({"since": "1.0"}, "export.since"),
        ({"platforms": ("pi", "codex"), "since": "1.0"}, "export.since"),
        ({"platforms": ("codex",), "since": "newest"}, "export.since"),
        ({"platforms": ("codex",), "since": "99.0.0"}, "export.since"),
        ({"platforms": ("codex",), "since": ""}, "export.since"),
        ({"capabilities": ("response",)}, "capability.not-compared"),
        ({"capabilities": ("inputs",)}, "capability.not-compared"),
    ],
)
def test_a_request_for_what_is_not_there_is_refused(given: dict[str, Any], code: str) -> None:
    with pytest.raises(HookconformError) as error:
        Request(**given)
    assert error.value.code == code


def test_a_platform_named_twice_is_exported_once() -> None:
    once, twice = Request(("codex",), since="0.169.0"), Request(("codex", "codex"), since="0.169.0")
    assert list(claim_rows(twice)) == list(claim_rows(once)) != []


@pytest.mark.parametrize("option", ["--since", "--adapter", "--format"])
def test_an_empty_option_is_not_taken_for_none(option: str) -> None:
    """As a script passes it whose variable is not set."""
    result = CliRunner().invoke(cli, ["export", "cases", "--platform", "codex", option, ""])
    assert isinstance(result.exception, HookconformError)
    assert result.stdout == ""


def test_a_refused_export_leaves_the_file_that_is_there(tmp_path: Path) -> None:
    file = tmp_path / "schemas.ndjson"
    file.write_text("kept")
    arguments = ["export", "schemas", "--platform", "codex", "--platform", "cursor", "--output", str(file)]
    result = CliRunner().invoke(cli, arguments)
    assert getattr(result.exception, "code", None) == "export.not-recorded"
    assert file.read_text() == "kept"


@pytest.mark.whole
def test_since_leaves_out_older_recordings_only() -> None:
    every = list(case_rows(Request(("codex",))))
    newest = max((row["version"] for row in every if row["version"]), key=lambda text: [*map(int, text.split("."))])
    some = list(case_rows(Request(("codex",), since=newest)))
    assert {row["version"] for row in some} == {newest, None}
    assert [row for row in every if row["version"] in {newest, None}] == some

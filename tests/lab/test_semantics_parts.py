"""How the platforms say the canonical calls of the shared script."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.corpus.semantics import CanonicalCall
from hookconform_lab.lab.semantics.native import load_semantics_part
from hookconform_lab.parts import platforms_with

READ = "/w/f.txt"


def said(platform: str, version: str, model: str, tool: str, **arguments: Any) -> dict[str, Any] | str | None:
    calls = load_semantics_part(platform).calls(version, model, (CanonicalCall(tool, arguments),))
    if calls is None:
        return None
    return calls[0].custom or {"tool": calls[0].name, **calls[0].args}


@pytest.mark.parametrize(
    ("version", "asked", "given"),
    [
        ("0.61.0", {}, {}),
        ("0.61.0", {"offset": 2}, {"start_line": 2}),
        ("0.61.0", {"offset": 2, "limit": 2}, {"start_line": 2, "end_line": 3}),
        ("0.61.0", {"limit": 2}, {"end_line": 2}),
        ("0.29.0", {"offset": 2, "limit": 2}, {"offset": 1, "limit": 2}),
        ("0.29.0", {"limit": 2}, {"limit": 2}),
    ],
)
def test_gemini_counts_lines_by_version(version: str, asked: dict[str, int], given: dict[str, int]) -> None:
    found = said("gemini-cli", version, "gemini-2.5-flash", "Read", file_path=READ, **asked)
    assert found == {"tool": "read_file", "file_path": READ, **given}


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ({}, {}),
        ({"offset": 2}, {"view_range": [2, -1]}),
        ({"offset": 2, "limit": 2}, {"view_range": [2, 3]}),
        ({"limit": 2}, {"view_range": [1, 2]}),
    ],
)
def test_copilot_takes_first_and_last_line(asked: dict[str, int], given: dict[str, Any]) -> None:
    found = said("copilot-cli", "1.0.102", "claude-sonnet-4.5", "Read", file_path=READ, **asked)
    assert found == {"tool": "view", "path": READ, **given}


@pytest.mark.parametrize(
    ("platform", "version", "model", "expected"),
    [
        ("opencode", "1.18.34", "gpt-5-scripted", {"tool": "apply_patch", "patchText": "text"}),
        ("opencode", "1.18.34", "claude-scripted", None),
        ("codex", "0.169.0", "gpt-5.5", "text"),
        ("copilot-cli", "1.0.102", "gpt-5.4", "text"),
        ("claude-code", "2.1.329", "claude-opus-5-5", None),
    ],
)
def test_a_patch_is_said_where_the_family_edits_so(platform: str, version: str, model: str, expected: object) -> None:
    assert said(platform, version, model, "Edit", patch="text") == expected


@pytest.mark.parametrize(
    ("platform", "model"),
    [("codex", "gpt-5.5"), ("copilot-cli", "claude-sonnet-4.5"), ("gemini-cli", "gemini-2.5-flash")],
)
def test_a_time_limit_is_not_said_by_a_time_to_wait(platform: str, model: str) -> None:
    assert said(platform, "1.0.102", model, "Bash", command="sleep 9", timeout=1000) is None


def test_replacing_everywhere_is_not_said_where_there_is_no_such_argument() -> None:
    edit = {"file_path": READ, "old_string": "a", "new_string": "b"}
    assert said("copilot-cli", "1.0.102", "claude-sonnet-4.5", "Edit", **edit, replace_all=True) is None
    assert said("copilot-cli", "1.0.102", "claude-sonnet-4.5", "Edit", **edit) is not None


def test_every_part_names_models_and_can_start_them() -> None:
    versions = {"claude-code": "2.1.329", "gemini-cli": "0.61.0", "codex": "0.169.0", "copilot-cli": "1.0.102"}
    for platform in platforms_with("semantics"):
        part, version = load_semantics_part(platform), versions.get(platform, "1.18.34")
        for model in part.models(version):
            started = part.start(version, model)
            assert model in repr(started)
            assert "Bash" in part.tools(version, model)

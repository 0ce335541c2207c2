"""Pages of canonical tools show every provider's schema and arguments, and what programs do with the same call."""

from __future__ import annotations

import re

import pytest
from tests.support.facade_tables import CANONICAL, REGISTRY, all_facades

from hookconform.corpus.semantics import load_semantics, load_steps
from hookconform_lab.publish.site.canonical import canonical_file
from hookconform_lab.publish.site.facades import semantics_table, tool_columns

pytestmark = pytest.mark.whole


def test_every_tool_that_models_are_given_is_shown_once() -> None:
    shown = [
        (one.tool, one.told["canonical"], family)
        for name in CANONICAL
        for one in tool_columns(name)
        for family in one.family.split(", ")
    ]
    given = {(one.provider, one.tool_name, one.canonical, one.family) for one in all_facades(newest=True)}
    assert {(tool, canonical, family) for _, tool, canonical, family in given} == set(shown)
    assert len(shown) == len(given)


def test_families_with_other_schemas_are_told_apart() -> None:
    columns = {(one.provider, one.family): one for one in tool_columns("Edit")}
    assert columns["copilot", "claude"].tool == "edit"
    assert columns["copilot", "gpt"].parameters == ()
    assert ("path", "string", True) in columns["copilot", "claude"].parameters
    assert [one.family for one in tool_columns("Read") if one.provider == "copilot"] == [
        ", ".join(REGISTRY.families("copilot"))
    ]


def test_what_programs_do_is_what_was_recorded() -> None:
    table = semantics_table("Edit")
    assert table is not None
    title = next(step.title for step in load_steps() if step.id == "edit-unread")
    cells = dict(zip(table.columns, dict(table.rows)[title], strict=True))
    by_model = {column.model: cell for column, cell in cells.items()}
    recorded = {
        answers.model: answers.rows["edit-unread"].outcome for answers in load_semantics("claude-code", "2.1.329")
    }
    assert {model: by_model[model].split()[0] for model in recorded} == recorded
    assert by_model["claude-sonnet-4-5"] == "refused B"
    assert by_model["gpt-5.5"] == "cannot be said"


def test_what_was_told_counts_where_no_file_changes() -> None:
    table = semantics_table("Glob")
    assert table is not None
    assert any(re.search("[B-Z]$", cell) for _, cells in table.rows for cell in cells)


def test_a_tool_without_a_step_has_no_table() -> None:
    assert semantics_table("TodoWrite") is None
    assert tool_columns("Delete") == []


def test_the_page_shows_both(unjudged_pages: dict[str, bytes]) -> None:
    page = unjudged_pages[canonical_file("tool", "Edit")].decode()
    assert "As models know it" in page
    assert "<code>old_str</code> ↔ <code>old_string</code>" in page
    assert "<code>instruction</code> is filled in: always" in page
    assert "What programs do with the same call" in page
    assert page.count('<th scope="col">GitHub Copilot CLI') == 2
    assert "As models know it" not in unjudged_pages[canonical_file("event", "PreToolUse")].decode()

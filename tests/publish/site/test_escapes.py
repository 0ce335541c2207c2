"""The page of escapes shows every measured cell with what it rests on, and says nothing where nothing is public."""

from __future__ import annotations

import pytest

from hookconform.corpus.escapes import UNMEASURED
from hookconform_lab.publish.site.escapes import EscapePage, escape_page

pytestmark = pytest.mark.whole


@pytest.fixture(scope="module")
def page() -> EscapePage:
    return escape_page()


def test_each_platform_has_its_answer(page: EscapePage) -> None:
    assert "claude-code" in page.manifests
    for platform in page.manifests:
        assert page.answer(platform).startswith("A deny stops ")


def test_every_row_of_the_corpus_is_shown_or_said_not_to_be(page: EscapePage) -> None:
    for platform, manifest in page.manifests.items():
        hidden = {row for row in page.table.rows if page.effect(platform, row) is None}
        assert hidden == set(manifest.get("not_shown", ()))


def test_cells_are_counted_where_something_was_measured(page: EscapePage) -> None:
    cells = [effect for manifest in page.manifests.values() for effect in manifest["effects"]]
    assert page.driven == sum("stopped" in effect for effect in cells) > 100
    for effect in cells:
        assert ("runs" in effect) >= (effect["verdict"] not in UNMEASURED)
        assert page.mark(effect) == {"stopped": "✓", "not-offered": "\u2013", "not-tried": "?"}.get(
            effect["verdict"], "✗"
        )
        colour = {"stopped": "st-right", "not-offered": "st-unjudged", "not-tried": "st-unjudged"}
        assert page.look(effect) == colour.get(effect["verdict"], "st-wrong")


def test_a_way_past_a_deny_has_its_source_beside_it(page: EscapePage) -> None:
    open_ones = [e for manifest in page.manifests.values() for e in manifest["effects"] if e.get("stopped") is False]
    assert open_ones
    assert all(effect["source"].startswith("https://") for effect in open_ones)

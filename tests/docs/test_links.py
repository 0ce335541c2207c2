"""Every relative link in every Markdown page leads to a file of the repository, and its anchor to a heading."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import pytest
from tests.support import markdown_pages as pages

LINK = re.compile(r"(?<!`)\[[^\]]*\]\(([^()\s]+)(?: \"[^\"]*\")?\)")
DEFINITION = re.compile(r"^\[[^\]]+\]:\s+(\S+)")
OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:", re.IGNORECASE)


def anchors(text: str) -> set[str]:
    """Give the anchors of a page's headings as GitHub makes them: lower case, blanks as hyphens, repeats numbered."""
    found: set[str] = set()
    for code, line in pages.lines(text):
        heading = re.match(r"#{1,6}\s+(.*?)\s*#*$", line)
        if code or not heading:
            continue
        words = re.sub(r"\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", heading[1]).lower().replace(" ", "-")
        slug = "".join(c for c in words if c in "-_" or unicodedata.category(c)[0] in "LN")
        repeats = [slug, *(f"{slug}-{n}" for n in range(1, len(found) + 1))]
        found.add(next(anchor for anchor in repeats if anchor not in found))
    return found


def links(text: str) -> list[str]:
    """List the targets of a page's links that are not in code and not on another site."""
    found: list[str] = []
    for code, line in pages.lines(text):
        if not code:
            prose = re.sub(r"(?<!\[)`[^`]*`(?!\])", "", line)
            found += LINK.findall(prose) + DEFINITION.findall(prose)
    return [target for target in found if not OUTSIDE.match(target)]


def dead(page: Path) -> list[str]:
    """List the links of a page that lead nowhere."""
    found: list[str] = []
    for target in links(page.read_text(encoding="utf-8")):
        path, _, anchor = target.partition("#")
        place = page.parent / path if path else page
        if not place.exists() or (anchor and anchor not in anchors(place.read_text(encoding="utf-8"))):
            found.append(target)
    return found


@pytest.mark.parametrize("page", pages.pages(), ids=pages.name)
def test_links_lead_somewhere(page: Path) -> None:
    assert dead(page) == []


def test_the_pages_are_found() -> None:
    names = {pages.name(page) for page in pages.pages()}
    assert {"README.md", "docs/canonical-event.md", ".github/pull_request_template.md"} <= names


def test_dead_links_and_anchors_are_found(tmp_path: Path) -> None:
    (tmp_path / "there.md").write_text("# Two `words`\n# Two words\n", encoding="utf-8")
    page = tmp_path / "page.md"
    page.write_text(
        "[a](there.md) [b](gone.md) [c](there.md#two-words-1) [d](there.md#three)\n[`e`](gone/) [f](#here)\n"
        "[g](https://example.com) `[h](code.md)`\n```\n[i](code.md)\n```\n\n    [j](code.md)\n\n# Here\n"
        '[k](lost.md "a title")\n',
        encoding="utf-8",
    )
    assert dead(page) == ["gone.md", "there.md#three", "gone/", "lost.md"]

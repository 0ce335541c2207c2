"""Pages in the house style, and their length."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from tests.support import markdown_pages

ROOT = markdown_pages.ROOT
_TAG = re.compile(r"</?[a-z][^>]*>")
# What a user reads: README, how to attach an adapter, and every page of docs except those for maintainers.
USER_PAGES = ("README.md", "adapters/README.md", "docs/*.md")
STYLED = (
    *USER_PAGES,
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    "docs/decisions/*.md",
    "docs/maintainers/*.md",
    "corpus/README.md",
    "packages/*/README.md",
    "packages/hook-adapters/hook_adapters/bridges/*/README.md",
)


def matching(patterns: Iterable[str]) -> list[Path]:
    """Return the files of the repository that a pattern names, each pattern naming at least one."""
    found: list[Path] = []
    for pattern in patterns:
        named = sorted(ROOT.glob(pattern))
        if not named:
            raise ValueError(f"no page is called {pattern}")
        found += named
    return found


def words(page: Path) -> int:
    """Count the words of a page outside code blocks and tags: whatever holds a letter or a digit between blanks."""
    prose = (line for code, line in markdown_pages.lines(page.read_text(encoding="utf-8")) if not code)
    return sum(any(map(str.isalnum, word)) for line in prose for word in _TAG.sub("", line).split())

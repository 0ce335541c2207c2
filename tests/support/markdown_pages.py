"""The Markdown pages of the repository, and what is code in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Built or installed, and under tests only stored outputs, whose links lead from where they are published.
SKIPPED = {"build", "dist", "node_modules", "recordings", "site", "tests", "venv"}
FENCE = re.compile(r"\s*(```+|~~~+)")


def pages() -> list[Path]:
    """Every Markdown file of the repository outside hidden, installed and built folders, `.github` included."""
    found = [*ROOT.glob("*.md"), *(ROOT / ".github").rglob("*.md")]
    for folder in ROOT.iterdir():
        if folder.is_dir() and folder.name not in SKIPPED and not folder.name.startswith((".", "_")):
            found += (page for page in folder.rglob("*.md") if not SKIPPED & set(page.relative_to(ROOT).parts))
    return sorted(found)


def lines(text: str) -> Iterator[tuple[bool, str]]:
    """Give each line and whether it is code: inside a fence, or indented by four after an empty line."""
    fence, before, indented = "", "", False
    for line in text.splitlines():
        mark = FENCE.match(line)
        if fence:
            fence = "" if mark and mark[1].startswith(fence) else fence
            yield True, "" if mark and not fence else line
        elif mark:
            fence = mark[1]
            yield True, ""
        else:
            indented = line.startswith("    ") and (indented or not before)
            yield indented, line
        before = line.strip()


def name(page: Path) -> str:
    """Name a page by its path in the repository."""
    return page.relative_to(ROOT).as_posix()

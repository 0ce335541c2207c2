"""Cases written by hand into a small corpus, and read back as its files have them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hookconform.corpus.case_files import write_cases

_TOPIC = "here"


def cases_path(root: Path, platform: str) -> Path:
    """Return the file that `add_cases` writes to."""
    return root / "platforms" / platform / "cases" / f"{_TOPIC}.json"


def add_cases(root: Path, contents: dict[str, dict[str, Any]]) -> None:
    """Write hand-written cases, by id (`PLATFORM/synthetic/NAME`), beside or in place of those already written."""
    for case_id, content in contents.items():
        platform, _, name = case_id.split("/")
        path = cases_path(root, platform)
        known = json.loads(path.read_bytes())["cases"] if path.is_file() else {}
        body = {key: value for key, value in content.items() if key != "$schema"}
        write_cases(path, known | {name: body})

"""Which files are there when a recorded call is put to a hook program."""

from __future__ import annotations

import pytest

from hookconform.checks.decision.forms import named_files
from hookconform.corpus.cases import iter_cases


@pytest.mark.parametrize(
    ("case_id", "files"),
    [
        ("claude-code/synthetic/search-rules-the-folder-itself", {"secrets/x": None}),
        ("claude-code/synthetic/search-rules-one-source-file", {"src/a.py": "text of a file\n"}),
        ("claude-code/synthetic/path-rules-env-file", {"prod.env": None}),
    ],
)
def test_a_folder_that_a_call_names_is_a_folder(case_id: str, files: dict[str, str | None]) -> None:
    (case,) = iter_cases(globs=[case_id])
    assert named_files(case) == files

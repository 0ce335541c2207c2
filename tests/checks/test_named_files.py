"""Which files are there when a recorded call is put to a hook program."""

from __future__ import annotations

import pytest

from hookconform.checks.decision.forms import OTHER_LETTERS, in_other_letters, named_files
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


@pytest.mark.parametrize(
    ("tool", "subject", "becomes"),
    [
        # The same command to a shell: the rest is a comment. In front of nothing else would it be one.
        ("run_shell_command", "rm -rf /", f"rm -rf / # {OTHER_LETTERS}"),
        ("write_file", "src/prod.env", f"src/{OTHER_LETTERS}-prod.env"),
        ("write_file", "/", "/"),
        ("glob", "*.py", f"*.py{OTHER_LETTERS}"),
    ],
)
def test_other_letters_leave_a_call_what_it_is(tool: str, subject: str, becomes: str) -> None:
    case = next(
        case
        for case in iter_cases(globs=["gemini-cli/captured/0.61.0/before-tool-*"])
        if case.expected.native_tool == tool
    )
    assert in_other_letters(case, subject) == becomes

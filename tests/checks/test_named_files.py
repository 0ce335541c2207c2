"""Which files are there when a recorded call is put to a hook program."""

from __future__ import annotations

from typing import Any

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.checks.decision.forms import OTHER_LETTERS, in_other_letters, named_files
from hookconform.corpus.placeholder_folders import HOME


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


ANY = "text of a file\n"


@pytest.mark.parametrize(
    ("tool", "kind", "arguments", "files"),
    [
        ("Bash", "execute", {"command": "ls", "file_path": "folder"}, {"folder/x": None}),
        ("Bash", "execute", {"command": "ls", "file_path": "run.sh"}, {"run.sh": ANY}),
        ("Bash", "execute", {"command": "cat a b", "file_paths": ["a", "b.txt"]}, {"a/x": None, "b.txt": ANY}),
        ("Grep", "search", {"pattern": "x", "file_path": "folder"}, {"folder/x": None}),
        ("Grep", "search", {"pattern": "x", "file_path": "a.py"}, {"a.py": ANY}),
        ("Read", "read", {"file_path": "LICENSE"}, {"LICENSE": ANY}),
        ("Write", "edit", {"file_path": "LICENSE", "content": "x"}, {"LICENSE": None}),
        ("Edit", "edit", {"file_path": "a", "old_string": "before"}, {"a": "before"}),
        ("Edit", "edit", {"file_path": "a", "old_string": ""}, {"a": ANY}),
        ("Edit", "edit", {"file_path": "a", "old_string": 7}, {"a": ANY}),
        ("Read", "read", {"file_path": ""}, {}),
        ("Read", "read", {"file_path": 7, "file_paths": "a"}, {}),
        ("Read", "read", {"file_paths": ["a", 7, "", "b"]}, {"a": ANY, "b": ANY}),
        ("Task", "agent", {"prompt": f"{HOME}/p"}, {f"{HOME}/p/x": None}),
        ("Task", "agent", {"prompt": f"{HOME}/p/a.py"}, {f"{HOME}/p/x": None}),
        ("Task", "agent", {"prompt": f"{HOME}/p\nand more"}, {}),
        ("Task", "agent", {"prompt": f"see {HOME}/p"}, {}),
        ("Read", "read", {"file_path": f"{HOME}/p"}, {f"{HOME}/p": ANY}),
    ],
)
def test_files_are_there_with_what_a_call_relies_on(
    tool: str, kind: str, arguments: dict[str, Any], files: dict[str, str | None]
) -> None:
    (case,) = iter_cases(globs=["gemini-cli/synthetic/mapped-shell"])
    expected = case.expected._replace(tool_name=tool, kind=kind, tool_input=arguments)
    assert named_files(case._replace(expected=expected)) == files


def test_another_subject_takes_the_place_of_the_recorded_one() -> None:
    case = next(
        case
        for case in iter_cases(globs=["gemini-cli/captured/0.61.0/before-tool-write-file*"])
        if case.expected.tool_name == "Write"
    )
    assert named_files(case, "other/place.txt") == {"other/place.txt": None}

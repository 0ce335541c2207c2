"""Canonical calls with one argument alone come from rows by hand, a switch on and off."""

from __future__ import annotations

from hookconform.corpus.facade_table import load_table, table_from, table_platforms
from hookconform.corpus.single_arguments import single_arguments

RAW = {
    "provider": "x",
    "version": "1.0.0",
    "families": {"any": ["*"]},
    "names": {"sh": "Bash", "edit": "Edit"},
    "calls": [
        {"id": "a", "tool": "sh", "arguments": {}, "canonical": [{"command": "a", "run_in_background": True}]},
        {"id": "b", "tool": "sh", "arguments": {}, "canonical": [{"command": "b", "cwd": "x"}, {}]},
        *(
            {"id": f"c{n}", "tool": "sh", "arguments": {}, "canonical": [{"command": "c", "timeout": n}]}
            for n in range(9)
        ),
        {"id": "d", "tool": "edit", "arguments": {}, "canonical": [{"patch": "p"}]},
        {"id": "e", "tool": "edit", "arguments": {}, "canonical": [{"file_path": "f", "old_string": "o"}]},
        {"id": "f", "tool": "edit", "arguments": {}, "canonical": [{"file_path": "g", "old_string": "o", "x": "y"}]},
    ],
}


def test_one_argument_beside_those_of_every_call() -> None:
    assert single_arguments([table_from(RAW, "claude-code")]) == [
        ("Bash", {"command": "a", "run_in_background": True}, "run_in_background"),
        ("Bash", {"command": "a", "run_in_background": False}, "run_in_background"),
        ("Bash", {"command": "a", "cwd": "x"}, "cwd"),
        ("Bash", {"command": "a", "timeout": 0}, "timeout"),
        ("Bash", {"command": "a", "timeout": 1}, "timeout"),
        ("Bash", {"command": "a", "timeout": 2}, "timeout"),
        ("Edit", {"file_path": "f", "old_string": "o", "x": "y"}, "x"),
    ]


def test_all_arguments_that_rows_have_are_asked_for() -> None:
    found = {(tool, argument) for tool, _, argument in single_arguments(map(load_table, table_platforms()))}
    assert {("Grep", "literal"), ("Bash", "timeout"), ("Edit", "replace_all"), ("Read", "offset")} <= found
    assert len(found) > 50

"""What is known of the meaning of a tool's arguments comes from claims, shared names and rows by hand."""

from __future__ import annotations

import pytest

from hookconform.corpus.facade_meanings import known_meanings
from hookconform.corpus.facade_table import load_table


@pytest.mark.parametrize(
    ("platform", "native", "canonical", "declared", "meanings"),
    [
        # A claim says it.
        ("gemini-cli", "run_shell_command", "Bash", {"is_background"}, {"is_background": "run_in_background"}),
        # It is a canonical name itself.
        ("claude-code", "Grep", "Grep", {"glob", "-o"}, {"glob": "glob"}),
        # A row by hand shows its value under a canonical name, or that it has another one there.
        ("gemini-cli", "run_shell_command", "Bash", {"dir_path"}, {"dir_path": "cwd"}),
        ("gemini-cli", "grep_search", "Grep", {"names_only", "max_matches_per_file"}, {"names_only": ""}),
        # Two arguments of one meaning may both be there.
        ("claude-code", "TaskStop", "KillShell", {"task_id", "shell_id"}, {}),
        ("claude-code", "TaskStop", "KillShell", {"task_id"}, {"task_id": "shell_id"}),
        # A row has it as the tool's own, beside another argument that says the same.
        ("claude-code", "Grep", "Grep", {"context"}, {}),
        ("vscode-copilot", "run_in_terminal", "Bash", {"isBackground"}, {}),
        # Nothing says it.
        ("codex", "exec_command", "Bash", {"login", "tty"}, {}),
    ],
)
def test_meanings(platform: str, native: str, canonical: str, declared: set[str], meanings: dict[str, str]) -> None:
    assert known_meanings(load_table(platform), native, canonical, declared) == meanings

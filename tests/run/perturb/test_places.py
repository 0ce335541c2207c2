"""Which single words stand for themselves, and which may be one of a few that mean something."""

from __future__ import annotations

import pytest

from hookconform.corpus.claims import load_platform
from hookconform.run.perturb.places import fixed_words, free_names


def fixed(value: object, *, is_command: bool = True, platform: str = "codex") -> list[str]:
    free = free_names(load_platform(platform), is_command=is_command)
    return list(fixed_words(value, free=free, decodes=True))


CANONICAL = [
    *("file_path", "absolute_path", "path", "notebook_path", "content", "old_string", "new_string", "new_source"),
    *("pattern", "query", "prompt"),
]


@pytest.mark.parametrize("key", [*CANONICAL, "description", "message", "text", "url", "title", "input", "output"])
def test_a_single_word_is_free_where_a_path_or_a_text_stands(key: str) -> None:
    assert fixed({key: "notes"}) == []
    assert fixed([{key: ["notes"]}]) == []
    assert fixed({"around": {key: "notes"}}) == []


@pytest.mark.parametrize(
    ("platform", "key"),
    [
        ("opencode", "filePath"),
        ("opencode", "newString"),
        ("copilot-cli", "file_text"),
        ("cline", "task"),
        ("cline", "paths"),
        ("grok-build", "target_file"),
        ("qwen-code", "working_dir"),
    ],
)
def test_so_it_is_where_a_platform_calls_it_otherwise_and_only_there(platform: str, key: str) -> None:
    assert fixed({key: "notes"}, platform=platform) == []
    assert fixed({key: "notes"}, platform="codex") == ["notes"]


@pytest.mark.parametrize("key", ["status", "mode", "subagent_type", "old_path", "Content", "inputs", ""])
def test_a_single_word_under_another_name_may_be_a_choice(key: str) -> None:
    assert fixed({key: "pending"}) == ["pending"]
    assert fixed({key: ["pending"]}) == ["pending"]
    assert fixed({key: "two words"}) == []


@pytest.mark.parametrize("key", ["command", "cmd"])
def test_a_command_is_free_where_it_is_text_for_a_shell(key: str) -> None:
    assert fixed({key: "ls"}) == []
    assert fixed({key: "ls"}, is_command=False) == ["ls"]


def test_what_is_no_text_has_no_words() -> None:
    assert fixed({"status": 7, "other": None, "yes": True}) == []


def test_an_object_in_a_text_is_looked_into_or_stays_whole() -> None:
    assert fixed('{"status":"pending","content":"notes"}') == ["pending"]
    assert fixed('{"status": "pending"}') == ["pending"]
    # No writer of JSON writes so: it stays as it is, with all words.
    assert fixed('{ "content":"notes"}') == ["content", "notes"]
    assert fixed({"content": '{ "content":"notes"}'}) == []

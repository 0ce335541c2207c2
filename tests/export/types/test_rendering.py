"""What all languages have in common: names, and that the same schemas give the same text."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import get_args

import pytest
from pydantic import TypeAdapter
from tests.support.typed_payloads import ODD_KEYS, odd_module, odd_schemas

from hookconform.export.types import Language, render
from hookconform.export.types.naming import pascal, snake, unique_names

LANGUAGES: tuple[Language, ...] = get_args(Language)


@pytest.mark.parametrize(
    ("key", "as_type", "as_field"),
    [
        ("PreToolUse", "PreToolUse", "pre_tool_use"),
        ("tool.execute.before", "ToolExecuteBefore", "tool_execute_before"),
        ("toolArgs", "ToolArgs", "tool_args"),
        ("MCPServer", "MCPServer", "mcp_server"),
        ("-A", "A", "a"),
        ("1", "N1", "n1"),
        ("é", "U00e9", "u00e9"),
        ("", "N", "n"),
    ],
)
def test_names_are_spelled_as_languages_do(key: str, as_type: str, as_field: str) -> None:
    assert (pascal(key), snake(key)) == (as_type, as_field)


def test_of_two_keys_with_one_name_the_exact_one_keeps_it() -> None:
    assert unique_names(["toolName", "tool_name"], snake) == {"tool_name": "tool_name", "toolName": "tool_name_2"}
    assert unique_names(["bash", "Bash"], pascal) == {"Bash": "Bash", "bash": "Bash2"}
    assert unique_names(["extra"], snake, {"extra"}) == {"extra": "extra_2"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_is_the_same_twice_and_can_be_written_as_utf8(language: Language) -> None:
    text = odd_module(language)
    assert text == odd_module(language)
    assert text.encode().decode() == text
    assert text.endswith("\n")
    assert not text.endswith("\n\n")


@pytest.mark.parametrize("language", LANGUAGES)
def test_platform_without_recordings_has_an_empty_module(language: Language) -> None:
    assert "cursor" in render(language, "cursor", odd_schemas())


def test_model_takes_odd_keys_and_keeps_them(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("odd_payloads")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(compile(odd_module("py"), "odd.py", "exec"), module.__dict__)
    keys = dict.fromkeys(ODD_KEYS, "x")
    arguments = {"1": "x", "further": [1]}
    payload = {**keys, "tool": "Bash", "args": arguments, "event": "x", "unheard": None}
    adapter: TypeAdapter[object] = TypeAdapter(module.AnyOddEventPayload)
    parsed = adapter.validate_python(payload)
    assert type(parsed).__name__ == "OddEventPayloadOfBash"
    assert adapter.dump_python(parsed, by_alias=True, exclude_unset=True) == payload

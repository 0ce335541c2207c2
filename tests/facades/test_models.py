"""Model ids as vendors, routers and clouds write them belong to the family that the program would choose."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.facade_tables import REGISTRY

from tool_facades import FacadeError
from tool_facades.models import family_of

# Ids that vendors list in November 2026, and that recorded programs asked for.
CLAUDE = ["claude-opus-5-5", "claude-sonnet-4-5", "claude-haiku-4-5-20251001", "claude-sonnet-4-5@20250929"]
GPT = ["gpt-5.5", "gpt-5.4", "gpt-5.3-codex", "gpt-6-astra", "gpt-5-mini"]
GEMINI = ["gemini-2.5-pro", "gemini-2.5-flash", "gemini-3-pro-preview", "gemini-3.8-flash"]
PREFIXES = ["", "openrouter/vendor/", "models/", "vendor/"]


def family(provider: str, model: str) -> str:
    (found,) = {facade.family for facade in REGISTRY.tools_for_provider(provider, model)}
    return found


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("model", CLAUDE)
def test_claude_ids_choose_claude_tools(prefix: str, model: str) -> None:
    found = {provider: family(provider, prefix + model) for provider in ("anthropic", "copilot", "opencode", "vscode")}
    assert found == dict.fromkeys(found, "claude")


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("model", GPT)
def test_gpt_ids_choose_gpt_tools(prefix: str, model: str) -> None:
    found = {provider: family(provider, prefix + model) for provider in ("copilot", "opencode", "kilo", "vscode")}
    assert found == dict.fromkeys(found, "gpt")
    assert family("openai", prefix + model) == "direct"


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("model", GEMINI)
def test_gemini_ids_choose_their_generation(prefix: str, model: str) -> None:
    wanted = "gemini-3" if model.startswith("gemini-3") else "gemini-2"
    assert {family(provider, prefix + model) for provider in ("gemini", "google")} == {wanted}


@pytest.mark.parametrize(
    ("model", "wanted"),
    [
        # OpenCode: an id with `gpt-`, but no `oss` and no `gpt-4`.
        ("openai/gpt-5.5", "gpt"),
        ("GPT-5.5", "gpt"),
        ("gpt-7-next", "gpt"),
        ("gpt-4.1", "claude"),
        ("openai/gpt-oss-120b", "claude"),
        ("o3", "claude"),
        ("anthropic/claude-sonnet-4-5", "claude"),
        ("qwen3-coder", "claude"),
    ],
)
def test_opencode_and_kilo_code_keep_their_own_rule(model: str, wanted: str) -> None:
    assert {family("opencode", model), family("kilo", model)} == {wanted}


@pytest.mark.parametrize(
    "model",
    ["us.anthropic.claude-sonnet-4-5-20250929-v1:0", "anthropic.claude-opus-5-5-v1:0", "bedrock/eu.anthropic.claude-x"],
)
def test_bedrock_ids_are_read_without_region_and_vendor(model: str) -> None:
    assert (family("claude", model), family("copilot", model)) == ("claude", "claude")


def test_gpt_6_is_in_code_mode_in_codex_alone() -> None:
    assert family("codex", "gpt-6-astra") == "code-mode"
    tools = {facade.tool_name for facade in REGISTRY.tools_for_provider("openai", "gpt-6-astra")}
    assert {"exec_command", "apply_patch"} <= tools
    assert family("openai", "code-mode") == "code-mode"


@pytest.mark.parametrize(
    ("provider", "wanted"), [("copilot", "claude"), ("vscode", "claude"), ("codex", "direct"), ("openai", "direct")]
)
def test_an_unknown_model_has_the_stated_default(provider: str, wanted: str) -> None:
    assert family(provider, "vendor/model-of-tomorrow") == wanted


@pytest.mark.parametrize("provider", ["claude", "anthropic", "gemini", "google"])
def test_a_vendor_has_no_default_for_models_of_others(provider: str) -> None:
    with pytest.raises(FacadeError) as caught:
        REGISTRY.tools_for_provider(provider, "model-of-tomorrow")
    assert caught.value.code == "unknown-family"


def test_gemini_3_has_the_tools_of_gemini_2_but_the_list_of_steps() -> None:
    names = [{facade.tool_name for facade in REGISTRY.tools_for_provider("gemini", one)} for one in GEMINI[1:3]]
    assert names[0] - names[1] == {"write_todos"}
    assert names[1] < names[0]


@pytest.mark.parametrize("model", ["", "/", ".", "a.", "!", "[", "*", "x" * 10_000, "../.."])
def test_any_text_is_an_id_or_none(model: str) -> None:
    table: dict[str, Any] = {"families": {"a": ["a-*", "!a-b*"]}}
    assert family_of(model, table) is None


@pytest.mark.parametrize("api", ["messages", "gemini", "chat", "responses", "mcp"])
@pytest.mark.parametrize("provider", ["codex", "copilot"])
def test_a_patch_is_a_function_where_there_is_no_free_text(provider: str, api: str) -> None:
    patch = REGISTRY.tool(provider, "apply_patch", "gpt-5.5")
    definition = patch.definition(api, text_as="input")
    assert "'input': {'type': 'string'" in str(definition)
    assert "custom" not in str(definition)
    for given in ("x", {"input": "x"}, {"patchText": "x"}):
        assert patch.to_canonical(given).calls[0].arguments == {"patch": "x"}
    for wrong in ({"input": 1}, {"input": "x", "more": 1}, {"text": "x"}):
        with pytest.raises(FacadeError):
            patch.to_canonical(wrong)  # type: ignore[arg-type]
    with pytest.raises(FacadeError, match="'input' was perhaps meant"):
        patch.definition(api, text_as="inputs")

"""Where Copilot CLI takes models from: a provider that the user configures, or, in old versions, the vendor's API."""

from __future__ import annotations

from typing import Any

from hookconform.ground.versions import at_least
from hookconform_lab.platforms.copilot_cli.scenarios import CLAUDE_MODEL, GPT_MODEL, SMALL_MODEL


def has_providers(version: str) -> bool:
    """Tell whether a version takes models from a provider that the user configures."""
    return at_least(version, "1.0.10")


def _model(name: str, *endpoints: str, takes: int = 128_000) -> dict[str, Any]:
    limits = {"max_prompt_tokens": takes, "max_context_window_tokens": takes + 72_000, "max_output_tokens": 16_000}
    supports = {"streaming": True, "tool_calls": True, "parallel_tool_calls": True}
    return {
        "id": name,
        "name": name,
        "object": "model",
        "model_picker_enabled": True,
        "policy": {"state": "enabled"},
        "capabilities": {"type": "chat", "family": name, "limits": limits, "supports": supports},
        "supported_endpoints": list(endpoints),
    }


# What the vendor's address is asked for before the first prompt.
MODELS = [
    _model(CLAUDE_MODEL, "/chat/completions"),
    _model(GPT_MODEL, "/responses"),
    _model(SMALL_MODEL, "/chat/completions", takes=12_500),
]

"""What VS Code's agent asks of its vendor's services, answered on loopback with made-up values."""

from __future__ import annotations

import base64
import json
import time
from typing import Any

# The name of a model decides which editing tools it is offered: patches, or strings to replace.
GPT_MODEL, CLAUDE_MODEL = "gpt-4.1", "claude-sonnet-4.5"
_SECONDS = 24 * 60 * 60
_LIMITS = {"max_prompt_tokens": 400_000, "max_output_tokens": 64_000, "max_context_window_tokens": 500_000}
_ABILITIES = {"streaming": True, "tool_calls": True, "parallel_tool_calls": True, "vision": False}


def environment(model_url: str) -> dict[str, str]:
    """Return the variables by which the agent runs unattended, with an account that is none."""
    token = json.dumps(_token(model_url)).encode()
    return {
        "IS_SCENARIO_AUTOMATION": "1",
        "GITHUB_PAT": "dummy",
        "VSCODE_COPILOT_CHAT_TOKEN": base64.b64encode(token).decode(),
    }


def settings(model_url: str) -> dict[str, Any]:
    """Return the settings that point the agent at the scripted model."""
    return {
        "chat.allowAnonymousAccess": True,
        "github.copilot.advanced.debug.overrideCapiUrl": model_url,
        "github.copilot.advanced.debug.overrideProxyUrl": model_url,
        "github.copilot.advanced": {"debug.overrideCapiUrl": model_url, "debug.overrideProxyUrl": model_url},
    }


def served(model_url: str) -> dict[str, Any]:
    """Return what the services answer: `METHOD /path` → JSON."""
    models = [_model(GPT_MODEL, "Azure OpenAI", default=True), _model(CLAUDE_MODEL, "Anthropic")]
    session = {
        "available_models": [model["id"] for model in models],
        "selected_model": GPT_MODEL,
        "session_token": "dummy",
        "expires_at": _in_a_day(),
        "discounted_costs": {},
    }
    return {
        "GET /models": {"data": models},
        **{f"GET /models/{model['id']}": model for model in models},
        "POST /models/*": {"state": "accepted", "terms": ""},
        "POST /models/session": session,
        "POST /models/session/intent": {"model": GPT_MODEL},
        "GET /copilot_internal/*": _token(model_url),
        "POST /copilot_internal/*": {},
        "POST /telemetry": {},
        "GET /agents*": {"agents": [], "sessions": []},
        "POST /embeddings*": {"data": []},
        "POST /search/*": {"data": []},
        "GET /*": {},
    }


def _in_a_day() -> int:
    return int(time.time()) + _SECONDS


def _token(model_url: str) -> dict[str, Any]:
    return {
        "token": "dummy",
        "expires_at": _in_a_day(),
        "refresh_in": 1800,
        "sku": "free_limited_copilot",
        "individual": True,
        "isNoAuthUser": True,
        "copilot_plan": "free",
        "organization_login_list": [],
        "endpoints": {"api": model_url, "proxy": model_url},
    }


def _model(name: str, vendor: str, *, default: bool = False) -> dict[str, Any]:
    return {
        "id": name,
        "name": name,
        "object": "model",
        "version": name,
        "vendor": vendor,
        "model_picker_enabled": True,
        "is_chat_default": default,
        "is_chat_fallback": default,
        "preview": False,
        "billing": {"is_premium": False, "multiplier": 0},
        "capabilities": {
            "type": "chat",
            "family": name,
            "tokenizer": "o200k_base",
            "object": "model_capabilities",
            "limits": _LIMITS,
            "supports": _ABILITIES,
        },
        "supported_endpoints": ["/chat/completions"],
    }

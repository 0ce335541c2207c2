"""What a platform does with a hook's answer: one small pure model a platform, held to measured rows."""

from __future__ import annotations

import importlib

from hookconform.effects.effect import Answer, Effect
from hookconform.errors import HookconformError

# Platform → module of its model.
MODELS = {
    "claude-code": "claude_code",
    "codex": "codex",
    "copilot-cli": "copilot_cli",
    "gemini-cli": "gemini_cli",
    "opencode": "opencode",
}


def effect(  # noqa: PLR0913 (where it happened, and the answer)
    platform: str, version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash"
) -> Effect:
    """Predict what `platform` at `version` does with `answer` to a hook registered as `registered_event`.

    `event` is the canonical event and `tool` the canonical tool of the call. Raises `HookconformError`
    (`effects.platform`) for a platform whose answers nobody has measured.
    """
    if platform not in MODELS:
        raise HookconformError(
            "effects.platform",
            f"What {platform!r} does with hook answers has not been measured.",
            hint=f"There are models for: {', '.join(MODELS)}.",
        )
    model = importlib.import_module(f"hookconform.effects.{MODELS[platform]}")
    return model.effect(version, event, registered_event, answer, tool=tool)

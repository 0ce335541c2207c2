"""What a platform does with a hook's answer: one small pure model a platform, held to measured rows."""

from __future__ import annotations

from hookconform.effects.effect import Answer, Effect
from hookconform.ground.parts import platforms_with, required_part


def modelled_platforms() -> tuple[str, ...]:
    """Return the platforms whose answers are modelled, sorted."""
    return platforms_with("effect")


def effect(  # noqa: PLR0913 (where it happened, and the answer)
    platform: str, version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash"
) -> Effect:
    """Predict what `platform` at `version` does with `answer` to a hook registered as `registered_event`.

    `event` is the canonical event and `tool` the canonical tool of the call. Raises `HookconformError`
    (`effects.platform`) for a platform whose answers nobody has measured.
    """
    model = required_part(
        platform,
        "effect",
        code="effects.platform",
        message=f"What {platform!r} does with hook answers has not been measured.",
        hint="There are models for: {platforms}.",
    )
    return model.effect(version, event, registered_event, answer, tool=tool)

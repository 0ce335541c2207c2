"""What a platform does with a hook's answer: one small pure model a platform, held to measured rows."""

from __future__ import annotations

from dataclasses import replace

from hookconform.effects.effect import Answer, Effect
from hookconform.effects.rows import neighbours
from hookconform.ground.parts import platforms_with, required_part

# The place of the models (`ground.parts`).
MODELS = "hookconform.effects.platforms.{platform}"


def modelled_platforms() -> tuple[str, ...]:
    """Return the platforms whose answers are modelled, sorted."""
    return platforms_with(MODELS)


def effect(  # noqa: PLR0913 (where it happened, and the answer)
    platform: str, version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash"
) -> Effect:
    """Predict what `platform` at `version` does with `answer` to a hook registered as `registered_event`.

    `event` is the canonical event and `tool` the canonical tool of the call. Where the measured versions next to an
    unmeasured one differ, it is the effect of the one that stops less. Raises `HookconformError` (`effects.platform`)
    for a platform whose answers nobody has measured.
    """
    near = effects_near(platform, version, event, registered_event, answer, tool=tool)
    found = dict.fromkeys(replace(one, why="") for one in near.values())
    at, worst = min(near.items(), key=lambda item: _safety(item[1]))
    if len(found) == 1:
        return next(iter(near.values()))
    others = " and ".join(one for one, other in near.items() if replace(other, why="") != replace(worst, why=""))
    return replace(worst, why=f"{worst.why} at {at}; {others} differs, and nobody measured {version}")


def effects_near(  # noqa: PLR0913 (as `effect`)
    platform: str, version: str, event: str, registered_event: str, answer: Answer, *, tool: str = "Bash"
) -> dict[str, Effect]:
    """Return the effect at `version`, by version: of one that was not measured, at each measured version next to it.

    Beyond the oldest and the newest measured version the model's own word for the version is taken, too.
    """
    model = required_part(
        MODELS,
        platform,
        code="effects.platform",
        message=f"What {platform!r} does with hook answers has not been measured.",
        hint="There are models for: {platforms}.",
    )
    measured = neighbours(platform, version)
    versions = measured if len(measured) > 1 else tuple(dict.fromkeys((*measured, version)))
    return {one: model.effect(one, event, registered_event, answer, tool=tool) for one in versions}


def _safety(effect: Effect) -> tuple[int, bool, bool, bool, int]:
    """Return what orders effects of one answer, the least safe first: a tool that runs before one that is stopped."""
    tool = {"stopped": 2, "asked": 1}.get(effect.tool or "", 0)
    return tool, effect.question == "kept", effect.turn != "continues", effect.input == "changed", len(effect.told)

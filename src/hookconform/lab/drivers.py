"""The platforms the lab can run: those with a driver among their parts, imported on use."""

from __future__ import annotations

from hookconform.ground.errors import HookconformError
from hookconform.ground.parts import part, platforms_with
from hookconform.lab.driver import Driver


def driven_platforms() -> tuple[str, ...]:
    """Return the platforms the lab can run, sorted."""
    return platforms_with("driver")


def load_driver(platform: str) -> Driver:
    """Return the driver of a platform; raises `HookconformError` (`lab.platform`) if the lab has none."""
    module = part(platform, "driver")
    if module is None:
        raise HookconformError(
            "lab.platform",
            f"The lab cannot run {platform!r}.",
            hint=f"It can run: {', '.join(driven_platforms())}.",
        )
    return module.DRIVER

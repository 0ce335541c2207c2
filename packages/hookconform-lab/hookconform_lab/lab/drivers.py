"""The platforms the lab can run: those with a driver among their parts, imported on use."""

from __future__ import annotations

from hookconform.corpus.claims import platform_ids
from hookconform.ground.meant import nearest
from hookconform_lab.lab.driver import Driver
from hookconform_lab.parts import platforms_with, required_part


def driven_platforms() -> tuple[str, ...]:
    """Return the platforms the lab can run, sorted."""
    return platforms_with("driver")


def load_driver(platform: str) -> Driver:
    """Return the driver of a platform; raises `HookconformError` (`lab.platform`) if the lab has none."""
    # What is near a platform that there is was not meant.
    near = None if platform in platform_ids() else nearest(platform, driven_platforms())
    return required_part(
        platform,
        "driver",
        code="lab.platform",
        message=f"The lab cannot run {platform!r}.",
        hint=(f"Did you mean {near}? " if near else "") + "It can run: {platforms}.",
    ).DRIVER

"""Modules that a platform may have, each optional, found by the platform's name.

A place is the dotted name of such a module with `{platform}` in it. Machinery asks here and never names a platform; a
platform never registers itself anywhere.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from types import ModuleType

from hookconform.ground.errors import HookconformError

_PLATFORM = ".{platform}"


@cache
def part(place: str, platform: str) -> ModuleType | None:
    """Return the module of a platform at a place, None if it has none."""
    return importlib.import_module(_module(place, platform)) if has_part(place, platform) else None


def required_part(place: str, platform: str, *, code: str, message: str, hint: str) -> ModuleType:
    """Return the module of a platform; raises `HookconformError` (`code`) with `message` and `hint` if there is none.

    Where the hint says `{platforms}`, those that have one are named.
    """
    module = part(place, platform)
    if module is None:
        raise HookconformError(code, message, hint=hint.format(platforms=", ".join(platforms_with(place))))
    return module


@cache
def has_part(place: str, platform: str) -> bool:
    """Tell whether a platform has a module at a place, without importing it."""
    if not platform.replace("-", "_").isidentifier() or platform not in platforms_below(place):
        return False
    return importlib.util.find_spec(_module(place, platform)) is not None


@cache
def platforms_with(place: str) -> tuple[str, ...]:
    """Return the platforms that have a module at a place, sorted."""
    return tuple(platform for platform in platforms_below(place) if has_part(place, platform))


@cache
def platforms_below(place: str) -> tuple[str, ...]:
    """Return the platforms that have anything in the package of a place, sorted."""
    package = importlib.import_module(place.partition(_PLATFORM)[0])
    return tuple(sorted(item.name.replace("_", "-") for item in pkgutil.iter_modules(package.__path__)))


def _module(place: str, platform: str) -> str:
    return place.format(platform=platform.replace("-", "_"))

"""The parts of a platform's instrument: `hookconform.platforms.<platform>.<part>`, each optional, found by convention.

Machinery asks here and never names a platform; a platform never registers itself anywhere.
"""

from __future__ import annotations

import importlib
import importlib.util
import pkgutil
from functools import cache
from types import ModuleType

from hookconform.ground.errors import HookconformError

PACKAGE = "hookconform.platforms"


@cache
def part(platform: str, name: str) -> ModuleType | None:
    """Return the module of one part of a platform (`driver`, `effect` …), None if the platform has no such part."""
    module = f"{PACKAGE}.{_folder(platform)}.{name}"
    return importlib.import_module(module) if has_part(platform, name) else None


def required_part(platform: str, name: str, *, code: str, message: str, hint: str) -> ModuleType:
    """Return the module of a part; raises `HookconformError` (`code`) with `message` and `hint` if there is none.

    Where the hint says `{platforms}`, those that have the part are named.
    """
    module = part(platform, name)
    if module is None:
        raise HookconformError(code, message, hint=hint.format(platforms=", ".join(platforms_with(name))))
    return module


@cache
def has_part(platform: str, name: str) -> bool:
    """Tell whether a platform has a part, without importing it."""
    if not platform.replace("-", "_").isidentifier() or platform not in instruments():
        return False
    return importlib.util.find_spec(f"{PACKAGE}.{_folder(platform)}.{name}") is not None


@cache
def platforms_with(name: str) -> tuple[str, ...]:
    """Return the platforms that have a part, sorted."""
    return tuple(platform for platform in instruments() if has_part(platform, name))


@cache
def instruments() -> tuple[str, ...]:
    """Return the platforms that have a folder of parts, sorted."""
    package = importlib.import_module(PACKAGE)
    found = (item.name for item in pkgutil.iter_modules(package.__path__) if item.ispkg)
    return tuple(sorted(name.replace("_", "-") for name in found))


def _folder(platform: str) -> str:
    return platform.replace("-", "_")

"""The parts of a platform's instrument: `hookconform_lab.platforms.<platform>.<part>`, each optional.

`effect` and `plugin_host` are parts that the judge has, too; they lie there.
"""

from __future__ import annotations

from types import ModuleType

from hookconform.attach.hook_check import PLUGIN_HOSTS
from hookconform.effects import MODELS
from hookconform.ground import parts

_OF_THE_JUDGE = {"effect": MODELS, "plugin_host": PLUGIN_HOSTS}


def part(platform: str, name: str) -> ModuleType | None:
    """Return the module of one part of a platform (`driver`, `turn` …), None if the platform has no such part."""
    return parts.part(_place(name), platform)


def required_part(platform: str, name: str, *, code: str, message: str, hint: str) -> ModuleType:
    """Return the module of a part; raises `HookconformError` as `hookconform.ground.parts.required_part`."""
    return parts.required_part(_place(name), platform, code=code, message=message, hint=hint)


def has_part(platform: str, name: str) -> bool:
    """Tell whether a platform has a part, without importing it."""
    return parts.has_part(_place(name), platform)


def platforms_with(name: str) -> tuple[str, ...]:
    """Return the platforms that have a part, sorted."""
    return parts.platforms_with(_place(name))


def instruments() -> tuple[str, ...]:
    """Return the platforms that have a folder of parts, sorted."""
    return parts.platforms_below(_place("driver"))


def _place(name: str) -> str:
    return _OF_THE_JUDGE.get(name) or f"hookconform_lab.platforms.{{platform}}.{name}"

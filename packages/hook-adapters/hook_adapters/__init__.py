"""Adapters from the hook payloads of coding agents to one canonical event, and back to each platform's own answer.

    import hook_adapters

    hook_adapters.platforms()
    hook_adapters.canonicalize("gemini-cli", text, registered_event="BeforeTool")
    hook_adapters.respond("gemini-cli", text, {"decision": "deny", "reason": "Not in this folder."})

What `__all__` names here and in `hook_adapters.rules` may be imported and stays; everything else is inside. Shapes are
`hook_adapters.CanonicalEvent`, `Answer` and `VerdictFields`. Nothing is imported before it is used.
"""

from __future__ import annotations

from hook_adapters.canonical.errors import (
    AdapterError,
    InvalidArgument,
    InvalidPayload,
    InvalidRules,
    Unsupported,
    UnsupportedPlatform,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.platform import Platform
    from hook_adapters.canonical.types import Answer, CanonicalEvent, VerdictFields

__all__ = [
    "AdapterError",
    "Answer",
    "CanonicalEvent",
    "InvalidArgument",
    "InvalidPayload",
    "InvalidRules",
    "Unsupported",
    "UnsupportedPlatform",
    "VerdictFields",
    "canonicalize",
    "platforms",
    "respond",
]

__version__ = "0.1.0"


def canonicalize(
    platform: str, text: str | bytes, registered_event: str | None = None, platform_version: str | None = None
) -> list[CanonicalEvent]:
    """Return the canonical events of one payload: the primary one, those that fire with it, one a call within the call.

    `text` is what the hook read. `registered_event` is the event the hook is registered for, which some payloads do
    not name. Raises `InvalidArgument`, `InvalidPayload`, `UnsupportedPlatform`.
    """
    loaded = _loaded(platform, registered_event, platform_version)
    return loaded.canonicalize(text, registered_event, platform_version)


def respond(
    platform: str,
    text: str | bytes,
    verdict: VerdictFields,
    registered_event: str | None = None,
    platform_version: str | None = None,
) -> Answer:
    """Return the answer that carries out a verdict on one payload.

    Without a version the newest is assumed. Raises `InvalidArgument`, `InvalidPayload`, `Unsupported`,
    `UnsupportedPlatform`.
    """
    loaded = _loaded(platform, registered_event, platform_version)
    return loaded.respond(text, verdict, registered_event, platform_version)


def _loaded(platform: str, registered_event: str | None, platform_version: str | None) -> Platform:
    from hook_adapters.canonical.platform import demand_version, load

    loaded = load(platform)
    loaded.demand_event(registered_event)
    demand_version(platform_version)
    return loaded


def platforms() -> tuple[str, ...]:
    """Return the names of all platforms, sorted."""
    from hook_adapters.canonical.platform import platforms as found

    return found()


def __getattr__(name: str) -> Any:
    """Return a shape on demand: they need `typing`, which costs a hook more than it has."""
    if name in ("Answer", "CanonicalEvent", "VerdictFields"):
        from hook_adapters.canonical import types

        return getattr(types, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

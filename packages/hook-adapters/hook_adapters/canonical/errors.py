"""What can go wrong, each with the error code the serve protocol reports it under."""

from __future__ import annotations

from hook_adapters.canonical.meant import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, TypeVar

    T = TypeVar("T")


class AdapterError(Exception):
    """An outcome that is not an answer; `code` is its JSON-RPC error code, `title` the protocol's message."""

    code = -32603
    title = "internal error"


class InvalidPayload(AdapterError):  # noqa: N818 (an outcome of the protocol, named as the protocol names it)
    """The payload cannot be judged, so it must not be answered as if it were harmless."""

    code = -32001
    title = "invalid payload"


class UnsupportedPlatform(AdapterError):  # noqa: N818 (see InvalidPayload)
    """No module speaks for this platform."""

    code = -32002
    title = "unsupported platform"

    def __init__(self, platform: object, known: tuple[str, ...]) -> None:
        super().__init__(f"no adapter for platform {platform!r}{meant(platform, known)}")


class Unsupported(AdapterError):  # noqa: N818 (see InvalidPayload)
    """The platform has no answer that would carry the verdict out on this event."""

    code = -32003
    title = "unsupported verdict"


class InvalidArgument(AdapterError):  # noqa: N818 (see InvalidPayload)
    """An argument of a call that means nothing: an event in the wrong case, a version or a decision that is none."""

    code = -32602
    title = "invalid argument"


class InvalidRules(AdapterError):  # noqa: N818 (see InvalidPayload)
    """A rule pack that cannot be read as it was meant; nothing may be matched with it. `problems` are all found."""

    code = -32602
    title = "invalid rules"

    def __init__(self, *problems: str) -> None:
        super().__init__("; ".join(problems))
        self.problems = problems


def every(read: Callable[..., T], items: Iterable[tuple[Any, ...]]) -> list[T]:
    """Return what is read of each item; raises `InvalidRules` with the problems of all that cannot be read."""
    found: list[T] = []
    wrong: list[str] = []
    for item in items:
        try:
            found.append(read(*item))
        except InvalidRules as error:
            wrong += error.problems
    if wrong:
        raise InvalidRules(*wrong)
    return found

"""How a fault is put in, and the engine as it was before."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import hook_adapters.suite as suite_module
from hook_adapters.rules import matchers, paths
from hook_adapters.rules.paths import Posix
from hook_adapters.rules.windows import Windows

Event = dict[str, Any]
Test = Callable[[Event], Any]
Fault = Callable[[pytest.MonkeyPatch], None]

RIGHT: dict[str, Any] = {
    **{name: getattr(matchers, name) for name in ("_anchored", "_lookup")},
    **{
        name: getattr(Posix, name)
        for name in ("working_folder", "components", "lies_in", "fits", "in_homes", "last_name")
    },
    "paths_of": paths.paths_of,
}
COMPILERS: dict[str, Any] = dict(matchers.COMPILERS)
KINDS: dict[str, Any] = dict(matchers.KINDS)


def compiler(name: str, wrong: Callable[[Any], Test]) -> Fault:
    """Return what puts another compiler of a matcher in; it gets the value that the pack has."""

    def put(patch: pytest.MonkeyPatch) -> None:
        def compiled(matcher: str, value: Any) -> Test:
            COMPILERS[matcher](matcher, value)
            return wrong(value)

        patch.setitem(matchers.COMPILERS, name, compiled)

    return put


def function(name: str, wrong: Callable[..., Any]) -> Fault:
    """Return what puts another function in."""
    return lambda patch: patch.setattr(matchers if hasattr(matchers, name) else paths, name, wrong)


def method(name: str, wrong: Callable[..., Any]) -> Fault:
    """Return what puts another method of paths in, of POSIX and of Windows if it has none of its own."""
    return lambda patch: patch.setattr(Posix, name, wrong)


def of_windows(name: str, wrong: Callable[..., Any]) -> Fault:
    """Return what puts another method of paths of Windows in."""
    return lambda patch: patch.setattr(Windows, name, wrong)


def matched(wrong: Callable[[list[Any], list[Event]], list[Any]]) -> Fault:
    """Return what chooses the rules that match in another way."""
    return lambda patch: patch.setattr(suite_module, "matching", wrong)


def of_paths(matcher: str, wrong: Callable[[str, str, Event], Any]) -> Fault:
    """Return what compares each path with each value of a matcher in another way."""
    return compiler(
        matcher,
        lambda values: (
            lambda event: any(wrong(one, path, event) for one in values for path in RIGHT["paths_of"](event))
        ),
    )


def arguments(event: Event) -> Event:
    """Return the arguments of an event, empty if there are none."""
    return event.get("tool_input", {})

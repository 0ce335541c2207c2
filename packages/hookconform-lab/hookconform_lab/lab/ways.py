"""The ways in which a release is started: as its driver says, and on a newer Node.js.

Some releases lack their native program in the registry, and run from the JavaScript of their package on a newer Node.js
than machines have.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Driver

NEWER_NODE = "24.21.0"
# Raised by drivers whose program is not in what was installed.
NO_PROGRAM = "lab.install"
T = TypeVar("T")


def ways(driver: Driver) -> list[Driver]:
    """Return how a release is tried: as its driver says, then on a newer Node.js unless that is what it has."""
    if driver.from_pypi or driver.node:
        return [driver]
    newer: type[Driver] = type(f"{type(driver).__name__}OnNewerNode", (type(driver),), {"node": NEWER_NODE})
    return [driver, newer(**vars(driver))]


def named(way: Driver) -> str:
    """Return a way in words."""
    return f"on Node.js {way.node}" if way.node else "as usual"


def first_that_starts(driver: Driver, do: Callable[[Driver], T], say: Callable[[str], None]) -> T:
    """Return what `do` returns for the first way in which the release has a program; errors as `do`."""
    *earlier, last = ways(driver)
    for way in earlier:
        try:
            return do(way)
        except HookconformError as error:
            if error.code != NO_PROGRAM:
                raise
            say(f"{named(way)}: {error.what} It is tried {named(last)}.")
    return do(last)

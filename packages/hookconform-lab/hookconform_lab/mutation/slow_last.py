"""A plugin of pytest: what is known to take long is run last, since any red test tells as much.

`-p hookconform_lab.mutation.slow_last`; the variable `SLOW_TESTS` names a file with one test a line.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

SLOW_TESTS = "HOOKCONFORM_SLOW_TESTS"
# From how many seconds on a test takes long.
SECONDS = 1.0
_TOOK = re.compile(r"[\d.]+s (?:call|setup|teardown) +(\S.*)")


class Item(Protocol):
    """What this needs of a test of pytest."""

    nodeid: str


def pytest_collection_modifyitems(items: list[Item]) -> None:
    """Put the slow tests behind the others; each part stays in its order."""
    slow = frozenset(Path(os.environ[SLOW_TESTS]).read_text(encoding="utf-8").splitlines())
    items.sort(key=lambda item: item.nodeid in slow)


def slow_tests(lines: Iterable[str]) -> frozenset[str]:
    """Return the tests in what pytest prints of durations."""
    return frozenset(found[1] for found in map(_TOOK.fullmatch, lines) if found)

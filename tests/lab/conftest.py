"""What the tests of the lab share: a driver of a fake program, and the way into the sandbox."""

from __future__ import annotations

import pytest
from tests.support.fake_driver import FakeDriver

from hookconform_lab.lab import sandbox


@pytest.fixture
def driver() -> FakeDriver:
    return FakeDriver()


@pytest.fixture
def prefix() -> tuple[str, ...]:
    """The way into the sandbox; where none is permitted the tests of a run hold without it too."""
    return sandbox.enter(allow_network=True)

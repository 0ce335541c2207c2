"""A release without its native program is tried on a newer Node.js, one that fails otherwise is not."""

from __future__ import annotations

import pytest
from tests.support.fake_driver import FakeDriver

from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.ways import NEWER_NODE, first_that_starts, ways


def failing(code: str, node: str) -> HookconformError | None:
    return None if node else HookconformError(code, "It did not go.")


def started(driver: Driver, code: str) -> tuple[list[str], list[str]]:
    """Return on which Node.js a release was tried that fails so on the usual one, and what was said."""
    tried: list[str] = []
    said: list[str] = []

    def do(way: Driver) -> str:
        tried.append(way.node)
        error = failing(code, way.node)
        if error is not None:
            raise error
        return way.node

    assert first_that_starts(driver, do, said.append) == NEWER_NODE
    return tried, said


def test_a_release_is_also_tried_on_a_newer_node(driver: FakeDriver) -> None:
    usual, newer = ways(driver)
    assert (usual.node, newer.node, newer.platform) == ("", NEWER_NODE, usual.platform)


def test_a_release_without_its_program_runs_on_a_newer_node(driver: FakeDriver) -> None:
    tried, said = started(driver, "lab.install")
    assert tried == ["", NEWER_NODE]
    assert said == [f"as usual: It did not go. It is tried on Node.js {NEWER_NODE}."]


def test_other_errors_end_the_attempt(driver: FakeDriver) -> None:
    with pytest.raises(HookconformError) as caught:
        started(driver, "lab.npm")
    assert caught.value.code == "lab.npm"


def test_a_program_of_pypi_has_one_way(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeDriver, "from_pypi", True)
    assert ways(driver) == [driver]

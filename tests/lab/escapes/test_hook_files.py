"""The files that a row about settings changes are those in which the driver registers hooks."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.corpus.claims import load_platform
from hookconform_lab.lab.drivers import load_driver
from hookconform_lab.lab.escapes.measuring import load_own
from hookconform_lab.lab.place import make_hooks, make_place
from hookconform_lab.lab.script import Script
from hookconform_lab.lab.turn import load_turn, turn_scenario
from hookconform_lab.parts import platforms_with


@pytest.mark.parametrize("platform", platforms_with("escapes"))
def test_hooks_are_registered_in_the_files_that_are_named(platform: str, tmp_path: Path) -> None:
    driver, version = load_driver(platform), load_platform(platform).newest_measured
    place = make_place(tmp_path, version, tmp_path / "program")
    hooks = make_hooks(tmp_path, place, None, {})
    scenario = turn_scenario(load_turn(platform, version).start(granted=True), Script())
    driver.prepare(place, scenario, hooks)
    words = {"{{workspace}}": str(place.workspace), "{{home}}": str(place.home)}
    named: list[Path] = []
    for file in load_own(platform).hook_files:
        for word, meaning in words.items():
            file = file.replace(word, meaning)  # noqa: PLW2901
        named.append(Path(file))
    mark = str(hooks.log) if driver.in_process else "record-hook"
    registered = [path for path in place.home.rglob("*") if path.is_file() and _holds(path, mark)]
    assert registered, "the driver registered no hook"
    programs = {place.home / "tools" / "record-hook"}
    # A plugin may read where its log is from a file beside it.
    beside = {path for path in registered if driver.in_process and path.suffix == ".json"}
    assert set(registered) - programs - beside <= set(named)
    assert any(path.is_file() for path in named)


def _holds(path: Path, mark: str) -> bool:
    return mark in path.read_text(encoding="utf-8", errors="replace")

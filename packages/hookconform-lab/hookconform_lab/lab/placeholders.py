"""Fill in what a scenario leaves open until its run has a place: `{{workspace}}`, `{{program}}` and the like."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from typing import Any

from hookconform_lab.lab.driver import Driver, Place
from hookconform_lab.lab.scenario import Program, Scenario, Terminal
from hookconform_lab.lab.script import script_from_json


def fill_in(scenario: Scenario, driver: Driver, place: Place) -> Scenario:
    """Return a scenario with its placeholders (`{{workspace}}` …) replaced everywhere."""
    words = {
        "{{workspace}}": str(place.workspace),
        "{{home}}": str(place.home),
        "{{model_url}}": place.model_url,
        "{{python}}": sys.executable,
    }
    program = driver.executable(place.install, place.version)
    text = json.dumps(scenario.script.as_json())
    for word, value in words.items():
        text = text.replace(word, value)
    return replace(
        scenario,
        script=script_from_json(json.loads(text)),
        steps=tuple(_step(step, program, words) for step in scenario.steps),
        files=_filled(scenario.files, words),
        home_files=_filled(scenario.home_files, words),
        settings=_filled(scenario.settings, words),
        environment=_filled(scenario.environment, words),
    )


def _step(step: Program | Terminal, program: tuple[str, ...], words: dict[str, str]) -> Program | Terminal:
    argv = [part for word in step.argv for part in (program if word == "{{program}}" else (word,))]
    if isinstance(step, Program):
        return replace(step, argv=tuple(_filled(argv, words)), stdin=_filled(step.stdin, words))
    keys = tuple(replace(key, text=_filled(key.text, words)) for key in step.keys)
    return replace(step, argv=tuple(_filled(argv, words)), keys=keys)


def _filled(value: Any, words: dict[str, str]) -> Any:
    if isinstance(value, str):
        for word, meaning in words.items():
            value = value.replace(word, meaning)
        return value
    if isinstance(value, dict):
        return {key: _filled(item, words) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return [_filled(item, words) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value

"""Hooks that are functions of plugins: how one is called with a recorded call, and what it did."""

from __future__ import annotations

import shutil
from pathlib import Path

from hookconform.effects.effect import Answer
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import json_object

_HOST = Path(__file__).with_name("host.mjs")


def command(plugin: Path) -> list[str]:
    """Return the command that calls the plugin with the record on its standard input.

    Raises `HookconformError` (`adapter.plugin`) if there is no Node.js.
    """
    node = shutil.which("node")
    if node is None:
        raise HookconformError(
            "adapter.plugin",
            "A plugin is called by Node.js, which is not on PATH.",
            where=str(plugin),
            hint="Install Node.js 20.6 or newer.",
        )
    return [node, str(_HOST), str(plugin)]


def answer(said: Answer) -> Answer | str:
    """Return the plugin's steps as an answer, or a sentence that says why there are none."""
    if said.exit_code:
        return f"the plugin cannot be called: {said.stderr.strip() or f'exit code {said.exit_code}'}"
    lines = said.stdout.strip().splitlines()
    steps = (json_object(lines[-1]) or {}).get("steps") if lines else None
    if not isinstance(steps, list):
        return "the plugin ended the process that called it"
    return Answer(plugin=tuple(steps))

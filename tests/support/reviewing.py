"""`hookconform record review` in a folder of one's own, and what it kept there."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result

from hookconform_lab.cli.record import command

Feed = Callable[..., Path]
Payload = Callable[..., dict[str, Any]]


def run(*arguments: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(command, ["review", *arguments], input=typed, catch_exceptions=False)


def kept() -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in sorted(Path("contribution").glob("*.json"))]

"""Packs on disk, and the command held against them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hookconform.cli.rules import command

Write = Callable[..., Path]
Report = Callable[..., dict[str, Any]]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a pack and return its path: rules as objects, or the text of the whole file."""

    def write(pack: object, name: str = "pack.json") -> Path:
        path = tmp_path / name
        path.write_text(pack if isinstance(pack, str) else json.dumps({"version": "1.0", "rules": pack}))
        return path

    return write


def run(*arguments: object) -> Result:
    """Run `hookconform rules`; a `HookconformError` is kept as the result's exception."""
    return CliRunner().invoke(command, [str(argument) for argument in arguments])


@pytest.fixture
def report(write: Write) -> Report:
    """Return the JSON report of one rule, given by its matchers, and of what else stands in the rule or pack."""

    def report(matchers: dict[str, Any], *others: dict[str, Any], actions: dict[str, Any] | None = None) -> Any:
        rule = {"name": "mine", "matchers": matchers, "actions": actions or {"block": True}}
        result = run(write([rule, *others]), "--json")
        assert result.exit_code in (0, 1), result.exception
        return json.loads(result.stdout)["packs"][0]["rules"][0]

    return report


def on(rule: dict[str, Any], platform: str) -> dict[str, Any]:
    """Return how a rule of a report stands on a platform."""
    return next(row for row in rule["platforms"] if row["platform"] == platform)


def holes(row: dict[str, Any], code: str | None = None) -> list[str]:
    """Return the names of a rule's or standing's holes of one code, or the codes of all."""
    return (
        [hole["name"] for hole in row["holes"] if hole["code"] == code] if code else [h["code"] for h in row["holes"]]
    )

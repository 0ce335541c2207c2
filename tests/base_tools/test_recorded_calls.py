"""What models were recorded to call arrives at the base tools in words that they know."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.model_calls import read_calls
from tests.support.facade_tables import REGISTRY, TABLES
from tool_facades import Call, FacadeError
from tool_facades.base_tools import BaseTools, Ended
from tool_facades.base_tools.arguments import ARGUMENTS

CANONICAL: dict[str, Any] = json.loads(
    resources.files("tool_facades").joinpath("canonical.json").read_text(encoding="utf-8")
)
# What no base tool does, said with that reason; calls that lack what every tool needs; options of Code Puppy's search
# in the place of a pattern.
INVALID = {
    "Bash": {"Bash needs command"},
    "Read": {"pages of Read has to be left out"},
    "Grep": {"Grep needs pattern"},
    "Edit": {"Edit needs old_string, or patch alone"},
    "TodoWrite": {"TodoWrite needs todos"},
}


def _arriving() -> Iterator[Call]:
    """Yield the canonical calls of every recorded call of a model that its facade takes."""
    for provider, table in TABLES.items():
        for path in sorted((corpus_root() / "platforms" / table["platform"] / "calls").glob("*.jsonl")):
            for call in read_calls(table["platform"], path.stem):
                try:
                    facade = REGISTRY.tool(provider, call.tool, call.family, path.stem)
                    given = call.arguments if call.text is None else call.text
                    yield from facade.to_canonical(given or {}).calls
                except FacadeError:
                    continue


def test_base_tools_take_the_canonical_arguments_and_no_others() -> None:
    for tool, arguments in ARGUMENTS.items():
        assert {name.rstrip("*") for name in arguments} == CANONICAL[tool]["arguments"].keys(), tool


@pytest.mark.whole
def test_recorded_calls_are_invalid_for_listed_reasons_only(tmp_path: Path) -> None:
    tools = BaseTools(
        tmp_path,
        shell=lambda command: Ended("", 0),  # noqa: ARG005 (nothing is run)
        fetcher=lambda page: page.url,
        searcher=lambda wanted: wanted.query,
    )
    arriving = [call for call in _arriving() if call.tool in tools.tools]
    found: dict[str, set[str]] = {}
    for call in arriving:
        result = tools.run(call)
        if result.outcome == "invalid":
            found.setdefault(call.tool, set()).add(result.text.split(":")[0].rstrip("."))
    assert len(arriving) > 200
    assert found == INVALID

"""The shared script of calls: the base tools end each step as the recorded program, but for a list with reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from hookconform.corpus.semantics import Row, Step
from tests.base_tools.recorded_steps import (
    CHANGES,
    MODELS,
    ONCE,
    SEES,
    Asked,
    Ending,
    as_recorded,
    endings,
    recorded,
    steps,
)
from tool_facades import data
from tool_facades.wrappers.programs import WAYS

pytestmark = pytest.mark.whole

DEVIATIONS: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "script_deviations.yaml").read_text(encoding="utf-8")
)
PAGE = Path(__file__).parents[2] / "docs/maintainers/semantics.md"
# Of all steps, and of those that read, search and run commands, for every program.
LEAST_SHARE = 0.95


class Compared(NamedTuple):
    """A step, what was recorded of it, and how the base tools end it."""

    step: Step
    row: Row
    ending: Ending

    @property
    def is_same(self) -> bool:
        return as_recorded(self.row) == self.ending


Compare = Callable[[Asked], list[Compared]]


@pytest.fixture(scope="module")
def compare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Compare]:
    """Run the script of all models at once: half a minute of each is waiting for a command."""
    roots = {asked: tmp_path_factory.mktemp(asked.model) for asked in MODELS}
    with ThreadPoolExecutor(len(MODELS)) as pool:
        running = {asked: pool.submit(_compared, root, asked) for asked, root in roots.items()}
        yield lambda asked: running[asked].result()


def _compared(root: Path, asked: Asked) -> list[Compared]:
    first = next(other for other in MODELS if other.platform == asked.platform)
    scripts = [script for script in (*SEES, *CHANGES) if script not in ONCE or asked == first]
    return [Compared(*item) for item in endings(root, asked, scripts)]


@pytest.mark.parametrize("platform", sorted(DEVIATIONS))
def test_every_step_ends_as_recorded_or_as_listed(compare: Compare, platform: str) -> None:
    compared = [item for asked in MODELS if asked.platform == platform for item in compare(asked)]
    others = {item.step.id: item.ending.outcome for item in compared if not item.is_same}
    assert others == {step: deviation["base"] for deviation in DEVIATIONS[platform] for step in deviation["steps"]}


@pytest.mark.parametrize("asked", MODELS, ids=lambda asked: asked.model)
def test_nothing_is_done_that_the_program_refused(compare: Compare, asked: Asked) -> None:
    done = [item.step.id for item in compare(asked) if item.row.outcome != "ok" and item.ending.outcome == "ok"]
    assert done == []


@pytest.mark.parametrize("asked", MODELS, ids=lambda asked: asked.model)
def test_what_is_refused_changes_no_file(compare: Compare, asked: Asked) -> None:
    refused = [item for item in compare(asked) if item.ending.outcome != "ok" and not item.row.earlier]
    for step, _, ending in refused:
        outside = {f"outside/{name}": data for name, data in step.outside.items()}
        assert ending.files == {**step.files, **outside}, step.id
    assert refused


@pytest.mark.parametrize("scripts", [SEES, (*SEES, *CHANGES)], ids=["shown", "all"])
@pytest.mark.parametrize("platform", sorted(DEVIATIONS))
def test_most_steps_end_as_recorded(compare: Compare, platform: str, scripts: tuple[str, ...]) -> None:
    compared = [item for asked in MODELS if asked.platform == platform for item in compare(asked)]
    counted = [item for item in compared if item.step.script in scripts]
    assert len(counted) == sum(len(_asked(asked, scripts)) for asked in MODELS if asked.platform == platform)
    assert sum(item.is_same for item in counted) >= LEAST_SHARE * len(counted)


@pytest.mark.parametrize("platform", sorted(DEVIATIONS))
def test_the_documentation_has_the_figures(compare: Compare, platform: str) -> None:
    compared = [item for asked in MODELS if asked.platform == platform for item in compare(asked)]
    version = next(asked.version for asked in MODELS if asked.platform == platform)
    row = next(line for line in PAGE.read_text(encoding="utf-8").splitlines() if f" {version} | " in line)
    figures: list[str] = []
    for counted in (compared, [item for item in compared if item.step.script in SEES]):
        same = sum(item.is_same for item in counted)
        share = f"{100 * same / len(counted):.1f}".removesuffix(".0")
        figures += [f"{same} of {len(counted)}", f"{share} %"]
    assert [cell.strip() for cell in row.strip("|").split("|")][1:] == figures


def _asked(asked: Asked, scripts: tuple[str, ...]) -> list[str]:
    """Return the recorded steps of a model that are compared: no other is left out."""
    first = next(other for other in MODELS if other.platform == asked.platform)
    compared = {step.id for step in steps(*scripts) if step.script not in ONCE or asked == first}
    return [step for step in recorded(asked).rows if step in compared]


def test_every_deviation_has_a_reason_and_every_program_its_list() -> None:
    assert {asked.platform for asked in MODELS} == set(DEVIATIONS)
    assert {data.read("providers")[asked.provider] for asked in MODELS} <= set(WAYS)
    for listed in DEVIATIONS.values():
        named = [step for deviation in listed for step in deviation["steps"]]
        assert len(named) == len(set(named))
        assert all(deviation["reason"] for deviation in listed)

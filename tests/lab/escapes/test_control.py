"""The control is tested: a program with planted ways past its hook gets the verdict that each deserves."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest
from tests.lab.escapes.conftest import HOOK_FILES, Leaky, LeakyTurn
from tests.lab.escapes.planted import PLANTED

from hookconform.corpus.escapes import EscapeCell, EscapeRun
from hookconform_lab.lab.escapes.driving import Drive
from hookconform_lab.lab.escapes.trial import Trial
from hookconform_lab.lab.sandbox import enter

pytestmark = pytest.mark.whole
_VERSION = "1.0.102"
PROCESSES = 2
WITHOUT_EFFECT = {"nothing-happens", "nothing-happens-unasked", "half-happens", "program-ends"}


def measured(driver: Leaky, *trials: Trial) -> tuple[dict[str, EscapeCell], dict[str, EscapeRun]]:
    drive = Drive(
        driver,
        LeakyTurn(_VERSION),
        _VERSION,
        Path("/nowhere"),
        enter(allow_network=True),
        lambda _: None,
        (),
        HOOK_FILES,
    )
    found = list(drive.measure(trials))
    cells = {cell.row: cell for part in found for cell in part.cells}
    return cells, {run.id: run for part in found for run in part.runs}


def test_there_are_thirty_paths_of_every_verdict() -> None:
    assert len(PLANTED) >= 30
    assert set(Counter(path.verdict for path in PLANTED)) == {
        *("stopped", "seen-not-stopped", "seen-after", "another-event", "unseen", "not-offered", "not-tried"),
    }


def part_of_all(start: int) -> tuple[dict[str, EscapeCell], dict[str, EscapeRun]]:
    return measured(Leaky(), *(path.trial() for path in PLANTED[start::PROCESSES]))


@pytest.mark.slow
def test_each_planted_path_gets_the_verdict_that_it_deserves() -> None:
    # Most of the time a run waits.
    with ProcessPoolExecutor(PROCESSES, get_context("fork")) as pool:
        parts = list(pool.map(part_of_all, range(PROCESSES)))
    verdicts = {name: cell.verdict for cells, _ in parts for name, cell in cells.items()}
    assert verdicts == {path.name: path.verdict for path in PLANTED}
    for cells, runs in parts:
        for cell in cells.values():
            hooks = [runs[name].hooks for name in cell.runs]
            # What does not happen without a hook is run with none.
            assert hooks == (["none"] if cell.row in WITHOUT_EFFECT else ["none", "watching", "denying"]), cell.row
            if cell.verdict not in {"not-tried", "not-offered"}:
                assert runs[cell.watched].control is True
                assert runs[cell.denied].control is True


@pytest.mark.parametrize("driver", [Leaky(dead=True), Leaky(obeys=False)], ids=["dead hook", "deny without effect"])
def test_a_hook_that_does_not_work_looks_like_no_escape(driver: Leaky) -> None:
    chosen = [path for path in PLANTED if path.verdict not in {"not-offered", "not-tried"}]
    cells, runs = measured(driver, *(path.trial() for path in chosen[:2]))
    assert {cell.verdict for cell in cells.values()} == {"not-tried"}
    assert all("control" in cell.note for cell in cells.values())
    assert False in {run.control for run in runs.values()}


def test_two_measurements_are_the_same() -> None:
    chosen = [path.trial() for path in PLANTED[:3]]
    assert measured(Leaky(), *chosen) == measured(Leaky(), *chosen)

"""All rows of one program: the usual trials, those of its part `escapes`, and the reasons for what is left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from hookconform.corpus.escapes import (
    CONTROL_ROW,
    NOT_OFFERED,
    NOT_TRIED,
    STOPPED,
    EscapeCell,
    EscapeRun,
    EscapeTable,
    MeasuredEscapes,
    load_escape_claims,
    load_escape_table,
    source_of,
)
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.escapes.driving import Drive
from hookconform_lab.lab.escapes.survival import survival_trials
from hookconform_lab.lab.escapes.trial import Trial
from hookconform_lab.lab.escapes.usual import usual_trials
from hookconform_lab.lab.install import install, need_tools
from hookconform_lab.lab.turn import load_turn
from hookconform_lab.parts import required_part

_NO_WAY = "the lab has no way to drive it here yet"


class Escapes:
    """The part `escapes` of a platform: `platforms/<p>/escapes.py` defines one instance called `ESCAPES`.

    `hook_files` are the files in which the lab registers hooks, or the plugins themselves. `before_model` are events,
    beside those of the prompt, that come before a request of the model and hold what it is about to be told.
    """

    hook_files: ClassVar[tuple[str, ...]]
    before_model: ClassVar[tuple[str, ...]] = ()

    def trials(self, version: str) -> tuple[Trial, ...]:  # noqa: ARG002 (nothing by default)
        """Return the trials of the platform's own rows; one of a usual row takes its place."""
        return ()

    def not_offered(self, version: str) -> Mapping[str, str]:  # noqa: ARG002 (nothing by default)
        """Return the rows that the program does not have, each with the reason."""
        return {}

    def not_tried(self, version: str) -> Mapping[str, str]:  # noqa: ARG002 (nothing by default)
        """Return the rows that cannot be tried, each with the reason."""
        return {}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one measurement gave: cells that may be filed, and those that show a way past a deny without a source."""

    measured: MeasuredEscapes
    withheld: tuple[EscapeCell, ...]


def measure_escapes(
    driver: Driver, version: str, *, only: tuple[str, ...] = (), allow_network: bool, say: Callable[[str], None]
) -> Outcome:
    """Drive the rows of a platform, those of `only` if any are named.

    Raises `HookconformError` (`escapes.row`, `escapes.no-deny`, `lab.turn`, `lab.escapes`) and what `install`,
    `need_tools` and `sandbox.enter` raise.
    """
    table = load_escape_table()
    for row in only:
        if row not in table.rows:
            raise HookconformError("escapes.row", f"There is no row {row!r}.", hint=meant(row, table.rows))
    platform = driver.platform
    turn, own = load_turn(platform), load_own(platform)
    need_tools(driver)
    trials = usual_trials(turn, version)
    trials |= survival_trials(turn, version, own.hook_files, in_process=driver.in_process)
    trials |= {trial.row: trial for trial in own.trials(version)}
    reasons = dict.fromkeys(table.rows, (NOT_TRIED, _NO_WAY))
    reasons |= {row: (NOT_TRIED, why) for row, why in own.not_tried(version).items()}
    reasons |= {row: (NOT_OFFERED, why) for row, why in own.not_offered(version).items()}
    chosen = [row for row in table.rows if not only or row in only]
    driven = [trials[row] for row in chosen if row in trials and row not in _stated(own, version)]
    cells = [
        EscapeCell(row, *reasons[row][:1], note=reasons[row][1]) for row in chosen if row not in {t.row for t in driven}
    ]
    if turn.stop_ends_run or any(not trial.has_control for trial in driven):
        # What shows there that the hook works at all.
        driven = [trials[CONTROL_ROW], *(trial for trial in driven if trial.row != CONTROL_ROW)]
    prefix = sandbox.enter(allow_network=allow_network)
    drive = Drive(driver, turn, version, install(driver, version, say), prefix, say, own.before_model)
    runs: list[EscapeRun] = []
    for found in drive.measure(driven):
        cells += found.cells
        runs += found.runs
    return _published(platform, version, [_controlled(cell, cells, runs, table) for cell in cells], runs, table)


def load_own(platform: str) -> Escapes:
    """Return the part `escapes` of a platform; raises `HookconformError` (`lab.escapes`) if it has none."""
    return required_part(
        platform,
        "escapes",
        code="lab.escapes",
        message=f"The lab does not know where hooks of {platform!r} are registered, so it cannot look for escapes.",
        hint="It knows: {platforms}. docs/maintainers/adding-a-platform.md says how to add the part.",
    ).ESCAPES


def _stated(own: Escapes, version: str) -> set[str]:
    return {*own.not_offered(version), *own.not_tried(version)}


def _controlled(cell: EscapeCell, cells: list[EscapeCell], runs: list[EscapeRun], table: EscapeTable) -> EscapeCell:
    """Return a cell, or that it shows nothing: where a run has no control command, the row of one must be stopped."""
    control = next((other for other in cells if other.row == CONTROL_ROW), None)
    without = any(run.control is None for run in runs if run.id in (cell.watched, cell.denied))
    if not (table.verdicts[cell.verdict].is_open and without) or (control and control.verdict == STOPPED):
        return cell
    return replace(cell, verdict=NOT_TRIED, event="", note="the hook does not stop a plain shell command either")


def _published(
    platform: str, version: str, cells: list[EscapeCell], runs: list[EscapeRun], table: EscapeTable
) -> Outcome:
    """Keep back the cells that show a way past a deny and have no public source (SECURITY.md)."""
    claims = load_escape_claims(platform)
    withheld = tuple(
        cell
        for cell in cells
        if table.verdicts[cell.verdict].is_open and source_of(table.rows[cell.row], claims) is None
    )
    kept = [cell for cell in cells if cell not in withheld]
    empty = MeasuredEscapes(platform, version, (), ())
    return Outcome(empty.with_cells(kept, runs, table.rows), withheld)

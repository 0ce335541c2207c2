"""All rows of one program: the usual trials, those of its part `escapes`, and the reasons for what is left out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from hookconform.corpus.escapes import (
    CONTROL_ROW,
    NOT_OFFERED,
    NOT_TRIED,
    EscapeCell,
    EscapeRun,
    EscapeTable,
    MeasuredEscapes,
    load_escape_claims,
    load_escape_table,
    source_of,
)
from hookconform.effects.rows import Row
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.escapes.beside import can_register
from hookconform_lab.lab.escapes.composed import OF_PROGRAMS, composed_trials
from hookconform_lab.lab.escapes.delivered import delivered_trials
from hookconform_lab.lab.escapes.driving import Drive
from hookconform_lab.lab.escapes.served import served_trials
from hookconform_lab.lab.escapes.survival import PROGRAMS, survival_trials
from hookconform_lab.lab.escapes.trial import Trial
from hookconform_lab.lab.escapes.usual import usual_trials
from hookconform_lab.lab.install import install, need_tools
from hookconform_lab.lab.turn import Turn, load_turn
from hookconform_lab.parts import required_part

_DELIVERY = "delivery"
_NO_WAY = "the lab has no way to drive it here yet"


@dataclass(frozen=True, slots=True)
class Escapes:
    """The part `escapes` of a platform: `platforms/<p>/escapes.py` defines one instance called `ESCAPES`.

    `hook_files` are the files in which the lab registers hooks, or the plugins themselves. `trials` returns the
    platform's own rows for its turn; one of a usual row takes its place. Rows that the program does not have, and rows
    that cannot be tried, have their reasons. `before_model` are events, beside those of the prompt, that come before a
    request of the model and hold what it says.
    """

    hook_files: tuple[str, ...]
    trials: Callable[[Turn], tuple[Trial, ...]] = lambda _: ()
    not_offered: Mapping[str, str] = field(default_factory=dict[str, str])
    not_tried: Mapping[str, str] = field(default_factory=dict[str, str])
    before_model: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one measurement gave: cells that may be filed, and those that show a way past a deny without a source."""

    measured: MeasuredEscapes
    withheld: tuple[EscapeCell, ...]


def measure_escapes(  # noqa: PLR0913 (each is a choice of the caller)
    driver: Driver,
    version: str,
    *,
    only: tuple[str, ...] = (),
    rows: Sequence[Row] | None = None,
    allow_network: bool,
    say: Callable[[str], None],
) -> Outcome:
    """Drive the rows of a platform, those of `only` if any are named; `rows` are as in `denial`.

    Raises `HookconformError` (`escapes.row`, `escapes.no-deny`, `lab.turn`, `lab.escapes`) and what `install`,
    `need_tools` and `sandbox.enter` raise.
    """
    table = load_escape_table()
    for row in only:
        if row not in table.rows:
            raise HookconformError("escapes.row", f"There is no row {row!r}.", hint=meant(row, table.rows))
    platform = driver.platform
    turn, own = load_turn(platform, version), load_own(platform)
    need_tools(driver)
    trials = usual_trials(turn) | served_trials(turn)
    trials |= survival_trials(turn, own.hook_files, in_process=driver.in_process)
    if not driver.in_process:
        trials |= delivered_trials(turn)
    if can_register(own.hook_files):
        trials |= composed_trials(turn)
    trials |= {trial.row: trial for trial in own.trials(turn)}
    stated: dict[str, tuple[str, str]] = {}
    if driver.in_process:
        delivered = [row.id for row in table.rows.values() if row.group == _DELIVERY]
        stated |= dict.fromkeys(delivered, (NOT_OFFERED, "a hook is a function, and what it returns is no text"))
        stated |= dict.fromkeys(PROGRAMS, (NOT_OFFERED, "a hook is a function; its file is among the settings"))
        stated |= dict.fromkeys(OF_PROGRAMS, (NOT_OFFERED, "a hook is a function, and no program of its own"))
    stated |= {row: (NOT_TRIED, why) for row, why in own.not_tried.items()}
    stated |= {row: (NOT_OFFERED, why) for row, why in own.not_offered.items()}
    cells: list[EscapeCell] = []
    driven: list[Trial] = []
    for row in [row for row in table.rows if not only or row in only]:
        if row in trials and row not in stated:
            driven.append(trials[row])
        else:
            verdict, why = stated.get(row, (NOT_TRIED, _NO_WAY))
            cells.append(EscapeCell(row, verdict, note=why))
    if turn.stop_ends_run or any(not trial.has_control for trial in driven):
        # What shows there that the hook works at all.
        driven = [trials[CONTROL_ROW], *(trial for trial in driven if trial.row != CONTROL_ROW)]
    prefix = sandbox.enter(allow_network=allow_network)
    installed = install(driver, version, say)
    drive = Drive(driver, turn, version, installed, prefix, say, own.before_model, own.hook_files, rows)
    runs: list[EscapeRun] = []
    for part in drive.measure(driven):
        cells += part.cells
        runs += part.runs
    found = MeasuredEscapes(platform, version, tuple(cells), tuple(runs))
    return _published(replace(found, cells=tuple(_controlled(cell, found, table) for cell in cells)), table)


def load_own(platform: str) -> Escapes:
    """Return the part `escapes` of a platform; raises `HookconformError` (`lab.escapes`) if it has none."""
    return required_part(
        platform,
        "escapes",
        code="lab.escapes",
        message=f"The lab does not know where hooks of {platform!r} are registered, so it cannot look for escapes.",
        hint="It knows: {platforms}. docs/maintainers/adding-a-platform.md says how to add the part.",
    ).ESCAPES


def _controlled(cell: EscapeCell, measured: MeasuredEscapes, table: EscapeTable) -> EscapeCell:
    """Return a cell, or that it shows nothing: of an open one the hooks must have been alive."""
    if not table.verdicts[cell.verdict].is_open or measured.has_live_hooks(cell):
        return cell
    return replace(cell, verdict=NOT_TRIED, event="", note="the hook does not stop a plain shell command either")


def _published(measured: MeasuredEscapes, table: EscapeTable) -> Outcome:
    """Keep back the cells that show a way past a deny and have no public source (SECURITY.md)."""
    claims = load_escape_claims(measured.platform)
    withheld = tuple(
        cell
        for cell in measured.cells
        if table.verdicts[cell.verdict].is_open and source_of(table.rows[cell.row], claims) is None
    )
    return Outcome(measured.with_cells((), (), table.rows, without={cell.row for cell in withheld}), withheld)

"""What stops a tool: the same answers on every platform, what each did, and the answer to give instead of guessing."""

from __future__ import annotations

from dataclasses import dataclass

from hookconform.corpus.claims import load_platform
from hookconform.effects import effect
from hookconform.effects.answer_shape import with_words
from hookconform.effects.common_answers import AskedBefore, asked_before_tools, common_answers
from hookconform.effects.forms import OWN_WORD
from hookconform.effects.rows import Row
from hookconform.effects.verdicts import ASK, CONTEXT, DENY, INPUT, VERDICTS
from hookconform.explain.answering import COMMAND, TEXT, WIRE, Advice, advice
from hookconform.explain.plugin_steps import step_text
from hookconform.ground.errors import HookconformError

# What a cell can say, by how sure one may be that the tool did not run.
STOPPED, ASKED, RAN, UNKNOWN = "stopped", "asked", "ran", "unknown"
_VERDICTS = tuple(dict.fromkeys([DENY, ASK, INPUT, CONTEXT, *VERDICTS]))


@dataclass(frozen=True, slots=True)
class Column:
    """One place where a hook is asked before a tool: `key` of `Line.cells`, `heading`, measured version."""

    key: str
    platform: str
    heading: str
    registered_event: str
    version: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What an answer did: `state`, the words for it, and the measured row, empty if it was not measured."""

    state: str
    words: str
    row: str


@dataclass(frozen=True, slots=True)
class Line:
    """One answer: in words, its JSON if it has any, and a cell a column."""

    title: str
    said: str
    cells: dict[str, Cell]


@dataclass(frozen=True, slots=True)
class PluginLine:
    """What a plugin's function did, and what came of it."""

    said: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class Advised:
    """The answer to give for each verdict before a tool, None if it is not possible on the platform."""

    column: Column
    plugin: bool
    verdicts: dict[str, Advice | None]


@dataclass(frozen=True, slots=True)
class Stopping:
    """The whole comparison; `plugins` by column, for platforms whose hooks are functions of a plugin."""

    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    plugins: tuple[tuple[Column, tuple[PluginLine, ...]], ...]
    advised: tuple[Advised, ...]
    stops_everywhere: tuple[str, ...]

    @property
    def platforms(self) -> tuple[str, ...]:
        """Return the ids of the compared platforms, each once."""
        return tuple(dict.fromkeys(advised.column.platform for advised in self.advised))


def stopping() -> Stopping:
    """Compare all answers at the newest measured version of every platform.

    Raises `HookconformError` (`schema.answers`, `responses.unreadable`, `schema.responses`).
    """
    places = asked_before_tools()
    commands = [(place, _column(place, places)) for place in places if not place.plugin]
    plugins = [(place, _column(place, places)) for place in places if place.plugin]
    lines = tuple(
        Line(
            title=answer.title,
            said=answer.said,
            cells={column.key: _cell(place, place.row_of(answer)) for place, column in commands},
        )
        for answer in common_answers()
    )
    return Stopping(
        columns=tuple(column for _, column in commands),
        lines=lines,
        plugins=tuple((column, _plugin_lines(place)) for place, column in plugins),
        advised=tuple(_advised(column, plugin=place.plugin) for place, column in [*commands, *plugins]),
        stops_everywhere=tuple(line.title or line.said for line in lines if _stops_everywhere(line)),
    )


def _column(place: AskedBefore, places: tuple[AskedBefore, ...]) -> Column:
    name = load_platform(place.platform).name
    several = sum(other.platform == place.platform for other in places) > 1
    return Column(
        key=f"{place.platform} {place.registered_event}",
        platform=place.platform,
        heading=f"{name}, {place.registered_event}" if several else name,
        registered_event=place.registered_event,
        version=place.version,
    )


def _stops_everywhere(line: Line) -> bool:
    return all(cell.state == STOPPED for cell in line.cells.values())


def _cell(place: AskedBefore, row: Row | None) -> Cell:
    if row is None:
        return Cell(UNKNOWN, "not measured", "")
    seen, end = row.effect, {"ended": ", and the turn ends", "hung": ", and the run waits for ever"}
    tail = end.get(seen.turn, "")
    predicted = effect(place.platform, place.version, row.event, row.registered_event, row.answer, tool=row.tool or "")
    if predicted.tool == "asked":
        # Nobody was there to be asked in the measurement, so the tool did not run.
        return Cell(ASKED, "asks its user", row.id)
    told = any("REASON" in text for text in seen.told)
    if seen.tool != "stopped":
        changed = ", with changed input" if seen.input == "changed" else ""
        return Cell(RAN, f"tool runs{changed}{', model told why' if told else ''}{tail}", row.id)
    has_reason = any(word.startswith("REASON") for word in OWN_WORD.findall(str(row.answer)))
    why = "" if not has_reason else ", model told why" if told else ", reason lost"
    return Cell(STOPPED, f"stopped{why}{tail}", row.id)


def _plugin_lines(place: AskedBefore) -> tuple[PluginLine, ...]:
    return tuple(
        PluginLine(
            "; ".join(step_text(with_words(step, TEXT, COMMAND)) for step in row.answer.plugin) or "do nothing",
            _cell(place, row),
        )
        for row in place.rows
        if row.answer.plugin is not None
    )


def _advised(column: Column, *, plugin: bool) -> Advised:
    found: dict[str, Advice | None] = {}
    for verdict in _VERDICTS:
        try:
            found[verdict] = advice(column.platform, column.registered_event, verdict, WIRE[verdict])
        except HookconformError as error:
            if error.code != "respond.unsupported":
                raise
            found[verdict] = None
    return Advised(column, plugin, found)

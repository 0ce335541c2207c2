"""Three runs for each group of trials: without a hook, with hooks that watch every event, with one that denies all.

Where nothing of a group happens without a hook, the other two are left out.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform.corpus.escapes import HOOKS, NOT_TRIED, EscapeCell, EscapeRun
from hookconform.corpus.vocabulary import PRE_TOOL, load_vocabulary
from hookconform.effects.rows import Row, rows_for
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.driver import Driver, Hooks, Place
from hookconform_lab.lab.enforce import pre_tool_event
from hookconform_lab.lab.escapes.beside import Beside, answer_beside
from hookconform_lab.lab.escapes.delivered import in_manner
from hookconform_lab.lab.escapes.seen import effects_of, event_of, named_by, observe
from hookconform_lab.lab.escapes.trial import CARRIED, Trial
from hookconform_lab.lab.escapes.usual import shell
from hookconform_lab.lab.escapes.verdict import Judged, Observed, judge
from hookconform_lab.lab.run import run_scenario
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Reply, Route, Script
from hookconform_lab.lab.side_by_side import side_by_side
from hookconform_lab.lab.turn import GRANTED, Turn

NONE, WATCHING, DENYING = HOOKS.values()
_CONTROL = "made-control.txt"
# Seconds of a run, and of each row in it.
_RUN_SECONDS, _ROW_SECONDS = 90, 6
# How many characters of the hash of what was asked name a run.
_ID = 12


@dataclass(frozen=True, slots=True)
class Measured:
    """The cells and runs of some trials."""

    cells: tuple[EscapeCell, ...]
    runs: tuple[EscapeRun, ...]


@dataclass(frozen=True, slots=True)
class Drive:
    """What every run of one program needs; `before_model`, `hook_files` as in `Escapes`, `rows` as in `denial`."""

    driver: Driver
    turn: Turn
    version: str
    install: Path
    prefix: tuple[str, ...]
    say: Callable[[str], None]
    before_model: tuple[str, ...] = ()
    hook_files: tuple[str, ...] = ()
    rows: Sequence[Row] | None = None

    def measure(self, trials: Iterable[Trial]) -> Iterator[Measured]:
        """Yield what each group of trials gives, as soon as it is known; two are measured at a time."""
        for measured in side_by_side(self._measure, _groups(trials, apart=self.turn.stop_ends_run)):
            for cell in measured.cells:
                why = cell.event or cell.note
                self.say(f"  {cell.row}: {cell.verdict}{f' ({why})' if why else ''}")
            yield measured

    def _measure(self, group: list[Trial]) -> Measured:
        observed: list[list[Observed]] = []
        runs: list[EscapeRun] = []
        for hooks in (NONE, WATCHING, DENYING):
            found, run = self._run(group, hooks)
            observed.append(found)
            runs.append(run)
            if not any(one.whole for one in observed[0]):
                # No hook can say more of what does not happen without one.
                observed += [observed[0]] * 2
                break
        cells: list[EscapeCell] = []
        again: list[Trial] = []
        before = pre_tool_events(self.driver.platform, self.version)
        for trial, bare, watched, denied in zip(group, *observed, strict=True):
            judged = judge(bare, watched, denied, before, changes_hooks=trial.changes_hooks)
            if judged.verdict == NOT_TRIED and bare.reason is None and len(group) > 1:
                # A row before it may have ended the run, or changed what it needs.
                again.append(trial)
                continue
            cells.append(_cell(trial, judged, runs))
        for trial in again:
            more = self._measure([replace(trial, is_alone=True)])
            cells += more.cells
            runs += more.runs
        return Measured(tuple(cells), tuple(runs))

    def _run(self, group: list[Trial], hooks: str) -> tuple[list[Observed], EscapeRun]:
        first = group[0]
        scenario = self._scenario(group, has_control=self._has_control(first, hooks))
        answers = self._denials(group) if hooks == DENYING else None
        beside = self._beside(group, hooks)
        events = pre_tool_events(self.driver.platform, self.version)
        early = (*prompt_events(self.driver.platform, self.version), *self.before_model)
        with run_scenario(
            self.driver,
            self.version,
            self.install,
            scenario,
            prefix=self.prefix,
            commands={} if hooks == NONE else None,
            answers=answers,
            effects=effects_of(group),
            arrange=None if beside is None else self._arranging(first, beside),
        ) as run:
            control: bool | None = None
            if self._has_control(first, hooks) and hooks != NONE:
                ran = (run.workspace / _CONTROL).is_file() or (run.home / _CONTROL).is_file()
                control = named_by(run.calls, _CONTROL, events) if hooks == WATCHING else not ran
            elif first.alive and hooks == WATCHING:
                control = any(event_of(call) == first.alive for call in run.calls)
            found = [
                observe(run, trial, platform=self.driver.platform, control=control, before_model=early)
                for trial in group
            ]
        asked = {
            "platform": self.driver.platform,
            "version": self.version,
            "hooks": hooks,
            "scenario": _as_json(scenario),
            "answers": answers,
        } | ({} if beside is None else {"beside": [asdict(first.beside or Beside()), beside]})
        name = hashlib.sha256(json.dumps(asked, sort_keys=True, default=str).encode()).hexdigest()[:_ID]
        today = dt.datetime.now(tz=dt.UTC).date().isoformat()
        return found, EscapeRun(name, hooks, first.door, first.mode, today, control)

    def _has_control(self, trial: Trial, hooks: str) -> bool:
        """Tell whether a run begins with the control command: not where its denial would end the run."""
        return trial.has_control and not (hooks == DENYING and self.turn.stop_ends_run)

    def _scenario(self, group: list[Trial], *, has_control: bool) -> Scenario:
        first = group[0]
        # In the home: a row may remove the workspace.
        control = (shell(self.turn, f"printf done > {{{{home}}}}/{_CONTROL}"),) if has_control else ()
        conversations: dict[str, tuple[Reply, ...]] = {"main": (*control, *(r for t in group for r in t.replies))}
        routes: list[Route] = []
        ends: dict[str, Reply] = {}
        files: dict[str, str | bytes] = {"notes.txt": "a workspace with one file\n"}
        home_files: dict[str, str | bytes] = {}
        for trial in group:
            conversations |= trial.conversations
            routes += [route for route in trial.routes if route not in routes]
            ends |= trial.ends
            files |= trial.workspace_files
            home_files |= trial.home_files
        seconds = _RUN_SECONDS + _ROW_SECONDS * len(group) + self.driver.startup_seconds
        start = first.instead or Program(first.started.argv, timeout=seconds, stdin=first.started.stdin)
        return Scenario(
            name="escapes",
            title="what hooks see",
            script=Script(conversations, tuple(routes), finish=self.turn.finish, finish_of=ends),
            steps=(start, *first.then),
            files=files,
            home_files=home_files,
            settings=dict(first.started.settings),
            environment=dict(first.started.environment),
            optional=True,
        )

    def _denials(self, group: list[Trial]) -> dict[str, list[dict[str, Any]]]:
        """Return what the denying hook answers: it lets pass what only leads to a row's own call, and nothing else."""
        row = denial(self.driver.platform, self.version, self.rows)
        deny = _entry(row)
        entries = [{"contains": [word], **in_manner(deny, trial.manner)} for trial in group for word in trial.words]
        unread = [{"unread": int(self._has_control(group[0], DENYING)), **deny}] if "unread" in group[0].manner else []
        nothing = {"steps": []} if row.answer.plugin is not None else {}
        return {row.registered_event: [*unread, *entries, {"contains": [CARRIED], **nothing}, {"contains": [], **deny}]}

    def _beside(self, group: list[Trial], hooks: str) -> list[dict[str, Any]] | None:
        """Return what the hooks beside the first answer: only while that one denies; None where there are none."""
        if group[0].beside is None or hooks == NONE:
            return None
        if hooks == WATCHING:
            return []
        row = denial(self.driver.platform, self.version, self.rows)
        return [
            {"contains": [word], **answer_beside(trial.said_beside, self.driver.platform, self.version, _entry(row))}
            for trial in group
            for word in trial.words
        ]

    def _arranging(self, trial: Trial, answers: list[dict[str, Any]]) -> Callable[[Place, Hooks], None]:
        elsewhere = trial.started.settings.get("hooks_in")
        files = self.hook_files if elsewhere is None else (str(elsewhere),)
        event = denial(self.driver.platform, self.version, self.rows).registered_event

        def arrange(place: Place, hooks: Hooks) -> None:
            hooks.log.with_name("beside.json").write_text(json.dumps(answers), encoding="utf-8")
            (trial.beside or Beside()).register(place, hooks, files, event)

        return arrange


def prompt_events(platform: str, version: str) -> tuple[str, ...]:
    """Return the events of a version, as registered, that come between a prompt and the model."""
    phases = load_vocabulary().events
    return tuple(
        event.registration
        for event in load_platform(platform).events.values()
        if phases.get(event.canonical or "") == "prompt" and event.covers(version)
    )


def pre_tool_events(platform: str, version: str) -> tuple[str, ...]:
    """Return the events of a version, as registered, that come before a tool."""
    events = load_platform(platform).events.values()
    return tuple(event.registration for event in events if event.canonical == PRE_TOOL and event.covers(version))


def denial(platform: str, version: str, rows: Sequence[Row] | None = None) -> Row:
    """Return a measured answer that stops a shell command, one after which the turn goes on if there is any.

    `rows` were measured at this very version; without them the nearest of the corpus are taken. Raises
    `HookconformError` (`escapes.no-deny`) if none is known.

    """
    event = pre_tool_event(platform)
    # What is stopped for want of an approval is not stopped by the answer.
    known = rows_for(platform, version) if rows is None else rows
    fitting = [row for row in known if (row.registered_event, row.tool, row.approval) == (event, "Bash", GRANTED)]
    in_process = any(row.answer.plugin is not None for row in fitting)
    stopping = [
        row
        for row in fitting
        if row.effect.tool == "stopped" and not row.answer.late and (row.answer.plugin is not None) == in_process
    ]
    if not stopping:
        raise HookconformError(
            "escapes.no-deny",
            f"No answer is known that stops a shell command on {platform}.",
            where=f"corpus/platforms/{platform}/responses",
            hint=f"Measure the answers first: `hookconform lab responses {platform}`.",
        )
    return min(stopping, key=lambda row: (row.effect.turn != "continues", not row.effect.told))


def _entry(row: Row) -> dict[str, Any]:
    if row.answer.plugin is not None:
        return {"steps": list(row.answer.plugin)}
    return {"exit_code": row.answer.exit_code, "stdout": row.answer.stdout, "stderr": row.answer.stderr}


def _cell(trial: Trial, judged: Judged, runs: list[EscapeRun]) -> EscapeCell:
    ids = {run.hooks: run.id for run in runs}
    bare, watched, denied = (ids.get(hooks, "") for hooks in (NONE, WATCHING, DENYING))
    return EscapeCell(trial.row, judged.verdict, judged.event, bare, watched, denied, judged.note)


def _groups(trials: Iterable[Trial], *, apart: bool) -> Iterator[list[Trial]]:
    """Yield trials that can share their runs, and then those that are alone: all where a stopped call ends a run."""
    found: list[tuple[object, list[Trial]]] = []
    alone: list[list[Trial]] = []
    for trial in trials:
        same = next((group for shares, group in found if shares == trial.shares), None)
        if apart or trial.is_alone:
            alone.append([trial])
        elif same is None:
            found.append((trial.shares, [trial]))
        else:
            same.append(trial)
    # What takes longest begins first.
    yield from (group for _, group in found)
    yield from alone


def _as_json(scenario: Scenario) -> dict[str, Any]:
    return {
        "script": scenario.script.as_json(),
        "steps": [asdict(step) for step in scenario.steps],
        "files": dict(scenario.files),
        "home_files": dict(scenario.home_files),
        "settings": scenario.settings,
        "environment": scenario.environment,
    }

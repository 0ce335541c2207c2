"""Measure what a program opens when a tool is given a path in many spellings.

Each spelling has a folder of its own and words that occur nowhere else. What was opened is read from bytes: the file
that holds the words afterwards, or the words in the result that the model is told. What the hook was told is kept too.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform.corpus.declared import declared_tools
from hookconform.corpus.path_spellings import (
    WORKSPACE,
    OpenedPaths,
    PathMeasurement,
    Spelling,
    as_named,
    file_tools,
    load_spellings,
)
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.enforce import pre_tool_event
from hookconform_lab.lab.file_calls import FileCall, file_calls, not_measured
from hookconform_lab.lab.install import install, need_tools
from hookconform_lab.lab.path_traces import found_in_files, path_opened, path_told, results_of, strings_of_hooks
from hookconform_lab.lab.run import run_scenario
from hookconform_lab.lab.script import Reply, Script
from hookconform_lab.lab.spelled_rows import SpelledRow, files_of, spelled_rows
from hookconform_lab.lab.turn import load_turn, turn_scenario

Say = Callable[[str], None]
# Seconds of a run, and of each call in it.
_RUN_SECONDS, _CALL_SECONDS = 90, 3
# Calls in one reply of the model.
_TOGETHER = 10
_UNHEARD = "no hook was called"
_BREAKS = "\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"


@dataclass(slots=True)
class _Seen:
    """What one tool did with every spelling, by its id: the path opened (None: none) and the path the hook was told."""

    opened: dict[str, str | None] = field(default_factory=dict[str, str | None])
    told: dict[str, str | None] = field(default_factory=dict[str, str | None])
    problems: list[str] = field(default_factory=list[str])


def measure_paths(
    driver: Driver, version: str, *, only: tuple[str, ...] = (), allow_network: bool = False, say: Say
) -> tuple[PathMeasurement, list[str]]:
    """Measure the file tools of a version, those named in `only` if any; return problems beside what was measured.

    Raises `HookconformError` (`lab.turn`, `lab.no-file-tool`) and what `install`, `need_tools`, `sandbox.enter` and
    `load_spellings` raise.
    """
    turn = load_turn(driver.platform, version)
    need_tools(driver)
    spellings = load_spellings(platform=driver.platform)

    def edited(end: str) -> tuple[str, ...]:
        rows = spelled_rows(spellings, "edit", end, "", is_absolute=False)
        return tuple(path for row in rows for path in row.targets)

    calls = file_calls(driver.platform, turn, edited)
    chosen = [call for call in calls if not only or call.tool in only]
    if not chosen:
        names = ", ".join(sorted({call.tool for call in calls}))
        raise HookconformError("lab.no-file-tool", "No file tool has such a name.", hint=f"File tools are: {names}.")
    prefix = sandbox.enter(allow_network=allow_network)
    bench = _Bench(driver, version, install(driver, version, say), prefix, turn.finish, spellings)
    tools: list[OpenedPaths] = []
    problems: list[str] = []
    for call in chosen:
        found, seen = bench.measure(call)
        say(f"  {call.tool} ({call.effect}): {_summary(found)}")
        tools.append(found)
        problems += [f"{call.tool} ({call.effect}): {problem}" for problem in seen.problems]
    driven = {call.tool for call in calls}
    reasons = not_measured(driver.platform)
    left: dict[str, str] = {}
    for name in file_tools(load_platform(driver.platform), declared_tools(driver.platform, version), version):
        if name in driven:
            continue
        if name in reasons:
            left[name] = reasons[name]
        else:
            problems.append(f"{name} opens files, and the part `file_calls` of the platform does not name it")
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    return PathMeasurement(driver.platform, version, today, tuple(tools), left), problems


@dataclass(frozen=True, slots=True)
class _Bench:
    driver: Driver
    version: str
    install: Path
    prefix: tuple[str, ...]
    finish: Reply
    spellings: tuple[Spelling, ...]

    def measure(self, call: FileCall) -> tuple[OpenedPaths, _Seen]:
        """Measure one tool with relative paths, or with absolute ones if it opens no relative path."""
        plain = self.spellings[:1]
        is_absolute = self._drive(call, plain, is_absolute=False).opened[plain[0].id] is None
        seen = self._drive(call, self.spellings, is_absolute=is_absolute)
        if not seen.problems and seen.opened.get(plain[0].id) is None:
            seen.problems.append("not even the plain path was opened; is the tool switched on?")
        return _opened_paths(call, self.spellings, seen, is_absolute=is_absolute), seen

    def _drive(self, call: FileCall, spellings: tuple[Spelling, ...], *, is_absolute: bool) -> _Seen:
        """Make a call of each spelling in as few runs as possible.

        A reply of the model has several calls; those that get no result of their own are made once more, one a reply,
        and those behind a call that ends a run get another run.
        """
        seen = _Seen()
        every = spelled_rows(self.spellings, call.effect, call.end, "{{workspace}}", is_absolute=is_absolute)
        chosen = {spelling.id for spelling in spellings}
        left = [row for row in every if row.spelling.id in chosen and not _is_unfit(call, row.path)]
        together = _TOGETHER
        while left:
            problem = self._run(call, every, left, together, seen)
            still = [row for row in left if row.spelling.id not in seen.opened]
            if together == 1 and len(still) == len(left):
                seen.problems.append(problem or "no call was answered")
                break
            left, together = still, 1
        return seen

    def _run(self, call: FileCall, every: list[SpelledRow], rows: list[SpelledRow], together: int, seen: _Seen) -> str:
        """Make one run and note what it shows; return why it did not come to its end, empty if it did."""
        groups = [rows[start : start + together] for start in range(0, len(rows), together)]
        started = call.started
        assert started is not None  # noqa: S101 (`file_calls` fills it in)
        scenario = turn_scenario(
            started,
            Script({"main": tuple(_reply(call, group) for group in groups)}, finish=self.finish),
            timeout=_RUN_SECONDS + _CALL_SECONDS * len(rows) + self.driver.startup_seconds,
            files={path: text for row in every for path, text in files_of(call, row)},
            links={f"here/{row.folder}": f"../{row.folder}" for row in every if row.spelling.link},
        )
        answers: dict[str, list[dict[str, Any]]] = {pre_tool_event(self.driver.platform): []}
        with run_scenario(
            self.driver, self.version, self.install, scenario, prefix=self.prefix, answers=answers
        ) as run:
            requests = sum(request.conversation == "main" for request in run.requests)
            found = found_in_files(run, rows) if call.effect in ("write", "edit") else {}
            results = dict(results_of(run, rows))
            told = strings_of_hooks(run)
            for number, group in enumerate(groups):
                texts = Counter(results.get(row.spelling.id) for row in group)
                for row in group:
                    opened = path_opened(run, call, row, found, results)
                    # The call that ended a run has no result.
                    ended = together == 1 and number == requests - 1
                    # One bad path may fail every call of a reply, with one text for all.
                    is_its_own = texts[results.get(row.spelling.id)] == 1
                    if opened is not None or (row.spelling.id in results and is_its_own) or ended:
                        seen.opened[row.spelling.id] = opened
                        seen.told[row.spelling.id] = path_told(run, row, told)
            return (
                ""
                if requests > len(groups)
                else "; ".join(
                    [f"a run ended after {requests} model requests", *(why for why in run.problems if why != _UNHEARD)]
                )
            )


def _reply(call: FileCall, rows: list[SpelledRow]) -> Reply:
    """Return a reply that makes the calls of several rows."""
    replies = [call.with_path(row.path, next(iter(row.targets.values()))) for row in rows]
    return replace(replies[0], calls=tuple(each for reply in replies for each in reply.calls))


def _is_unfit(call: FileCall, path: str) -> bool:
    return call.one_line and any(character in _BREAKS for character in path)


def _opened_paths(call: FileCall, spellings: Iterable[Spelling], seen: _Seen, *, is_absolute: bool) -> OpenedPaths:
    lists: dict[str, list[str]] = {name: [] for name in ("target", "as_written", "nothing", "unseen", "left_out")}
    other: dict[str, str] = {}
    told: dict[str, str] = {}
    for row in spelled_rows(spellings, call.effect, call.end, WORKSPACE, is_absolute=is_absolute):
        name = row.spelling.id
        if name not in seen.opened:
            lists["left_out"].append(name)
            continue
        opened = seen.opened[name]
        targets = [as_named(path, WORKSPACE) for path in row.targets]
        if opened is None:
            lists["nothing"].append(name)
            continue
        if opened == targets[0]:
            lists["target"].append(name)
        elif opened == as_named(row.path, WORKSPACE):
            lists["as_written"].append(name)
        else:
            other[name] = row.named(opened)
        heard = seen.told[name]
        if heard is None:
            lists["unseen"].append(name)
        elif heard.replace("{{workspace}}", WORKSPACE) != row.path:
            told[name] = row.named(heard)
    return OpenedPaths(
        call.tool, call.effect, call.end, is_absolute, other=other, told=told,
        **{name: tuple(ids) for name, ids in lists.items()},
    )  # fmt: skip


def _summary(found: OpenedPaths) -> str:
    counts = {"target": found.target, "as written": found.as_written, "other": found.other, "nothing": found.nothing}
    parts = [f"{name} {len(ids)}" for name, ids in counts.items()]
    return ", ".join([*parts, f"hook told otherwise {len(found.told)}", f"left out {len(found.left_out)}"])

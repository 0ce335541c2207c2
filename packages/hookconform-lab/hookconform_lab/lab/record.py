"""Record one platform at one version: every scenario, one after the other, bounded in time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.model_calls import ModelCall
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform_lab.lab import declared, manifest, model_calls, privacy, recording, sandbox
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.install import install, need_tools
from hookconform_lab.lab.run import Run, run_scenario
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.undeclared import undeclared_calls, without_calls

Say = Callable[[str], None]
_STOPPED = "stopped by the user"


@dataclass(frozen=True, slots=True)
class Recorded:
    """One recording: redacted rows, the calls made (tool → argument keys), the declared tools, the manifest.

    `model_calls` are the calls as the model made them, with what became of each.
    """

    rows: list[dict[str, Any]]
    calls: dict[str, set[tuple[str, ...]]]
    declared: dict[str, Any]
    manifest: dict[str, Any]
    model_calls: list[ModelCall] = field(default_factory=list[ModelCall])

    @property
    def was_stopped(self) -> bool:
        """Tell whether the user broke it off."""
        return any(problem.endswith(_STOPPED) for problem in self.manifest["problems"])

    @property
    def complete(self) -> bool:
        """Tell whether every scenario ended as it should."""
        return self.manifest["complete"]

    def save(self, folder: Path) -> list[Path]:
        """Write `<version>.jsonl`, `.declared.json`, `.manifest.json` and `.calls.jsonl` below folder/<platform>.

        There is no file of calls where nobody can tell what became of them: the platform has no part `outcomes`.
        """
        base = folder / self.manifest["platform"]
        version = self.manifest["version"]
        paths = [base / f"{version}{suffix}" for suffix in (".jsonl", ".declared.json", ".manifest.json")]
        private = privacy.of_this_machine()
        for document, path in ((self.declared, paths[1]), (self.manifest, paths[2])):
            privacy.refuse_leaks([str(document)], private, where=str(path))
        recording.write_rows(paths[0], self.rows, private)
        declared.write_json(paths[1], self.declared)
        declared.write_json(paths[2], self.manifest)
        if self.model_calls:
            paths.append(base / f"{version}.calls.jsonl")
            model_calls.write_calls(paths[3], self.model_calls, private)
        return paths


def record(  # noqa: PLR0913 (each is an option of the command)
    driver: Driver,
    version: str,
    *,
    allow_network: bool = False,
    quick: bool = False,
    only: tuple[str, ...] = (),
    also: tuple[str, ...] = (),
    say: Say,
) -> Recorded:
    """Install and run a program through its scenarios (`quick`: those without a terminal; `only`: by name).

    `also` are events that the version is not claimed to have: a hook is registered for them, too.
    Ctrl-C ends the scenario that runs, keeps what was recorded and marks it incomplete. Raises
    `HookconformError` (`lab.scenario`) and what `install`, `need_tools` and `sandbox.enter` raise. Scenarios that call
    tools which the version turns out not to declare are run again without these calls, unless `only` leaves out who may
    declare them.
    """
    chosen = _chosen(driver, version, quick=quick, only=only)
    tried = tuple(event for event in also if event not in driver.events(version))
    need_tools(driver)
    prefix = sandbox.enter(allow_network=allow_network)
    folder = install(driver, version, say)
    ran: dict[int, _Ran] = {}
    uncalled: list[str] = []
    running = ""

    def run(number: int, scenario: Scenario, place: str) -> None:
        nonlocal running
        running = scenario.name
        say(f"[{place}] {scenario.name}: {scenario.title}")
        with run_scenario(driver, version, folder, scenario, prefix=prefix, also=tried) as one:
            ran[number] = _Ran(one, recording.rows_of(driver, version, one))
        say(f"      {_summary(one)}")

    stopped: str | None = None
    try:
        for number, scenario in enumerate(chosen, 1):
            run(number, scenario, f"{number}/{len(chosen)}")
        undeclared = {} if only else undeclared_calls(driver, version, (one.run for one in ran.values()))
        uncalled = sorted(undeclared)
        if uncalled:
            say(f"{version} does not declare {', '.join(uncalled)}: once more without these calls")
        for number, scenario in enumerate(chosen, 1):
            if any(scenario.name in scenarios for scenarios in undeclared.values()):
                run(number, without_calls(scenario, uncalled), "again")
    except KeyboardInterrupt:
        stopped = f"{running}: {_STOPPED}"
    runs, rows = [one.run for one in ran.values()], [row for one in ran.values() for row in one.rows]
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    tools = declared.declared_tools(runs, driver.machine_enums)
    return Recorded(
        rows=rows,
        calls=manifest.calls_made(runs),
        declared=declared.declared_document(driver, version, today, tools),
        model_calls=model_calls.model_calls(driver, runs),
        manifest=manifest.manifest_of(
            driver,
            version,
            runs=runs,
            rows=rows,
            declared=tools,
            recorded=today,
            isolated=bool(prefix),
            quick=quick or bool(only),
            uncalled=uncalled,
            stopped=stopped,
            also=tried,
        ),
    )


def _chosen(driver: Driver, version: str, *, quick: bool, only: tuple[str, ...]) -> list[Scenario]:
    """Return the scenarios to run; a name that is not among them is an error (`lab.scenario`)."""
    every = [item for item in driver.scenarios(version) if item.quick or not quick]
    names = [item.name for item in every]
    for name in only:
        if name not in names:
            raise HookconformError(
                "lab.scenario",
                f"{driver.platform} {version} has no {'quick ' if quick else ''}scenario {name!r}.",
                where="--scenario",
                hint=f"{meant(name, names)} Scenarios: {', '.join(names)}.".strip(),
            )
    return [item for item in every if not only or item.name in only]


class _Ran(NamedTuple):
    run: Run
    rows: list[dict[str, Any]]


def _summary(run: Run) -> str:
    seconds = sum(outcome.seconds for outcome in run.outcomes)
    counts = f"{len(run.calls)} hook calls, {len(run.requests)} model requests, {seconds:.1f} s"
    return counts + (f"; INCOMPLETE: {'; '.join(run.problems)}" if run.problems else "")

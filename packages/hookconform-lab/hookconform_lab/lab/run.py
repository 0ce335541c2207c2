"""Run one scenario of a driver in the sandbox and return everything that was seen."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hookconform.ground.throw_away import throw_away
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.driver import Driver, HookCall, Hooks, Place
from hookconform_lab.lab.job import Job, StepEnd
from hookconform_lab.lab.place import (
    base_environment,
    make_hooks,
    make_place,
    make_repository,
    search_path,
    write_files,
)
from hookconform_lab.lab.placeholders import fill_in
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.shown import PYTHONPATH, shown_places

# Below it home and workspace have the placeholder paths (`privacy.py`).
_PREFIX = "hookconform-lab-"


@dataclass(frozen=True, slots=True)
class Request:
    """One model request as the engine logged it: which conversation and step, declared tools, results, body.

    `number` counts the requests of the run from 1; `model` is the id that was asked for, `formats` is as in
    `ModelRequest`.
    `results` are dicts `{name, call_id, text, is_error}`: what the model was told of each call so far.
    """

    conversation: str
    step: int
    tools: dict[str, dict[str, Any] | None]
    results: list[dict[str, Any]]
    reply: dict[str, Any]
    body: dict[str, Any]
    number: int = 0
    model: str = ""
    formats: dict[str, dict[str, Any]] = field(default_factory=dict[str, dict[str, Any]])


@dataclass(frozen=True, slots=True)
class Run:
    """What one scenario gave: hook calls in order, model requests in order, how each step ended.

    `workspace` and `home` still exist, so that marker files can be looked for; `folder` is what to remove
    from every text before it is kept (`privacy.py`). `ended` is False if the whole run ran out of time.
    """

    scenario: Scenario
    calls: list[HookCall]
    requests: list[Request]
    outcomes: list[StepEnd]
    workspace: Path
    home: Path
    folder: Path
    ended: bool

    @property
    def problems(self) -> list[str]:
        """Return why this run is not complete, in a few words each; empty if it is."""
        found = [] if self.ended else ["it was broken off"]
        found += ["a step did not start"] if self.ended and len(self.outcomes) < len(self.scenario.steps) else []
        for outcome in self.outcomes:
            if outcome.timed_out:
                found.append(f"out of time after {outcome.seconds:.0f} s")
            elif outcome.exit_code not in self.scenario.exit_codes:
                found.append(f"exit code {outcome.exit_code}")
            found += [f"the screen never showed {words!r}" for words in outcome.missed]
        if not self.calls and not self.scenario.optional:
            found.append("no hook was called")
        seen = {call.line.get("registered_event", call.line.get("hook")) for call in self.calls}
        return found + [f"{event} was never called" for event in self.scenario.expects if event not in seen]


@contextmanager
def run_scenario(  # noqa: PLR0913 (each is a choice of the caller)
    driver: Driver,
    version: str,
    install: Path,
    scenario: Scenario,
    *,
    prefix: tuple[str, ...],
    commands: Mapping[str, str] | None = None,
    answers: Mapping[str, list[dict[str, Any]]] | None = None,
    needs: tuple[Path, ...] = (),
    effects: Mapping[str, str] | None = None,
    arrange: Callable[[Place, Hooks], None] | None = None,
    also: tuple[str, ...] = (),
) -> Generator[Run]:
    """Run a scenario and give its `Run`; the throw-away folders are removed when the context is left.

    `prefix` is from `sandbox.enter`. `commands` installs somebody else's hooks instead of the recorder (see
    `driver.Hooks`); `answers` prescribes what the recorder answers at some events (see `place.make_hooks`).
    `needs` are folders that the hooks need: all but the program's own, the system's and the run's are hidden.
    `effects` are files below the workspace with words that they may come to hold: the recorder notes at each call which
    are there. `arrange` changes what the driver has written. `also` are further events that get a recorder.
    After Ctrl-C the run is given as far as it got, and `KeyboardInterrupt` raised when the context is left.
    """
    with throw_away(_PREFIX) as folder:
        place = make_place(folder, version, install)
        scenario = fill_in(scenario, driver, place)
        hooks = make_hooks(folder, place, commands, answers or {}, also)
        write_files(place.workspace, scenario.files)
        write_files(place.home, scenario.home_files)
        for name, target in scenario.links.items():
            (place.workspace / name).parent.mkdir(parents=True, exist_ok=True)
            (place.workspace / name).symlink_to(target)
        if effects is not None:
            listed = [[os.path.normpath(place.workspace / path), words] for path, words in effects.items()]
            hooks.log.with_name(f"{hooks.log.name}.effects").write_text(json.dumps(listed), encoding="utf-8")
        driver.prepare(place, scenario, hooks)
        if arrange is not None:
            arrange(place, hooks)
        if scenario.git:
            make_repository(place.workspace)
        environment = base_environment(place, driver.node) | driver.environment(place, scenario) | scenario.environment
        programs = ("git", *(step.argv[0] for step in scenario.steps), *driver.executable(install, version))
        job = Job(
            port=int(place.model_url.rsplit(":", 1)[1]),
            script=replace(scenario.script, routes=(*driver.asides, *scenario.script.routes)),
            steps=scenario.steps,
            environment=environment,
            workspace=place.workspace,
            requests=folder / "requests.jsonl",
            outcomes=folder / "outcomes.jsonl",
            isolated=bool(prefix),
            folder=folder,
            shown=shown_places(programs, (install, *needs), environment["PATH"]),
            served=driver.served(place),
        )
        job.save(folder / "job.json")
        interrupted = ended = False
        try:
            ended = sandbox.run_inside(
                ["-m", "hookconform_lab.lab.inside", str(folder / "job.json")],
                prefix=prefix,
                environment={"PATH": search_path(), "PYTHONPATH": PYTHONPATH},
                time_limit=job.time_limit,
            )
        except KeyboardInterrupt:
            interrupted = True
        yield Run(
            scenario=scenario,
            calls=[HookCall(line, scenario) for line in _lines(hooks.log)],
            requests=[_request(line) for line in _lines(job.requests)],
            outcomes=[StepEnd(**line) for line in _lines(job.outcomes)],
            workspace=place.workspace,
            home=place.home,
            folder=folder,
            ended=ended,
        )
        if interrupted:
            raise KeyboardInterrupt


def _lines(path: Path) -> list[dict[str, Any]]:
    """Return the parsed lines of a JSON lines file; a last line cut off by the end of the run is left out."""
    if not path.is_file():
        return []
    # Not splitlines: JSON may hold other line separators than the newline. What follows the last one is cut off.
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def _request(line: dict[str, Any]) -> Request:
    names = ("conversation", "step", "tools", "results", "reply", "body", "number", "model", "formats")
    return Request(**{name: line[name] for name in names})

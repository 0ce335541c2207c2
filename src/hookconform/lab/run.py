"""Run one scenario of a driver in the sandbox and return everything that was seen."""

from __future__ import annotations

import json
import os
import secrets
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hookconform.lab import hook, sandbox
from hookconform.lab.drivers.base import Driver, HookCall, Hooks, Place
from hookconform.lab.job import Job, Outcome
from hookconform.lab.scenario import Program, Scenario, Terminal
from hookconform.lab.script import script_from_json

_SYSTEM_PATH = ("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin")
_PACKAGE_PARENT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Request:
    """One model request as the engine logged it: which conversation and step, declared tools, results, body.

    `results` are dicts `{name, call_id, text, is_error}`: what the model was told of each call so far.
    """

    conversation: str
    step: int
    tools: dict[str, dict[str, Any] | None]
    results: list[dict[str, Any]]
    reply: dict[str, Any]
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Run:
    """What one scenario gave: hook calls in order, model requests in order, how each step ended.

    `workspace` and `home` still exist, so that marker files can be looked for; `folder` is what to remove
    from every text before it is kept (`privacy.py`). `ended` is False if the whole run ran out of time.
    """

    scenario: Scenario
    calls: list[HookCall]
    requests: list[Request]
    outcomes: list[Outcome]
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
    answers: list[dict[str, Any]] | None = None,
    commands: Mapping[str, str] | None = None,
    plugin: Path | None = None,
) -> Generator[Run]:
    """Run a scenario and give its `Run`; the throw-away folders are removed when the context is left.

    `prefix` is from `sandbox.enter`. `answers` prescribes the recorder's answers (see `hook.py`); `commands`
    and `plugin` install somebody else's hooks instead of the recorder (see `drivers.base.Hooks`).
    After Ctrl-C the run is given as far as it got, and `KeyboardInterrupt` raised when the context is left.
    """
    with _throw_away() as folder:
        place = _place(folder, version, install)
        scenario = fill_in(scenario, driver, place)
        hooks = _hooks(folder, place, answers, commands, plugin)
        _write_files(place.workspace, scenario.files)
        _write_files(place.home, scenario.home_files)
        driver.prepare(place, scenario, hooks)
        if scenario.git:
            _make_repository(place.workspace)
        job = Job(
            port=int(place.model_url.rsplit(":", 1)[1]),
            script=scenario.script,
            steps=scenario.steps,
            environment=_environment(place) | driver.environment(place, scenario) | scenario.environment,
            workspace=place.workspace,
            requests=folder / "requests.jsonl",
            outcomes=folder / "outcomes.jsonl",
            isolated=bool(prefix),
        )
        job.save(folder / "job.json")
        interrupted = ended = False
        try:
            ended = sandbox.run_inside(
                ["-m", "hookconform.lab.inside", str(folder / "job.json")],
                prefix=prefix,
                environment={"PATH": _path(), "PYTHONPATH": str(_PACKAGE_PARENT)},
                time_limit=job.time_limit,
            )
        except KeyboardInterrupt:
            interrupted = True
        yield Run(
            scenario=scenario,
            calls=[HookCall(line, scenario) for line in _lines(hooks.log)],
            requests=[_request(line) for line in _lines(job.requests)],
            outcomes=[Outcome(**line) for line in _lines(job.outcomes)],
            workspace=place.workspace,
            home=place.home,
            folder=folder,
            ended=ended,
        )
        if interrupted:
            raise KeyboardInterrupt


def fill_in(scenario: Scenario, driver: Driver, place: Place) -> Scenario:
    """Return a scenario with its placeholders (`{{workspace}}` …) replaced everywhere."""
    words = {
        "{{workspace}}": str(place.workspace),
        "{{home}}": str(place.home),
        "{{model_url}}": place.model_url,
        "{{python}}": sys.executable,
    }
    program = driver.executable(place.install, place.version)
    text = json.dumps(scenario.script.as_json())
    for word, value in words.items():
        text = text.replace(word, value)
    return replace(
        scenario,
        script=script_from_json(json.loads(text)),
        steps=tuple(_step(step, program, words) for step in scenario.steps),
        files=_filled(scenario.files, words),
        home_files=_filled(scenario.home_files, words),
        settings=_filled(scenario.settings, words),
        environment=_filled(scenario.environment, words),
    )


def _step(step: Program | Terminal, program: tuple[str, ...], words: dict[str, str]) -> Program | Terminal:
    argv = [part for word in step.argv for part in (program if word == "{{program}}" else (word,))]
    if isinstance(step, Program):
        return replace(step, argv=tuple(_filled(argv, words)), stdin=_filled(step.stdin, words))
    keys = tuple(replace(key, text=_filled(key.text, words)) for key in step.keys)
    return replace(step, argv=tuple(_filled(argv, words)), keys=keys)


def _filled(value: Any, words: dict[str, str]) -> Any:
    if isinstance(value, str):
        for word, meaning in words.items():
            value = value.replace(word, meaning)
        return value
    if isinstance(value, dict):
        return {key: _filled(item, words) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return [_filled(item, words) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value


@contextmanager
def _throw_away() -> Generator[Path]:
    """Make the run's folder; below it home and workspace have the placeholder paths (`privacy.py`)."""
    folder = Path(tempfile.gettempdir()).resolve() / f"hookconform-lab-{secrets.token_hex(6)}"
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _place(folder: Path, version: str, install: Path) -> Place:
    home, temporary = folder / "home" / "dev", folder / "tmp"
    workspace = home / "project"
    for path in (workspace, temporary, home / "tools"):
        path.mkdir(parents=True)
    server = _launcher(home / "tools" / "mcp-server", sys.executable, "-m", "hookconform.lab.mcp_server")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    return Place(
        version=version,
        install=install,
        workspace=workspace,
        home=home,
        temporary=temporary,
        model_url=f"http://127.0.0.1:{port}",
        mcp_command=(str(server),),
    )


def _hooks(
    folder: Path,
    place: Place,
    answers: list[dict[str, Any]] | None,
    commands: Mapping[str, str] | None,
    plugin: Path | None,
) -> Hooks:
    log = folder / "hooks.jsonl"
    answers_file = folder / "answers.json" if answers is not None else None
    if answers_file is not None:
        answers_file.write_text(json.dumps(answers), encoding="utf-8")
    recorder = _launcher(
        place.home / "tools" / "record-hook",
        sys.executable, "-I", "-S", str(hook.__file__), str(log), str(answers_file or ""),
    )  # fmt: skip
    return Hooks(log=log, recorder=(str(recorder),), answers=answers_file, commands=commands, plugin=plugin)


def _launcher(path: Path, *command: str) -> Path:
    """Write a start script: payloads may name the command, so it lives below the placeholder home."""
    lines = ["#!/bin/sh", f'PYTHONPATH={shlex.quote(str(_PACKAGE_PARENT))} exec {shlex.join(command)} "$@"', ""]
    path.write_text("\n".join(lines), encoding="utf-8")
    path.chmod(0o700)
    return path


def _write_files(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


def _make_repository(workspace: Path) -> None:
    identity = ("-c", "user.email=dev@example.com", "-c", "user.name=dev")
    environment = {"PATH": _path(), "HOME": str(workspace.parent), "GIT_CONFIG_NOSYSTEM": "1"}
    git = shutil.which("git") or "git"
    for arguments in (
        ("init", "-q", "-b", "main"),
        ("add", "."),
        (*identity, "commit", "-q", "--allow-empty", "-m", "start"),
    ):
        subprocess.run([git, *arguments], cwd=workspace, env=environment, check=True, capture_output=True)


def _environment(place: Place) -> dict[str, str]:
    """Return what every program gets; nothing of the user's environment passes."""
    return {
        "PATH": _path(),
        "HOME": str(place.home),
        "TMPDIR": str(place.temporary),
        "LANG": "C.UTF-8",
        "SHELL": "/bin/bash",
        "TERM": "xterm-256color",
    }


def _path() -> str:
    found = [shutil.which(name) for name in ("node", "rg", "git")]
    folders = [str(Path(name).parent) for name in found if name is not None]
    return os.pathsep.join(dict.fromkeys([*folders, *_SYSTEM_PATH]))


def _lines(path: Path) -> list[dict[str, Any]]:
    """Return the parsed lines of a JSON lines file; a last line cut off by the end of the run is left out."""
    if not path.is_file():
        return []
    # Not splitlines: JSON may hold other line separators than the newline. What follows the last one is cut off.
    return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n")[:-1]]


def _request(line: dict[str, Any]) -> Request:
    return Request(line["conversation"], line["step"], line["tools"], line["results"], line["reply"], line["body"])

"""The shared script of calls, made by each recorded model's own tools, and carried out by the base tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.semantics import STEPS, Answers, Row, Step, load_semantics, load_steps
from hookconform_lab.lab.semantics.drive import said
from hookconform_lab.lab.semantics.native import load_semantics_part
from tool_facades import ProviderToolRegistry
from tool_facades.base_tools import BaseTools, Command, Ended, LocalShell, Running
from tool_facades.wrappers import Offered
from tool_facades.wrappers.programs import ways_of

REGISTRY = ProviderToolRegistry()
SEES = ("reads", "searches", "shell", "waits")
# Commands take their time, and a program runs them alike for all models: one model of a program is asked.
ONCE = ("shell", "waits")
CHANGES = ("plain", "loose", "patches")


class Asked(NamedTuple):
    """A model whose run of the script was recorded; at one version its id decides whether a file has to be read."""

    platform: str
    version: str
    provider: str
    model: str
    read_first: bool = False


MODELS = (
    Asked("claude-code", "2.1.329", "claude", "claude-opus-5-5"),
    Asked("claude-code", "2.1.329", "claude", "claude-sonnet-4-5", read_first=True),
    Asked("gemini-cli", "0.61.0", "gemini", "gemini-2.5-flash"),
    Asked("opencode", "1.18.34", "opencode", "claude-scripted"),
    Asked("opencode", "1.18.34", "opencode", "gpt-5-scripted"),
    Asked("copilot-cli", "1.0.102", "copilot", "claude-sonnet-4.5"),
    Asked("copilot-cli", "1.0.102", "copilot", "gpt-5.4"),
    Asked("codex", "0.169.0", "codex", "gpt-5.5"),
)


class Ending(NamedTuple):
    """How a step ended: the class of its last call, the words told, the files afterwards."""

    outcome: str
    told: tuple[str, ...]
    files: dict[str, bytes]


@cache
def recorded(asked: Asked) -> Answers:
    return next(run for run in load_semantics(asked.platform, asked.version) if run.model == asked.model)


def steps(*scripts: str) -> list[Step]:
    return [step for step in load_steps() if step.script in scripts]


def as_recorded(row: Row) -> Ending:
    return Ending(row.outcome, row.told, row.files)


class _AtOnce:
    """A shell without the pauses that are there for programs that look at a file's time in seconds."""

    def __call__(self, command: Command) -> Ended:
        return LocalShell()(_without_pause(command))

    def start(self, command: Command) -> Running:
        return LocalShell().start(_without_pause(command))


def _without_pause(command: Command) -> Command:
    return replace(command, text=command.text.removeprefix("sleep 1.1; "))


class Workspace:
    """The workspace of one file of the script, as the lab has it: a folder a step, another beside, tools that stay."""

    def __init__(self, root: Path, asked: Asked) -> None:
        self.asked = asked
        self.root, self.beside = root / "project", root / "outside"
        self.root.mkdir(parents=True)
        (self.root / ".git").mkdir()
        self.tools = BaseTools(self.root, read_first=asked.read_first, ways=ways_of(asked.provider), shell=_AtOnce())
        self._offered = Offered(REGISTRY.tools_for_provider(asked.provider, asked.model), self.tools, every=True)
        self._part = load_semantics_part(asked.platform)

    def run(self, script: str) -> Iterator[tuple[Step, Row, Ending]]:
        """Yield step, recorded row and ending, when all steps are over: what goes on in the background counts."""
        done = [(step, row, self._last(step)) for step in steps(script) if (row := self._row(step))]
        for step, row, (outcome, told) in done:
            words = tuple(word for word in step.looks_for if word in told)
            yield step, row, Ending(outcome, words, self._files(step))

    def _row(self, step: Step) -> Row | None:
        return recorded(self.asked).rows.get(step.id)

    def _last(self, step: Step) -> tuple[str, str]:
        for folder, files in ((self._folder(step), step.files), (self.beside / step.id, step.outside)):
            folder.mkdir(parents=True)
            for path, content in files.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(content)
        result = None
        for call in said(self._part, self.asked.version, self.asked.model, step):
            given: Any = call.custom if call.custom is not None else self._placed(call.args)
            if isinstance(given, str):
                given = self._placed(given)
            result = self._offered.run(call.name, given)
        assert result is not None, step.id
        return result.outcome, result.text

    def _placed(self, value: Any) -> Any:
        if isinstance(value, str):
            return value.replace("{{workspace}}", str(self.root)).replace("{{home}}", str(self.root.parent))
        if isinstance(value, dict):
            return {key: self._placed(inner) for key, inner in value.items()}
        return [self._placed(inner) for inner in value] if isinstance(value, list) else value

    def _folder(self, step: Step) -> Path:
        return self.root / STEPS / step.id

    def _files(self, step: Step) -> dict[str, bytes]:
        return dict(_files(self._folder(step), "")) | dict(_files(self.beside / step.id, "outside/"))


def _files(folder: Path, prefix: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield prefix + path.relative_to(folder).as_posix(), path.read_bytes()


def endings(root: Path, asked: Asked, scripts: Iterable[str]) -> Iterator[tuple[Step, Row, Ending]]:
    """Yield how every step of some files of the script was recorded, and how the base tools end it."""
    for script in scripts:
        yield from Workspace(root / script, asked).run(script)

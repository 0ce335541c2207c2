"""The shared script of calls: the base tools leave what the recorded programs left, but for a list with reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from hook_adapters.base_tools import BaseTools, Command, EditWays, Ended, LocalShell
from hook_adapters.facades import Call, ProviderToolRegistry
from hookconform.corpus.semantics import Answers, CanonicalCall, Row, Step, load_semantics, load_steps

REGISTRY = ProviderToolRegistry()
DEVIATIONS: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "script_deviations.yaml").read_text(encoding="utf-8")
)
EXACT, AS_CLAUDE_CODE = EditWays(), EditWays(delete_line=True, trim_blanks=True, even_endings=True)


class Asked(NamedTuple):
    """A model whose run of the script was recorded, and the choices that make the base tools like its program."""

    platform: str
    version: str
    provider: str
    model: str
    edits: EditWays = EXACT
    read_first: bool = False


# At this version it is the model's id that decides whether a file has to be read first.
MODELS = (
    Asked("claude-code", "2.1.329", "claude", "claude-opus-5-5", AS_CLAUDE_CODE),
    Asked("claude-code", "2.1.329", "claude", "claude-sonnet-4-5", AS_CLAUDE_CODE, read_first=True),
    Asked("gemini-cli", "0.61.0", "gemini", "gemini-2.5-flash"),
    Asked("opencode", "1.18.34", "opencode", "claude-scripted"),
    Asked("opencode", "1.18.34", "opencode", "gpt-5-scripted"),
    Asked("codex", "0.169.0", "codex", "gpt-5.5"),
)


@cache
def _recorded(asked: Asked) -> Answers:
    return next(run for run in load_semantics(asked.platform, asked.version) if run.model == asked.model)


def _said(asked: Asked, step: Step) -> Row | None:
    return _recorded(asked).rows.get(step.id)


def _steps(*scripts: str) -> list[Step]:
    return [step for step in load_steps() if step.script in scripts]


def _agreed() -> list[Step]:
    """Return the plain steps that ended the same for every recorded model that can say them."""

    def endings(step: Step) -> set[tuple[Any, ...]]:
        rows = [row for asked in MODELS if (row := _said(asked, step))]
        return {(row.outcome, tuple(sorted(row.files.items()))) for row in rows}

    return [step for step in _steps("plain") if len(endings(step)) == 1]


class Workspace:
    """A workspace as the lab has it: a folder a step, another beside the workspace, and base tools that stay."""

    def __init__(self, root: Path, asked: Asked) -> None:
        self.asked = asked
        self.root = root / "workspace"
        self.beside = root / "outside"
        self.root.mkdir()
        self.tools = BaseTools(self.root, read_first=asked.read_first, edits=asked.edits, shell=_at_once)

    def calls(self, step: Step) -> list[CanonicalCall]:
        """Put the files of a step there, and return its calls as the model makes them."""
        for folder, files in ((self.folder(step), step.files), (self.beside / step.id, step.outside)):
            folder.mkdir(parents=True)
            for path, content in files.items():
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_bytes(content)
        by_patch = step.patch and (self.asked.provider == "codex" or not step.calls or "gpt" in self.asked.model)
        calls = step.patch if by_patch else step.calls
        places = (str(self.folder(step)), f"steps/{step.id}", str(self.beside / step.id))
        return [call.at(*places) for call in calls]

    def folder(self, step: Step) -> Path:
        """Return the folder of a step."""
        return self.root / "steps" / step.id

    def files(self, step: Step) -> dict[str, bytes]:
        """Return the files of a step as a row has them."""
        return dict(_files(self.folder(step), "")) | dict(_files(self.beside / step.id, "outside/"))


def _at_once(command: Command) -> Ended:
    """Run a command without its pause, which is there for programs that look at a file's time in seconds."""
    return LocalShell()(replace(command, text=command.text.removeprefix("sleep 1.1; ")))


def _files(folder: Path, prefix: str) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield prefix + path.relative_to(folder).as_posix(), path.read_bytes()


def _through_facades(asked: Asked, calls: Iterable[CanonicalCall]) -> Iterator[Call]:
    """Yield what arrives at the base tools if a model makes the calls under its own names."""
    for call in calls:
        made = REGISTRY.to_native(asked.provider, call.tool, call.arguments, model=asked.model)
        for native in made.calls:
            facade = REGISTRY.tool(asked.provider, native.tool, asked.model)
            yield from facade.to_canonical(native.arguments).calls


@pytest.mark.parametrize("asked", MODELS, ids=lambda asked: asked.model)
def test_where_programs_agree_every_providers_tools_leave_the_recorded_folder(tmp_path: Path, asked: Asked) -> None:
    workspace, held = Workspace(tmp_path, asked), 0
    for step in _agreed():
        row = _said(asked, step)
        if row is None:
            continue
        results = [workspace.tools.run(call) for call in _through_facades(asked, workspace.calls(step))]
        assert (results[-1].outcome, workspace.files(step)) == (row.outcome, row.files), step.id
        held += 1
    assert held >= 27


def _endings(root: Path, asked: Asked) -> Iterator[tuple[Step, Row, str, dict[str, bytes]]]:
    """Yield step, recorded row, outcome of the base tools, and files afterwards, for every step that changes files."""
    workspace = Workspace(root, asked)
    for step in _steps("plain", "loose", "patches"):
        row = _said(asked, step)
        if row is not None:
            results = [workspace.tools.run(call) for call in workspace.calls(step)]
            yield step, row, results[-1].outcome, workspace.files(step)


@pytest.mark.parametrize("platform", sorted(DEVIATIONS))
def test_every_step_ends_as_recorded_or_as_listed(tmp_path: Path, platform: str) -> None:
    outcomes: dict[str, str] = {}
    changing: set[str] = set()
    provoking: set[str] = set()
    for number, asked in enumerate(asked for asked in MODELS if asked.platform == platform):
        (tmp_path / str(number)).mkdir()
        for step, row, outcome, files in _endings(tmp_path / str(number), asked):
            provoking |= {step.id} if step.script != "plain" else set()
            if (outcome, files) != (row.outcome, row.files):
                outcomes[step.id] = outcome
                changing |= {step.id} if row.outcome != "ok" and files != row.files else set()
    listed = {step: deviation["base"] for deviation in DEVIATIONS[platform] for step in deviation["steps"]}
    assert outcomes == listed
    assert changing == {step for deviation in DEVIATIONS[platform] for step in deviation.get("changes", ())}
    assert len(provoking) >= 24


def test_like_claude_code_and_codex_but_for_two_things_at_most() -> None:
    for platform in ("claude-code", "codex"):
        assert len(DEVIATIONS[platform]) <= 2
        assert not any("changes" in deviation for deviation in DEVIATIONS[platform])


def test_every_deviation_has_a_reason_and_every_program_its_list() -> None:
    assert {asked.platform for asked in MODELS} == set(DEVIATIONS)
    assert all(deviation["reason"] for listed in DEVIATIONS.values() for deviation in listed)

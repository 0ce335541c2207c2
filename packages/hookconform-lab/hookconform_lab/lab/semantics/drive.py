"""Run a program through the shared script, for one model, and see what it did with each step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from hookconform.corpus.semantics import STEPS, Answers, Row, Step, load_steps
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.plain_text import counted
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.install import install, need_tools
from hookconform_lab.lab.model_calls import Answered, answered
from hookconform_lab.lab.outcomes import Outcomes, outcomes_of
from hookconform_lab.lab.run import Run, run_scenario
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.script import Call, Reply, Script
from hookconform_lab.lab.semantics.native import Semantics, load_semantics_part
from hookconform_lab.lab.turn import turn_scenario

Say = Callable[[str], None]
_SECONDS = 400
OUTSIDE = "outside"


@dataclass(frozen=True, slots=True)
class _Asked:
    """A step and the native calls that say it."""

    step: Step
    calls: tuple[Call, ...]


def drive(  # noqa: PLR0913 (each is a choice of the caller)
    driver: Driver,
    version: str,
    *,
    models: Iterable[str] = (),
    only: Iterable[str] = (),
    allow_network: bool = False,
    say: Say,
) -> list[Answers]:
    """Return what a program did, one entry a model (those of the platform's part if none is named).

    `only` names files of the script; all if it is empty.

    Raises `HookconformError`: `lab.semantics` if the platform lacks that part or the part `outcomes`, `lab.script` if
    the script has no such file, `lab.unanswered` if the program ended before every call had an answer, and what
    `install`, `need_tools`, `sandbox.enter` raise.
    """
    part, outcomes = load_semantics_part(driver.platform), outcomes_of(driver.platform)
    if outcomes is None:
        raise HookconformError(
            "lab.semantics",
            f"Nobody can tell what became of a call on {driver.platform!r}.",
            hint="Write its part `outcomes`: docs/maintainers/adding-a-platform.md.",
        )
    need_tools(driver)
    prefix = sandbox.enter(allow_network=allow_network)
    folder = install(driver, version, say)
    found: list[Answers] = []
    for model in tuple(models) or part.models(version):
        rows: dict[str, Row] = {}
        not_said: list[str] = []
        for name, steps in _scripts(frozenset(only)):
            asked = [_Asked(step, calls) for step in steps if (calls := said(part, version, model, step))]
            not_said += [step.id for step in steps if step not in [item.step for item in asked]]
            say(f"{model}, {name}: {counted(len(asked), 'step')}")
            if asked:
                scenario = _scenario(part, version, model, asked)
                with run_scenario(driver, version, folder, scenario, prefix=prefix, commands={}) as run:
                    rows |= {row.step: row for row in _rows(run, model, asked, outcomes)}
        found.append(Answers(driver.platform, version, model, driver.family_of(model), rows, frozenset(not_said)))
    return found


def _scripts(only: frozenset[str]) -> Iterator[tuple[str, list[Step]]]:
    steps = load_steps()
    names = dict.fromkeys(step.script for step in steps)
    unknown = sorted(only - names.keys())
    if unknown:
        raise HookconformError("lab.script", f"The script has no file {unknown[0]!r}.", hint=meant(unknown[0], names))
    for name in names:
        if name in only or not only:
            yield name, [step for step in steps if step.script == name]


def said(part: Semantics, version: str, model: str, step: Step) -> tuple[Call, ...]:
    """Return a step in native calls, none if it cannot be said: by string edits if there are such, else by patches."""
    for asked in (step.calls, step.patch):
        filled = tuple(
            call.at(f"{{{{workspace}}}}/{STEPS}/{step.id}", f"{STEPS}/{step.id}", f"{{{{home}}}}/{OUTSIDE}/{step.id}")
            for call in asked
        )
        calls = part.calls(version, model, filled)
        if calls:
            return calls
    return ()


def _scenario(part: Semantics, version: str, model: str, asked: list[_Asked]) -> Scenario:
    """Return the run of one file of the script; every step has its two folders, whatever it begins with."""
    inside: dict[str, str | bytes] = {}
    beside: dict[str, str | bytes] = {}
    for item in asked:
        for root, files, found in ((STEPS, item.step.files, inside), (OUTSIDE, item.step.outside, beside)):
            found[f"{root}/{item.step.id}/"] = ""
            found.update({f"{root}/{item.step.id}/{path}": data for path, data in files.items()})
    replies = tuple(Reply(calls=(call,)) for item in asked for call in item.calls)
    scenario = turn_scenario(part.start(version, model), Script({"main": replies}), timeout=_SECONDS, files=inside)
    return replace(scenario, home_files=beside)


def _rows(run: Run, model: str, asked: list[_Asked], outcomes: Outcomes) -> Iterator[Row]:
    """Yield a row a step; the calls of the main conversation are those of the steps, in order."""
    results = {(one.request.step, one.call["name"]): one for one in answered(run.requests) if _is_main(one)}
    position = 0
    for item in asked:
        made = [results.get((position + index, call.name)) for index, call in enumerate(item.calls)]
        position += len(item.calls)
        answers = [one for one in made if one is not None]
        if len(answers) < len(made):
            raise HookconformError(
                "lab.unanswered",
                f"The program ended, or went on, without an answer to the step {item.step.id!r}.",
                where=f"{model}: {'; '.join(run.problems) or 'no problem was told'}",
                hint="Run it again; if it stays so, the step ends this program's turn.",
                exit_code=EXIT_INCOMPLETE,
            )
        classes = tuple(one.outcome(outcomes) for one in answers)
        yield Row(
            step=item.step.id,
            outcome=classes[-1],
            earlier=classes[:-1],
            told=tuple(word for word in item.step.looks_for if word in answers[-1].result["text"]),
            files=dict(_files(run, item.step.id)),
        )


def _is_main(one: Answered) -> bool:
    return one.request.conversation == "main"


def _files(run: Run, step: str) -> Iterator[tuple[str, bytes]]:
    """Yield path and bytes of every file of a step, those beside the workspace below `outside/`."""
    for root, head in ((run.workspace / STEPS / step, ""), (run.home / OUTSIDE / step, f"{OUTSIDE}/")):
        for path in sorted(root.rglob("*")):
            if path.is_file():
                yield f"{head}{path.relative_to(root).as_posix()}", path.read_bytes()

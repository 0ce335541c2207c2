"""Measure what hook answers do: run the real program, give each form's answer, look at what happened.

A form's tool call leaves a marker file, so the workspace shows whether it ran and with which input. The model
requests that follow show what the model was told: every answer holds words that occur nowhere else.
Forms are put into one run, one call each, where nothing speaks against it; a form that ends that run is
measured once more in a run of its own.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookconform.effects.effect import Observation
from hookconform.effects.forms import Form, load_forms, marker_command, marker_patch, output_word
from hookconform.effects.rows import row_of
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.install import install, need_tools
from hookconform_lab.lab.run import Run, run_scenario
from hookconform_lab.lab.script import Reply, Script
from hookconform_lab.lab.turn import GRANTED, Turn, load_turn, turn_scenario

Say = Callable[[str], None]
SHARED, OWN = "shared-run", "own-run"
# Seconds of a run with one form, beside those that a late one takes to answer.
_OWN_TIMEOUT = 75
_SHARED_TIMEOUT = 400


@dataclass(frozen=True, slots=True)
class Measured:
    """Rows in the order of the forms, and a line for each form whose hook was never called."""

    rows: list[dict[str, Any]]
    unmeasured: list[str]


@dataclass(frozen=True, slots=True)
class Bench:
    """What every measurement of one program needs."""

    driver: Driver
    turn: Turn
    version: str
    folder: Path
    prefix: tuple[str, ...]
    say: Say


def measure(
    driver: Driver, version: str, *, only: tuple[str, ...] = (), allow_network: bool = False, say: Say
) -> Measured:
    """Measure the forms that `version` can be asked; `only` keeps those whose id contains any of it.

    Raises `HookconformError` (`lab.no-forms`, `lab.no-plugin`, `lab.turn`) and what `install`, `need_tools`,
    `sandbox.enter` and `load_forms` raise.
    """
    turn = load_turn(driver.platform, version)
    need_tools(driver)
    forms = load_forms(driver.platform, version)
    chosen = [form for form in forms if not only or any(part in form.id for part in only)]
    if not chosen:
        raise HookconformError("lab.no-forms", "No form has such an id.", hint="Forms stand in responses/forms.yaml.")
    folder, prefix = install(driver, version, say), sandbox.enter(allow_network=allow_network)
    if any(form.answer.plugin is not None for form in chosen) and not driver.in_process:
        raise HookconformError(
            "lab.no-plugin",
            f"Forms of {driver.platform!r} are steps of a plugin, and its driver does not install plugins.",
            hint="Set `in_process` in the driver and install `hooks.steps` in `prepare`.",
        )
    bench = Bench(driver, turn, version, folder, prefix, say)
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    found: dict[str, dict[str, Any]] = {}
    unmeasured: list[str] = []
    for group in _groups(chosen):
        for form, observed, how in _measure_group(bench, group):
            if isinstance(observed, str):
                unmeasured.append(f"{form.id}: {observed}")
                say(f"  {form.id}: NOT MEASURED: {observed}")
                continue
            found[form.id] = row_of(form, observed, date=today, how=how)
            say(f"  {form.id}: {_summary(observed)}")
    return Measured([found[form.id] for form in chosen if form.id in found], unmeasured)


def _groups(forms: list[Form]) -> Iterator[list[Form]]:
    """Yield forms that can share a run: same event, tool and approval; a form that must be alone, alone."""
    shared: dict[tuple[str, str | None, str, bool, bool], list[Form]] = {}
    for form in forms:
        if form.alone:
            yield [form]
        else:
            plugin = form.answer.plugin is not None
            key = (form.registered_event, form.tool, form.approval, form.failing, plugin)
            shared.setdefault(key, []).append(form)
    yield from shared.values()


def _measure_group(bench: Bench, forms: list[Form]) -> Iterator[tuple[Form, Observation | str, str]]:
    """Measure forms in as few runs as possible; after a form that ended a run the rest get another.

    In the place of an observation stands a text that says why there is none.
    """
    left = forms
    while left:
        how = OWN if len(left) == 1 else SHARED
        with _run(bench, left) as run:
            served = _served(run, left) if how == SHARED else 1
            for form in left[:served]:
                yield form, _never_called(bench.turn, form, run) or observe(run, form, own=how == OWN), how
        if served < len(left):
            breaking, left = left[served], left[served + 1 :]
            bench.say(f"  {breaking.id} does not let the run go on; it gets one of its own")
            yield from _measure_group(bench, [breaking])
        else:
            left = []


def _served(run: Run, forms: list[Form]) -> int:
    """Return how many forms of a shared run were followed by another model request."""
    return min(len(forms), max(0, len(_main(run)) - 1))


def _never_called(turn: Turn, form: Form, run: Run) -> str:
    """Return why the form says nothing: its hook was not called with its call; empty if it was.

    A plugin's hook that the program never calls at all is no failure: that is what was measured.
    """
    if any(all(text in call.line["payload_text"] for text in turn.texts_of(form)) for call in run.calls):
        return ""
    if form.answer.plugin is not None and not run.calls:
        return ""
    words = " / ".join(outcome.stderr.strip()[-200:] for outcome in run.outcomes)
    return f"its hook was never called ({'; '.join(run.problems) or 'the run was in order'}) {words}".strip()


def observe(run: Run, form: Form, *, own: bool) -> Observation:
    """Return what one run shows of one form; `own`: the run had no other."""
    requests = _main(run)
    said = "\n".join(json.dumps(request.body, ensure_ascii=False) for request in requests)
    told = tuple(word for word in form.own_words if _has_word(said, word))
    turned = _turn(run, form, len(requests)) if own else "continues"
    if form.tool is None:
        return Observation(None, None, None, told, turned)
    marker = run.workspace / form.marker
    if not marker.is_file():
        return Observation("stopped", None, None, told, turned)
    word = marker.read_text(encoding="utf-8").strip()
    output = None
    if not own or len(requests) > 1:
        output = "shown" if _has_word(said, output_word(form.marker)) else "hidden"
    if form.tool == "Edit":
        output = None
    return Observation("ran", word, output, told, turned)


def _turn(run: Run, form: Form, requests: int) -> str:
    expected = (0 if form.tool is None else 1) + 1
    if any(outcome.timed_out for outcome in run.outcomes) or not run.ended:
        return "hung"
    if requests < expected:
        return "ended"
    return "extended" if requests > expected else "continues"


def _has_word(text: str, word: str) -> bool:
    """Tell whether `word` stands in `text` and is not the start of a longer one."""
    start = text.find(word)
    while start >= 0:
        following = text[start + len(word) : start + len(word) + 1]
        if not (following.isalnum() or following == "-"):
            return True
        start = text.find(word, start + 1)
    return False


def _main(run: Run) -> list[Any]:
    return [request for request in run.requests if request.conversation == "main"]


@contextmanager
def _run(bench: Bench, forms: list[Form]) -> Generator[Run]:
    """Run one turn with the forms' answers installed."""
    first = forms[0]
    replies = tuple(_call(bench, form) for form in forms if form.tool is not None)
    timeout = (_OWN_TIMEOUT if len(forms) == 1 else _SHARED_TIMEOUT) + bench.driver.startup_seconds
    timeout += max(0, bench.turn.late_seconds - Turn.late_seconds) if first.answer.late else 0
    started = bench.turn.start(granted=first.approval == GRANTED)
    scenario = turn_scenario(started, Script({"main": replies}, finish=bench.turn.finish), timeout=timeout)
    answers = {first.registered_event: [_answer(bench.turn, form) for form in _longest_first(forms)]}
    with run_scenario(bench.driver, bench.version, bench.folder, scenario, prefix=bench.prefix, answers=answers) as run:
        yield run


def _call(bench: Bench, form: Form) -> Reply:
    if form.tool == "Edit":
        return bench.turn.patch_call(marker_patch(form.marker))
    turn = bench.turn
    command = marker_command(form.marker) + turn.linger
    if form.failing:
        command += "; exit 4"
    return turn.shell_call(command) if form.approval == GRANTED else turn.asking_shell_call(command)


def _longest_first(forms: list[Form]) -> list[Form]:
    """Return the forms so that one whose name begins like another's comes before it: the first that fits answers."""
    return sorted(forms, key=lambda form: -len(form.name))


def _answer(turn: Turn, form: Form) -> dict[str, Any]:
    """Return the entry with which the recorder, or a plugin, gives a form's answer to that form's call."""
    if form.answer.plugin is not None:
        return {"contains": turn.texts_of(form), "steps": list(form.answer.plugin)}
    return {
        "contains": turn.texts_of(form),
        "once": form.tool is None,
        "exit_code": form.answer.exit_code,
        "stdout": form.answer.stdout,
        "stderr": form.answer.stderr,
        "sleep": turn.late_seconds if form.answer.late else 0,
    }


def _summary(observed: Observation) -> str:
    parts = [observed.tool or "", observed.input or "", observed.output or "", observed.turn, " ".join(observed.told)]
    return ", ".join(part for part in parts if part)

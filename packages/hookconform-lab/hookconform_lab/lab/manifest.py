"""The run manifest: which program, how it was driven, what was seen, and what was not and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.model_calls import full_name
from hookconform_lab.lab.run import Run
from hookconform_lab.lab.scenario import Terminal

NOT_REACHED = "no scenario reached it"


def driven_tools(runs: Iterable[Run]) -> dict[str, list[str]]:
    """Return the names the scripted model really called → the scenarios it did so in."""
    found: dict[str, list[str]] = {}
    for run in runs:
        for request in run.requests:
            for call in request.reply["calls"]:
                scenarios = found.setdefault(full_name(call), [])
                if run.scenario.name not in scenarios:
                    scenarios.append(run.scenario.name)
    return dict(sorted(found.items()))


def calls_made(runs: Iterable[Run]) -> dict[str, set[tuple[str, ...]]]:
    """Return the names the scripted model really called → the sorted argument keys of each kind of call."""
    found: dict[str, set[tuple[str, ...]]] = {}
    for run in runs:
        for request in run.requests:
            for call in request.reply["calls"]:
                found.setdefault(full_name(call), set()).add(tuple(sorted(call["args"])))
    return found


def manifest_of(  # noqa: PLR0913 (each is a fact of its own)
    driver: Driver,
    version: str,
    *,
    runs: list[Run],
    rows: list[dict[str, Any]],
    declared: Iterable[str],
    recorded: str,
    isolated: bool,
    quick: bool,
    uncalled: Iterable[str] = (),
    stopped: str | None = None,
    also: tuple[str, ...] = (),
) -> dict[str, Any]:
    """Return the manifest of one recording; `stopped` says why it was broken off, if it was.

    `also` are events that got a hook though the version is not claimed to have them. `uncalled` are the tools that
    scenarios had calls of and that this version does not declare.
    """
    reasons = driver.not_driven(version)
    driven = driven_tools(runs)
    registered = (*driver.events(version), *also)
    events = Counter(str(row.get("registered_event", row.get("hook"))) for row in rows)
    tools = Counter(name for name in (driver.tool_of(row) for row in rows) if name is not None)
    problems = [f"{run.scenario.name}: {problem}" for run in runs for problem in run.problems]
    problems += [stopped] if stopped else []
    probes = {name for run in runs for name in run.scenario.probes}
    names = sorted(declared)
    # A call of a tool that does not exist records nothing: the driver does not fit this version.
    problems += [
        f"{', '.join(scenarios)}: called {name!r}, which is not declared"
        for name, scenarios in driven.items()
        if name not in names and name not in probes
    ]
    return {
        "$schema": "lab-manifest.schema.json",
        "platform": driver.platform,
        "version": version,
        "package": driver.package,
        "driver": "scripted-model",
        "recorded": recorded,
        "isolated": isolated,
        "quick": quick,
        "complete": not problems,
        "problems": problems,
        "scenarios": [_scenario(run) for run in runs],
        "tools": {
            "declared": names,
            "driven": [name for name in names if name in driven],
            "not_driven": _missing(names, driven, reasons.tools),
            "uncalled": sorted(uncalled),
            "probed": sorted(probes - set(names)),
            "seen_by_hooks": dict(sorted(tools.items())),
        },
        "events": {
            "registered": list(registered),
            "seen": dict(sorted(events.items())),
            "not_seen": _missing(registered, events, reasons.events),
        },
    }


def _missing(wanted: Iterable[str], reached: Iterable[str], reasons: dict[str, str]) -> dict[str, str]:
    there = set(reached)
    return {name: reasons.get(name, NOT_REACHED) for name in wanted if name not in there}


def _scenario(run: Run) -> dict[str, Any]:
    return {
        "name": run.scenario.name,
        "title": run.scenario.title,
        "driven": "terminal" if any(isinstance(step, Terminal) for step in run.scenario.steps) else "headless",
        "exit_codes": [outcome.exit_code for outcome in run.outcomes],
        "expects": list(run.scenario.expects),
        "hook_calls": len(run.calls),
        "complete": not run.problems,
    }

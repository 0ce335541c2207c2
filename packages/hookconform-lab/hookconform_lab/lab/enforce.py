"""Prove a policy hook on the real program: install it, let a model attempt calls, look at the markers they leave.

The same calls are driven once without the hook. A call that does not run there either would prove nothing.
"""

from __future__ import annotations

import datetime as dt
import json
import shlex
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookconform.attach.hook_command import hook_command, write_rules
from hookconform.attach.manifest import Manifest
from hookconform.attach.place.environment import search_path
from hookconform.corpus.claims import load_platform
from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.ground.errors import EXIT_FAILED, EXIT_INCOMPLETE, EXIT_OK, HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.throw_away import throw_away
from hookconform.run.engine import combined_pack
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.attempted_calls import CALLS, FILES
from hookconform_lab.lab.attempts import Attempt, Round, left_out, rounds
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.install import install, need_tools
from hookconform_lab.lab.run import Run, run_scenario
from hookconform_lab.lab.shown import program_places
from hookconform_lab.lab.spelled_attempts import spelled_attempts_of_sets
from hookconform_lab.lab.turn import Turn, load_turn, turn_scenario

Say = Callable[[str], None]
# Seconds of a turn, and of each call in it.
_TURN_SECONDS, _CALL_SECONDS = 240, 2


@dataclass(frozen=True, slots=True)
class CallOutcome:
    """What became of one call: whether it ran without and with the hook, and whether the model was told the rule.

    `spelling` is the id of that of its path, where it has one.
    """

    title: str
    rule: str | None
    ran_without: bool
    ran_with: bool
    told: bool
    spelling: str = ""

    @property
    def is_as_it_should(self) -> bool:
        """Tell whether the call runs by itself, and with the hook exactly if no rule blocks it."""
        return self.ran_without and self.ran_with == (self.rule is None)


@dataclass(frozen=True, slots=True)
class Enforcement:
    """One adapter in one program; `problems` says why a run did not come to its end.

    `left_out` are the calls that this program's model cannot make, with the reason.
    """

    adapter: str
    platform: str
    version: str
    date: str
    calls: tuple[CallOutcome, ...]
    left_out: tuple[tuple[str, str], ...]
    problems: tuple[str, ...]

    @property
    def exit_code(self) -> int:
        """Return the exit code of the command that made this."""
        if self.problems:
            return EXIT_INCOMPLETE
        return EXIT_OK if all(call.is_as_it_should for call in self.calls) else EXIT_FAILED

    def as_json(self) -> dict[str, Any]:
        """Return the enforcement as the report keeps it."""
        return {
            "adapter": self.adapter,
            "platform": self.platform,
            "version": self.version,
            "date": self.date,
            "calls": [
                {
                    "call": call.title,
                    "rule": call.rule,
                    "ran_without_hook": call.ran_without,
                    "ran_with_hook": call.ran_with,
                    "model_told_rule": call.told,
                    **({"spelling": call.spelling} if call.spelling else {}),
                }
                for call in self.calls
            ],
            "left_out": [{"call": title, "why": why} for title, why in self.left_out],
        }


def enforce(  # noqa: PLR0913 (each is an option of the command)
    manifest: Manifest,
    driver: Driver,
    version: str,
    *,
    allow_network: bool,
    show: tuple[Path, ...] = (),
    say: Say,
) -> Enforcement:
    """Install the adapter's hook program in the real program and drive every attempt, without it and with it.

    The program sees of the real file system only the adapter's folder, that of its program, and `show`. Raises
    `HookconformError` (`enforce.no-hook`, `enforce.platform`, `enforce.rules`, `enforce.plugin`, `enforce.event`,
    `enforce.program`, `lab.turn`) and what `install`, `need_tools` and `sandbox.enter` raise.
    """
    _demand_hook(manifest, driver.platform)
    platform = driver.platform
    turn, event = load_turn(platform, version), pre_tool_event(platform)
    need_tools(driver)
    prefix = sandbox.enter(allow_network=allow_network)
    folder = install(driver, version, say)
    with throw_away("hookconform-enforce-") as place:
        rules = place / manifest.hook.rules_path
        write_rules(combined_pack(), rules)
        line = _command_line(manifest, platform, event, rules)
        commands = {event: shlex.join(line)}
        needs = (manifest.folder, *show, *(place for word in line for place in program_places(word)))

        def driven(turn: Turn, part: Round, commands: dict[str, str], places: tuple[Path, ...]) -> _Driven:
            timeout = _TURN_SECONDS + _CALL_SECONDS * len(part.calls) + driver.startup_seconds
            files = FILES | dict(call.before for call in part.calls if call.before[0])
            scenario = turn_scenario(part.started, part.script(turn), timeout=timeout, files=files)
            with run_scenario(driver, version, folder, scenario, prefix=prefix, commands=commands, needs=places) as run:
                found = _Driven.of(run, part.calls, stop_ends_run=turn.stop_ends_run and bool(commands))
            # Where a stopped call ends the run, those behind it are made in runs of their own.
            rest = part.calls[found.served :]
            if not rest or found.problems:
                return found
            return found.with_more(driven(turn, Round(part.started, rest), commands, places))

        spelled = spelled_attempts_of_sets(platform, (turn, *turn.toolsets))
        parts = [(each, part) for each in (turn, *turn.toolsets) for part in rounds(each, (*CALLS, *spelled[each]))]
        say("without the hook")
        without = [driven(each, part, {}, ()) for each, part in parts]
        say(f"with {manifest.name}")
        with_hook = [driven(each, part, commands, (place, *needs)) for each, part in parts]
    outcomes = tuple(
        CallOutcome(
            title=f"{call.title} ({each.toolset})" if each.toolset else call.title,
            rule=call.rule,
            ran_without=call in before.ran,
            ran_with=call in after.ran,
            told=call.rule is not None and call.rule in after.said,
            spelling=call.spelling,
        )
        for (each, part), before, after in zip(parts, without, with_hook, strict=True)
        for call in part.calls
    )
    problems = [f"without the hook: {problem}" for run in without for problem in run.problems]
    problems += [f"with the hook: {problem}" for run in with_hook for problem in run.problems]
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    missing = tuple((call.title, why) for call, why in left_out(turn, CALLS))
    return Enforcement(manifest.name, platform, version, today, outcomes, missing, tuple(problems))


@dataclass(frozen=True, slots=True)
class _Driven:
    """What one run left: the calls that ran, all that its model was told, why it did not come to its end.

    `served` is how many of its calls were made.
    """

    ran: frozenset[Attempt]
    said: str
    problems: tuple[str, ...]
    served: int

    def with_more(self, other: _Driven) -> _Driven:
        """Return what this run and the one after it left together."""
        served = self.served + other.served
        return _Driven(self.ran | other.ran, f"{self.said}\n{other.said}", other.problems, served)

    @classmethod
    def of(cls, run: Run, calls: tuple[Attempt, ...], *, stop_ends_run: bool) -> _Driven:
        said = "\n".join(json.dumps(request.body, ensure_ascii=False) for request in run.requests)
        ran = frozenset(call for call in calls if call.ran(run.workspace, said))
        problems = [problem for problem in run.problems if problem != "no hook was called"]
        requests = sum(request.conversation == "main" for request in run.requests)
        served = len(calls)
        if requests <= len(run.scenario.script.conversations["main"]):
            last = calls[requests - 1] if 0 < requests <= len(calls) else None
            if stop_ends_run and last is not None and last.rule is not None and last not in ran:
                served = requests
            else:
                problems.append(f"the turn ended after {requests} model requests")
        return cls(ran, said, tuple(problems), served)


def _demand_hook(manifest: Manifest, platform: str) -> None:
    if manifest.kind != "hook":
        raise HookconformError(
            "enforce.no-hook",
            f"The adapter {manifest.name!r} is not a hook program, so it cannot be installed in one.",
            where=str(manifest.path),
            hint="Name an adapter whose manifest has [hook]; the reference adapter as hook is `reference-hook`.",
        )
    if platform not in manifest.platforms:
        raise HookconformError(
            "enforce.platform",
            f"The adapter {manifest.name!r} does not claim {platform!r}.",
            where=str(manifest.path),
            hint=meant(platform, manifest.platforms),
        )
    if not manifest.hook.reads_packs:
        raise HookconformError(
            "enforce.rules",
            f"The hook program {manifest.name!r} does not read the suite's rules, by which the calls are chosen here.",
            where=str(manifest.path),
            hint='Enforcement needs `rules = "pack"` below [hook]; hookconform run judges policies and triggers.',
        )
    if manifest.hook.on(platform).plugin is not None:
        raise HookconformError(
            "enforce.plugin",
            f"On {platform} the adapter {manifest.name!r} is a plugin, not a command that can be registered.",
            where=str(manifest.path),
            hint="Enforcement needs a command for this platform; hookconform run judges the plugin.",
        )


def pre_tool_event(platform: str) -> str:
    """Return what a policy hook is registered for: the platform's first that comes before a tool runs.

    Raises `HookconformError` (`enforce.event`) if its claims have none.
    """
    for claim in load_platform(platform).events.values():
        if claim.canonical == PRE_TOOL and claim.status == "current":
            return claim.registration
    raise HookconformError(
        "enforce.event",
        f"No current event of {platform!r} comes before a tool runs, so no hook could stop one.",
        where=str(load_platform(platform).path),
        hint=f"Claim there which event is {PRE_TOOL}.",
    )


def _command_line(manifest: Manifest, platform: str, event: str, rules: Path) -> list[str]:
    """Return the hook's command line with the program's absolute path: the platform's PATH is not the user's."""
    argv, variables = hook_command(manifest, platform, event, rules)
    program = shutil.which(argv[0], path=search_path())
    if program is None:
        raise HookconformError(
            "enforce.program",
            f"The hook program {argv[0]!r} is not on PATH.",
            where=str(manifest.path),
            hint="Install the adapter first.",
        )
    settings = [f"{name}={value}" for name, value in variables.items()]
    return [*(["/usr/bin/env", *settings] if settings else []), program, *argv[1:]]

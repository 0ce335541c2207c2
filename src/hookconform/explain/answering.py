"""How to answer a platform: what `hook_adapters` says there, what the platform then does, and the row that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

import hook_adapters
from hookconform.corpus.cases import Case, load_case
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.effects import effect
from hookconform.effects.answer_shape import shape, with_words
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.rows import adapter_rows, load_rows, measured_versions, rows_for, rows_version
from hookconform.effects.verdicts import DENY, carries_out, honoured
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform.ground.versions import in_order

# What stands in an answer where the caller says nothing.
TEXT, COMMAND = "TEXT", "COMMAND"
WIRE: dict[str, dict[str, Any]] = {
    "deny": {"decision": "deny", "reason": TEXT},
    "ask": {"decision": "ask", "reason": TEXT},
    "allow": {"decision": "allow"},
    "context": {"decision": "allow", "context": TEXT},
    "input": {"decision": "allow", "updated_input": {"command": COMMAND}},
}


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer to give at one event for one verdict.

    `asked` is the version it is for, `version` the measured one that it rests on. `row` is the measured row with an
    answer of this shape, None if the effect is predicted from other rows. `in_plugin` is what a plugin's own function
    does to the same end, on platforms whose hooks are functions; there `answer` is what the bridge of hook-adapters
    takes.
    """

    platform: str
    asked: str
    version: str
    registered_event: str
    verdict: str
    answer: Answer
    effect: Effect
    row: str | None
    in_plugin: tuple[dict[str, Any], ...] | None

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data (schema: answer-advice)."""
        plugin = {} if self.in_plugin is None else {"in_plugin": list(self.in_plugin)}
        return {
            "platform": self.platform,
            "version": self.asked,
            "measured_version": self.version,
            "registered_event": self.registered_event,
            "verdict": self.verdict,
            "answer": {"exit_code": self.answer.exit_code, "stdout": self.answer.stdout, "stderr": self.answer.stderr},
            "effect": {
                "tool": self.effect.tool,
                "input": self.effect.input,
                "told": sorted(self.effect.told),
                "turn": self.effect.turn,
                "why": self.effect.why,
            },
            "row": self.row,
            **plugin,
        }


def registered_events(platform: str, name: str) -> tuple[str, ...]:
    """Return the measured event keys that `name` means: itself, else those of the canonical event of that name.

    Raises `HookconformError` (`platform.unknown`, `respond.no-answers`, `respond.event`).
    """
    claims = load_platform(platform)
    versions = measured_versions(platform)
    if not versions:
        measured = [one for one in platform_ids() if measured_versions(one)]
        raise HookconformError(
            "respond.no-answers",
            f"No answer of a hook was measured on {platform}, so none can be recommended.",
            where=platform,
            hint=f"Measured: {', '.join(measured)}.",
        )
    known = tuple(dict.fromkeys(row.registered_event for row in rows_for(platform, versions[-1])))
    if name in known:
        return (name,)
    meant_by = claims.registrations
    found = tuple(key for key in known if key in meant_by and meant_by[key].canonical == name)
    if not found:
        raise HookconformError(
            "respond.event",
            f"No answer was measured at an event {name!r}.",
            where=f"{platform} {versions[-1]}",
            hint=meant(name, known),
        )
    return found


def advice(
    platform: str, registered_event: str, verdict: str, wire: Mapping[str, Any], version: str | None = None
) -> Advice:
    """Return the answer for a verdict (`wire`: as on the protocol) at an event key; the newest version if none is said.

    Raises `HookconformError` (`respond.unsupported` where no measured answer does it).
    """
    asked = version or measured_versions(platform)[-1]
    measured = rows_version(platform, asked) or asked
    case = _example(platform, registered_event)
    if case is None or verdict not in honoured(platform, asked, registered_event):
        raise _unsupported(platform, measured, registered_event, verdict)
    try:
        fields = cast("hook_adapters.VerdictFields", wire)
        given = hook_adapters.respond(platform, case.payload_text, fields, registered_event, asked)
    except hook_adapters.AdapterError as error:
        raise _unsupported(platform, measured, registered_event, verdict) from error
    answer = Answer(exit_code=given["exit_code"], stdout=given["stdout"], stderr=given["stderr"])
    event = case.expected.event or ""
    found = effect(platform, asked, event, registered_event, answer, tool=case.expected.tool_name or "Bash")
    texts = [text for key, value in wire.items() if key != "decision" for text in _texts(value) if text]
    return Advice(
        platform=platform,
        asked=asked,
        version=measured,
        registered_event=registered_event,
        verdict=verdict,
        answer=answer,
        effect=found,
        row=_row(platform, measured, registered_event, answer, texts),
        in_plugin=_in_plugin(platform, measured, registered_event, verdict, texts),
    )


def _in_plugin(
    platform: str, version: str, registered_event: str, verdict: str, texts: list[str]
) -> tuple[dict[str, Any], ...] | None:
    """Return the shortest measured steps of a plugin's function that carry a verdict out, and tell why if they can."""
    rows = [row for row in load_rows(platform, version) if row.registered_event == registered_event]
    steps = [row for row in rows if row.answer.plugin is not None and carries_out(platform, version, row, verdict)]
    best = min(steps, key=lambda row: (not row.effect.told, len(row.answer.plugin or ())), default=None)
    if best is None or best.answer.plugin is None:
        return None
    return tuple(
        with_words(step, texts[0] if texts else TEXT, texts[0] if texts else COMMAND) for step in best.answer.plugin
    )


@cache
def _example(platform: str, registered_event: str) -> Case | None:
    """Return the plainest recorded payload of an event key at its newest version, of a shell call if there is one."""
    folder = corpus_root() / "platforms" / platform / "captured"
    for version in reversed(in_order(path.name for path in folder.iterdir() if path.is_dir())):
        cases = [load_case(path, corpus_root()) for path in sorted((folder / version).glob("*.json"))]
        mine = [case for case in cases if case.registered_event == registered_event and not case.expected.is_refusal]
        if mine:
            return min(mine, key=_plainness)
    return None


def _plainness(case: Case) -> tuple[Any, ...]:
    arguments = case.expected.arguments
    return case.expected.tool_name != "Bash", "command" not in arguments, len(arguments), case.id


def _unsupported(platform: str, version: str, registered_event: str, verdict: str) -> HookconformError:
    can = sorted(honoured(platform, version, registered_event))
    instead = " Where nobody can be asked, deny." if verdict == "ask" and DENY in can else ""
    return HookconformError(
        "respond.unsupported",
        f"No answer that was measured carries out {verdict!r} here.",
        where=f"{platform} {version}, {registered_event}",
        hint=f"This event can be answered with: {', '.join(can)}.{instead}",
    )


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return [text for item in inner for text in _texts(item)]


def _row(platform: str, version: str, registered_event: str, answer: Answer, texts: list[str]) -> str | None:
    wanted = shape(answer, texts)
    rows = adapter_rows(platform, version, registered_event)
    return next((row.id for row in rows if shape(row.answer) == wanted), None)

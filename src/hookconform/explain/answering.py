"""How to answer a platform: what `hook_adapters` says there, what the platform then does, and the row that shows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.effects import effect, effects_near
from hookconform.effects.answer_shape import shape, with_words
from hookconform.effects.effect import Answer, Effect
from hookconform.effects.rows import adapter_rows, load_rows, measured_versions, neighbours
from hookconform.effects.verdicts import (
    ASK,
    CONTEXT,
    DENY,
    INPUT,
    VERDICTS,
    Words,
    carries_out,
    honoured,
    on_protocol,
    shortfall,
)
from hookconform.explain.asked import asked_version, there_at
from hookconform.explain.changed_arguments import answer_to, changing, to_own_call
from hookconform.explain.plainest_payload import plainest_payload
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import compact, json_object
from hookconform.ground.versions import at_least

# What stands in an answer where the caller says nothing.
TEXT, COMMAND = "TEXT", "COMMAND"
WIRE = {verdict: on_protocol(verdict, Words(TEXT, TEXT, COMMAND)) for verdict in VERDICTS}


class Advice(NamedTuple):
    """The answer to give at one event for one verdict.

    `asked` is the version it is for, `near` the measured versions next to it: itself if it was measured, else one on
    each side, and the answer does at both what is wanted. `version` is the one of them that it rests on, and `row` its
    row with an answer of this shape that did it, None if the effect is predicted from other rows. `canonical` is the
    canonical event. `in_plugin` is what a plugin's own function does to the same end, on platforms whose hooks are
    functions; there `answer` is what the bridge of hook-adapters takes. `since` is the oldest measured version from
    which on such an answer did it at each measured one, and the one before, where it did not or was not tried; empty:
    none. `known` is the newest version that is known if nobody measured answers so far, else empty. `borrowed` are
    arguments in the answer that stand for those of the hook's own call.
    """

    platform: str
    asked: str
    version: str
    near: tuple[str, ...]
    registered_event: str
    canonical: str
    verdict: str
    answer: Answer
    effect: Effect
    row: str | None
    in_plugin: tuple[dict[str, Any], ...] | None
    since: tuple[str, str]
    known: str = ""
    borrowed: tuple[str, ...] = ()

    @property
    def parts(self) -> dict[str, str]:
        """Return everything the hook must do, by name: its exit code and both streams, an empty stream included."""
        return {
            "exit code": str(self.answer.exit_code),
            "standard output": self.answer.stdout.strip(),
            "standard error": self.answer.stderr.strip(),
        }

    def as_json(self) -> dict[str, Any]:
        """Return it as plain data (schema: answer-advice)."""
        plugin = {} if self.in_plugin is None else {"in_plugin": list(self.in_plugin)}
        return {
            "platform": self.platform,
            "version": self.asked,
            "measured_version": self.version,
            "neighbours": list(self.near),
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
            "borrowed_arguments": list(self.borrowed),
            "since": self.since[0] or None,
            "not_confirmed_at": self.since[1] or None,
            **plugin,
        }


def advice(
    platform: str, registered_event: str, verdict: str, wire: Mapping[str, Any], version: str | None = None
) -> Advice:
    """Return the answer for a verdict (`wire`: as on the protocol) at an event key; the newest version if none is said.

    Raises `HookconformError` (`respond.unsupported` if it is not possible on this platform, `respond.no-event` if the
    version has no such event, `respond.version`).
    """
    asked = asked_version(platform, version)
    there_at(platform, [registered_event], asked)
    near = neighbours(platform, asked) or (asked,)
    case = plainest_payload(platform, registered_event)
    if case is None or verdict not in honoured(platform, asked, registered_event):
        raise _unsupported(platform, asked, near, registered_event, verdict)
    texts = [text for key, value in wire.items() if key != "decision" for text in _texts(value) if text]
    place = _Place(platform, asked, registered_event, case)
    answer = _given(place, verdict, wire) or _from_rows(place, verdict, texts)
    if answer is None:
        raise _unsupported(platform, asked, near, registered_event, verdict)
    shown, borrowed = answer, ()
    if verdict == INPUT:
        shown, borrowed = to_own_call(answer, case, registered_event, wire, asked)
    measured, row = _row(place, verdict, shown, texts, near)
    newest = load_platform(platform).newest
    in_plugin = _in_plugin(platform, asked, registered_event, verdict, texts)
    if in_plugin is not None:
        in_plugin = tuple(step for one in in_plugin for step in changing(one, wire, shown))
    return Advice(
        platform=platform,
        asked=asked,
        version=measured,
        near=near,
        registered_event=registered_event,
        canonical=place.event,
        verdict=verdict,
        answer=shown,
        effect=effect(platform, asked, place.event, registered_event, answer, tool=place.tool),
        row=row,
        in_plugin=in_plugin,
        since=_since(place, verdict, shown, texts, measured) if row else ("", ""),
        known=newest if asked == measured_versions(platform)[-1] and not at_least(asked, newest) else "",
        borrowed=borrowed,
    )


class _Place(NamedTuple):
    """Where an answer is given: to a recorded call of an event key, at the version asked for."""

    platform: str
    asked: str
    registered_event: str
    case: Case

    @property
    def event(self) -> str:
        return self.case.expected.event or ""

    @property
    def tool(self) -> str:
        return self.case.expected.tool_name or "Bash"

    def does(self, answer: Answer, verdict: str, words: str) -> bool:
        """Tell whether an answer carries a verdict out: of a version that was not measured, at both neighbours."""
        found = effects_near(self.platform, self.asked, self.event, self.registered_event, answer, tool=self.tool)
        return all(not shortfall(verdict, self.event, one, words=words) for one in found.values())


def _given(place: _Place, verdict: str, wire: Mapping[str, Any]) -> Answer | None:
    """Return what hook_adapters answers, None if it has no answer or one that does not do it here."""
    answer = answer_to(place.case, place.registered_event, wire, place.asked)
    return answer if answer is not None and place.does(answer, verdict, wire.get("context", "")) else None


def _from_rows(place: _Place, verdict: str, texts: list[str]) -> Answer | None:
    """Return the plainest measured answer that does it, with the words wanted; None where it takes more than words."""
    if verdict == INPUT:
        return None
    text = texts[0] if texts else TEXT
    rows = adapter_rows(place.platform, place.asked, place.registered_event)
    does = [row for row in rows if carries_out(place.platform, place.asked, row, verdict) and not row.answer.late]
    for row in sorted(does, key=lambda row: (not row.effect.told, len(row.answer.stdout) + len(row.answer.stderr))):
        answer = row.answer._replace(
            stdout=_with_text(row.answer.stdout, text), stderr=_with_text(row.answer.stderr, text)
        )
        if place.does(answer, verdict, text if verdict == CONTEXT else ""):
            return answer
    return None


def _with_text(stream: str, text: str) -> str:
    """Return a stream of a measured answer with `text` for the measurement's words."""
    said = json_object(stream)
    return with_words(stream, text, COMMAND) if said is None else compact(with_words(said, text, COMMAND))


def _in_plugin(
    platform: str, version: str, registered_event: str, verdict: str, texts: list[str]
) -> tuple[dict[str, Any], ...] | None:
    """Return the shortest measured steps of a plugin's function that carry a verdict out, and tell why if they can."""
    measured = [row for one in reversed(neighbours(platform, version)) for row in load_rows(platform, one)]
    rows = [row for row in measured if row.registered_event == registered_event]
    steps = [row for row in rows if row.answer.plugin is not None and carries_out(platform, version, row, verdict)]
    best = min(steps, key=lambda row: (not row.effect.told, len(row.answer.plugin or ())), default=None)
    if best is None or best.answer.plugin is None:
        return None
    return tuple(
        with_words(step, texts[0] if texts else TEXT, texts[0] if texts else COMMAND) for step in best.answer.plugin
    )


def _unsupported(
    platform: str, asked: str, near: tuple[str, ...], registered_event: str, verdict: str
) -> HookconformError:
    can = sorted(honoured(platform, asked, registered_event))
    does = [version for version in near if verdict in honoured(platform, version, registered_event)]
    not_so = [version for version in near if version not in does]
    between = ""
    if does and not_so:
        between = f" {does[0]} can, {not_so[0]} cannot, and nobody measured {asked}: assume that it cannot."
    instead = " Where nobody can be asked, deny." if verdict == ASK and DENY in can else ""
    return HookconformError(
        "respond.unsupported",
        f"{verdict!r} is not possible here: no measured answer does it.{between}",
        where=f"{platform} {asked if between else near[0]}, {registered_event}",
        hint=f"This event can be answered with: {', '.join(can)}.{instead}",
    )


def _texts(value: Any) -> list[str]:
    if isinstance(value, str):
        return [value]
    inner = value.values() if isinstance(value, Mapping) else value if isinstance(value, list) else ()
    return [text for item in inner for text in _texts(item)]


def _row(
    place: _Place, verdict: str, answer: Answer, texts: list[str], near: tuple[str, ...]
) -> tuple[str, str | None]:
    """Return the measured version that an answer rests on, and its row: one of the same shape that did it there.

    A release that was asked about single answers only rests on the one before it where the others were measured.
    """
    wanted = shape(answer, texts)
    older = [one for one in measured_versions(place.platform) if not at_least(one, near[0])]
    for version in (*near, *reversed(older)):
        row = _row_at(place, verdict, wanted, version)
        if version in older and row is None:
            break
        if row is not None and any(one.id == row for one in load_rows(place.platform, version)):
            return version, row
    return near[0], None


def _row_at(place: _Place, verdict: str, wanted: Any, version: str) -> str | None:
    rows = adapter_rows(place.platform, version, place.registered_event)
    did = (row for row in rows if shape(row.answer) == wanted and carries_out(place.platform, version, row, verdict))
    return next((row.id for row in did), None)


def _since(place: _Place, verdict: str, answer: Answer, texts: list[str], version: str) -> tuple[str, str]:
    """Return the oldest version of an unbroken row of measured ones that ends with `version`, and the one before."""
    wanted, oldest = shape(answer, texts), version
    versions = measured_versions(place.platform)
    for one in reversed(versions[: versions.index(version)]):
        if _row_at(place, verdict, wanted, one) is None:
            return oldest, one
        oldest = one
    return oldest, ""

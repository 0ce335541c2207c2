"""Correct adapters that differ from the reference wherever the documents leave a choice.

A liberty wraps the reference: it changes what the reference answers, or what the manifest claims, never its tables.
Each names the sentence of the documents that allows it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, ClassVar

from hook_adapters.canonical.errors import AdapterError, InvalidPayload, InvalidRules, Unsupported
from hook_adapters.canonical.payload import decode_object, parse
from hook_adapters.rules import Rule, compile_pack
from hook_adapters.suite import Suite
from hookconform.attach.calls import INVALID_PAYLOAD, Call, Refusal, Response, Result
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.corpus.vocabulary import EXTENDED, load_vocabulary
from hookconform.ground.json_text import is_too_deep, within_depth

Event = dict[str, Any]
Events = list[Event]
# What the page on refusals calls extreme begins above this many levels.
READ_LEVELS = 100
# With a sign.
_INT64_DIGITS = 20
_HALF = re.compile(r"[\ud800-\udfff]")
_MAY_HOLD_A_HALF = re.compile(r"u[dD][89a-fA-F]")


class Liberal:
    """The reference, in the terms of a session; subclasses take one liberty each."""

    manifest: ClassVar[dict[str, Any]] = {}
    capabilities: tuple[str, ...] = ("tool-name", "event", "input", "result", "kind", "calls", "rules", "refusal")

    def __init__(self) -> None:
        self.suite = Suite()
        self.params: dict[str, Any] = {}

    def response(self, call: Call) -> Response:
        """Return what the adapter answers to one call."""
        try:
            return Result(self.answer(call))
        except AdapterError as error:
            return Refusal(error.code, str(error))

    def answer(self, call: Call) -> Any:
        """Return the result of a call; raises `AdapterError`."""
        if call.method == "respond":
            return self.respond(call.params)
        events = self.events(call.params)
        if call.method == "canonicalize":
            return {"events": events}
        assert call.rules is not None
        rules = self.rules(call.rules.encoded)
        return {"matched_rules": [rule.name for rule in rules if any(rule.matches(event) for event in events)]}

    def events(self, params: dict[str, Any]) -> Events:
        """Return the canonical events of a payload as this adapter sees them; raises `InvalidPayload`."""
        self.params = params
        return self.changed(events_of(params["platform"], params["payload"], params["registered_event"]))

    def changed(self, events: Events) -> Events:
        """Return the reference's events with the liberty taken."""
        return events

    def rules(self, encoded: str) -> Sequence[Rule]:
        """Return the rules of a pack; raises `InvalidRules`."""
        return compiled(encoded)

    def respond(self, params: dict[str, Any]) -> dict[str, Any]:
        """Return the answer to a verdict; raises `Unsupported`."""
        return dict(self.suite.respond(**params))


@lru_cache(maxsize=65536)
def _read(platform: str, payload: str, registered: str | None) -> tuple[str, bool]:
    try:
        return json.dumps(Suite().canonicalize(platform, payload, registered)["events"]), True
    except InvalidPayload as error:
        return str(error), False


def events_of(platform: str, payload: str, registered: str | None) -> Events:
    """Return fresh events of the reference; raises `InvalidPayload`."""
    text, was_read = _read(platform, payload, registered)
    if not was_read:
        raise InvalidPayload(text)
    return json.loads(text)


@lru_cache(maxsize=4096)
def compiled(encoded: str) -> tuple[Rule, ...]:
    """Return the rules of a pack in JSON text; raises `InvalidRules`."""
    return tuple(compile_pack(json.loads(encoded)))


def mapped(value: Any, change: Callable[[Any], Any]) -> Any:
    """Return JSON with every value that holds no other changed."""
    if isinstance(value, dict):
        return {key: mapped(item, change) for key, item in value.items()}
    return [mapped(item, change) for item in value] if isinstance(value, list) else change(value)


class ReadsExtremeNesting(Liberal):
    """'Extreme nesting may be refused or read as it is.'"""

    def events(self, params: dict[str, Any]) -> Events:
        try:
            return super().events(params)
        except InvalidPayload:
            if not is_too_deep(params["payload"]):
                raise
            # What is compared is never that deep, so that a mark does.
            return super().events(params | {"payload": within_depth(params["payload"])})


class RefusesWhatMayBeRefused(Liberal):
    """'Integers beyond 64 bits, a byte-order mark, half a surrogate pair, extreme nesting …: either is accepted.'"""

    def events(self, params: dict[str, Any]) -> Events:
        if _may_be_refused(params["payload"]) or _names_no_denied_tool(params):
            raise InvalidPayload("it may be refused")
        return super().events(params)


def _names_no_denied_tool(params: dict[str, Any]) -> bool:
    registered = (params["registered_event"] or "").replace("_", "").lower()
    if registered != "permissiondenied":
        return False
    payload = decode_object(params["payload"])
    return isinstance(payload, dict) and not payload.keys() & {"tool_name", "toolName"}


def _may_be_refused(text: str) -> bool:
    if text.startswith("\ufeff") or is_too_deep(text, READ_LEVELS) or re.search(r"\d{300,}", text):
        return True
    if _holds_a_wide_integer(text):
        return True
    # Arguments may be JSON within JSON, with its own halves and its own depth.
    if not _MAY_HOLD_A_HALF.search(text) and text.count("{") + text.count("[") <= READ_LEVELS:
        return False
    texts = list(_texts(parse(text)))
    decoded = [value for value in map(decode_object, texts) if isinstance(value, dict)]
    halves = any(_HALF.search(text) for text in [*texts, *_texts(decoded)])
    return halves or any(is_too_deep(text, READ_LEVELS) for text in texts if text.lstrip().startswith("{"))


def _holds_a_wide_integer(text: str) -> bool:
    """Tell whether JSON, or JSON within its texts, has an integer of more than 64 bits."""
    if not re.search(r"[0-9]{19}", text):
        return False
    wide: list[str] = []

    def note(digits: str) -> int:
        wide.extend([digits] if len(digits) > _INT64_DIGITS or abs(int(digits)) >= 1 << 63 else [])
        return 0

    with suppress(ValueError, RecursionError):
        for inner in _texts(json.loads(text, parse_int=note)):
            if inner.lstrip().startswith("{"):
                with suppress(ValueError, RecursionError):
                    json.loads(inner, parse_int=note)
    return bool(wide)


def _texts(value: Any) -> Iterable[str]:
    if isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from _texts(item)
    elif isinstance(value, str):
        yield value


class TakesRulesThatNeverMatch(Liberal):
    """'An engine may refuse a pack with such a rule': this one does not, and the rule never matches."""

    capabilities = ("rules",)

    def rules(self, encoded: str) -> Sequence[Rule]:
        try:
            return super().rules(encoded)
        except InvalidRules:
            pack = json.loads(encoded)
        rules: list[Rule] = []
        for rule in pack["rules"]:
            try:
                rules += compile_pack({**pack, "rules": [rule]})
            except InvalidRules:
                continue
        return rules


class DropsFurtherFields(Liberal):
    """'Other known top-level fields of the platform may be kept': none is."""

    capabilities = ("event", "calls", "rules")

    def changed(self, events: Events) -> Events:
        known = known_fields(self.params["platform"])
        return [{key: value for key, value in event.items() if key not in known} for event in events]


class KeepsOneFurtherField(Liberal):
    """'Other known top-level fields of the platform may be kept': every second one is."""

    capabilities = ("event", "calls", "rules")

    def changed(self, events: Events) -> Events:
        known = set(sorted(known_fields(self.params["platform"]))[::2])
        return [{key: value for key, value in event.items() if key not in known} for event in events]


class PromisesFurtherFields(Liberal):
    """'An adapter that claims `further_fields` keeps them all, on every event that has them.'"""

    manifest: ClassVar[dict[str, Any]] = {"further_fields": True}
    capabilities = ("event", "calls")


class AddsFieldsOfItsOwn(Liberal):
    """'Keys that a capability does not name are not judged.'"""

    def changed(self, events: Events) -> Events:
        beside = {"adapter": {"name": "liberal", "platform": self.params["platform"]}, "received_at": 1.5, "notes": []}
        return [event | beside for event in events]


class OrdersKeysOtherwise(Liberal):
    """An object of JSON has no order."""

    def changed(self, events: Events) -> Events:
        return [_reversed(event) for event in events]


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(value)}
    return [_reversed(item) for item in value] if isinstance(value, list) else value


class KnowsWholeNumbers(Liberal):
    """'`1` equals `1.0`': a program with one kind of number writes no point."""

    def changed(self, events: Events) -> Events:
        return mapped(events, lambda value: int(value) if isinstance(value, float) and value.is_integer() else value)


class KnowsNumbersWithAPoint(Liberal):
    """'`1` equals `1.0`': a program with one kind of number writes a point behind each."""

    def changed(self, events: Events) -> Events:
        return mapped(events, lambda value: float(value) if type(value) is int and abs(value) <= 2**53 else value)


class MapsTheCoreOnly(Liberal):
    """'Tier `core` is mapped by every adapter'; other names are unknown names, but known tools all the same."""

    manifest: ClassVar[dict[str, Any]] = {"tier": "core"}

    def changed(self, events: Events) -> Events:
        return [self._core(event, self.params["platform"]) for event in events]

    def _core(self, event: Event, platform: str) -> Event:
        native = event.get("tool_input", {}).get("platform_tool_name")
        claim = load_platform(platform).tools.get(native or "")
        tier = load_vocabulary().tier_of(claim) if claim else load_vocabulary().tools.get(event.get("tool_name", ""))
        if native is None or tier != EXTENDED:
            return event
        given = {key: value for key, value in event["tool_input"].items() if key != "platform_tool_name"}
        rest = {key: value for key, value in event.items() if key != "tool_input"}
        return rest | {"tool_name": native} | ({"tool_input": given} if given else {})


class LeavesListsOut(MapsTheCoreOnly):
    """'The tier `core` is not asked for what 7 and 8 add', and is asked for 13 and unknown tools."""

    def _core(self, event: Event, platform: str) -> Event:
        found = super()._core(event, platform)
        given = found.get("tool_input", {})
        claim = load_platform(platform).tools.get(given.get("platform_tool_name") or found.get("tool_name", ""))
        if claim is None:
            return found
        lost = {name for name, places in _lists(claim) if places} - {claim.calls.get("each")}
        left = {key: value for key, value in given.items() if key not in lost}
        rest = {key: value for key, value in found.items() if key != "tool_input"}
        return rest | ({"tool_input": left} if left else {})


def _lists(claim: Any) -> list[tuple[str, Any]]:
    return [("file_paths", claim.paths), ("commands", claim.commands), ("url", claim.urls), ("urls", claim.urls)]


class TellsNoCalls(Liberal):
    """'An adapter that does not claim `calls` answers with the payload's own events alone.'"""

    capabilities = ("tool-name", "event", "input", "result", "kind", "rules", "refusal")

    def changed(self, events: Events) -> Events:
        payload = self.params["payload"], self.params["registered_event"]
        return events[: 1 + own_further_events(self.params["platform"], *payload)]


class TellsNoKinds(Liberal):
    """'Rules about kinds are left out for an adapter that does not claim `kind`.'"""

    capabilities = ("tool-name", "event", "input", "result", "calls", "rules", "refusal")

    def changed(self, events: Events) -> Events:
        return [{key: value for key, value in event.items() if key != "tool_kind"} for event in events]


class HasNoRuleEngine(Liberal):
    """'`rule_engine = reference`: the reference engine matches over its events.'"""

    manifest: ClassVar[dict[str, Any]] = {"rule_engine": "reference"}
    capabilities = ("rules",)


class KnowsOneEvent(Liberal):
    """'`events`: checks of others are unsupported': it answers nothing of use there."""

    manifest: ClassVar[dict[str, Any]] = {"events": ["PreToolUse"]}

    def changed(self, events: Events) -> Events:
        return events if events[0]["hook_event_name"] == "PreToolUse" else [{"hook_event_name": "nothing of ours"}]


class HasItsOwnWords(Liberal):
    """'Canonical name → the adapter's own word'; `Glob` and `Grep` share one."""

    WORDS: ClassVar[dict[str, str]] = {
        "Bash": "shell",
        "Glob": "search",
        "Grep": "search",
        "Read": "open",
        "Write": "write",
        "Edit": "write",
    }
    EVENTS: ClassVar[dict[str, str]] = {
        "PreToolUse": "before",
        "PostToolUse": "after",
        "PostToolUseFailure": "failed",
        "Stop": "end",
    }
    manifest: ClassVar[dict[str, Any]] = {"vocabulary": {"tools": WORDS, "events": EVENTS}}
    capabilities = ("tool-name", "event", "input", "result", "kind", "calls", "refusal")

    def changed(self, events: Events) -> Events:
        return [self._own(event) for event in events]

    def _own(self, event: Event) -> Event:
        name = self.EVENTS.get(event["hook_event_name"], event["hook_event_name"])
        tool = event.get("tool_name")
        return event | {"hook_event_name": name} | ({"tool_name": self.WORDS.get(tool, tool)} if tool else {})


class KnowsNoLegacyAliases(Liberal):
    """'Legacy aliases are mapped by an adapter that claims `legacy_aliases = true`.'"""

    manifest: ClassVar[dict[str, Any]] = {"legacy_aliases": False}

    def changed(self, events: Events) -> Events:
        claims = load_platform(self.params["platform"]).tools
        native = events[0].get("tool_input", {}).get("platform_tool_name", "")
        is_alias = native in claims and claims[native].status == "legacy-alias"
        return [event | {"tool_name": native} for event in events] if is_alias else events


class SaysMoreThanTheReason(Liberal):
    """'An adapter may say its words within more words.'"""

    capabilities = ("response",)

    def respond(self, params: dict[str, Any]) -> dict[str, Any]:
        verdict = dict(params["verdict"])
        for key in ("reason", "context"):
            if verdict.get(key):
                verdict[key] = f"[policy 7] {verdict[key]}\nAsk the owner of the policy."
        return super().respond(params | {"verdict": verdict})


class PrintsAnswersPrettily(Liberal):
    """'What the answer would do, not how it is spelled.'"""

    capabilities = ("response",)

    def respond(self, params: dict[str, Any]) -> dict[str, Any]:
        found = super().respond(params)
        if found["stdout"].startswith("{"):
            found["stdout"] = json.dumps(json.loads(found["stdout"]), indent=4, sort_keys=True) + "\n"
        return found


class DeniesWithoutAReason(Liberal):
    """'A denial without a reason need not tell the model anything': where the tool is stopped all the same."""

    capabilities = ("response",)

    def respond(self, params: dict[str, Any]) -> dict[str, Any]:
        found = super().respond(params)
        before = params["platform"] == "claude-code" and params["registered_event"] == "PreToolUse"
        if before and params["verdict"]["decision"] == "deny" and not params["verdict"].get("reason"):
            output = json.loads(found["stdout"])
            output["hookSpecificOutput"]["permissionDecisionReason"] = ""
            found["stdout"] = json.dumps(output)
        return found


class DeniesWhereNobodyCanBeAsked(Liberal):
    """'A refusal with -32003, or a denial', where no answer asks."""

    capabilities = ("response",)

    def respond(self, params: dict[str, Any]) -> dict[str, Any]:
        try:
            return super().respond(params)
        except Unsupported:
            verdict = params["verdict"]
            if verdict["decision"] != "ask" or "tool_name" not in self.events(params)[0]:
                raise
            return super().respond(params | {"verdict": verdict | {"decision": "deny"}})


class RefusesToAskWhereNobodyCanBeAsked(Liberal):
    """'A refusal with -32003, or a denial', where no answer asks: the reference denies."""

    capabilities = ("response",)

    def respond(self, params: dict[str, Any]) -> dict[str, Any]:
        verdict = params["verdict"]
        found = super().respond(params)
        if verdict["decision"] == "ask" and "hooks cannot make this version ask" in found["stdout"] + found["stderr"]:
            raise Unsupported("nobody can be asked")
        return found


class CarriesOutDenialsOnly(Liberal):
    """'`verdicts`: checks of others are unsupported.'"""

    manifest: ClassVar[dict[str, Any]] = {"verdicts": ["deny"]}
    capabilities = ("response",)

    def respond(self, params: dict[str, Any]) -> dict[str, Any]:
        if params["verdict"]["decision"] != "deny":
            return {"exit_code": 1, "stdout": "not ours", "stderr": ""}
        return super().respond(params)


class RefusesOtherChangesThanOfACommand(Liberal):
    """'A refusal with -32003' of what no measured answer does: only changed commands were measured."""

    capabilities = ("response",)

    def respond(self, params: dict[str, Any]) -> dict[str, Any]:
        if params["verdict"].get("updated_input", {"command": ""}).keys() != {"command"}:
            raise Unsupported("only a command is changed")
        return super().respond(params)


class RefusesFractionsOfASecond(Liberal):
    """'1500 milliseconds are 1.5 seconds, or refused': by a program that counts whole seconds."""

    capabilities = ("response",)

    def respond(self, params: dict[str, Any]) -> dict[str, Any]:
        timeout = params["verdict"].get("updated_input", {}).get("timeout")
        if isinstance(timeout, int | float) and timeout % 1000:
            raise Unsupported("no whole seconds")
        return super().respond(params)


class DeniesByExitCode(Liberal):
    """'A hook responds by an exit code, standard output and standard error': where each of them stops a tool."""

    capabilities = ("response",)
    # Grok Build's model reads but one line of standard error.
    PLATFORMS = frozenset({"claude-code", "codex", "kimi-code", "letta-code", "qwen-code"})

    def respond(self, params: dict[str, Any]) -> dict[str, Any]:
        found, verdict = super().respond(params), params["verdict"]
        is_before = params["platform"] in self.PLATFORMS and params["registered_event"] == "PreToolUse"
        if is_before and verdict["decision"] == "deny" and verdict.get("reason") and "context" not in verdict:
            return {"exit_code": 2, "stdout": "", "stderr": f"{verdict['reason']}\n"}
        return found


class RewritesPatches(Liberal):
    """'New `file_paths` change the arguments that decide them, or are refused': the patch in place of its file."""

    capabilities = ("response",)

    def respond(self, params: dict[str, Any]) -> dict[str, Any]:
        changes, given = params["verdict"].get("updated_input", {}), self.events(params)[0].get("tool_input", {})
        if changes.keys() == {"file_path"} and isinstance(patch := given.get("patch"), str):
            patch = patch.replace(given["file_path"], changes["file_path"])
            return super().respond(params | {"verdict": params["verdict"] | {"updated_input": {"patch": patch}}})
        return super().respond(params)


class KnowsOnePlatform(Liberal):
    """'Cases of other platforms are not applicable.'"""

    manifest: ClassVar[dict[str, Any]] = {"platforms": ["codex"]}

    def events(self, params: dict[str, Any]) -> Events:
        if params["platform"] != "codex":
            raise AdapterError("another platform")
        return super().events(params)


@cache
def known_fields(platform: str) -> frozenset[str]:
    """Return the top-level fields of a platform that events may keep or drop."""
    canonical = {"hook_event_name", "platform_event_name", "tool_name", "tool_kind", "tool_input", "tool_response"}
    return load_platform(platform).payload.known_keys - canonical - {"session_id", "cwd", "prompt"}


def own_further_events(platform: str, payload: str, registered: str | None) -> int:
    """Return how many events of the payload's own stand behind the primary one."""
    events = events_of(platform, payload, registered)
    own = [event for event in events if event.get("tool_input") == events[0].get("tool_input")]
    return sum(event["hook_event_name"] != events[0]["hook_event_name"] for event in own)


@dataclass(frozen=True, slots=True)
class WaysTaken:
    """Cases that may be refused, by what became of them."""

    refused: list[str] = field(default_factory=list[str])
    read: list[str] = field(default_factory=list[str])

    def note(self, case: Case, response: Response) -> None:
        """Note what became of a case that may be refused."""
        if case.expected.may_refuse:
            is_refused = isinstance(response, Refusal) and response.code == INVALID_PAYLOAD
            (self.refused if is_refused else self.read).append(case.id)


def liberties() -> list[type[Liberal]]:
    """Return the adapters, each of which takes one liberty."""
    found: list[type[Liberal]] = []
    waiting = [Liberal]
    while waiting:
        below = waiting.pop().__subclasses__()
        found += below
        waiting += below
    return found

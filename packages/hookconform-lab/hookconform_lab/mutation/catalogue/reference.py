"""The reference adapter in this process: what it answers to each payload, asked once."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hook_adapters import InvalidRules
from hook_adapters.rules import Rule, compile_pack, matching
from hookconform.attach.calls import INVALID_PAYLOAD, Call, Refusal, Response, Result, RulePack
from hookconform.attach.in_process import InProcessSession
from hookconform.attach.manifest import Manifest
from hookconform.attach.registry import find_adapter

Events = list[dict[str, Any]]


@cache
def manifest() -> Manifest:
    """Return the manifest of the reference adapter."""
    return find_adapter("reference")


@cache
def hook_manifest() -> Manifest:
    """Return the manifest of the reference adapter as a hook program."""
    return find_adapter("reference-hook")


class Reference:
    """The adapter without a fault; nobody may change what it answers."""

    def __init__(self) -> None:
        self._session = InProcessSession(manifest())
        self._right: dict[tuple[str, str], Response] = {}
        self._read: dict[tuple[str, str, str | None, str | None], Response] = {}
        # By identity, with the pack, which so stays the only one there.
        self._packs: dict[int, tuple[RulePack, list[Rule]]] = {}

    def ask(self, call: Call) -> Response:
        """Return what it answers to one call."""
        if call.method == "canonicalize":
            return self.canonical(call.params)
        return next(iter(self._session.responses([call])))

    def right(self, call: Call, make: Callable[[], Response]) -> Response:
        """Return the answer to a call of a case, made once."""
        key = (call.case_id, call.key)
        if key not in self._right:
            self._right[key] = make()
        return self._right[key]

    def canonical(self, params: dict[str, Any]) -> Response:
        """Return the events of a payload, or the refusal."""
        asked = {name: params.get(name) for name in _CANONICALIZE}
        key = (params["platform"], params["payload"], asked["registered_event"], asked["platform_version"])
        if key not in self._read:
            call = Call("canonicalize", asked)
            self._read[key] = next(iter(self._session.responses([call])))
        return self._read[key]

    def respond(self, params: dict[str, Any]) -> Response:
        """Return the answer to a verdict."""
        return self.ask(Call("respond", {name: params[name] for name in _RESPOND}))

    def matched(self, events: Events, rules: RulePack) -> list[str]:
        """Return the names of the rules that match any of the events; none if the pack cannot be used."""
        if id(rules) not in self._packs:
            try:
                self._packs[id(rules)] = rules, compile_pack(rules.parsed)
            except InvalidRules:
                self._packs[id(rules)] = rules, []
        return [rule.name for rule in matching(self._packs[id(rules)][1], events)]


_CANONICALIZE = ("platform", "payload", "registered_event", "platform_version")
_RESPOND = ("platform", "payload", "registered_event", "platform_version", "verdict")


def events_in(response: Response) -> Events | None:
    """Return the events of a result, None for a refusal."""
    return response.value["events"] if isinstance(response, Result) else None


def refused(why: str) -> Refusal:
    """Return the refusal of a payload."""
    return Refusal(INVALID_PAYLOAD, why)


def with_params(call: Call, **changed: Any) -> Call:
    """Return a call with other parameters."""
    return call._replace(params={**call.params, **changed})

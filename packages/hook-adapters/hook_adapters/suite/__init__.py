"""The reference adapter as a conformance suite attaches it: the serve protocol's methods on one object."""

from __future__ import annotations

import marshal
from contextlib import suppress

from hook_adapters import __version__
from hook_adapters.canonical.errors import AdapterError
from hook_adapters.canonical.meant import meant
from hook_adapters.canonical.platform import load, platforms
from hook_adapters.rules import compile_pack, matching

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.types import Answer, CanonicalEvent, VerdictFields
    from hook_adapters.rules import Rule

PROTOCOL = 2
TO_CANONICAL, TO_NATIVE = "to_canonical", "to_native"
# Packs that stay compiled: a suite sends a few hundred, each for every platform.
PACKS = 512
# The version of marshal's format that has no references: what it writes depends on the value alone.
_BY_VALUE = 2


class InvalidParams(AdapterError):  # noqa: N818 (an outcome of the protocol, named as the protocol names it)
    """A question that the protocol does not know; it may not be answered as if it were another."""

    code = -32602
    title = "invalid params"


class NoFacades(AdapterError):  # noqa: N818 (as `InvalidParams`)
    """Tools were asked about, and the distribution that knows them is not installed."""


class Suite:
    """Keyword arguments and results are the serve protocol's; an `AdapterError` carries the protocol's code."""

    def __init__(self) -> None:
        self._packs: dict[bytes, list[Rule]] = {}
        # The last of them: to find it among others, all of its bytes are hashed.
        self._last: tuple[bytes, list[Rule]] = (b"", [])
        self._facades: Any = None
        # The payload read last, and its events: a suite asks about one several times.
        self._read: tuple[Any, bytes] = (None, b"")

    def initialize(self, protocol: int = PROTOCOL) -> dict[str, Any]:
        """Say who this is and what it can do; the protocol answered is the one spoken, whatever was asked for."""
        del protocol
        return {
            "protocol": PROTOCOL,
            "name": "reference",
            "version": __version__,
            "language": "python",
            "platforms": list(platforms()),
            "capabilities": [
                "tool-name",
                "event",
                "input",
                "result",
                "kind",
                "calls",
                "rules",
                "refusal",
                "response",
                "facade",
            ],
            "tier": "extended",
            "legacy_aliases": True,
        }

    def canonicalize(
        self,
        platform: str,
        payload: str,
        registered_event: str | None = None,
        platform_version: str | None = None,
    ) -> dict[str, Any]:
        """Return `{"events": [canonical event, …]}`, the primary one first."""
        return {"events": self._events_of_payload(platform, payload, registered_event, platform_version)}

    def match(
        self,
        platform: str,
        payload: str,
        rules: Any,
        registered_event: str | None = None,
        platform_version: str | None = None,
    ) -> dict[str, Any]:
        """Return `{"matched_rules": [name, …]}` for a parsed pack, in pack order over all events that fire."""
        events = self.canonicalize(platform, payload, registered_event, platform_version)["events"]
        return {"matched_rules": [rule.name for rule in matching(self._compiled(rules), events)]}

    def respond(
        self,
        platform: str,
        payload: str,
        verdict: VerdictFields,
        registered_event: str | None = None,
        platform_version: str | None = None,
    ) -> Answer:
        """Return `{"exit_code", "stdout", "stderr"}`, the answer that carries out the verdict."""
        return load(platform).respond(payload, verdict, registered_event, platform_version)

    def tools(self, provider: str, model: str | None = None, version: str | None = None) -> dict[str, Any]:
        """Return `{"tools": [{"name", "canonical", "parameters"}]}`: what the models of a provider are offered."""
        return self._of_tools().tools(provider, model, version)

    def map(  # noqa: PLR0913 (the parameters of both directions)
        self,
        *,
        direction: str,
        provider: str,
        tool: str,
        model: str | None = None,
        version: str | None = None,
        arguments: dict[str, Any] | None = None,
        text: str | None = None,
        calls: list[dict[str, Any]] | None = None,
        native_only: dict[str, Any] | None = None,
        native_tool: str | None = None,
        assumed: list[dict[str, Any]] | None = None,
    ) -> dict[str, Any]:
        """Return the result of `map` for a call, `to_canonical` or `to_native`.

        Raises `InvalidParams` for another direction, and for a call that is not told, or twice.
        """
        where = (provider, model, version)
        if direction == TO_NATIVE:
            if not calls:
                raise InvalidParams(f"{direction} needs `calls`, the arguments of at least one")
            return self._of_tools().to_native(
                where, tool, calls, {} if native_only is None else native_only, native_tool, assumed or []
            )
        if direction != TO_CANONICAL:
            raise InvalidParams(f"{direction!r} is no direction{meant(direction, (TO_CANONICAL, TO_NATIVE))}")
        told = [given for given in (arguments, text) if given is not None]
        if len(told) != 1:
            raise InvalidParams(f"{direction} needs either `arguments` or `text`")
        return self._of_tools().to_canonical(where, tool, told[0])

    def _events_of_payload(self, *question: Any) -> list[CanonicalEvent]:
        """Return the events of a payload, the caller's to change."""
        if self._read[0] == question:
            return marshal.loads(self._read[1])  # noqa: S302 (written below)
        platform, *rest = question
        events = load(platform).canonicalize(*rest)
        # What is nested too deeply to be kept is read again.
        with suppress(ValueError):
            self._read = (question, marshal.dumps(events))
        return events

    def _of_tools(self) -> Any:
        """Return what answers questions about tools; raises `NoFacades` if tool-facades is not installed."""
        if self._facades is None:
            from importlib.metadata import entry_points

            found = list(entry_points(group="hook_adapters.suite", name="facades"))
            if not found:
                raise NoFacades("questions about tools need the package tool-facades: pip install tool-facades")
            self._facades = found[0].load()()
        return self._facades

    def _compiled(self, rules: Any) -> list[Rule]:
        """Compile a pack, or return the rules of the same one that came before."""
        try:
            # Equal for values of one type only: `true` is an action, and 1 is none.
            key = marshal.dumps(rules, _BY_VALUE)
        except ValueError:
            return compile_pack(rules)  # nested too deeply to be kept
        if key == self._last[0]:
            return self._last[1]
        if key not in self._packs:
            compiled = compile_pack(rules)
            if len(self._packs) == PACKS:
                self._packs.clear()
            self._packs[key] = compiled
        self._last = key, self._packs[key]
        return self._last[1]


def create() -> Suite:
    """Return an adapter for attaching in process (`python = "hook_adapters.suite:create"`)."""
    return Suite()

"""What every platform offers, and where it is found: `hook_adapters.<platform>` holds one `PLATFORM`.

A module of that name is all it takes to add a platform; machinery lives in sub-packages. Modules are imported on use,
so that a hook pays for one platform only.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from hook_adapters.canonical.errors import InvalidArgument, UnsupportedPlatform
from hook_adapters.canonical.event import PRE_TOOL, canonical_events
from hook_adapters.canonical.payload import parse
from hook_adapters.canonical.verdict import Verdict, at_least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from hook_adapters.canonical.reading import Reading, Tables
    from hook_adapters.canonical.types import Answer, CanonicalEvent, VerdictFields

    # Part of a verdict (deny, ask, context, input) → the first version known to honour it.
    Honoured = Mapping[str, str | None]

PACKAGE = "hook_adapters"
ANY = "0"  # every version
NEVER = None  # no version; of "ask": a deny stands in


class Platform:
    """One platform.

    `tables` say what it calls things; `read` says in its own words what a payload means, raising `InvalidPayload`;
    `answer` puts a verdict that it honours into its own words. `honoured` says by native event, or by canonical one
    for all native events that are called so, which parts of a verdict it honours and since when. `pre_tool_event`
    is the event whose answer stops a tool. A hook that failed on another event ends with `warning_exit_code`, so that
    the user may see why and nothing is stopped. A hook whose answer cannot be printed ends with `stop_exit_code`; no
    platform but Copilot CLI and Claude Code stops a tool for it if the message on standard error is missing too.
    `neighbours` are platforms that run the hooks registered for this one too, each with what tells its payloads.
    Where no exit code stops one on all versions, or on a neighbour, `last_answer` does: what a hook prints that cannot
    so much as begin to judge. It ends with `last_exit_code` then, `stop_exit_code` if that is None.
    `widely_used` platforms are named first to a reader of whom nobody knows which one is theirs.
    """

    def __init__(  # noqa: PLR0913 (one fact about a platform a parameter)
        self,
        tables: Tables,
        read: Callable[[str | bytes, str | None], Reading],
        answer: Callable[[Reading, Verdict], Answer],
        *,
        honoured: Mapping[str, Honoured],
        pre_tool_event: str = "PreToolUse",
        warning_exit_code: int = 1,
        stop_exit_code: int = 2,
        neighbours: Mapping[str, Callable[[Mapping[str, Any]], bool]] | None = None,
        last_answer: str = "",
        last_exit_code: int | None = None,
        widely_used: bool = False,
    ) -> None:
        self.tables = tables
        self.read = read
        self.pre_tool_event = pre_tool_event
        self.warning_exit_code = warning_exit_code
        self.stop_exit_code = stop_exit_code
        self.neighbours = neighbours or {}
        self.last_answer = last_answer
        self.last_exit_code = stop_exit_code if last_exit_code is None else last_exit_code
        self.widely_used = widely_used
        self._answer = answer
        self._honoured = honoured

    def canonicalize(
        self, text: str | bytes, registered_event: str | None = None, platform_version: str | None = None
    ) -> list[CanonicalEvent]:
        """Return the canonical events of one payload, the primary one first; raises `InvalidPayload`."""
        del platform_version  # each payload shows by its own shape how to read it
        return canonical_events(self.read(text, registered_event), self.tables)

    def respond(
        self,
        text: str | bytes,
        verdict: VerdictFields,
        registered_event: str | None = None,
        platform_version: str | None = None,
    ) -> Answer:
        """Return the answer that carries out a verdict on one payload; raises `InvalidPayload`, `Unsupported`."""
        reading = self.read(text, registered_event)
        canonical_events(reading, self.tables)
        return self.answer(reading, Verdict(verdict), platform_version)

    def caller(self, text: str | bytes) -> Platform:
        """Return the platform that a hook registered for this one was called by; raises `InvalidPayload`.

        The payload alone tells: programs read each other's files, and start each other with their variables set.
        """
        if not self.neighbours:
            return self
        payload = parse(text)
        return next((load(name) for name, sent in self.neighbours.items() if sent(payload)), self)

    def answer(self, reading: Reading, verdict: Verdict, platform_version: str | None = None) -> Answer:
        """Return the answer to a payload that has been read; raises `Unsupported`.

        Where hooks can ask at some versions only, a deny stands in at the others.
        """
        row = self._row(reading.event)
        honoured = [part for part, since in row.items() if since and at_least(platform_version, since)]
        if verdict.decision == "ask" and "ask" in row and "ask" not in honoured:
            verdict = verdict.denied_instead_of_asked()
        verdict.only(reading.event, *honoured)
        return self._answer(reading, verdict)

    def demand_event(self, registered_event: str | None) -> None:
        """Raise `InvalidArgument` for a registered event in another case: it would be one that no rule is for."""
        name = (registered_event or "").partition("[")[0]
        known = {*self.tables.events, *self.tables.events.values(), *PRE_TOOL, self.pre_tool_event}
        meant = sorted(other for other in known if other.lower() == name.lower())
        if meant and name not in known:
            raise InvalidArgument(f"{registered_event} is not an event; names are exact: {' or '.join(meant)}")

    def _row(self, event: str) -> Honoured:
        if event in self._honoured:
            return self._honoured[event]
        return self._honoured.get(self.tables.events.get(event, event), {})


def demand_version(version: str | None) -> None:
    """Raise `InvalidArgument` for a version without a number: it would be older than every other."""
    if version is not None and not (isinstance(version, str) and any(map(str.isdigit, version))):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidArgument(f"{version!r} is no version; leave it out for the newest")


def load(platform: str) -> Platform:
    """Import and return one platform; raises `UnsupportedPlatform` for a name without a module of its own."""
    # Callers need not keep to the type.
    module = platform.replace("-", "_") if isinstance(platform, str) else ""  # pyright: ignore[reportUnnecessaryIsInstance]
    if module and platform.islower() and "_" not in platform and module.isidentifier():
        try:
            found = getattr(import_module(f"{PACKAGE}.{module}"), "PLATFORM", None)
        except ModuleNotFoundError as error:
            if error.name != f"{PACKAGE}.{module}":
                raise
        else:
            if isinstance(found, Platform):
                return found
    raise UnsupportedPlatform(platform, platforms())


@cache
def platforms() -> tuple[str, ...]:
    """Return the names of all platforms, sorted."""
    from pkgutil import iter_modules

    modules = iter_modules(import_module(PACKAGE).__path__)
    names = (item.name for item in modules if not item.ispkg and not item.name.startswith("_"))
    return tuple(sorted(name.replace("_", "-") for name in names))

"""A verdict, what it asks of a platform, and the answer that carries it out."""

from __future__ import annotations

import json
import re

from hook_adapters.canonical.arguments import in_native_unit, is_unknown, read_names, renamed
from hook_adapters.canonical.contained import Values
from hook_adapters.canonical.errors import InvalidArgument, Unsupported
from hook_adapters.canonical.event import RESERVED, canonical_events
from hook_adapters.canonical.meant import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from hook_adapters.canonical.reading import Reading, Tables
    from hook_adapters.canonical.types import Answer, VerdictFields

DECISIONS = ("allow", "deny", "ask", None)
KEYS = ("decision", "reason", "context", "updated_input", "system_message")
NO_REASON = "Denied by policy."
NO_QUESTION = "This needs your approval."
WORDS = {"deny": "deny", "ask": "ask the user", "context": "give the model context", "input": "change the input"}
# What an event has beside the arguments that it is drawn from.
_LISTS = frozenset({"file_paths", "urls", "commands"})


class Verdict:
    """What shall happen: a decision with its reason, text for the model, changed arguments, text for the user.

    `updated_input` holds the canonical arguments to change; those it does not name stay as they are. Built from the
    serve protocol's `{decision, reason?, context?, updated_input?, system_message?}`; raises `InvalidArgument` for
    anything else.
    """

    def __init__(self, verdict: VerdictFields) -> None:
        if not isinstance(verdict, dict):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidArgument(f"a verdict is an object with a decision, not {verdict!r}")
        if unknown := sorted(verdict.keys() - KEYS):
            raise InvalidArgument(f"unknown key in verdict: {unknown[0]}{meant(unknown[0], KEYS)}")
        self.decision: str | None = verdict.get("decision")
        if self.decision not in DECISIONS:
            known = [decision for decision in DECISIONS if decision]
            raise InvalidArgument(f"unknown decision {self.decision!r}{meant(self.decision, known)}")
        self.context: str | None = verdict.get("context") or None
        self.updated_input: dict[str, Any] | None = verdict.get("updated_input")
        self.system_message: str | None = verdict.get("system_message") or None
        self._reason: str = verdict.get("reason") or ""

    @property
    def reason(self) -> str:
        """Never empty, since platforms ignore a deny without a reason.

        It carries the context too: next to a deny several versions drop context, and one then runs the tool.
        """
        usual = NO_QUESTION if self.decision == "ask" else NO_REASON
        return "\n".join(filter(None, (self._reason or usual, self.context)))

    @property
    def parts(self) -> frozenset[str]:
        """What the platform has to honour: some of deny, ask, context, input."""
        if self.decision == "deny":
            return frozenset({"deny"})
        parts = {"ask"} if self.decision == "ask" else set[str]()
        if self.context and not parts:
            parts.add("context")
        if self.updated_input:
            parts.add("input")
        return frozenset(parts)

    def only(self, event: str, *honoured: str) -> None:
        """Raise `Unsupported` if the verdict asks for more than the platform honours on this event."""
        for part in sorted(self.parts - set(honoured)):
            raise Unsupported(f"a {event} hook of this platform cannot {WORDS[part]}")

    def denied_instead_of_asked(self) -> Verdict:
        """Return the deny that stands in where a platform would run the tool instead of asking."""
        reason = f"{self._reason or NO_QUESTION} (Denied: hooks cannot make this version ask.)"
        return Verdict({"decision": "deny", "reason": reason, "context": self.context})


def answer(body: Mapping[str, Any] | None = None, *, exit_code: int = 0, stderr: str = "") -> Answer:
    """Return what a hook shall print and exit with; no body or an empty one prints nothing."""
    stdout = json.dumps(body, separators=(",", ":")) if body else ""
    return {"exit_code": exit_code, "stdout": stdout, "stderr": stderr}


def changed_arguments(reading: Reading, tables: Tables, verdict: Verdict) -> dict[str, Any]:
    """Return the whole native argument object with the verdict's changes in it.

    Whole, because most versions replace the arguments by what they are given. Raises `Unsupported` where the
    arguments are no object, and not the one value of a tool that takes several, or a change cannot be expressed in it.
    """
    native = reading.arguments
    held = None if reading.bare_tool else tables.contained.get(reading.tool)
    if not isinstance(native, dict):
        native = _as_object(native, held)
    current = canonical_events(reading, tables)[0].get("tool_input", {})
    changed = dict(native)
    table = {} if reading.bare_tool else tables.arguments.get(reading.tool, {})
    units = {} if reading.bare_tool else tables.units.get(reading.tool, {})
    # An argument with a unit of the platform's is one that the platform reads, under a canonical name too.
    read = read_names(native, {**table, **{name: name for name in units if name not in table}})
    drawn = _drawn(native, current, table, is_known=not is_unknown(reading, tables))
    for key, value in (verdict.updated_input or {}).items():
        if key == RESERVED or current.get(key, reading) == value:
            continue
        if isinstance(held, Values) and (calls := _having(key, held, changed, table)):
            changed = held.replaced(changed, _only(key, calls) | {read_names(calls[0], table).get(key, key): value})
            continue
        if held is not None and not isinstance(held, Values) and key not in current:
            raise Unsupported(
                f"{key} is of the calls within this one, whose list `{held.at}` can be changed as a whole"
            )
        if key in drawn:
            raise Unsupported(f"{key} of this call follows from its other arguments; change those")
        names = [name for name, canonical in table.items() if canonical == key]
        name = read.get(key) or (names or [key])[0]
        changed[name] = in_native_unit(value, units.get(name))
        if key in native and key not in read:
            # Whether the tool reads the canonical name, as Grok Build's other sets do, the payload does not say.
            changed[key] = value
    return changed


def _as_object(native: Any, held: Any) -> dict[str, Any]:
    if not isinstance(held, Values) or not any(held.calls(native, "")):
        raise Unsupported("arguments that are not an object cannot be changed")
    return {held.at[0]: native}


def _having(key: str, held: Values, native: Mapping[str, Any], table: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the arguments of the contained calls, if one of them has such a canonical argument."""
    calls = [arguments for _, arguments in held.calls(native, "")]
    return calls if any(key in renamed(arguments, table) for arguments in calls) else []


def _only(key: str, calls: list[dict[str, Any]]) -> dict[str, Any]:
    if len(calls) > 1:
        raise Unsupported(f"which of the {len(calls)} calls within this one gets another {key} cannot be said")
    return calls[0]


def _drawn(
    native: Mapping[str, Any], current: Mapping[str, Any], table: Mapping[str, str], *, is_known: bool
) -> set[str]:
    """Return the canonical arguments that the call has under no name, but in others; of a known tool every list, too.

    Added as they are, nobody would read them.
    """
    own = renamed(native, table)
    drawn = {name for name in current if name not in own or (name in _LISTS and own[name] != current[name])}
    return drawn | (_LISTS - own.keys() - set(table.values()) if is_known else set())


def at_least(version: str | None, minimum: str) -> bool:
    """Compare versions, a pre-release as older than its release; an unknown version is taken for the newest."""
    return version is None or _order(version) >= _order(minimum)


def _order(version: str) -> list[tuple[int, int, str]]:
    """Return what orders a version, part by part: a word of a pre-release below the end, a further number above it."""
    found = re.match(r"[^0-9]*([0-9]+(?:\.[0-9]+)*)([^\s+]*)", version)
    if found is None:
        return []
    numbers = [part.lstrip("0") for part in found[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    words = re.findall(r"[0-9]+|[A-Za-z]+", found[2])
    parts = [(4, len(part), part) for part in numbers]
    for word in words:
        digits = word.lstrip("0")
        parts.append((1, len(digits), digits) if word.isdigit() else (2, 0, word))
    return parts if words else [*parts, (3, 0, "")]

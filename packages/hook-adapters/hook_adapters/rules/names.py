"""The canonical names, and what was meant by a name that is none of them.

A rule for a name that no event ever has would never match and say nothing, so native names and wrong cases are refused.
"""

from __future__ import annotations

from hook_adapters.canonical.errors import InvalidRules
from hook_adapters.canonical.kinds import KINDS, OF_TOOLS
from hook_adapters.canonical.meant import meant

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

TOOLS = frozenset({*OF_TOOLS, "TodoRead"})
EVENTS = frozenset(
    """
    ConfigChange CwdChanged DirectoryAdded Elicitation ElicitationResult FileChanged InstructionsLoaded MessageDisplay
    Notification PermissionDenied PermissionRequest PostCompact PostModelSwitch PostToolBatch PostToolUse
    PostToolUseFailure PreCompact PreModelSwitch PreToolUse SessionEnd SessionStart Setup Stop StopFailure SubagentStart
    SubagentStop TaskCompleted TaskCreated TeammateIdle UserPromptExpansion UserPromptSubmit WorktreeCreate
    WorktreeRemove
    """.split()  # noqa: SIM905 (a list would take a line a word)
)

_NAMED = 2


def check_tools(matcher: str, names: Iterable[str]) -> None:
    """Refuse names that are some platform's own word for a canonical tool; raises `InvalidRules`.

    Names that stand for themselves everywhere pass: a server's tools, and those that no platform's table has.
    """
    for name in names:
        if name not in TOOLS:
            _refuse_case(matcher, name, TOOLS)
            _refuse_native(matcher, name, "tools")


def check_events(matcher: str, names: Iterable[str]) -> None:
    """Refuse names that are some platform's own word for a canonical event; raises `InvalidRules`."""
    for name in names:
        if name not in EVENTS:
            _refuse_case(matcher, name, EVENTS)
            _refuse_native(matcher, name, "events")


def check_kinds(matcher: str, kinds: Iterable[str]) -> None:
    """Refuse what is no kind of tool, and say of a tool's name which kind it is of; raises `InvalidRules`."""
    for kind in kinds:
        if kind in KINDS:
            continue
        for other in KINDS:
            if other == kind.strip().lower().replace("-", "_"):
                raise InvalidRules(f"{matcher}: {kind!r} never matches, kinds are exact; write {other}")
        if kind in OF_TOOLS:
            raise InvalidRules(f"{matcher}: {kind!r} is a tool, of the kind {OF_TOOLS[kind]}; write {OF_TOOLS[kind]}")
        _refuse_native_kind(matcher, kind)
        raise InvalidRules(f"{matcher}: unknown kind {kind!r}{meant(kind, KINDS)}")


def widely_used_first(names: Iterable[str]) -> list[str]:
    """Sort platform ids for a reader of whom nobody knows which one is theirs: widely used ones, then the others."""
    from hook_adapters.canonical.platform import load

    return sorted(names, key=lambda name: (not load(name).widely_used, name))


def some(callers: list[str]) -> str:
    """Return who calls something so: "a calls", "a and b call", "a, b and 2 more call"."""
    if len(callers) > _NAMED:
        return f"{', '.join(callers[:_NAMED])} and {len(callers) - _NAMED} more call"
    return f"{' and '.join(callers)} {'calls' if len(callers) == 1 else 'call'}"


def _refuse_case(matcher: str, name: str, canonical: frozenset[str]) -> None:
    for other in canonical:
        if other.lower() == name.strip().lower():
            raise InvalidRules(f"{matcher}: {name!r} never matches, names are exact; write {other}")


def _refuse_native(matcher: str, name: str, table: str) -> None:
    from hook_adapters.canonical.platform import load, platforms

    callers: dict[str, list[str]] = {}
    for platform in widely_used_first(platforms()):
        canonical = getattr(load(platform).tables, table).get(name, name)
        if canonical != name:
            callers.setdefault(canonical, []).append(platform)
    if callers:
        words = ", and ".join(f"{some(names)} {canonical}" for canonical, names in callers.items())
        raise InvalidRules(f"{matcher}: {name!r} is what {words}; write {' or '.join(callers)}")


def _refuse_native_kind(matcher: str, name: str) -> None:
    from hook_adapters.canonical.platform import load, platforms

    for platform in platforms():
        tables = load(platform).tables
        kind = OF_TOOLS.get(tables.tools.get(name, name)) or tables.kinds.get(name)
        if kind is not None:
            raise InvalidRules(f"{matcher}: {name!r} is a tool of {platform}, of the kind {kind}; write {kind}")

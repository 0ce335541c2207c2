"""One rule on one platform: where it fires, why it never can, and which calls it misses."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from hookconform.corpus.vocabulary import PRE_TOOL, UNKNOWN_KIND
from hookconform.packs.at_events import ONLY_ASKED, outcome
from hookconform.packs.finding import Hole, Standing
from hookconform.packs.mcp_tools import is_mcp_name_there, mcp_forms, names_in_form
from hookconform.packs.names import claims_of, events_of, is_tool_name
from hookconform.packs.recorded import Known, Shape
from hookconform.packs.rule import Event, Pack, Rule, Test
from hookconform.packs.tests_of import COMMAND, PATHS, PROMPT

# An argument by which a tool names a file or folder, whatever the canonical event makes of it.
_NAMES_FILE = re.compile(r"(path|file|filename|folder|directory|notebook)s?$", re.IGNORECASE)
# The code of what is a note and no hole.
BLIND = "no-pattern"
# Of this kind are tools with little in common; one that is not seen matters where the named one does not exist.
_LOOSE_KIND = "think"
_SEARCH = "search"
_PRE_TOOL_ALONE = frozenset({PRE_TOOL})
# What a rule about a value is about where it names no tool: what runs commands, and what works on files.
_KINDS_WITH = {COMMAND: frozenset({"execute"}), PATHS: frozenset({"read", "edit", "delete", "move"})}


def standing_of(rule: Rule, pack: Pack, known: Known, everywhere: Sequence[Known]) -> Standing:
    """Return how a rule stands on one platform, and the holes it has there."""
    at_event = [shape for shape in known.shapes if rule.is_about_event(shape.names)]
    in_scope = [shape for shape in at_event if any(_meant(rule, shape))]
    reached = [shape for shape in in_scope if _sees_all(rule, shape)]
    firing = sum(1 for shape in reached if _fires(rule, shape))
    found = [*_missed(rule, pack, known, at_event, everywhere), *_blind(rule, known, in_scope)]
    decided = outcome(rule, known.platform, _events(rule, reached))
    holes = [*(hole for hole in found if hole.code != BLIND), *_named_otherwise(rule, known)]
    holes += [hole for hole in decided.holes if hole.code != ONLY_ASKED or not _is_covered(rule, pack, reached)]
    # What cannot carry the pattern is nothing that the rule should see.
    notes = [*decided.notes, *(hole.text for hole in found if hole.code == BLIND)]
    why, untried = "", False
    if not reached:
        hole, why, untried = _never(rule, known, at_event, in_scope)
        holes += [hole] if hole else []
    elif not firing:
        notes.append("no recorded value is of the kind it looks for")
    if reached and rule.operations is not None:
        lacking = sorted(rule.operations - events_of(known.platform))
        notes += [f"no event {', '.join(lacking)} there"] if lacking else []
    return Standing(
        platform=known.platform.id,
        basis=known.basis,
        state="fires" if firing else "waits" if reached else "never",
        fires=firing,
        shapes=len(in_scope),
        why=why,
        notes=tuple(notes),
        holes=tuple(holes),
        untried=untried,
        unmeasured=decided.is_unmeasured,
        reached=_places(known, reached),
    )


def _is_covered(rule: Rule, pack: Pack, reached: Sequence[Shape]) -> bool:
    """Tell whether another rule does before the tool what this one does where the user is asked."""
    before = replace(rule, operations=frozenset({PRE_TOOL}))
    return any(
        other is not rule
        and other.stands_in_for(before)
        and all(other.is_about_tool(shape.tool, shape.kind) for shape in reached)
        for other in pack.rules
    )


def _places(known: Known, reached: Sequence[Shape]) -> frozenset[int]:
    """Return which of a platform's shapes these are; a tool that a server calls like another one is of no kind."""
    mine = {id(shape) for shape in reached if shape.kind != UNKNOWN_KIND}
    return frozenset(place for place, shape in enumerate(known.shapes) if id(shape) in mine)


def _events(rule: Rule, reached: Sequence[Shape]) -> frozenset[str]:
    """Return the canonical events of the payloads that a rule sees."""
    if rule.operations == _PRE_TOOL_ALONE:
        return _PRE_TOOL_ALONE
    seen = (event for shape in reached for event in _meant(rule, shape))
    return frozenset(event["hook_event_name"] for event in seen if all(test.sees(event) for test in rule.tests))


def _sees_all(rule: Rule, shape: Shape) -> bool:
    return any(all(test.sees(event) for test in rule.tests) for event in _meant(rule, shape))


def _fires(rule: Rule, shape: Shape) -> bool:
    return any(rule.matches(event) for call in shape.calls for event in call)


def _meant(rule: Rule, shape: Shape) -> Iterator[Event]:
    """Yield the events of a shape's payloads that are of the rule's events and tools; a call may contain others."""
    for call in shape.calls:
        for event in call:
            if rule.is_about(event):
                yield event


def _never(
    rule: Rule, known: Known, at_event: Sequence[Shape], in_scope: Sequence[Shape]
) -> tuple[Hole | None, str, bool]:
    """Return why a rule fires on nothing here: the hole if there is one, words, and whether it was not to be tried."""
    platform = known.platform
    if not at_event:
        return _no_event(rule, known)
    if in_scope:
        hole, text = _no_argument(rule, platform.id, in_scope)
        return None if _names_no_place(rule, in_scope) else hole, text, False
    named = sorted(rule.tools or rule.kinds or ())
    if rule.kinds is not None:
        return None, f"no {known.basis} tool is of kind {', '.join(sorted(rule.kinds))}", False
    there = [name for name in named if claims_of(platform, name)]
    servers = [name for name in named if not is_tool_name(name) and mcp_forms(name).intersection(_forms(known))]
    if servers and not there:
        # Nobody's own servers are in the corpus, so that no recording speaks against the rule.
        return None, f"no {known.basis} call of the MCP server of {', '.join(servers)}", True
    if there:
        return None, f"no {known.basis} call of {', '.join(there)} at this event", True
    return None, f"no tool {', '.join(named)} there", False


def _no_event(rule: Rule, known: Known) -> tuple[Hole | None, str, bool]:
    names = rule.operations or frozenset()
    there = sorted(names & events_of(known.platform))
    if there:
        return None, f"no {known.basis} payload of {', '.join(there)}", True
    text = f"no event {', '.join(sorted(names))} there"
    if rule.decides and names:
        return (
            Hole("no-event", f"{text}, so nothing is stopped", ", ".join(sorted(names)), known.platform.id),
            text,
            False,
        )
    return None, text, False


def _no_argument(rule: Rule, platform: str, in_scope: Sequence[Shape]) -> tuple[Hole, str]:
    lacking = [test.reads for test in rule.tests if not _is_seen(test, in_scope)]
    names = {PROMPT: "what a user types"}
    wanted = " and ".join(names.get(name, name) for name in lacking or [test.reads for test in rule.tests])
    natives = sorted({shape.native or shape.native_event for shape in in_scope})
    there = sorted({key for shape in in_scope for key in shape.arguments if key != "platform_tool_name"})
    has = f"; there {'is' if len(there) == 1 else 'are'} {_some(there)}" if there else ""
    together = "" if lacking else " together"
    text = f"no {_quoted(natives)} has {wanted}{together}{has}"
    return Hole("no-argument", text, wanted, platform), text


def _names_no_place(rule: Rule, in_scope: Sequence[Shape]) -> bool:
    """Tell whether a rule by kinds is about paths of searches, and the platform's have none: they search everywhere."""
    return (
        rule.tools is None
        and {shape.kind for shape in in_scope} == {_SEARCH}
        and all(test.reads == PATHS or _is_seen(test, in_scope) for test in rule.tests)
    )


def _is_seen(test: Test, shapes: Sequence[Shape]) -> bool:
    return any(_sees(test, shape) for shape in shapes)


def _sees(test: Test, shape: Shape) -> bool:
    return any(test.sees(event) for call in shape.calls for event in call)


def _missed(rule: Rule, pack: Pack, known: Known, at_event: Sequence[Shape], everywhere: Sequence[Known]) -> list[Hole]:
    """Return the recorded tools of the same kind as the named ones that neither this rule nor a like one sees."""
    if rule.tools is None:
        return []
    kinds = {shape.kind for one in everywhere for shape in one.shapes if shape.tool in rule.tools} - {
        UNKNOWN_KIND,
        None,
    }
    likes = [other for other in pack.rules if other is not rule and other.stands_in_for(rule)]
    # What the author wants done about a whole tool stands in a rule of its own.
    deciding = [
        other
        for other in pack.rules
        if other is not rule
        and other.decides
        and other.tools is not None
        and other.sees_events_of(rule)
        and not (other.tests or other.conditions or other.problems)
    ]
    about_files = any(test.reads == PATHS for test in rule.tests)
    missed: dict[str, list[Shape]] = {}
    for shape in at_event:
        if shape.kind not in kinds or shape.native is None or shape.kind is None:
            continue
        if about_files and not _names_file(shape):
            continue
        if shape.kind == _LOOSE_KIND and any(claims_of(known.platform, name) for name in rule.tools):
            continue
        if not any(one.is_about_tool(shape.tool, shape.kind) for one in (rule, *likes, *deciding)):
            missed.setdefault(shape.native, []).append(shape)
    return [
        Hole(
            "missed-tool",
            f"`{native}` ({_kind(alike)}) is not seen",
            native,
            known.platform.id,
            _kind(alike),
            _tool(alike),
        )
        for native, alike in sorted(missed.items())
        # A tool that cannot carry the pattern is none that the rule should see.
        if all(not test.by_value or _is_seen(test, alike) for test in rule.tests)
    ]


def _kind(shapes: Sequence[Shape]) -> str:
    return shapes[0].kind or ""


def _tool(shapes: Sequence[Shape]) -> str:
    """Return the canonical name of a tool, its own if it has none."""
    return shapes[0].tool or shapes[0].native or ""


def _named_otherwise(rule: Rule, known: Known) -> list[Hole]:
    """Return the hole of a rule that names MCP tools only as this platform does not."""
    named = sorted(name for name in rule.tools or () if not is_tool_name(name) and mcp_forms(name))
    here = _forms(known)
    if not named or not here or any(is_mcp_name_there(known.platform, name) for name in named):
        return []
    alike = next((name for name in named if mcp_forms(name) & set(here)), None)
    if alike is not None:
        # The form is right, and a mark in it is none that names have there.
        called = names_in_form(known.platform, alike)
        said = f"is called `{called[-1]}` there" if called else "has a mark that no name of an MCP tool has there"
        return [Hole("mcp-name", f"`{alike}` {said}", alike, known.platform.id)]
    forms = " or ".join(f"`{form}`" for form in dict.fromkeys(here))
    text = f"`{named[0]}` is no name of an MCP tool there; their form is {forms}"
    return [Hole("mcp-name", text, named[0], known.platform.id)]


def _forms(known: Known) -> list[str]:
    return [row.form for row in known.platform.mcp]


def _blind(rule: Rule, known: Known, in_scope: Sequence[Shape]) -> list[Hole]:
    """Return the tools that the rule is about and whose calls never have a field that it looks at."""
    holes: list[Hole] = []
    for test in rule.tests:
        if not test.by_value:
            continue
        shapes: dict[str, list[Shape]] = {}
        for shape in in_scope:
            is_meant = rule.tools is not None or shape.kind in _KINDS_WITH.get(test.reads, ())
            if shape.native is not None and is_meant and (test.reads != PATHS or _names_file(shape)):
                shapes.setdefault(shape.native, []).append(shape)
        blind = {native: alike for native, alike in shapes.items() if not _is_seen(test, alike)}
        if len(blind) == len(shapes) and rule.tools is not None:
            continue  # no call has the field: that is said of the platform as a whole
        for native, alike in sorted(blind.items()):
            holes.append(
                Hole(BLIND, _without(test, native, alike), native, known.platform.id, _kind(alike), _tool(alike))
            )
    return holes


def _without(test: Test, native: str, shapes: Sequence[Shape]) -> str:
    has = sorted({key for shape in shapes for key in shape.arguments if key != "platform_tool_name"})
    return f"`{native}` ({shapes[0].kind}) has no {test.reads}; it has {_some(has) or 'no arguments'}"


def _names_file(shape: Shape) -> bool:
    return any(map(_NAMES_FILE.search, shape.arguments))


def _quoted(names: Sequence[str]) -> str:
    return _some([f"`{name}`" for name in names])


def _some(names: Sequence[str]) -> str:
    shown = 6
    rest = [f"{len(names) - shown} more"] if len(names) > shown else []
    return ", ".join([*names[:shown], *rest])

"""Every row of the reference adapter's tables about tools is held by a case: without the row, the case fails."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from hook_adapters import InvalidPayload, platforms
from hook_adapters.canonical.arguments import AT
from hook_adapters.canonical.event import canonical_events
from hook_adapters.canonical.kinds import OF_TOOLS
from hook_adapters.canonical.platform import load
from hook_adapters.canonical.reading import Reading, Tables
from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.expected import UNSTATED


@cache
def readings() -> dict[str, dict[str, list[tuple[Case, Reading]]]]:
    """Return the cases with a tool by platform and native name, each with what the adapter reads in it."""
    found: dict[str, dict[str, list[tuple[Case, Reading]]]] = defaultdict(lambda: defaultdict(list))
    for case in iter_cases():
        if case.expected.is_refusal or case.expected.may_refuse or case.expected.tool_name is None:
            continue
        if case.platform in platforms():
            reading = load(case.platform).read(case.payload_text, case.registered_event)
            found[case.platform][case.expected.native_tool or ""].append((case, reading))
    return found


def passes(case: Case, reading: Reading, tables: Tables) -> bool:
    expected = case.expected
    try:
        events: list[Mapping[str, Any]] = [*canonical_events(reading, tables)]
    except InvalidPayload:
        return False
    event = events[0]
    wanted = dict(expected.arguments) if expected.tool_input is not UNSTATED else None
    if wanted is not None and expected.platform_tool_name is not None:
        wanted["platform_tool_name"] = expected.platform_tool_name
    given = event.get("tool_input", {})
    return (
        event.get("tool_name") == expected.tool_name
        and event.get("tool_kind") == expected.kind
        and (wanted is None or given == wanted)
        and len(events) == 1 + len(expected.also_fires) + len(expected.calls)
    )


def without(tables: Tables, table: str, name: str, argument: str = "") -> Tables:
    """Return the tables without one row, or without one rename or one place of it."""
    changed = dict(vars(tables))
    if table == "paths" and argument:
        changed[table] = {**changed[table], name: tuple(place for place in changed[table][name] if place != argument)}
    elif table == "urls" and argument:
        how, places = changed[table][name]
        changed[table] = {**changed[table], name: (how, tuple(place for place in places if place != argument))}
    elif argument:
        renames = {key: value for key, value in changed[table][name].items() if key != argument}
        changed[table] = {**changed[table], name: renames}
    else:
        changed[table] = {key: value for key, value in changed[table].items() if key != name}
    return Tables(**changed)


# Ways of opening a path are held to the measurements themselves, in test_reference_opened.py: not every way has a case.
def rows(tables: Tables) -> Iterator[tuple[str, str, str]]:
    yield from (("tools", name, "") for name in tables.tools)
    yield from (("kinds", name, "") for name in tables.kinds)
    for table in ("units", "paths", "urls", "commands", "contained"):
        yield from ((table, name, "") for name in getattr(tables, table))
    yield from (("paths", name, place) for name, places in tables.paths.items() for place in places)
    yield from (("urls", name, place) for name, (how, places) in tables.urls.items() if how == AT for place in places)
    yield from (("commands", name, place) for name, places in tables.commands.items() for place in places)
    yield from (("arguments", name, own) for name, renames in tables.arguments.items() for own in renames)


@pytest.mark.whole
@pytest.mark.parametrize("platform", platforms())
def test_an_adapter_without_a_row_fails_a_case(platform: str) -> None:
    tables = load(platform).tables
    mine = readings()[platform]
    others = ["copilot-cli"] if platform == "copilot-cloud-agent" else []
    unheld: list[tuple[str, str, str]] = []
    for table, name, argument in rows(tables):
        changed = without(tables, table, name, argument)
        cases = mine[name] + [pair for other in others for pair in readings()[other][name]]
        assert all(passes(case, reading, tables) for case, reading in cases)
        if all(passes(case, reading, changed) for case, reading in cases):
            unheld.append((table, name, argument))
    assert unheld == []


@pytest.mark.whole
@pytest.mark.parametrize("canonical", OF_TOOLS)
def test_an_adapter_with_another_kind_for_a_canonical_tool_fails_a_case(
    canonical: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OF_TOOLS, canonical, "move")
    assert not all(
        passes(case, reading, load(platform).tables)
        for platform, tools in readings().items()
        for cases in tools.values()
        for case, reading in cases
        if case.expected.tool_name == canonical
    )

"""Calls as hooks were told of them, for facades of the same name; what a model sent may have had another one."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.ground.pointers import first
from tests.support.facade_tables import REGISTRY, TABLES
from tool_facades import FacadeError, ToolFacade


class Told(NamedTuple):
    """A recorded payload before a tool, the facade of its tool and version, and the arguments."""

    case: Case
    facade: ToolFacade
    arguments: Any


def told_calls() -> Iterator[Told]:
    """Yield every recorded pre-tool payload whose tool has a facade at its version."""
    providers = {table["platform"]: provider for provider, table in TABLES.items()}
    for case in iter_cases():
        name = case.expected.native_tool
        if not case.is_captured or case.expected.event != "PreToolUse" or name is None or case.payload is None:
            continue
        facade = _facade(providers.get(case.platform, ""), name, case.version or "")
        found = first(case.payload, load_platform(case.platform).payload.tool_input)
        if facade is not None and found is not None:
            yield Told(case, facade, _decoded(found[1]))


def _facade(provider: str, name: str, version: str) -> ToolFacade | None:
    if provider not in TABLES:
        return None
    try:
        families = REGISTRY.families(provider, version)
    except FacadeError:
        return None
    for family in families:
        with contextlib.suppress(FacadeError):
            return REGISTRY.tool(provider, name, family, version)
    return None


def _decoded(arguments: Any) -> Any:
    if not isinstance(arguments, str):
        return arguments
    try:
        return json.loads(arguments)
    except ValueError:
        return arguments

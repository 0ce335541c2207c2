"""Changes of what programs declared to their models: tools, and the arguments that they take.

A recording shows what was declared in the scenarios that it ran. An argument that it lacks is gone only if a scenario
ran in which the other recording has it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from hookconform.corpus.claims import Platform
from hookconform.corpus.declared import (
    argument_keys_in,
    declared_tools,
    declared_versions,
    scenarios_of,
    shown_tools,
)
from hookconform.corpus.shown import Shown
from hookconform.explain.contract.step import DECLARED, ContractStep
from hookconform.ground.versions import version_key

THERE, GONE = "there", "gone"

Tools = Mapping[str, dict[str, Any]]


def offered_steps(platform: Platform, said: Collection[str]) -> Iterator[ContractStep]:
    """Yield tools and arguments that the program offers its model from some version on; `said` are known already."""
    versions = {
        version: declared_tools(platform.id, version, platform.root)
        for version in declared_versions(platform.id, platform.root)
    }
    shown = shown_tools(versions)
    for name in sorted({name for tools in versions.values() for name in tools}):
        if not (name in said or platform.mcp_forms(name) or platform.declares_as_mcp(name)):
            yield from _tool(name, versions, shown)
        yield from _arguments(name, versions)


def _tool(name: str, versions: Iterable[str], shown: Shown) -> Iterator[ContractStep]:
    """Yield at which recordings a tool came and went."""
    last, before = "", ""
    for version in versions:
        now = THERE if shown.has(version, name) else GONE if shown.lacks(version, name) else ""
        if not now:
            continue
        if before and now != before:
            text = f"the model is {'now' if now == THERE else 'no longer'} offered"
            yield ContractStep("tool", (name,), text, last, version, DECLARED, before, now, (f"`{name}`",))
        last, before = version, now


def _arguments(name: str, versions: Mapping[str, Tools]) -> Iterator[ContractStep]:
    """Yield at which recordings a tool took an argument more or less."""
    # Of each scenario, the last recording that ran it with the tool, and what the tool took there.
    known: dict[str, tuple[str, frozenset[str]]] = {}
    for version, tools in versions.items():
        if name not in tools:
            continue
        now = {one: argument_keys_in(tools[name], one) for one in scenarios_of(tools[name])}
        before = {one: keys for one, (_, keys) in known.items()}
        before_at_all = frozenset[str]().union(*before.values())
        now_at_all = frozenset[str]().union(*(before | now).values())
        for keys, takers, state in (
            (now_at_all - before_at_all, now, THERE),
            (before_at_all - now_at_all, before, GONE),
        ):
            for key in sorted(keys):
                # The newest recording that differs in a scenario that both ran.
                shared = [known[one][0] for one in now.keys() & known.keys() if key in takers[one]]
                if shared:
                    after = max(shared, key=version_key)
                    text = f"`{name}` {'takes' if state == THERE else 'no longer takes'}"
                    states = (GONE, THERE) if state == THERE else (THERE, GONE)
                    subjects = (f"{name}.{key}",)
                    yield ContractStep("argument", subjects, text, after, version, DECLARED, *states, (f"`{key}`",))
        known |= {one: (version, keys) for one, keys in now.items()}

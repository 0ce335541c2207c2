"""Calls of tools that a version does not have: a driver knows versions by the points at which it changed.

A program may accept a tool that the request at hand does not declare (Qwen Code offers most behind a search), so what a
version lacks is known when every scenario has run: a name that none of them saw declared. The scenarios that called one
are then run once more without those calls.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, replace

from hookconform.corpus.declared import declared_tools
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.manifest import driven_tools
from hookconform_lab.lab.model_calls import full_name
from hookconform_lab.lab.run import Run
from hookconform_lab.lab.scenario import Scenario
from hookconform_lab.lab.script import Reply


def undeclared_calls(driver: Driver, version: str, runs: Iterable[Run]) -> dict[str, list[str]]:
    """Return the names that were called and that nothing declares, with the scenarios that did so.

    Not those called on purpose (`Scenario.probes`), nor those that the corpus knows the version to declare.
    """
    everything = list(runs)
    known = {name for run in everything for request in run.requests for name in request.tools}
    known |= {name for run in everything for name in run.scenario.probes}
    known |= declared_tools(driver.platform, version).keys()
    return {name: scenarios for name, scenarios in driven_tools(everything).items() if name not in known}


def without_calls(scenario: Scenario, names: Collection[str]) -> Scenario:
    """Return a scenario whose script makes no call of these names; a reply that has nothing left is gone."""
    script = scenario.script
    conversations = {name: tuple(_kept(replies, names)) for name, replies in script.conversations.items()}
    return replace(scenario, script=replace(script, conversations=conversations))


def _kept(replies: Iterable[Reply], names: Collection[str]) -> Iterator[Reply]:
    for reply in replies:
        calls = tuple(call for call in reply.calls if full_name(asdict(call)) not in names)
        if calls == reply.calls:
            yield reply
        elif calls or reply.text is not None:
            yield replace(reply, calls=calls)

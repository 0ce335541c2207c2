"""What one version shows of the contract with hooks: from the corpus, or from the bundle of a unit."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from hookconform.corpus.case_files import CaseFiles
from hookconform.corpus.claims import Platform
from hookconform.corpus.declared import declared_tools, declared_versions, scenarios_of, shown_tools
from hookconform.corpus.escapes import load_escapes
from hookconform.corpus.manifests import load_manifests
from hookconform.corpus.native import native_event
from hookconform.corpus.shown import NONE, Shown
from hookconform.corpus.version_files import read_document
from hookconform.effects.rows import measured_versions, rows_path
from hookconform.ground.versions import in_order
from hookconform_lab.intake.recordings import parse_recording
from hookconform_lab.intake.shapes import envelope_of
from hookconform_lab.sweep.store import Bundle

Effect = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of a version; what was not looked at is None, or not among the `tried`.

    `answers` are effects by row. `tools` are the declared ones, each with the scenarios that declared it. `events` are
    those that called a hook, each with the keys of its payloads. `tried` are the events that a quick recording had to
    see, None after a whole one. `escapes` are verdicts by row.
    """

    version: str
    answers: Mapping[str, Effect] | None = None
    tools: Mapping[str, Collection[str]] | None = None
    events: Mapping[str, frozenset[str]] | None = None
    tried: frozenset[str] | None = None
    escapes: Mapping[str, str] = field(default_factory=dict[str, str])

    def declares(self, recorded: Shown, *names: str) -> bool | None:
        """Tell whether a tool is declared under one of these names; None if no scenario ran that would show it.

        `recorded` are the tools that the corpus has of the platform.
        """
        if self.tools is None:
            return None
        if not self.tools.keys().isdisjoint(names):
            return True
        return False if recorded.would_show(self.version, NONE.union(*self.tools.values()), *names) else None


def corpus_facts(platform: Platform, version: str) -> Facts | None:
    """Return what the corpus has of a version, None if it has nothing of it."""
    answers = tools = events = None
    if version in measured_versions(platform.id):
        rows = read_document("responses", rows_path(platform.id, version))["rows"]
        answers = {row["id"]: row["effect"] for row in rows}
    if version in declared_versions(platform.id):
        declared = declared_tools(platform.id, version)
        tools = {name: scenarios_of(tool) for name, tool in declared.items()}
    manifest = load_manifests(platform.path.parent).get(version)
    if manifest is not None:
        events = {
            event: frozenset(key for keys in envelopes for key in keys)
            for event, envelopes in manifest.envelopes.items()
        }
    if answers is None and tools is None and events is None:
        return None
    measured = load_escapes(platform.id, version)
    escapes = {} if measured is None else {cell.row: cell.verdict for cell in measured.cells}
    return Facts(version, answers, tools, events, None, escapes)


def filed_events(platform: Platform, version: str) -> frozenset[str]:
    """Return the events that the recorded payloads of a version name, as the platform's claims read them."""
    filed = CaseFiles(platform.path.parent).captured(version)
    named = (
        native_event(platform, case.content.get("registered_event"), case.content.get("payload") or {})
        for case in filed
    )
    return frozenset(event for event in named if event)


def bundle_facts(bundle: Bundle) -> Facts:
    """Return what a unit shows."""
    measured: dict[str, Any] | None = bundle.json("responses.json")
    answers = None if measured is None else {row["id"]: row["effect"] for row in measured["rows"]}
    if "manifest.json" not in bundle.parts:
        # A narrow unit has measured, and recorded nothing.
        return Facts(bundle.version, answers)
    manifest: dict[str, Any] = bundle.json("manifest.json")
    declared: dict[str, Any] = bundle.json("declared.json")["tools"]
    escapes: dict[str, Any] = bundle.json("escapes.json") or {"cells": []}
    events: dict[str, set[str]] = {}
    for row in bundle.lines("recording.jsonl"):
        recording = parse_recording(json.dumps(row), where=f"the unit of {bundle.version}")
        keys = events.setdefault(str(recording.registered_event), set())
        keys.update(envelope_of(recording.payload or {}))
    return Facts(
        bundle.version,
        answers,
        {name: scenarios_of(tool) for name, tool in declared.items()},
        {event: frozenset(keys) for event, keys in events.items()},
        frozenset(event for scenario in manifest["scenarios"] for event in scenario["expects"]),
        {cell["row"]: cell["verdict"] for cell in escapes["cells"]},
    )


def recorded_tools(platform: Platform) -> Shown:
    """Return which scenarios of the recorded versions showed which tool."""
    return shown_tools({one: declared_tools(platform.id, one) for one in declared_versions(platform.id)})


def known_versions(platform: Platform) -> list[str]:
    """Return the versions of which the corpus has anything, oldest first."""
    recorded = load_manifests(platform.path.parent)
    return in_order({*recorded, *measured_versions(platform.id), *declared_versions(platform.id)})

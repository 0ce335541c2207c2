"""Which recorded calls a policy is held against: those it must stop, and one of every other tool that it must not.

A process is started for each, so not every case can be one; which are is decided by id, so always the same.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.cases.loading import captured_cases, captured_versions, made_up_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.native import mapping_tier
from hookconform.corpus.policies import Policy, load_policies
from hookconform.corpus.rule_packs import combined_rules
from hookconform.corpus.vocabulary import EXTENDED
from hookconform.effects.representatives import PRE_TOOL, blocking_rules, newest_whole
from hookconform.effects.rows import adapter_rows
from hookconform.effects.subjects import SUBJECTS, subject_of
from hookconform.effects.verdicts import DENY, honoured
from hookconform.ground.pointers import first


@dataclass(frozen=True, slots=True)
class Stand:
    """What a call is an example of: one that must be stopped or let run; `varied` if in other forms of its text too."""

    stopped: bool
    varied: bool


def stand_for_policy(case: Case, policy: str) -> Stand | None:
    """Tell what the case is to a policy of the corpus, None if nothing."""
    return _of_policies(platform_folder(case), policy).get(case.id)


def stand_for_tool(case: Case, tool: str) -> Stand | None:
    """Tell what the case is to a program with rules of its own about a core tool, None if nothing."""
    return _of_tools(platform_folder(case), tool).get(case.id)


def blocks(policy: Policy, case: Case) -> bool:
    """Tell whether the policy must stop a call.

    A rule of the shipped packs blocks what the case says it matches; a rule of the policy's own is about tools alone.
    """
    shipped = {rule["name"] for rule in combined_rules()}
    return any(
        rule["name"] in case.expected.matched_rules
        if rule["name"] in shipped
        else case.expected.tool_name in rule["tools"]
        for rule in policy.rules
    )


@cache
def _of_policies(folder: Path, name: str) -> Mapping[str, Stand]:
    policy = next(item for item in load_policies(folder.parents[1]) if item.name == name)
    return _chosen(folder, lambda case: blocks(policy, case))


@cache
def _of_tools(folder: Path, tool: str) -> Mapping[str, Stand]:
    return _chosen(folder, lambda case: case.expected.tool_name == tool)


def _chosen(folder: Path, wanted: Callable[[Case], bool]) -> dict[str, Stand]:
    """Return the stands by case id: all shapes of what is wanted at the newest whole version, one an event at others.

    A platform on which nothing is wanted has none at all: what lets everything run would pass there. Where the
    newest version recorded nothing that is wanted, made-up calls take its place. Calls that only an adapter of the tier
    extended knows for what they are stand beside all others, never in their place.
    """
    versions = captured_versions(folder.parents[1], folder.name)
    newest = newest_whole(folder.name)
    older = [version for version in versions if version != newest]
    calls = {version: calls_before_a_tool(folder, version) for version in versions}
    recorded = {version: [case for case in calls[version] if not _is_extended(case)] for version in versions}
    stands: dict[str, Stand] = {}
    must_stop = [case for case in recorded[newest] if wanted(case)] or [
        case for case in calls_before_a_tool(folder) if wanted(case)
    ]
    for case in _one_each(must_stop, _shape):
        stands[case.id] = Stand(stopped=True, varied=not stands)
    for version in older:
        mine = [case for case in recorded[version] if wanted(case) and _can_be_stopped(case)]
        for case in _one_each(mine, lambda case: case.registered_event):
            stands[case.id] = Stand(stopped=True, varied=False)
    for version in versions:
        key = _shape if version == newest else lambda case: case.registered_event
        mine = [case for case in calls[version] if wanted(case) and _is_extended(case) and _can_be_stopped(case)]
        for case in _one_each(mine, key):
            stands[case.id] = Stand(stopped=True, varied=False)
    if not stands:
        return {}
    harmless = [case for case in recorded[newest] if not wanted(case) and not blocking_rules(case)]
    for number, case in enumerate(_one_each(harmless, lambda case: case.expected.tool_name)):
        stands[case.id] = Stand(stopped=False, varied=not number)
    return stands


def _can_be_stopped(case: Case) -> bool:
    """Tell whether a hook can stop the call: at some versions answers were measured, and none counts."""
    event = case.registered_event or ""
    if case.version is None or not adapter_rows(case.platform, case.version, event, platform_folder(case).parents[1]):
        return True
    return DENY in honoured(case.platform, case.version, event)


def _is_extended(case: Case) -> bool:
    return mapping_tier(case) == EXTENDED


def _one_each(cases: Iterable[Case], key: Callable[[Case], Any]) -> Iterator[Case]:
    """Yield the best case of every key: one in the platform's default permission mode if there is any, first by id."""
    best: dict[Any, Case] = {}
    for case in cases:
        there = best.setdefault(key(case), case)
        if is_in_default_mode(case) and not is_in_default_mode(there):
            best[key(case)] = case
    yield from best.values()


def is_in_default_mode(case: Case) -> bool:
    """Tell whether a payload says that its platform asks as usual, or does not say how it asks."""
    mode = load_platform(case.platform).payload.permission_mode
    if mode is None:
        return True
    found = first(case.payload or {}, [mode.pointer])
    return found is None or found[1] == mode.default


def _shape(case: Case) -> tuple[str, str, str, tuple[str, ...]]:
    """Return what tells calls of one tool apart: event, native name, kind and names of the native arguments."""
    found = first(case.payload or {}, load_platform(case.platform).payload.tool_input)
    value = found[1] if found else None
    kind = type(value).__name__
    if isinstance(value, str):
        value = _decoded(value)
    keys = tuple(sorted(value)) if isinstance(value, dict) else ()
    return case.registered_event or "", case.expected.native_tool or "", kind, keys


def _decoded(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


@cache
def calls_before_a_tool(folder: Path, version: str = "") -> tuple[Case, ...]:
    """Return the calls of core tools that come before the tool runs, in id order: of a version, else made-up ones.

    Probes are left out, since no model makes such calls, and so are calls without what they would be about, which
    the platform itself refuses. A case with rules of its own says nothing of the shipped ones.
    """
    registrations = load_platform(folder.name, folder.parents[1]).registrations
    pre_tool = {name for name, claim in registrations.items() if claim.canonical == PRE_TOOL}
    root = folder.parents[1]
    cases = captured_cases(root, folder.name, version) if version else made_up_cases(root, folder.name)
    return tuple(
        case
        for case in cases
        if not case.expected.is_refusal
        and case.registered_event in pre_tool
        and case.expected.tool_name in SUBJECTS
        and subject_of(case) is not None
        and not case.is_probe
        and not case.rules
    )


def platform_folder(case: Case) -> Path:
    """Return the folder of the case's platform in the corpus."""
    return _folder(corpus_root(), case.platform)


# Asked for each case and policy: one object is found in a cache faster than an equal one.
@cache
def _folder(root: Path, platform: str) -> Path:
    return root / "platforms" / platform

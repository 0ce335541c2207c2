"""Good payloads that stand beside the bad ones of `refusal`: an adapter that refuses everything proves nothing.

There are as many on each platform as payloads that must be refused, or all that there are. Versions take turns, and
within a version events do. The choice depends on the corpus alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

from hookconform.cases.entry import Entry
from hookconform.cases.loading import captured_entries, captured_versions, made_up_entries
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.policies import load_policies
from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.effects.policy_calls import blocks, calls_before_a_tool, platform_folder
from hookconform.effects.representatives import blocking_rules

T = TypeVar("T")
# Cases, or what they are listed with: both have an id and a registered event.
Listed = TypeVar("Listed", Case, Entry)


def stands_for_good(case: Case) -> bool:
    """Tell whether an adapter is asked this payload as one that it must not refuse; a case of no corpus never is."""
    return case.id in _good(corpus_root(), case.platform)


def stands_for_harmless(case: Case, policy: str) -> bool:
    """Tell whether a hook program is asked this call as one that it must let run under a policy.

    Without a policy (a program with rules of its own) no shipped rule blocks the call.
    """
    return case.id in _harmless(platform_folder(case), policy)


@cache
def _good(root: Path, platform: str) -> frozenset[str]:
    folder = root / "platforms" / platform
    if not folder.is_dir():
        return frozenset()

    def good(entries: Iterable[Entry]) -> list[Entry]:
        return [entry for entry in entries if not (entry.is_refusal or entry.may_refuse)]

    newest_first = [good(entries) for entries in captured_entries(root, platform)]
    # A platform that nobody has recorded has made-up payloads only.
    return _chosen(newest_first or [good(made_up_entries(root, platform))], len(_refusals(folder)))


@cache
def _harmless(folder: Path, name: str) -> frozenset[str]:
    policies = [policy for policy in load_policies(folder.parents[1]) if policy.name == name]

    def is_harmless(case: Case) -> bool:
        return not blocking_rules(case) and not any(blocks(policy, case) for policy in policies)

    registrations = load_platform(folder.name, folder.parents[1]).registrations
    before = {event for event, claim in registrations.items() if claim.canonical == PRE_TOOL}
    newest_first = [
        [case for case in calls_before_a_tool(folder, version) if is_harmless(case)]
        for version in reversed(captured_versions(folder.parents[1], folder.name))
    ]
    return _chosen(newest_first, sum(event in before for event in _refusals(folder)))


@cache
def _refusals(folder: Path) -> tuple[str, ...]:
    """Return the registered event of each made-up payload that must be refused."""
    made_up = made_up_entries(folder.parents[1], folder.name)
    return tuple(entry.registered_event or "" for entry in made_up if entry.is_refusal)


def _chosen(versions: Sequence[Sequence[Listed]], wanted: int) -> frozenset[str]:
    """Return the ids of `wanted` cases, or of all: in turn from each version, there from each event."""
    orders = [_by_event(cases, number) for number, cases in enumerate(versions)]
    return frozenset(case.id for case in list(_in_turn(orders))[:wanted])


def _by_event(cases: Sequence[Listed], number: int) -> list[Listed]:
    """Return the cases so that events take turns; each version begins with another event, and there anywhere."""
    groups: dict[str, list[Listed]] = {}
    for case in cases:
        groups.setdefault(case.registered_event or "", []).append(case)
    orders = [evenly(groups[key]) for key in sorted(groups)]
    first = number % max(len(orders), 1)
    return list(_in_turn([*orders[first:], *orders[:first]]))


def _in_turn(orders: Sequence[Sequence[T]]) -> Iterator[T]:
    for items in zip_longest(*orders):
        yield from (item for item in items if item is not None)


def evenly(items: Sequence[T]) -> list[T]:
    """Return the items so that every beginning of the list lies evenly among them: middle, quarters, eighths."""
    order: dict[int, None] = {}
    parts = 2
    while len(order) < len(items):
        order.update(dict.fromkeys(len(items) * part // parts for part in range(1, parts)))
        parts *= 2
    return [items[index] for index in order]

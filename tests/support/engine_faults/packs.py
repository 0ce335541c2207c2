"""Faults in which rules of a pack are tried, and in what order they are named."""

from __future__ import annotations

from typing import Any

from hook_adapters.rules import pack
from tests.support.engine_faults.putting import Event, Fault, matched

matching = pack.matching


def first_pack() -> Fault:
    """Every call is matched with the pack of the first."""

    def put(patch: Any) -> None:
        kept: list[Any] = []

        def wrong(rules: list[Any], events: list[Event]) -> list[Any]:
            kept.append(rules)
            return matching(kept[0], events)

        matched(wrong)(patch)

    return put


def by_name() -> Fault:
    """A rule is the one that had its name first."""

    def put(patch: Any) -> None:
        known: dict[str, Any] = {}
        matched(lambda rules, events: matching([known.setdefault(rule.name, rule) for rule in rules], events))(patch)

    return put


def blocks(rule: Any) -> bool:
    return rule.actions.get("block") is True


def until_block(rules: list[Any], events: list[Event]) -> list[Any]:
    found = matching(rules, events)
    at = next((number for number, rule in enumerate(found) if blocks(rule)), len(found))
    return found[: at + 1]


FAULTS: dict[str, Fault] = {
    "one matcher is enough": lambda patch: patch.setattr(
        pack.Rule, "matches", lambda self, event: any(test(event) for test in self._tests)
    ),
    "the first matcher is enough": lambda patch: patch.setattr(
        pack.Rule, "matches", lambda self, event: self._tests[0](event)
    ),
    "the last matcher is enough": lambda patch: patch.setattr(
        pack.Rule, "matches", lambda self, event: self._tests[-1](event)
    ),
    "the first pack only": first_pack(),
    "rules are known by name": by_name(),
    "the first rule wins": matched(lambda rules, events: matching(rules, events)[:1]),
    "the last rule wins": matched(lambda rules, events: matching(rules, events)[-1:]),
    "nothing behind a block": matched(until_block),
    "blocks come first": matched(lambda rules, events: sorted(matching(rules, events), key=lambda r: not blocks(r))),
    "rules by name": matched(lambda rules, events: sorted(matching(rules, events), key=lambda r: r.name.lower())),
    "rules backwards": matched(lambda rules, events: matching(rules, events)[::-1]),
    "rules in an order of nobody's": matched(
        lambda rules, events: sorted(matching(rules, events), key=lambda r: r.name[::-1])
    ),
    "blocks only": matched(lambda rules, events: [r for r in matching(rules, events) if blocks(r)]),
    "no rules that only note": matched(
        lambda rules, events: [r for r in matching(rules, events) if set(r.actions) != {"audit"}]
    ),
    "no rules that ask": matched(lambda rules, events: [r for r in matching(rules, events) if "ask" not in r.actions]),
    "no rules that say something": matched(
        lambda rules, events: [r for r in matching(rules, events) if "inject" not in r.actions]
    ),
    "no rules that do nothing": matched(
        lambda rules, events: [r for r in matching(rules, events) if any(r.actions.values())]
    ),
    "ten rules at most": matched(lambda rules, events: matching(rules[:10], events)),
}

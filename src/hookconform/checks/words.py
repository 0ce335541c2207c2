"""Rule packs and events as an adapter knows them: without what it does not claim, and in its own words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from hookconform.attach.calls import RulePack
from hookconform.attach.claims import Claims, Words
from hookconform.checks.expectation import KIND
from hookconform.corpus.cases import Case
from hookconform.corpus.rule_packs import asks_for_kinds, combined_rules


def pack_for(pack: RulePack, claims: Claims) -> RulePack:
    """Return a pack without the rules about kinds of tools, where the adapter does not claim to know any."""
    if KIND in claims.capabilities:
        return pack
    rules = [rule for rule in pack.parsed["rules"] if not asks_for_kinds(rule)]
    return RulePack({**pack.parsed, "rules": rules})


def known_rules(names: Iterable[str], claims: Claims) -> list[str]:
    """Return those of the corpus's rules that are in the pack of an adapter, by name."""
    left_out = frozenset[str]() if KIND in claims.capabilities else _about_kinds()
    return [name for name in names if name not in left_out]


@cache
def _about_kinds() -> frozenset[str]:
    return frozenset(rule["name"] for rule in combined_rules() if asks_for_kinds(rule))


def pack_in_words(pack: RulePack, claims: Claims) -> RulePack:
    """Return a pack whose rules name tools and events in the adapter's words."""
    if claims.tools.table is None and claims.event_words.table is None:
        return pack
    rules = [_rule_in_words(rule, claims) for rule in pack.parsed["rules"]]
    return RulePack({**pack.parsed, "rules": rules})


def in_canonical_names(events: Iterable[Mapping[str, Any]], case: Case, claims: Claims) -> list[dict[str, Any]]:
    """Return an adapter's events in canonical names; of several that share a word, the one the case is about."""
    expected = case.expected
    tools = _names(claims.tools, [expected.tool_name or ""])
    names = _names(claims.event_words, [expected.event, *expected.also_fires])
    return [_renamed(_renamed(dict(event), "tool_name", tools), "hook_event_name", names) for event in events]


def told_apart(rules: Iterable[Mapping[str, Any]], case: Case, claims: Claims) -> set[str]:
    """Return the names of the rules that the adapter's words can tell apart from one that is about this case.

    A rule for `Glob` also fires at `Grep` where one word stands for both; that is the vocabulary's, not a fault.
    """
    expected = case.expected
    return {
        rule["name"]
        for rule in rules
        if _is_told_apart(_named(rule, "tools"), [expected.tool_name or ""], claims.tools)
        and _is_told_apart(
            [*_named(rule, "event"), *_named(rule, "operations")],
            [expected.event, *expected.also_fires],
            claims.event_words,
        )
    }


def _is_told_apart(named: list[str], mine: list[str], words: Words) -> bool:
    if not named or set(named) & set(mine):
        return True
    return not {words.word(name) for name in named} & {words.word(name) for name in mine}


def _rule_in_words(rule: Mapping[str, Any], claims: Claims) -> dict[str, Any]:
    # Names stand in the rule itself (short form) or below `matchers` (long form).
    changed = _section_in_words(rule, claims)
    if "matchers" in changed:
        changed["matchers"] = _section_in_words(changed["matchers"], claims)
    return changed


def _section_in_words(section: Mapping[str, Any], claims: Claims) -> dict[str, Any]:
    changed = dict(section)
    for key, words in (("tools", claims.tools), ("event", claims.event_words), ("operations", claims.event_words)):
        value = changed.get(key)
        if isinstance(value, str):
            changed[key] = words.word(value)
        elif isinstance(value, list):
            changed[key] = list(dict.fromkeys(words.word(name) for name in value))
    return changed


def _named(rule: Mapping[str, Any], key: str) -> list[str]:
    value = rule.get(key) or rule.get("matchers", {}).get(key)
    if value is None:
        return []
    return [value] if isinstance(value, str) else list(value)


def _names(words: Words, first: Iterable[str]) -> dict[str, str]:
    table = dict(words.table or {})
    preferred = {table[name]: name for name in reversed(list(first)) if name in table}
    return {word: name for name, word in sorted(table.items(), reverse=True)} | preferred


def _renamed(event: dict[str, Any], key: str, names: Mapping[str, str]) -> dict[str, Any]:
    value = event.get(key)
    return {**event, key: names.get(value, value)} if isinstance(value, str) else event

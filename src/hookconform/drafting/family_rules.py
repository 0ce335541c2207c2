"""The rules of a row's own: a rule for each matcher that must hold or must not, named after it."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any

from hookconform.corpus.families import Family, Row
from hookconform.corpus.matchers import list_matchers


def own_rules(family: Family, row: Row, words: Mapping[str, str]) -> tuple[dict[str, Any], ...]:
    """Return the rules in the order in which an adapter is given them, with the platform's `words` filled in.

    Those that match and those that do not stand mixed, by name, so that neither name nor place tells which is which.
    """
    if row.rules:
        return tuple(_filled(rule, words) for rule in row.rules)
    matchers = [_matchers(family, _filled(value, words)) for value in (*row.holds, *row.fails)]
    rules = [{"name": _name(item), "matchers": item, "actions": {"audit": True}} for item in matchers]
    return tuple(sorted(rules, key=lambda rule: rule["name"]))


def matching_names(family: Family, row: Row, words: Mapping[str, str], opened: Collection[str]) -> list[str]:
    """Return the names of the rules that the row says match, in their order, where these paths may be opened."""
    also = [value for path, values in row.opened.items() if path in opened for value in values]
    if row.rules:
        return [_filled(rule["name"], words) for rule in row.rules if rule["name"] in (*row.matches, *also)]
    if not row.has_rules:
        return [name for name in family.rules if name in (*row.matches, *also)]
    return sorted({_name(_matchers(family, _filled(value, words))) for value in (*row.holds, *also)})


def _matchers(family: Family, value: Any) -> dict[str, Any]:
    """Return the matchers of one value; a text stands for a list of one where the matcher takes lists."""
    if not family.matcher:
        return value
    alone = isinstance(value, str) and family.matcher in list_matchers()
    return {family.matcher: [value] if alone else value}


def _name(matchers: Mapping[str, Any]) -> str:
    return ", ".join(f"{key} {_short(value)}" for key, value in matchers.items())


def _short(value: Any) -> str:
    if isinstance(value, list) and len(value) == 1:
        return _short(value[0])
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False).replace('"', "")


def _filled(value: Any, words: Mapping[str, str]) -> Any:
    """Return JSON in whose texts the platform's words stand for their marks."""
    if isinstance(value, str):
        for mark, word in words.items():
            value = value.replace(mark, word)
        return value
    if isinstance(value, dict):
        return {_filled(key, words): _filled(item, words) for key, item in value.items()}
    return [_filled(item, words) for item in value] if isinstance(value, list) else value

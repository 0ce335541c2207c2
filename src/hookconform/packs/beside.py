"""Rules to put beside those about files: against commands and searches that name them, and against longer names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hookconform.corpus.vocabulary import PRE_TOOL, load_vocabulary
from hookconform.packs.passing import (
    PATTERN,
    is_about_files,
    is_passed_by_command,
    listed,
    longer_names,
    passed_by_searches,
    without_depth,
)
from hookconform.packs.reading import rule_as_written
from hookconform.packs.repairing import Judge, Weigh, as_table, kind_of
from hookconform.packs.rule import Pack, Rule

_SPECIAL = re.compile(r"[\\.^$*+?{}\[\]|()]")
_BEFORE, _AFTER = r"(?:^|[^\w.-])", r"(?:[^\w.-]|$)"
_SEARCH = "search"
_PATH_MATCHERS = ("extensions", "directories")


def beside(pack: Pack, judge: Judge, weigh: Weigh) -> list[dict[str, Any]]:
    """Return the rules that stop what passes the pack's rules about files, none of them with a gap of its own.

    What one rule of the result stops, none of the others is for.
    """
    rows: list[dict[str, Any]] = []
    for rule in pack.rules:
        for row in _rows(rule, pack):
            new = rule_as_written(row)
            if new is None:
                continue
            more = replace(pack, rules=(*pack.rules, new))
            if not weigh(judge(new, more)):
                pack = more
                rows.append(row)
    return rows


def _rows(rule: Rule, pack: Pack) -> Iterator[dict[str, Any]]:
    """Yield what can be put beside one rule; `pack` is what is there before the first of them."""
    if rule.row is None or not rule.decides or not is_about_files(rule):
        return
    row = as_table(rule.row)
    found = [
        ("in-commands", {"kinds": ["execute"], **_in_commands(rule, pack.rules)}),
        ("longer-names", _longer(row["matchers"], rule, pack.rules)),
        ("in-searches", _searches(row["matchers"], rule, pack.rules)),
    ]
    names = {one.name for one in pack.rules}
    for suffix, matchers in found:
        if matchers.keys() - {"kinds"}:
            name = f"{rule.name}-{suffix}"
            free = next(one for one in (name, *(f"{name}-{number}" for number in range(2, 1000))) if one not in names)
            yield {"name": free, "matchers": {"operations": [PRE_TOOL], **matchers}, "actions": dict(row["actions"])}


def _in_commands(rule: Rule, rules: Sequence[Rule]) -> dict[str, Any]:
    """Return the matcher of commands with a rule's paths as written that pass; of patterns there is none."""
    found = dict.fromkeys(_expressions(rule, rules))
    return {"command_match": "|".join(found)} if found else {}


def _expressions(rule: Rule, rules: Sequence[Rule]) -> Iterator[str]:
    for matcher in _PATH_MATCHERS:
        # A name ends in a suffix, whatever it begins with; a folder is a whole name.
        before = "" if matcher == "extensions" else _BEFORE
        for text in map(without_depth, listed(rule, matcher)):
            if text.strip("/.~") and not PATTERN & set(text) and is_passed_by_command(text, rules):
                yield before + _SPECIAL.sub(r"\\\g<0>", text.rstrip("/")) + _AFTER


def _longer(matchers: dict[str, Any], rule: Rule, rules: Sequence[Rule]) -> dict[str, Any]:
    """Return the matchers of names that go on behind a rule's suffixes: of reads, and of searches if those pass too."""
    patterns = longer_names(rule, rules)
    kinds = _kinds(matchers)
    if not patterns or kinds is None or "directories" in matchers:
        return {}
    both = [*kinds, *([_SEARCH] if passed_by_searches(rule, rules) and _SEARCH not in kinds else [])]
    return {**({"kinds": both} if kinds else {}), "directories": patterns}


def _searches(matchers: dict[str, Any], rule: Rule, rules: Sequence[Rule]) -> dict[str, Any]:
    """Return the matchers of searches of a rule's paths."""
    if not passed_by_searches(rule, rules):
        return {}
    return {"kinds": [_SEARCH], **{key: matchers[key] for key in _PATH_MATCHERS if key in matchers}}


def _kinds(matchers: dict[str, Any]) -> list[str] | None:
    """Return the kinds of a rule's tools, none if it is about any; None if they have none."""
    tools = matchers.get("tools", ())
    kinds = {*matchers.get("kinds", ()), *map(kind_of, tools)} if tools else {*matchers.get("kinds", ())}
    return None if "" in kinds else sorted(kinds, key=load_vocabulary().all_kinds.index)

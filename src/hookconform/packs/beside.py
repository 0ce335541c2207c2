"""Rules to put beside those about files: against commands and searches that name them, and against longer names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from hookconform.corpus.vocabulary import PRE_TOOL, load_vocabulary
from hookconform.packs.folders import NO_FOLDER, meant_folders
from hookconform.packs.passing import (
    example_of,
    goes_on,
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
# Around a whole name in a command; behind a suffix that is a name of its own, more of the name may come.
_BEFORE, _AFTER, _AFTER_SUFFIX = r"(?:^|[^\w.-])", r"(?:[^\w.-]|$)", r"(?:[^\w-]|$)"
# What stands for the stars of a folder: any names with their slashes, and any characters of one name.
_STARS = re.compile(r"(?:\*\*/)+|\*+")
_NAMES, _NAME = r"(?:[^\n]*/)?", r"[^/\n]*"
# A pattern with less in a row is about too many commands.
_TELLING = re.compile(r"\w{2}")
_SEARCH = "search"
_PATH_MATCHERS = ("extensions", "directories")


def beside(pack: Pack, judge: Judge, weigh: Weigh) -> list[dict[str, Any]]:
    """Return the rules that stop what passes the pack's rules about files, none of them with a gap of its own.

    What one rule of the result stops, none of the others is for.
    """
    rows: list[dict[str, Any]] = []
    pack = replace(pack, rules=tuple(map(_as_meant, pack.rules)))
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


def _as_meant(rule: Rule) -> Rule:
    """Return a rule with the folders that are meant in place of those that nobody means as written."""
    if rule.row is None or all(problem.code != NO_FOLDER for problem in rule.problems):
        return rule
    row = as_table(rule.row)
    matchers = {**row["matchers"], "directories": meant_folders(row["matchers"]["directories"])}
    return rule_as_written({**row, "matchers": matchers}) or rule


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
    """Return the matcher of commands with a rule's paths as written that pass."""
    found = dict.fromkeys(_expressions(rule, rules))
    return {"command_match": "|".join(found)} if found else {}


def _expressions(rule: Rule, rules: Sequence[Rule]) -> Iterator[str]:
    for suffix in listed(rule, "extensions"):
        # What reads of a suffix's longer names are to a rule, commands with them are, too.
        longer = goes_on(rule, suffix)
        passes = (is_passed_by_command(name, rules) for name in (suffix, *([f"{suffix}.local"] if longer else [])))
        if suffix.strip("/.~") and any(passes):
            yield _literal(suffix) + (_AFTER_SUFFIX if longer else _AFTER)
    for folder in map(without_depth, listed(rule, "directories")):
        tells = _TELLING.search(folder) if "*" in folder else folder.strip("/.~")
        if tells and is_passed_by_command(example_of(folder), rules):
            yield _folder(folder.rstrip("/"))


def _folder(pattern: str) -> str:
    """Return the expression of a folder in a command; one that ends in a star goes on as it likes."""
    inner = pattern.strip("*")
    stars = [_NAMES if "/" in star else _NAME for star in _STARS.findall(inner)]
    texts = map(_literal, _STARS.split(inner))
    body = next(texts) + "".join(star + text for star, text in zip(stars, texts, strict=True))
    return ("" if pattern.startswith("*") else _BEFORE) + body + ("" if pattern.endswith("*") else _AFTER)


def _literal(text: str) -> str:
    return _SPECIAL.sub(r"\\\g<0>", text)


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

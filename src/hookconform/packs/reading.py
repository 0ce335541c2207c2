"""A pack file, in the suite's grammar or in RuleZ's own format, as rules that can be held against recordings."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.policies import load_policy
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import nearest
from hookconform.packs import rulez
from hookconform.packs.folders import NEVER_MATCHES, literal_marks, no_folders
from hookconform.packs.hook_pack import as_read, as_rules, load_raw
from hookconform.packs.mcp_tools import unmatched_names
from hookconform.packs.patterns import escaped_twice
from hookconform.packs.permissions.reading import permissions_of
from hookconform.packs.permissions.translation import Translation
from hookconform.packs.rule import STRENGTHS, SWITCHED_OFF, Pack, Problem, Rule
from hookconform.packs.tests_of import grammar_tests

Grammar = Literal["hookconform", "rulez"]
# Beyond these a report takes minutes; a hook reads more.
MOST_RULES = 1000
LONGEST_TEXT = 20_000
_SHOWN = 5
# The lists below `permissions` of an agent's settings.
_LISTS = frozenset({"deny", "ask", "allow"})
_NAMES = frozenset({"operations", "tools", "kinds"})
_EXPRESSIONS = ("command_match", "prompt_match")


def read_pack(path: Path, grammar: Grammar | None = None) -> Pack:
    """Return a pack; without a grammar it is RuleZ's if a key stands in it that only RuleZ has, or else the suite's.

    Raises `HookconformError` (`rules.invalid`, `rules.empty`, `rules.too-large`, `file.unreadable`, and as
    `load_policies`).
    """
    settings = None if grammar else permissions_of(path)
    if settings is not None:
        rules = tuple(_rule(row, _denies(row)) for row in _demand_rules(settings, str(path)))
        _demand_measurable(settings.rules, len(rules), str(path))
        return Pack(str(path), f"permissions of {settings.program}", rules, tuple(settings.skipped), settings.doubt)
    raw = load_raw(path)
    if isinstance(raw, Mapping) and not grammar and {"text", "uses"} & raw.keys():
        # A policy of the corpus: rules with a name for all, or the names of shipped ones.
        return Pack(str(path), "policy", tuple(_rule(row) for row in load_policy(path, corpus_root()).rules))
    if path.suffix == ".json" and isinstance(raw, Mapping) and not grammar:
        _demand_rules_or_permissions(raw, str(path))
    found = grammar or ("rulez" if rulez.is_one(raw) else "hookconform")
    if found == "rulez":
        rules = rulez.rules_of(raw, str(path))
    else:
        parsed = as_rules(raw, path).parsed["rules"]
        written = raw["rules"] if isinstance(raw, Mapping) else raw
        rules = tuple(_rule(row, own) for row, own in zip(parsed, written, strict=True))
    _demand_measurable(raw, len(rules), str(path))
    if not rules:
        raise HookconformError(
            "rules.empty",
            "The file has no rule, so it holds nowhere.",
            where=str(path),
            hint="Write the rules as a list below `rules`; docs/rule-grammar.md describes them.",
        )
    return Pack(str(path), found, rules)


def _demand_rules_or_permissions(raw: Mapping[Any, Any], where: str) -> None:
    """Refuse an agent's settings without permissions as what they are: not one of their keys is one of a rule file."""
    if _LISTS & raw.keys() or "permissions" in raw:
        key = "permissions" if "permissions" in raw else min(_LISTS & raw.keys())
        said = "is a table of lists" if key == "permissions" else "stands in `permissions`"
        raise HookconformError(
            "rules.invalid",
            f"`{key}` {said}.",
            where=where,
            hint='Write, for example: {"permissions": {"deny": ["Bash"]}}',
        )
    known = ("rules", "version", "parts")
    if any(nearest(str(key), known) for key in raw):
        return
    raise HookconformError(
        "rules.empty",
        "The file has neither rules nor permissions.",
        where=where,
        hint="Settings of an agent are read for their permissions; `hookconform rules --help` lists what can be given.",
    )


def _demand_rules(settings: Translation, where: str) -> list[dict[str, Any]]:
    if settings.rules:
        return settings.rules
    first = sorted(settings.skipped, key=lambda one: not one.matters)[:_SHOWN]
    raise HookconformError(
        "rules.empty",
        f"No permission of {settings.program} in this file can become a rule.",
        where=where,
        shown=[f"line {one.line}: {one.entry}: {one.why}" for one in first],
        hint="Write deny or ask entries about tools, commands or paths.",
    )


def _demand_measurable(raw: Any, rules: int, where: str) -> None:
    """Refuse what would take minutes: every rule is matched against every recorded call."""
    longest = max(map(len, _texts(raw)), default=0)
    what = ""
    if rules > MOST_RULES:
        what = f"The pack has {rules} rules; more than {MOST_RULES} are not held against the recordings"
    elif longest > LONGEST_TEXT:
        what = f"A text of the pack has {longest} characters; more than {LONGEST_TEXT} are not matched here"
    if what:
        raise HookconformError("rules.too-large", f"{what}.", where=where, hint="Give it in several packs.")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for item in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(item)


def _denies(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rule of a permission with `deny` for `block`: the word of the settings it comes from."""
    return {**row, "actions": {"deny" if key == "block" else key: value for key, value in row["actions"].items()}}


def rule_as_written(written: dict[str, Any]) -> Rule | None:
    """Return a rule of the suite's grammar in its author's words; None if the hook program would not take it."""
    row = as_read(written)
    return None if row is None else _rule(row, written)


def _rule(row: Mapping[str, Any], written: Mapping[str, Any] | None = None) -> Rule:
    """Return one rule of the suite's grammar; `row` was checked, `written` has its author's own words for actions."""
    short = "matchers" not in row
    matchers: Mapping[str, Any] = {"operations": [row["event"]]} if short else row["matchers"]
    if short and "tools" in row:
        matchers = {**matchers, "tools": row["tools"]}
    does = {row["action"]} if short else {name for name, value in row["actions"].items() if value}
    named = {key: frozenset(matchers[key]) for key in _NAMES if key in matchers}
    tools, operations = named.get("tools"), named.get("operations")
    return Rule(
        name=row["name"],
        operations=operations,
        tools=tools,
        kinds=named.get("kinds"),
        tests=tuple(test for key, value in matchers.items() if key not in _NAMES for test in grammar_tests(key, value)),
        strength=max((*does, "audit"), key=STRENGTHS.index),
        problems=(
            *_switched_off(does, written or row),
            *unmatched_names(tools or (), operations or ()),
            *no_folders(matchers.get("directories", ())),
            *literal_marks(matchers.get("directories", ()), matchers.get("extensions", ())),
            *_escaped_twice(matchers.get(key, "") for key in _EXPRESSIONS),
        ),
        # What a repair repeats of the rule, it says in the words of its author.
        row={**row, **{key: written[key] for key in ("action", "actions") if key in written}} if written else row,
    )


def _escaped_twice(patterns: Iterable[str]) -> Iterator[Problem]:
    for pattern in patterns:
        twice = escaped_twice(pattern)
        if twice:
            said = f"`{twice}` is a backslash and a letter: outside of JSON and double quotes write `{twice[1:]}`"
            yield Problem(NEVER_MATCHES, said, pattern)


def _switched_off(does: Collection[str], written: Mapping[str, Any]) -> Iterator[Problem]:
    if not does:
        given = ", ".join(f"`{key}: {json.dumps(value)}`" for key, value in written["actions"].items())
        yield Problem(SWITCHED_OFF, f"it has no action but {given}, so a match does nothing")

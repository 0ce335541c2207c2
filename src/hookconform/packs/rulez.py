"""RuleZ's own format (`hooks.yaml`): read as RuleZ 2.3 means it, in canonical names.

What was looked at: `rulez/src/models.rs`, `rulez/src/hooks.rs` and `docs/config-schema.md` of the repository
SpillwaveSolutions/agent_rulez at 72ed39468d44fbd4936d95275898c6f12281c4ca. One thing is read otherwise: there a matcher
whose field is missing holds, here it does not, because what counts is what a rule sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NoReturn

from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant
from hookconform.packs import rulez_matchers
from hookconform.packs.mcp_tools import unmatched_names
from hookconform.packs.names import native_names
from hookconform.packs.rule import SWITCHED_OFF, Problem, Rule

_PACK = frozenset({"version", "rules", "settings"})
_RULE = frozenset(
    {"name", "description", "enabled_when", "matchers", "actions", "mode", "priority", "governance", "metadata"}
)
_ACTIONS = frozenset(
    {"inject", "inject_inline", "inject_command", "run", "block", "block_if_match", "validate_expr", "inline_script"}
)
# By these keys a pack is told from one of the suite's grammar, which has none of them.
_OWN_RULE_KEYS = frozenset({"enabled_when", "mode", "priority", "governance", "metadata"})
_OWN_ACTIONS = _ACTIONS - {"inject", "block"}
# Its words for events that have another canonical name.
_EVENTS = {"BeforeAgent": "SubagentStart", "AfterAgent": "SubagentStop"}
# Actions that stop a call only if something says so that nothing here can ask.
_UNDECIDED = ("block_if_match", "validate_expr", "inline_script", "run")
# What else the keys of a rule and of its actions hold, and how it is said.
_HOLDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "description": (str, "a text"),
    "enabled_when": (str, "a text"),
    "priority": (int, "a number"),
    "governance": (Mapping, "a table"),
    "metadata": (Mapping, "a table"),
    "block": (bool, "true or false"),
    "run": ((str, Mapping), "a text, or a table with the script"),
    **dict.fromkeys(
        ("inject", "inject_inline", "inject_command", "block_if_match", "validate_expr", "inline_script"),
        (str, "a text"),
    ),
}
_MODES = ("enforce", "warn", "audit")
_REFUSED = "The rule file cannot be used: "
# Errors of one file that are shown.
_SHOWN = 20


def is_one(raw: Any) -> bool:
    """Tell whether a parsed file has a key that only RuleZ's format has."""
    if not isinstance(raw, Mapping):
        return False
    rows = raw.get("rules")
    return "settings" in raw or any(_has_own_key(row) for row in (rows if isinstance(rows, list) else ()))


def rules_of(raw: Any, where: str) -> tuple[Rule, ...]:
    """Return the rules of a parsed file; raises `HookconformError` (`rules.invalid`)."""
    if not isinstance(raw, Mapping):
        _refuse("a pack of RuleZ is a table with `rules`", where)
    _demand_known(raw, _PACK, "the pack", where)
    rows = raw.get("rules")
    if not isinstance(rows, list):
        _refuse("`rules` is not a list", where)
    rules: list[Rule] = []
    wrong: list[HookconformError] = []
    for number, row in enumerate(rows, 1):
        try:
            rules.append(_rule(number, row, where))
        except HookconformError as error:
            wrong.append(error)
    if len(wrong) > 1:
        _refuse(f"it has {len(wrong)} errors", where, [error.what.removeprefix(_REFUSED) for error in wrong[:_SHOWN]])
    if wrong:
        raise wrong[0]
    names = [rule.name for rule in rules]
    for name in names:
        if names.count(name) > 1:
            _refuse(f"more than one rule is named {name!r}", where)
    return tuple(rules)


def _has_own_key(row: Any) -> bool:
    if not isinstance(row, Mapping):
        return False
    parts = {key: value for key in ("matchers", "actions") if isinstance(value := row.get(key), Mapping)}
    return bool(
        _OWN_RULE_KEYS & row.keys()
        or _OWN_ACTIONS & parts.get("actions", {}).keys()
        or isinstance(parts.get("matchers", {}).get("prompt_match"), list | dict)
    )


def _rule(number: int, row: Any, where: str) -> Rule:
    if not isinstance(row, Mapping) or not isinstance(row.get("name"), str) or not row["name"]:
        _refuse(f"rule {number} is not a table with a name", where)
    name: str = row["name"]
    _demand_known(row, _RULE, name, where)
    matchers, actions = row.get("matchers"), row.get("actions")
    if not isinstance(matchers, Mapping) or not isinstance(actions, Mapping) or not actions:
        _refuse(f"{name}: `matchers` and `actions` are tables, and there is at least one action", where)
    _demand_known(actions, _ACTIONS, name, where)
    _demand_known(matchers, rulez_matchers.KNOWN, name, where)
    for key, value in (*row.items(), *actions.items()):
        wanted, said = _HOLDS.get(key, (object, ""))
        if not isinstance(value, wanted):
            _refuse(f"{name}: {key} is {said}, not {value!r}", where)
    if row.get("mode", "enforce") not in _MODES:
        _refuse(f"{name}: unknown mode {row['mode']!r}. {meant(str(row['mode']), _MODES)}", where)
    try:
        tools = rulez_matchers.names(matchers, "tools")
        events = rulez_matchers.names(matchers, "operations")
        tests, problems = rulez_matchers.tests(matchers)
    except ValueError as error:
        _refuse(f"{name}: {error}", where)
    operations = None if events is None else frozenset(_EVENTS.get(event, event) for event in events)
    named_otherwise = (*native_names(tools or (), operations or ()), *unmatched_names(tools or (), operations or ()))
    return Rule(
        name=name,
        operations=operations,
        tools=tools,
        kinds=None,
        tests=tests,
        strength=_strength(row, actions),
        problems=(
            *_switched_off(row, actions),
            *named_otherwise,
            *problems,
        ),
        conditions=tuple(_conditions(row, actions)),
    )


def _strength(row: Mapping[str, Any], actions: Mapping[str, Any]) -> str:
    stops = actions.get("block") is True or any(key in actions for key in _UNDECIDED)
    told = any(key.startswith("inject") for key in actions)
    mode = row.get("mode", "enforce")
    if mode == "enforce" and stops:
        return "block"
    return "inject" if mode != "audit" and (stops or told) else "audit"


def _switched_off(row: Mapping[str, Any], actions: Mapping[str, Any]) -> Iterator[Problem]:
    metadata = row.get("metadata")
    if isinstance(metadata, Mapping) and metadata.get("enabled") is False:
        yield Problem(SWITCHED_OFF, "`metadata.enabled` is false, so the rule never fires")
    if actions == {"block": False}:
        yield Problem(SWITCHED_OFF, "`block` is false and no other action is there, so a match does nothing")
    if actions.get("block") is True and row.get("mode", "enforce") != "enforce":
        yield Problem(SWITCHED_OFF, f"mode `{row['mode']}` never stops a call, whatever `block` says")


def _conditions(row: Mapping[str, Any], actions: Mapping[str, Any]) -> Iterator[str]:
    if "enabled_when" in row:
        yield "`enabled_when` decides whether it is in force"
    for key in _UNDECIDED:
        if key in actions and actions.get("block") is not True:
            yield f"`{key}` decides whether a call is stopped"


def _demand_known(table: Mapping[str, Any], known: frozenset[str], whose: str, where: str) -> None:
    for key in table:
        if key not in known:
            _refuse(f"{whose}: unknown key {key!r}. {meant(str(key), known)}", where)


def _refuse(what: str, where: str, shown: Sequence[str] = ()) -> NoReturn:
    text = re.sub(r"[.?]*$", "", what)
    raise HookconformError(
        "rules.invalid",
        f"{_REFUSED}{text}{what[len(text) :] or '.'}",
        where=where,
        shown=shown,
        hint="It was read in RuleZ's format; --format hookconform reads it in the suite's.",
    )

"""Rule packs: read once and checked whole, then matched against canonical events."""

from __future__ import annotations

import os
import stat

from hook_adapters.canonical.errors import InvalidPayload, InvalidRules, every
from hook_adapters.canonical.meant import meant
from hook_adapters.canonical.payload import not_utf8, parse_json
from hook_adapters.rules.matchers import COMPILERS, compile_matchers
from hook_adapters.rules.parts import without_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from hook_adapters.rules.matchers import Test

# Characters of a pack; YAML of this size takes seconds to read, larger packs the time that a hook has.
LONGEST = 1024 * 1024
SHORT_ACTIONS = ("block", "ask", "audit")
# Other words for an action; whoever reads a file writes the grammar's own in their place.
SYNONYMS = {"deny": "block"}
ACTIONS: dict[str, type] = {"block": bool, "ask": bool, "audit": bool, "inject": str}


class Rule:
    """One rule: it matches an event when all of its tests hold. `tools` are the tool names that it lists."""

    def __init__(
        self,
        name: str,
        tests: Sequence[Test],
        actions: dict[str, Any],
        description: str = "",
        tools: frozenset[str] = frozenset(),
    ) -> None:
        self.name = name
        self.description = description
        self.actions = actions
        self.tools = tools
        self._tests = tests

    def __repr__(self) -> str:
        """Name the rule."""
        return f"<Rule {self.name}>"

    def matches(self, event: Mapping[str, Any]) -> bool:
        """Say whether every test holds for one canonical event."""
        for test in self._tests:  # noqa: SIM110 (a generator costs more than most tests)
            if not test(event):
                return False
        return True


def read_pack(path: str | os.PathLike[str]) -> list[Rule]:
    """Return the rules of a pack file; raises `InvalidRules`, also if it cannot be opened."""
    name = str(path)
    try:
        return compile_pack(load_pack(name))
    except RecursionError:
        raise InvalidRules(f"{name}: nested too deeply") from None


def load_pack(path: str | os.PathLike[str]) -> Any:
    """Return what a JSON file (`.json`) or a YAML one holds, not yet checked; raises `InvalidRules`."""
    name = str(path)
    try:
        # Whoever opens a pipe waits for its writer.
        if not stat.S_ISREG(os.stat(name).st_mode):  # noqa: PTH116 (as below)
            raise InvalidRules(f"{name} is not a regular file")
        with open(name, encoding="utf-8") as file:  # noqa: PTH123 (pathlib would double what a hook imports)
            # Reading without bound, of a device say, no deadline could interrupt.
            text = file.read(LONGEST + 1)
    except UnicodeDecodeError as error:
        raise InvalidRules(f"cannot read {name}: {not_utf8(error)}") from None
    except OSError as error:
        raise InvalidRules(f"cannot read {name}: {error}") from None
    return parse_pack(text, name)


def parse_pack(text: str, name: str) -> Any:
    """Return what the text of a file with this name holds, as `load_pack` does."""
    if len(text) > LONGEST:
        raise InvalidRules(f"{name} has more than {LONGEST} characters")
    return _json(text, name) if name.endswith(".json") else _yaml(text, name)


def compile_pack(pack: Any) -> list[Rule]:
    """Return the rules of a parsed pack, `{"rules": [...]}` or the bare list; raises `InvalidRules`."""
    if isinstance(pack, dict):
        if unknown := pack.keys() - {"version", "parts", "rules"}:
            known = ("version", "parts", "rules")
            raise InvalidRules(f"unknown key in the pack: {_listed(unknown)}{meant(min(unknown, key=str), known)}")
        if str(pack.get("version", "1")) not in ("1", "1.0"):
            raise InvalidRules(f"unknown version {pack['version']!r} of the rule grammar")
        pack = without_parts(pack).get("rules")
    pack = with_own_words(pack)
    if pack is None:
        raise InvalidRules("there are no rules; write them as a list below `rules`")
    if not isinstance(pack, list):
        raise InvalidRules("a pack is a list of rules, or an object with the list under `rules`")
    rules = every(_rule, enumerate(pack, 1))
    names = [rule.name for rule in rules]
    if twice := {name for name in names if names.count(name) > 1}:
        raise InvalidRules(f"more than one rule is named {_listed(twice)}")
    return rules


def with_own_words(pack: Any) -> Any:
    """Return a parsed pack, or its list of rules, with `block` for `deny`; what is neither is returned as it is."""
    if isinstance(pack, dict):
        return {**pack, "rules": with_own_words(pack["rules"])} if "rules" in pack else pack
    return [_own_words(rule) for rule in pack] if isinstance(pack, list) else pack


def _own_words(rule: Any) -> Any:
    if not isinstance(rule, dict):
        return rule
    action, actions = rule.get("action"), rule.get("actions")
    changed: dict[str, Any] = {}
    if isinstance(action, str) and action in SYNONYMS:
        changed["action"] = SYNONYMS[action]
    # A word that is refused keeps its own name, in which the refusal speaks of it.
    if isinstance(actions, dict) and any(
        isinstance(actions.get(other), ACTIONS[own]) and own not in actions for other, own in SYNONYMS.items()
    ):
        changed["actions"] = {SYNONYMS.get(key, key): value for key, value in actions.items()}
    return {**rule, **changed} if changed else rule


def matching(rules: Iterable[Rule], events: Sequence[Mapping[str, Any]]) -> list[Rule]:
    """Return the rules that match any of the events, in pack order."""
    if len(events) == 1:
        (event,) = events
        return [rule for rule in rules if rule.matches(event)]
    return [rule for rule in rules if any(rule.matches(event) for event in events)]


def _rule(number: int, rule: Any) -> Rule:
    if not isinstance(rule, dict) or not isinstance(rule.get("name"), str) or not rule["name"]:
        raise InvalidRules(f"rule {number} is not an object with a name")
    name = rule["name"]
    short = "matchers" not in rule and "actions" not in rule
    if short:
        matchers, actions = _short(name, rule)
    else:
        _only(name, rule, ("name", "description", "matchers", "actions"))
        matchers, actions = rule.get("matchers"), rule.get("actions")
    if not isinstance(matchers, dict) or not matchers:
        raise InvalidRules(f"{name}: `matchers` is not an object with at least one matcher")
    if not isinstance(actions, dict) or not actions:
        raise InvalidRules(f"{name}: `actions` is not an object with at least one action, such as {{deny: true}}")
    wrong = list(_wrong_actions(actions))
    tests: list[Test] = []
    try:
        tests = compile_matchers(matchers)
    except InvalidRules as error:
        wrong += error.problems
    description = rule.get("description", "")
    if not isinstance(description, str):
        wrong.append(f"`description` is a text, not {description!r}")
    if wrong:
        raise InvalidRules(*(f"{name}: {problem}" for problem in wrong))
    return Rule(name, tests, actions, description, frozenset(matchers.get("tools", ())))


def _wrong_actions(actions: dict[Any, Any]) -> Iterator[str]:
    for action, value in actions.items():
        own = SYNONYMS.get(action, action)
        if own not in ACTIONS:
            yield f"unknown action {action!r}{meant(action, [*ACTIONS, *SYNONYMS])}"
        elif own != action and own in actions:
            yield f"{own} and {action} are the same action; give one of them"
        elif not isinstance(value, ACTIONS[own]):
            yield f"{action} is {'a text' if ACTIONS[own] is str else 'true or false'}, not {value!r}"


def _short(name: str, rule: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return matchers and actions of `{name, event, tools?, action}`."""
    _only(name, rule, ("name", "description", "event", "tools", "action"))
    if rule.get("action") not in SHORT_ACTIONS:
        known = (*SYNONYMS, *SHORT_ACTIONS)
        given = f"`action` is {rule['action']!r}" if "action" in rule else "there is no `action`"
        raise InvalidRules(f"{name}: {given}{meant(rule.get('action', ''), known)}")
    if "event" not in rule:
        raise InvalidRules(f"{name}: neither `matchers` nor `event`")
    matchers: dict[str, Any] = {"operations": [rule["event"]]}
    if "tools" in rule:
        matchers["tools"] = rule["tools"]
    return matchers, {rule["action"]: True}


def _only(name: str, rule: dict[str, Any], known: tuple[str, ...]) -> None:
    if unknown := rule.keys() - set(known):
        first = min(unknown, key=str)
        raise InvalidRules(f"{name}: unknown key {_listed(unknown)}{_place_of(first) or meant(first, known)}")


def _place_of(key: Any) -> str:
    """Return the key below which a misplaced matcher or action belongs; empty for any other key."""
    if key in COMPILERS:
        return f"; {key} belongs below `matchers`"
    if SYNONYMS.get(key, key) in ACTIONS:
        return f"; {key} belongs below `actions`"
    return "; below `matchers` it is `operations`" if key == "event" else ""


def _listed(names: Iterable[Any]) -> str:
    return ", ".join(sorted(map(str, names)))


def _json(text: str, name: str) -> Any:
    try:
        return parse_json(text)
    except InvalidPayload as error:
        raise InvalidRules(f"{name}: {error}") from None


def _yaml(text: str, name: str) -> Any:
    try:
        from hook_adapters.rules.strict_yaml import load
    except ModuleNotFoundError:
        raise InvalidRules(
            f"{name}: a pack in YAML needs PyYAML: install hook-adapters[yaml], or write it in JSON (.json)"
        ) from None

    try:
        return load(text)
    except ValueError as error:
        raise InvalidRules(f"{name}: {error}") from None

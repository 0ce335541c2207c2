"""The corpus's rule packs, and the one combined pack that every case is tagged with."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus.documents import check_document, parse_document
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.matchers import expression_matchers
from hookconform.ground.errors import HookconformError

_REFERENCE = re.compile(r"\(\?&([^)]*)\)")


def combined_rules(root: Path | None = None) -> tuple[dict[str, Any], ...]:
    """Return the rules of all packs in file-name order, then in the order of the file, their parts in place.

    Errors as `strict_yaml` and `schemas` (`schema.rules`), and `rules.part`.
    """
    return _read(root or corpus_root())


@cache
def _read(root: Path) -> tuple[dict[str, Any], ...]:
    rules: list[dict[str, Any]] = []
    for path in sorted((root / "rules").glob("*.yaml")):
        pack = parse_document(path)
        pack = _with_parts(pack, expression_matchers(root), str(path))
        check_document(pack, "rules", where=str(path), root=root)
        rules.extend(map(with_own_words, pack["rules"]))
    return tuple(rules)


def _with_parts(pack: Any, expressions: Collection[str], where: str) -> Any:
    """Return a pack, not yet checked, with the parts of its expressions in place."""
    parts = pack.get("parts") if isinstance(pack, dict) else None
    if not isinstance(parts, dict) or not isinstance(pack.get("rules"), list):
        return pack
    rules: list[Any] = []
    for rule in pack["rules"]:
        matchers = rule.get("matchers") if isinstance(rule, dict) else None
        if isinstance(matchers, dict):
            texts = {key: matchers[key] for key in expressions if isinstance(matchers.get(key), str)}
            changed = {key: _expression(text, parts, where) for key, text in texts.items()}
            rules.append({**rule, "matchers": {**matchers, **changed}})
        else:
            rules.append(rule)
    return {**pack, "rules": rules}


def _expression(text: str, parts: Mapping[str, Any], where: str, within: tuple[str, ...] = ()) -> str:
    def part(reference: re.Match[str]) -> str:
        name = reference[1]
        if not isinstance(parts.get(name), str) or name in within:
            problem = "is a part of itself" if name in within else "is not among the parts"
            raise HookconformError(
                "rules.part", f"The part `{name}` {problem}.", where=where, hint="Correct `parts` of the pack."
            )
        return f"(?:{_expression(parts[name], parts, where, (*within, name))})"

    return _REFERENCE.sub(part, text)


def with_own_words(rule: dict[str, Any]) -> dict[str, Any]:
    """Return a checked rule with `block` for `deny`, which stands in files only."""
    if "actions" not in rule:
        return rule | {"action": "block"} if rule["action"] == "deny" else rule
    return rule | {"actions": {"block" if key == "deny" else key: value for key, value in rule["actions"].items()}}


def asks_for_kinds(rule: dict[str, Any]) -> bool:
    """Tell whether a rule is about kinds of tools, which an adapter may not know."""
    return "kinds" in rule.get("matchers", {})


def is_blocking(rule: dict[str, Any]) -> bool:
    """Tell whether a match means that the tool must not run."""
    return rule.get("action") == "block" or bool(rule.get("actions", {}).get("block"))

"""The corpus's rule packs, and the one combined pack that every case is tagged with."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.locate import corpus_root
from hookconform.ground.strict_yaml import load_yaml


def combined_rules(root: Path | None = None) -> tuple[dict[str, Any], ...]:
    """Return the rules of all packs in file-name order, then in the order of the file.

    Errors as `strict_yaml` and `schemas` (`schema.rules`).
    """
    return _read(root or corpus_root())


@cache
def _read(root: Path) -> tuple[dict[str, Any], ...]:
    rules: list[dict[str, Any]] = []
    for path in sorted((root / "rules").glob("*.yaml")):
        pack = load_yaml(path)
        schemas.check(pack, "rules", where=str(path), root=root)
        rules.extend(pack["rules"])
    return tuple(rules)


def asks_for_kinds(rule: dict[str, Any]) -> bool:
    """Tell whether a rule is about kinds of tools, which an adapter may not know."""
    return "kinds" in rule.get("matchers", {})


def is_blocking(rule: dict[str, Any]) -> bool:
    """Tell whether a match means that the tool must not run."""
    return rule.get("action") == "block" or bool(rule.get("actions", {}).get("block"))

"""The named policies: intentions that an adapter brings in its own format, each with the suite's own rules for it."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.documents import load_document
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.rule_packs import combined_rules, with_own_words
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant


class Policy(NamedTuple):
    """One policy; `text` is what an adapter's author translates, `rules` are the suite's own, in its grammar."""

    name: str
    text: str
    rules: tuple[dict[str, Any], ...]
    path: Path

    @property
    def tools(self) -> frozenset[str]:
        """Return the canonical tools that its rules are limited to; empty if one of them is about any tool."""
        named = [rule.get("matchers", rule).get("tools", []) for rule in self.rules]
        return frozenset(tool for tools in named for tool in tools) if all(named) else frozenset()


def load_policies(root: Path | None = None) -> tuple[Policy, ...]:
    """Return all policies by name.

    Raises `HookconformError` (`schema.policy`, `policy.name`, `policy.rule`, and as `strict_yaml`).
    """
    return _read(root or corpus_root())


def load_policy(path: Path, root: Path) -> Policy:
    """Read one policy of the corpus at `root`; raises as `load_policies`."""
    raw: dict[str, Any] = load_document(path, "policy", root)
    if raw["name"] != path.stem:
        raise HookconformError(
            "policy.name",
            f"The policy is called {raw['name']!r} and its file {path.name!r}.",
            where=str(path),
            hint="Give both the same name.",
        )
    shipped = {rule["name"]: rule for rule in combined_rules(root)}
    unknown = [name for name in raw.get("uses", ()) if name not in shipped]
    if unknown:
        raise HookconformError(
            "policy.rule",
            f"No rule pack of the corpus has the rule {unknown[0]!r}.",
            where=str(path),
            hint=meant(unknown[0], shipped),
        )
    rules = list(map(with_own_words, raw.get("rules", ()))) or [shipped[name] for name in raw["uses"]]
    return Policy(raw["name"], raw["text"], tuple(rules), path)


@cache
def _read(root: Path) -> tuple[Policy, ...]:
    return tuple(load_policy(path, root) for path in sorted((root / "policies").glob("*.yaml")))

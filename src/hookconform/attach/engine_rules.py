"""The reference rule engine: what it makes of a user's pack, and of the events of adapters without an engine."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hook_adapters import InvalidRules
from hook_adapters.rules import compile_pack, load_pack, matching, with_own_words, without_parts
from hookconform.attach.calls import RulePack
from hookconform.ground.errors import HookconformError


def read_rules(path: Path) -> RulePack:
    """Return a pack that the hook program would read too.

    Raises `HookconformError` (`rules.invalid`, and `file.unreadable` for a file that cannot be opened).
    """
    try:
        path.open("rb").close()
    except OSError as error:
        raise HookconformError(
            "file.unreadable", f"The file cannot be read: {error}.", where=str(path), hint="Check path and rights."
        ) from error
    try:
        pack = with_own_words(without_parts(load_pack(path)))
        compile_pack(pack)
    except InvalidRules as error:
        raise HookconformError(
            "rules.invalid",
            f"The rule pack cannot be used: {error}.",
            where=str(path),
            hint="Correct it; corpus/schema/rules.schema.json describes the grammar.",
        ) from error
    return RulePack(pack if isinstance(pack, dict) else {"version": "1.0", "rules": pack})


def matched_by_reference(events: list[dict[str, Any]], rules: RulePack) -> list[str]:
    """Return the names of the rules that match any of the events, in pack order."""
    return [rule.name for rule in matching(rules.compiled, events)]

"""A user's pack as the hook program of hook-adapters reads it, which also refuses what it cannot use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hook_adapters import InvalidRules
from hook_adapters.rules import compile_pack, parse_pack, with_own_words, without_parts
from hookconform.attach.calls import RulePack
from hookconform.ground.errors import HookconformError, unreadable_file
from hookconform.ground.input_files import read_utf8

# Errors of one file that are shown.
_SHOWN = 20
_HINT = "Correct it; docs/rule-grammar.md describes the grammar."


def read_rules(path: Path) -> RulePack:
    """Return a pack that the hook program would read too.

    Raises `HookconformError` (`rules.invalid`, and `file.unreadable` for a file that cannot be read).
    """
    return as_rules(load_raw(path), path)


def as_rules(raw: Any, path: Path) -> RulePack:
    """Return what the hook program makes of a file's content; raises `HookconformError` (`rules.invalid`)."""
    try:
        pack = with_own_words(without_parts(raw))
        compile_pack(pack)
    except (InvalidRules, RecursionError) as error:
        raise _invalid(path, error) from error
    return RulePack(pack if isinstance(pack, dict) else {"version": "1.0", "rules": pack})


def load_raw(path: Path) -> Any:
    """Return what a file holds, not yet checked; errors as `read_rules`."""
    try:
        text = read_utf8(path)
    except (OSError, UnicodeDecodeError) as error:
        raise unreadable_file(path, error) from error
    try:
        return parse_pack(text, str(path))
    except (InvalidRules, RecursionError) as error:
        raise _invalid(path, error) from error


def as_read(rule: dict[str, Any]) -> dict[str, Any] | None:
    """Return a rule in the grammar's own words; None if the hook program would not take it."""
    (row,) = with_own_words([rule])
    return None if refusal_of(row) else row


def refusal_of(row: dict[str, Any]) -> str:
    """Return why the hook program refuses a rule in the grammar's own words; empty if it takes it."""
    try:
        compile_pack([row])
    except InvalidRules as error:
        return str(error).removeprefix(f"{row['name']}: ")
    return ""


def _invalid(path: Path, error: Exception) -> HookconformError:
    problems = getattr(error, "problems", ())
    # The error names the file itself.
    said = str(error).removeprefix(f"{path}: ")
    if len(problems) > 1:
        left = [f"and {len(problems) - _SHOWN} more"] if len(problems) > _SHOWN else []
        return HookconformError(
            "rules.invalid",
            f"The rule file cannot be used: it has {len(problems)} errors.",
            where=str(path),
            hint=_HINT,
            shown=[*problems[:_SHOWN], *left],
        )
    return HookconformError(
        "rules.invalid",
        f"The rule file cannot be used: {said}{'' if said.endswith('?') else '.'}",
        where=str(path),
        hint=_HINT,
    )

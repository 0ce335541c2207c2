"""Which agent's permission settings a file has, and the rules they become."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from hookconform.ground.errors import HookconformError
from hookconform.ground.input_files import read_utf8
from hookconform.ground.json_text import DuplicateKeyError, unique_keys
from hookconform.packs.permissions import claude_code, codex, copilot_cli, opencode, vscode_copilot
from hookconform.packs.permissions.translation import Translation, without_comments

_LONGEST = 1024 * 1024


def permissions_of(path: Path) -> Translation | None:
    """Return the permission settings in a file as rules, None for a file that has none.

    Raises `HookconformError` (`rules.invalid` where it is one but cannot be parsed).
    """
    text = _text(path)
    if text is None:
        return None
    if path.suffix in codex.SUFFIXES:
        try:
            return codex.translate_rules(text)
        except (SyntaxError, ValueError, RecursionError) as error:
            raise _invalid(path, f"The rules of Codex cannot be parsed: {error}.") from error
    if path.suffix == ".toml":
        try:
            raw = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise _invalid(path, f"The file is not valid TOML: {error}.") from error
        return codex.translate_config(raw, text) if codex.is_config(raw) else None
    raw = _json(text, path)
    found = _of_settings(raw, text)
    if found is not None:
        return found
    if raw is None and path.suffix not in {".yaml", ".yml", ".json"} and copilot_cli.has_options(text):
        try:
            return copilot_cli.translate_options(text)
        except ValueError as error:
            raise _invalid(path, f"The options of Copilot cannot be parsed: {error}.") from error
    return None


def _of_settings(raw: Any, text: str) -> Translation | None:
    programs = [settings for settings in (claude_code, opencode, vscode_copilot) if settings.is_one(raw)]
    if not programs:
        return None
    first, *others = programs
    found = first.translate(raw, text)
    if first is claude_code and without_comments(text) != text:
        found.doubt = claude_code.LOOSE_JSON
    # What the first program would take for a slip of the pen, it has named already.
    named = {entry.entry for entry in found.skipped}
    for other in others:
        for key in (key for key, value in raw.items() if other.is_one({key: value}) and key not in named):
            found.skip(key, "a setting of another program; put it into a file of its own", matters=True)
    return found


def _text(path: Path) -> str | None:
    """Return the text of a file of bounded size, None for any other: the reader of packs says why."""
    try:
        text = read_utf8(path)
    except (OSError, UnicodeDecodeError):
        return None
    return None if len(text) > _LONGEST else text


def _json(text: str, path: Path) -> Any:
    """Return parsed JSON, None for a text that is none.

    Raises `HookconformError` (`rules.invalid`) for a key that stands twice in JSON with comments or last commas; in any
    other the reader of packs names it.
    """
    if not text.lstrip("\ufeff \t\r\n/*").startswith("{") and "{" not in text[:2000]:
        return None
    plain = without_comments(text.removeprefix("\ufeff"))
    try:
        return json.loads(plain, object_pairs_hook=unique_keys)
    except DuplicateKeyError as error:
        if plain == text:
            return None
        said = f"The key {error.key!r} stands twice in one object; programs read one of the two alone."
        raise _invalid(path, said) from error
    except (ValueError, RecursionError):
        return None


def _invalid(path: Path, what: str) -> HookconformError:
    return HookconformError("rules.invalid", what, where=str(path), hint="Correct the file.")

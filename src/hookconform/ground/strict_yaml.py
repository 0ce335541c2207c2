"""YAML files of the corpus and of users, as the rule engine reads them: one meaning everywhere.

`1.0.20` and `2026-11-21` stay text, `yes` stays text; only `true`, `false`, `null` and plain integers are typed.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hookconform.ground.errors import HookconformError


def parse_yaml(text: str, *, where: str) -> Any:
    """Return the document in `text`; raises `HookconformError` (`yaml.invalid`) naming line and column."""
    from hook_adapters.rules.strict_yaml import StrictYamlError, load  # noqa: PLC0415 (PyYAML is slow to import)

    try:
        return load(text)
    except StrictYamlError as error:
        raise HookconformError(
            "yaml.invalid",
            f"This is not valid YAML here: {error.problem}.",
            where=f"{where}:{error.line}:{error.column}" if error.line else where,
            hint="Correct the file.",
        ) from error


def load_yaml(path: Path) -> Any:
    """Return the document in a UTF-8 file; errors as `parse_yaml` and `read_text`."""
    return parse_yaml(read_text(path), where=str(path))


def read_text(path: Path) -> str:
    """Return the text of a UTF-8 file; raises `HookconformError` (`file.unreadable`)."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise HookconformError(
            "file.unreadable", f"The file cannot be read: {error}.", where=str(path), hint="Check path and rights."
        ) from error

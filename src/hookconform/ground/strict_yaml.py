"""YAML without surprises: no implicit dates, floats or booleans, and duplicate keys are refused.

`1.0.20` and `2026-11-21` stay text, `yes` stays text; only `true`, `false`, `null` and plain integers are typed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from hookconform.ground.errors import HookconformError

_Base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class _StrictLoader(_Base):
    """The C loader with a resolver table of its own and a check for duplicate keys."""

    yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012 (PyYAML's name)


_StrictLoader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(?:true|false)$"), list("tf"))
_StrictLoader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(?:null|~|)$"), ["n", "~", ""])
_StrictLoader.add_implicit_resolver(
    "tag:yaml.org,2002:int", re.compile(r"^[-+]?(?:0|[1-9][0-9]*)$"), list("-+0123456789")
)


def _mapping(loader: Any, node: yaml.MappingNode) -> dict[Any, Any]:
    result: dict[Any, Any] = {}
    for key_node, value_node in node.value:
        key = loader.construct_object(key_node, deep=True)
        if key in result:
            raise yaml.constructor.ConstructorError(
                "while reading a mapping", node.start_mark, f"found the key {key!r} twice", key_node.start_mark
            )
        result[key] = loader.construct_object(value_node, deep=True)
    return result


_StrictLoader.add_constructor("tag:yaml.org,2002:map", _mapping)


def parse_yaml(text: str, *, where: str) -> Any:
    """Return the document in `text`; raises `HookconformError` (`yaml.invalid`) naming line and column."""
    try:
        return yaml.load(text, Loader=_StrictLoader)  # noqa: S506 (a subclass of the safe loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"{where}:{mark.line + 1}:{mark.column + 1}" if mark else where
        problem = getattr(error, "problem", None) or str(error)
        raise HookconformError(
            "yaml.invalid", f"This is not valid YAML here: {problem}.", where=place, hint="Correct the file."
        ) from error


def load_yaml(path: Path) -> Any:
    """Return the document in a UTF-8 file; errors as `parse_yaml`, and `file.unreadable`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise HookconformError(
            "file.unreadable", f"The file cannot be read: {error}.", where=str(path), hint="Check path and rights."
        ) from error
    return parse_yaml(text, where=str(path))

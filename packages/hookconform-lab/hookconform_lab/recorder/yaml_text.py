"""The text of a YAML file as lines, and where on them the values stand: what it takes to edit it in place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from hookconform.ground.errors import HookconformError
from hookconform.ground.errors import reason as why

# Where YAML ends a line: `splitlines` knows other ends, too.
_LINE = re.compile("[^\n\r\x85\u2028\u2029]*(?:\r\n|[\n\r\x85\u2028\u2029])|[^\n\r\x85\u2028\u2029]+")


@dataclass(frozen=True, slots=True)
class Text:
    """A file's lines with their ends, its tree (None for no value), and what it says."""

    lines: tuple[str, ...]
    root: yaml.Node | None
    says: Any

    @property
    def newline(self) -> str:
        """Return how the file ends a line."""
        return "\r\n" if any(line.endswith("\r\n") for line in self.lines) else "\n"


def read_text(data: bytes, path: Path) -> Text:
    """Return a file's text and tree; raises `HookconformError` (`record.settings`) unless it is one YAML document."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refused(path, why(error)) from error
    try:
        return Text(tuple(_LINE.findall(text)), yaml.compose(text, yaml.SafeLoader), yaml.safe_load(text))
    except RecursionError as error:
        raise refused(path, "it is nested too deeply") from error
    except (yaml.YAMLError, ValueError, TypeError, AttributeError) as error:
        # PyYAML lets errors of what it calls pass: dates that there are not, keys that cannot be any.
        raise refused(path, f"it is not YAML ({' '.join(str(error).split())[:100]})") from error


def pairs(node: yaml.Node | None) -> Iterator[tuple[yaml.Node, yaml.Node]]:
    """Yield the keys and values of a mapping; nothing of anything else."""
    if isinstance(node, yaml.MappingNode):
        yield from node.value


def value_of(node: yaml.Node | None, name: str) -> tuple[yaml.Node, yaml.Node] | None:
    """Return the last key of this name in a mapping with its value, as it is the last that counts."""
    found = [(key, value) for key, value in pairs(node) if isinstance(key, yaml.ScalarNode) and key.value == name]
    return found[-1] if found else None


def last_line(node: yaml.Node) -> int:
    """Return the number of the line on which the last of a value stands, from 0: no comment behind it counts."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return last_line(last[1] if isinstance(last, tuple) else last)
    end = node.end_mark
    return end.line - (end.column == 0 and end.line > node.start_mark.line)


def refused(path: Path, reason: str, hint: str = "Mend it, then try again.") -> HookconformError:
    """Return the error for a file that was left as it is."""
    return HookconformError(
        "record.settings", f"The settings file was left as it is: {reason}.", where=str(path), hint=hint
    )

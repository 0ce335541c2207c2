"""Rules of the suite's grammar as YAML to be copied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from hookconform.ground.plain_text import WIDTH


def indented_yaml(rules: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield rules as a list in YAML, indented, in lines of at most 80 columns where their texts allow it."""
    # The emitter breaks a list after the column that it is given.
    width = next((width for width in range(76, 40, -4) if _longest_list(_yaml(rules, width)) + 2 <= WIDTH), 76)
    yield from (f"  {line}" for line in _yaml(rules, width))


def indented_parts(parts: Mapping[str, str]) -> Iterator[str]:
    """Yield the parts of a rule file in YAML, indented, each on a line."""
    yield "  parts:"
    for name, text in parts.items():
        quoted = text.replace("'", "''")
        yield f"    {name}: '{quoted}'"


def _yaml(rules: Sequence[Mapping[str, Any]], width: int) -> list[str]:
    text = yaml.dump(
        list(rules), Dumper=RuleDumper, sort_keys=False, default_flow_style=None, width=width, allow_unicode=True
    )
    return text.rstrip().splitlines()


class RuleDumper(yaml.SafeDumper):
    """A dumper that repeats what several rules share: an anchor of one is no part of another."""

    def ignore_aliases(self, data: Any) -> bool:
        """Return that no value gets an anchor."""
        del data
        return True


def _longest_list(lines: Sequence[str]) -> int:
    return max((len(line) for line in lines if line.rstrip().endswith((",", "]"))), default=0)

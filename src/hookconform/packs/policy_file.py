"""A pack as a rule file of its own, with its repairs in place: what `hookconform rules --output` writes."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from hookconform.ground.errors import HookconformError, unwritable
from hookconform.ground.json_text import stated
from hookconform.ground.plain_text import counted
from hookconform.ground.printable import printable
from hookconform.packs.named_parts import in_parts
from hookconform.packs.rule import Pack, is_of_settings
from hookconform.packs.rule_yaml import RuleDumper

SUFFIXES = (".yaml", ".yml", ".json")
# JSON can name half of a character beyond the first 65,536.
_HALF = re.compile("[\ud800-\udfff]")


def demand_free(path: Path) -> None:
    """Refuse a file that is there, or whose name says that it holds something else.

    Raises `HookconformError` (`file.exists`, `rules.output`).
    """
    if path.suffix not in SUFFIXES:
        raise HookconformError(
            "rules.output",
            "The name does not say in which form the rules are written.",
            where=str(path),
            hint=f"End it in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}.",
        )
    if path.exists() or path.is_symlink():
        raise HookconformError(
            "file.exists",
            "A file of this name exists; it was not changed.",
            where=str(path),
            hint="Choose a name that is free.",
        )


def write_policy(path: Path, pack: Pack, report: Mapping[str, Any]) -> str:
    """Write the rules of a pack, repaired, and those to put beside them; return what was written, in words.

    `report` is what was found of the pack (schema: rules-report). Raises `HookconformError` (`rules.no-words`,
    `output.unwritable`).
    """
    foreign = [rule.name for rule in pack.rules if rule.row is None]
    if foreign:
        raise HookconformError(
            "rules.no-words",
            f"Rules in the format of {pack.grammar} are not translated into the suite's grammar.",
            where=pack.where,
            hint="Leave out --output.",
        )
    if path.suffix != ".json" and _HALF.search(json.dumps([rule.row for rule in pack.rules], ensure_ascii=False)):
        raise HookconformError(
            "rules.output",
            "A text of the rules has half of a character, which no YAML can hold.",
            where=pack.where,
            hint="Give --output a name in .json.",
        )
    repairs = {rule["name"]: rule["repair"] for rule in report["rules"] if "repair" in rule}
    rules = [*(repairs.get(rule.name, rule.row) for rule in pack.rules), *report["beside"]]
    lost = [one for one in pack.skipped if one.matters]
    written, parts = in_parts(rules) if is_of_settings(pack.grammar) else (rules, {})
    content = {**stated(parts=parts), "rules": written}
    try:
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(_json(content) if path.suffix == ".json" else _yaml(content, pack))
    except (OSError, UnicodeEncodeError) as error:
        raise unwritable("policy", path, error) from error
    said = [counted(len(rules), "rule"), f"{len(repairs)} of them repaired"]
    said += [f"{len(report['beside'])} beside yours"] if report["beside"] else []
    said += [f"{counted(len(lost), 'entry', 'entries')} left out"] if lost else []
    return f"{path}: {', '.join(said)}. Next: hookconform rules {path}"


def _json(content: Mapping[str, Any]) -> str:
    return json.dumps({"version": "1.0", **content}, indent=2) + "\n"


def _yaml(content: Mapping[str, Any], pack: Pack) -> str:
    lost = [
        f"# Not in it, line {one.line}: {_line(f'{one.entry}: {one.why}')}\n" for one in pack.skipped if one.matters
    ]
    # Each part on a line of its own, below its name.
    body = "".join(_dumped({key: value}, in_lines=key == "parts") for key, value in content.items())
    return "".join([f"# From {_line(Path(pack.where).name)}\n", *lost, body])


def _dumped(content: Mapping[str, Any], *, in_lines: bool) -> str:
    style = False if in_lines else None
    return yaml.dump(
        dict(content), Dumper=RuleDumper, sort_keys=False, default_flow_style=style, width=2000, allow_unicode=True
    )


def _line(text: str) -> str:
    """Return a text as one line of a comment."""
    return " ".join(printable(text).split())

"""The published enforcement table: one record an adapter and program, kept as JSON and shown as Markdown."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hookconform.ground.errors import HookconformError, unwritable_file
from hookconform.ground.versions import version_key
from hookconform_lab.lab.enforce import Enforcement

JSON_NAME = "enforcement.json"
TABLE_NAME = "ENFORCEMENT.md"
# What a record, a call of it, and a call that was left out must have.
_RECORD = ("adapter", "platform", "version", "date")
_CALL = frozenset({"call", "rule", "ran_without_hook", "ran_with_hook", "model_told_rule"})
_LEFT_OUT = frozenset({"call", "why"})
_INTRODUCTION = """\
# Enforcement

Each adapter below was installed as a hook in the real program, which ran offline with a scripted model. The
model made tool calls that a rule of the corpus blocks and calls that no rule blocks. Every call leaves a trace
if it is carried out, a file or words that reach the model; whether it ran is read from those, not from what the program
said. A call of an MCP tool names its file in an argument; a call of a sub-agent is the sub-agent's own.

Calls *in several spellings* name their file by every spelling that this program was measured to open it by
(`hookconform lab paths`).

*without* is the same call without the hook: a call that does not run there would prove nothing. *told* says
whether the name of the rule reached the model.

This page is written by `hookconform lab enforce`; the command under each heading repeats the measurement.
"""


def save(found: Enforcement, folder: Path) -> tuple[Path, Path]:
    """Replace this adapter's record of this program in the JSON file, write the page anew, return both paths.

    Raises `HookconformError` (`enforce.report`, `file.unwritable`).
    """
    kept = [record for record in read_records(folder) if _key(record) != _key(found.as_json())]
    records = sorted([*kept, found.as_json()], key=lambda record: (*_key(record)[:2], version_key(record["version"])))
    paths = folder / JSON_NAME, folder / TABLE_NAME
    text = json.dumps({"records": records}, indent=2, ensure_ascii=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        paths[0].write_text(f"{text}\n", encoding="utf-8")
        paths[1].write_text(render(records), encoding="utf-8")
    except OSError as error:
        raise unwritable_file(folder, error, "report") from error
    return paths


def read_records(folder: Path) -> list[dict[str, Any]]:
    """Return the records of the JSON file, none if there is no file yet.

    Raises `HookconformError` (`enforce.report`) if the file is not one this program wrote.
    """
    path = folder / JSON_NAME
    if not path.is_file():
        return []
    try:
        records = json.loads(path.read_bytes())["records"]
        for record in records:
            _demand_whole(record)
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise HookconformError(
            "enforce.report",
            f"The enforcement report cannot be read: {type(error).__name__}: {error}.",
            where=str(path),
            hint="Restore the file, or move it away and measure again with `hookconform lab enforce`.",
        ) from error
    return records


def _key(record: dict[str, Any]) -> tuple[str, str, str]:
    return record["adapter"], record["platform"], record["version"]


def _demand_whole(record: Any) -> None:
    """Raise `KeyError`, `TypeError` or `ValueError` for a record in which something is missing."""
    for name in _RECORD:
        if not isinstance(record[name], str):
            raise TypeError(f"{name} is no text")
    for calls, keys in ((record["calls"], _CALL), (record.get("left_out", []), _LEFT_OUT)):
        for call in calls:
            if not isinstance(call, dict):
                raise TypeError("a call is no object")
            if missing := keys.difference(call):
                raise ValueError(f"a call lacks {', '.join(sorted(missing))}")


def render(records: list[dict[str, Any]]) -> str:
    """Return the page."""
    parts = [_INTRODUCTION, _overview(records)]
    parts += [_section(record) for record in records]
    return "\n".join(parts)


def is_as_it_should(call: dict[str, Any]) -> bool:
    """Tell whether a recorded call ran without the hook, and with it exactly if no rule blocks it."""
    return call["ran_without_hook"] and call["ran_with_hook"] == (call["rule"] is None)


def _overview(records: list[dict[str, Any]]) -> str:
    lines = [
        "| adapter | platform | version | blocked calls stopped | allowed calls run |",
        "| --- | --- | --- | --- | --- |",
    ]
    for record in records:
        blocked = [call for call in record["calls"] if call["rule"] is not None]
        allowed = [call for call in record["calls"] if call["rule"] is None]
        lines.append(
            f"| {record['adapter']} | {record['platform']} | {record['version']} "
            f"| {_share(blocked)} | {_share(allowed)} |"
        )
    return "\n".join([*lines, ""])


def _share(calls: list[dict[str, Any]]) -> str:
    return f"{sum(map(is_as_it_should, calls))} of {len(calls)}"


def _section(record: dict[str, Any]) -> str:
    target = f"{record['platform']}@{record['version']}"
    lines = [
        f"## {record['adapter']} in {record['platform']} {record['version']}",
        "",
        f"    hookconform lab enforce {record['adapter']} {target}",
        "",
        f"Measured {record['date']}.",
        "",
        "| call | rule that blocks it | without | with the hook | told | as it should be |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    for call, count in _rows(record["calls"]):
        cells = [
            call["call"]
            + (f", {call['spelling']}" if "spelling" in call else f", in {count} spellings" if count else ""),
            f"`{call['rule']}`" if call["rule"] else "none",
            _ran(call["ran_without_hook"]),
            _ran(call["ran_with_hook"]),
            ("yes" if call["model_told_rule"] else "no") if call["rule"] else "",
            "yes" if is_as_it_should(call) else "**no**",
        ]
        lines.append(f"| {' | '.join(cells)} |")
    missing = record.get("left_out", [])
    if missing:
        lines += ["", "Not made, since this program's model cannot make them:", ""]
        lines += [f"* {call['call']}: {call['why']}" for call in missing]
    return "\n".join([*lines, ""])


def _rows(calls: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], int]]:
    """Yield calls; the spellings of one call that ended alike, as they should, are one, with how many they are."""
    alike: dict[str, tuple[dict[str, Any], int]] = {}
    for call in calls:
        if "spelling" not in call or not is_as_it_should(call):
            yield call, 0
            continue
        one = {key: value for key, value in call.items() if key != "spelling"}
        key = json.dumps(one, sort_keys=True)
        alike[key] = one, alike.get(key, (one, 0))[1] + 1
    yield from alike.values()


def _ran(happened: bool) -> str:
    return "ran" if happened else "stopped"

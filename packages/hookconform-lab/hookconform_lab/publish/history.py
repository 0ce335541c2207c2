"""The history of the published reports: one line a change, appended, never rewritten."""

from __future__ import annotations

import json
from typing import Any

from hookconform.ground.errors import HookconformError
from hookconform.ground.printable import printable_json
from hookconform_lab.publish.publication import Publication


def run_line(publication: Publication, date: str) -> dict[str, Any]:
    """Return what a run says: the corpus, every platform's grade and every adapter's result.

    `date` is ISO 8601.
    """
    return {
        "date": date,
        "hookconform": publication.version,
        "corpus": publication.corpus.fingerprint,
        "cases": len(publication.corpus.cases),
        "platforms": {
            name: {"newest": row["newest"], "grade": row["grade"], "claims": row["claims"]["by_grade"]}
            for name, row in publication.confidence["platforms"].items()
        },
        "adapters": {
            report["adapter"]["name"]: {
                "version": report["adapter"]["version"],
                "status": report["status"],
                "checks": {outcome: number for outcome, number in report["counts"].items() if number},
            }
            for report in publication.results
        },
    }


def is_current(history: str, line: dict[str, Any]) -> bool:
    """Tell whether the last line of a history says the same, whatever its date.

    Raises `HookconformError` (`history.unreadable`).
    """
    lines = history.splitlines()
    return bool(lines) and _undated(_parsed(lines[-1])) == _undated(line)


def appended(history: str, line: dict[str, Any]) -> str:
    """Return the history with a line more, or as it is if nothing changed; raises as `is_current`."""
    if is_current(history, line):
        return history
    complete = history if not history or history.endswith("\n") else history + "\n"
    return complete + printable_json(line) + "\n"


def _parsed(line: str) -> dict[str, Any]:
    try:
        parsed: Any = json.loads(line)
    except ValueError as error:
        raise _unreadable(str(error)) from error
    if not isinstance(parsed, dict):
        raise _unreadable("not an object")
    return parsed


def _unreadable(why: str) -> HookconformError:
    return HookconformError(
        "history.unreadable",
        f"The last line of the history cannot be read: {why}.",
        where="history.ndjson",
        hint="Restore the file from version control: lines are only ever appended.",
    )


def _undated(line: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in line.items() if key != "date"}

"""What lies between two run reports, as plain JSON values (schema: run-diff)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hookconform.checks.outcome import JUDGED, RED, Outcome
from hookconform.ground.errors import HookconformError

Report = Mapping[str, Any]
_JUDGED = frozenset(outcome.value for outcome in JUDGED)
_RED = frozenset(outcome.value for outcome in RED)
# What makes two causes the same one.
_SIGN = ("kind", "about", "platform", "place", "wanted", "got")


def difference(before: Report, after: Report, where: tuple[str, str]) -> dict[str, Any]:
    """Compare two run reports; `where` are their files.

    Raises `HookconformError`: `diff.incomplete` (a run did not come to its end), `diff.selection` (they are about
    different parts of the corpus). Causes are compared if both reports have them.
    """
    for report, path in zip((before, after), where, strict=True):
        _require_whole(report, path)
    if before["selection"] != after["selection"]:
        raise HookconformError(
            "diff.selection",
            "The two runs are about different parts of the corpus, so that what one lacks proves nothing.",
            where=f"{where[0]}, {where[1]}",
            hint="Run both with the same --platform, --capability, --case, --newest, --measured-only and --perturb.",
        )
    red_before, red_after = ({row["check"]: row for row in _red(report)} for report in (before, after))
    left = [row for check, row in red_before.items() if check not in red_after]
    unjudged = [row["check"] for row in left if not _judges(after, row["platform"], row["capability"])]
    told = all("causes" in report for report in (before, after))
    causes_before, causes_after = (
        {_sign(row): row for row in report["causes"]} if told else {} for report in (before, after)
    )
    return {
        "before": _named(before),
        "after": _named(after),
        "same_corpus": before["corpus"] == after["corpus"],
        "table": _table(before, after),
        "newly_red": [check for check in red_after if check not in red_before],
        "still_red": sum(check in red_before for check in red_after),
        "fixed": [row["check"] for row in left if row["check"] not in unjudged],
        "not_judged": unjudged,
        "new_causes": [row for sign, row in causes_after.items() if sign not in causes_before],
        "gone_causes": [row for sign, row in causes_before.items() if sign not in causes_after],
    }


def is_worse(found: Mapping[str, Any]) -> bool:
    """Tell whether something is red that was not, or is not judged that was: less is proved than before."""
    return bool(found["newly_red"]) or any(row["after"]["judged"] < row["before"]["judged"] for row in found["table"])


def _require_whole(report: Report, path: str) -> None:
    if report["status"] == "incomplete":
        raise HookconformError(
            "diff.incomplete",
            f"The run did not come to its end: {report['verdict']}.",
            where=path,
            hint="Run the adapter again; what was not asked is neither red nor fixed.",
        )


def _red(report: Report) -> Iterable[Mapping[str, Any]]:
    return (row for row in report["checks"] if row["outcome"] in _RED)


def _sign(cause: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(cause.get(name, "") for name in _SIGN)


def _named(report: Report) -> dict[str, Any]:
    adapter = report["adapter"]
    return {
        "adapter": adapter["name"],
        "version": adapter["version"],
        "corpus": report["corpus"]["fingerprint"],
        "hookconform": report["hookconform"],
        "verdict": report["verdict"],
    }


def _judges(report: Report, platform: str, capability: str) -> bool:
    return bool(_counts(report).get((platform, capability), {}).get("judged"))


def _counts(report: Report) -> dict[tuple[str, str], dict[str, int]]:
    return {
        (row["platform"], row["capability"]): {
            "passed": row["counts"].get(Outcome.PASSED.value, 0),
            "judged": sum(number for outcome, number in row["counts"].items() if outcome in _JUDGED),
        }
        for row in report["table"]
    }


def _table(before: Report, after: Report) -> list[dict[str, Any]]:
    """Return the rows that differ, by platform and capability."""
    none = {"passed": 0, "judged": 0}
    one, other = _counts(before), _counts(after)
    return [
        {"platform": key[0], "capability": key[1], "before": one.get(key, none), "after": other.get(key, none)}
        for key in sorted({*one, *other})
        if one.get(key, none) != other.get(key, none)
    ]

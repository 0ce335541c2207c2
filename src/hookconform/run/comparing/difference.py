"""Differences of two run reports, as plain JSON values (schema: run-diff)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hookconform.checks.outcome import JUDGED, Outcome
from hookconform.ground.errors import HookconformError

Report = Mapping[str, Any]
_JUDGED = frozenset(outcome.value for outcome in JUDGED)
# A check fails with these; with `stale` it passes, and only the list of known failures makes it red.
_FAILS_RED = frozenset({Outcome.FAILED.value, Outcome.ERROR.value})
_FAILS = _FAILS_RED | {Outcome.KNOWN.value}
# What makes two causes the same one.
_SIGN = ("kind", "about", "platform", "place", "wanted", "got", "where")


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
    old, new = ({row["check"]: row["outcome"] for row in report["checks"]} for report in (before, after))
    rows = {row["check"]: row for row in before["checks"]}
    gone = [check for check in old if check not in new]
    unjudged = [check for check in gone if not _judges(after, rows[check]["platform"], rows[check]["capability"])]
    told = all("causes" in report for report in (before, after))
    causes_before, causes_after = (
        {_sign(row): row for row in report["causes"]} if told else {} for report in (before, after)
    )
    return {
        "before": _named(before),
        "after": _named(after),
        "same_corpus": before["corpus"] == after["corpus"],
        "table": _table(before, after),
        "newly_red": [check for check in new if _is_newly_red(old.get(check, ""), new[check])],
        "still_red": sum(outcome in _FAILS_RED and old.get(check) in _FAILS_RED for check, outcome in new.items()),
        "fixed": [check for check in old if check not in unjudged and _is_fixed(old[check], new.get(check, ""))],
        "now_known": [check for check in new if new[check] == Outcome.KNOWN != old.get(check)],
        "known": sum(outcome == Outcome.KNOWN for outcome in new.values()),
        "stale": [check for check in new if new[check] == Outcome.STALE],
        "not_judged": unjudged,
        "new_causes": _only_in(causes_after, causes_before, old),
        "gone_causes": _only_in(causes_before, causes_after, new),
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


def _is_newly_red(old: str, new: str) -> bool:
    """Tell whether a check fails that did not, or was known to; or passes as before, and is listed as a failure now."""
    return (new in _FAILS_RED and old not in _FAILS_RED) or (new == Outcome.STALE and not old)


def _is_fixed(old: str, new: str) -> bool:
    """Tell whether a check passes that failed, or whose entry in the list of known failures was too much."""
    return (old in _FAILS and new in {"", Outcome.STALE}) or (old == Outcome.STALE and not new)


def _only_in(
    causes: Mapping[tuple[str, ...], Mapping[str, Any]],
    others: Mapping[tuple[str, ...], Any],
    outcomes: Mapping[str, str],
) -> list[Mapping[str, Any]]:
    """Return the causes that the other run has not; one whose example is a known failure there is no other cause."""
    return [
        row
        for sign, row in causes.items()
        if sign not in others and outcomes.get(row["example"]["check"]) != Outcome.KNOWN
    ]


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

"""From a case and an adapter to the outcome of each check."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from hookconform_data.compare import differences

INVALID_PAYLOAD, INVALID_RULES = -32001, -32602
# Other codes say that the adapter broke.
OUTCOMES = frozenset({INVALID_PAYLOAD, -32002})
RED = frozenset({"failed", "error"})
# Levels of lists and objects in an answer; nothing that is compared is deeper.
_DEPTH = 500
_MUST_REFUSE = f"the payload must be refused with {INVALID_PAYLOAD}"


class Refused(Exception):
    """An adapter refuses a payload: by default one that cannot be read."""

    def __init__(self, message: str = "invalid payload", code: int = INVALID_PAYLOAD) -> None:
        super().__init__(message)
        self.code = code


def judge(row: dict[str, Any], adapter: Any, rules: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the result of each check of a case, in the order of the corpus.

    `adapter` has `canonicalize(payload, context)`, which returns the events, and may have `match(payload, rules,
    context)`, which returns the names of the rules that match. `context` has `platform`, `version` and
    `registered_event`. Either may raise `Refused`. `rules` is the combined pack.
    """
    context = {key: row[key] for key in ("platform", "version", "registered_event")}
    asked = {
        "canonicalize": lambda: {"events": adapter.canonicalize(row["payload"], context)},
        "match": lambda: {"matched_rules": adapter.match(row["payload"], row.get("rules", rules), context)},
    }
    answers: dict[str, dict[str, Any]] = {}
    results: list[dict[str, Any]] = []
    for capability, comparisons in row["expect"].items():
        method = "match" if capability == "rules" else "canonicalize"
        if method == "match" and not hasattr(adapter, method):
            results.append(_result(row, capability, "unsupported"))
            continue
        if method not in answers:
            answers[method] = _answered(asked[method])
        results.append(judged(row, capability, comparisons, answers[method]))
    return results + [_result(row, name, "unsupported") for name in row.get("unsupported", [])]


def judged(
    row: dict[str, Any], capability: str, comparisons: list[dict[str, Any]], answer: dict[str, Any]
) -> dict[str, Any]:
    """Return the result of one check; `answer` has `value`, `code` and `message` of a refusal, or `broken`."""
    if "broken" in answer:
        return _result(row, capability, "error", answer["broken"])
    if "code" in answer:
        return _of_refusal(row, capability, answer["code"], f"{answer['code']}: {answer['message']}")
    if row.get("refuse") == "must":
        return _result(row, capability, "failed", f"{_MUST_REFUSE}; it was answered as if it were harmless")
    problem = _malformed(capability, answer["value"])
    if problem:
        return _result(row, capability, "error", f"the answer does not follow the protocol: {problem}")
    found = differences(comparisons, answer["value"])
    return _result(row, capability, "failed" if found else "passed", "", found)


def _of_refusal(row: dict[str, Any], capability: str, code: int, said: str) -> dict[str, Any]:
    if capability == "rules" and code == INVALID_RULES and row.get("may_refuse_rules"):
        return _result(row, capability, "passed")
    if code not in OUTCOMES:
        return _result(row, capability, "error", f"the adapter answered error {said}")
    if code == INVALID_PAYLOAD and "refuse" in row:
        return _result(row, capability, "passed")
    wanted = (
        f"{_MUST_REFUSE}; it was refused with" if row.get("refuse") == "must" else "a good payload was refused with"
    )
    return _result(row, capability, "failed", f"{wanted} {said}")


def _answered(ask: Callable[[], Any]) -> dict[str, Any]:
    try:
        given = ask()
        try:
            return {"value": _piped(given)}
        except RecursionError:
            return {"value": _piped(_within_depth(given))}
    except Refused as refusal:
        return {"code": refusal.code, "message": str(refusal)}
    except (Exception, SystemExit) as error:  # noqa: BLE001 (an adapter that breaks, or ends the program, is one result)
        return {"broken": f"{type(error).__name__}: {error}"}


def _piped(value: Any) -> Any:
    """Return a value as it would come over a pipe: tuples are lists, and what JSON cannot say is an error."""
    return json.loads(json.dumps(value, allow_nan=False))


def _within_depth(value: Any) -> Any:
    """Return a copy in which `…` stands for what is nested too deeply, as `hookconform run` has it; no recursion."""
    top: list[Any] = [None]
    left: list[tuple[Any, Any, Any, int]] = [(value, top, 0, 1)]
    while left:
        item, holder, key, depth = left.pop()
        parts: Any = ()
        if isinstance(item, dict):
            holder[key], parts = {}, item.items()
        elif isinstance(item, (list, tuple)):
            holder[key], parts = [None] * len(item), enumerate(item)
        else:
            holder[key] = item
            continue
        if depth > _DEPTH:
            holder[key] = "…"
        else:
            left += [(part, holder[key], name, depth + 1) for name, part in parts]
    return top[0]


def _malformed(capability: str, value: Any) -> str:
    if capability == "rules":
        names = value.get("matched_rules") if isinstance(value, dict) else None
        right = isinstance(names, list) and all(isinstance(name, str) for name in names)
        return "" if right else "`matched_rules` must be a list of rule names"
    events = value.get("events") if isinstance(value, dict) else None
    if not isinstance(events, list) or not events:
        return "`events` must be a list with at least one event"
    return "" if all(isinstance(event, dict) for event in events) else "an event must be an object"


def _result(
    row: dict[str, Any], capability: str, outcome: str, message: str = "", found: list[dict[str, Any]] | None = None
) -> dict[str, Any]:
    said = {"message": message, "differences": found}
    return {
        "check": f"{row['id']}::{capability}",
        "case": row["id"],
        "platform": row["platform"],
        "capability": capability,
        "outcome": outcome,
    } | {key: value for key, value in said.items() if value}

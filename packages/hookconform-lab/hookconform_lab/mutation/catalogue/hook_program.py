"""A hook program made of the reference adapter, in this process: payload and policy in, answer out.

It is judged by the same checks as a program that users install. What surrounds a program (its streams, the files of its
policy) is told by the name of a failure; a right program denies under each of them that keeps it from judging.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from hook_adapters.canonical.platform import load
from hookconform.attach.calls import Call, Refusal, Response, Result, RulePack
from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.effects.representatives import PRE_TOOL
from hookconform_lab.mutation.catalogue.edits import edited
from hookconform_lab.mutation.catalogue.reference import Events, Reference

Match = Callable[[Events, RulePack], list[str]]
_STOPPED = {"decision": "deny", "reason": "The hook cannot judge this call."}
# Failures beside which the program still judges the call.
_HARMLESS = frozenset({"messages-closed", "messages-full", "no-home", "no-path"})
# Without standard output the exit code has to stop the tool.
_UNHEARD = frozenset({"output-closed", "output-full", "little-memory"})


def decided(
    reference: Reference, call: Call, events: Events | Refusal, change: Mapping[str, Any], matched: Match
) -> Response:
    """Return the answer of the program to one call; `events` are what it takes the payload for."""
    params = call.params
    failure = params.get("failure", "")
    if failure and failure not in _HARMLESS:
        if change.get("on-failure"):
            return _answered(reference, params, change["on-failure"], change)
        if failure in _UNHEARD:
            return _by_exit_code(params)
        return _answered(reference, params, _STOPPED, change)
    if isinstance(events, Refusal):
        verdict = change.get("on-refusal", _STOPPED)
        return _answered(reference, {**params, **_good(params)}, verdict, change)
    assert call.rules is not None  # noqa: S101 (a program is asked under a policy)
    if failure and change.get("on-failure"):
        return _answered(reference, params, change["on-failure"], change)
    rules = {rule["name"]: rule for rule in call.rules.parsed["rules"]}
    blocking = [name for name in matched(events, call.rules) if _stops(rules.get(name, {}))]
    verdict = {"decision": "deny", "reason": f"Blocked by {', '.join(blocking)}."} if blocking else {"decision": None}
    return _answered(reference, params, edited(verdict, change.get("decision", ())), change)


def _answered(
    reference: Reference, params: Mapping[str, Any], verdict: Mapping[str, Any], change: Mapping[str, Any]
) -> Response:
    if "printed" in change and verdict.get("decision") in change.get("printed-for", ["deny"]):
        return Result(dict(change["printed"]))
    response = reference.respond({**params, "verdict": dict(verdict)})
    if not isinstance(response, Result):
        response = _by_exit_code(params)
    from hookconform_lab.mutation.catalogue.faulty import as_answered  # noqa: PLC0415 (each needs the other)

    return Result(as_answered(response.value, change.get("answer", ())))


def _by_exit_code(params: Mapping[str, Any]) -> Result:
    """Return the answer that stops a tool without standard output: the exit code that does it on this platform."""
    code = load(params["platform"]).stop_exit_code
    return Result({"exit_code": code, "stdout": "", "stderr": _STOPPED["reason"]})


def _good(params: Mapping[str, Any]) -> dict[str, Any]:
    """Return a payload of the same registration that can be read, since a deny needs one."""
    for case in iter_cases(platforms=[params["platform"]]):
        if _stands_in(case, params):
            return {"payload": case.payload_text}
    return {}


def _stands_in(case: Case, params: Mapping[str, Any]) -> bool:
    is_before = case.expected.event == PRE_TOOL and not case.expected.may_refuse
    return is_before and case.registered_event == params["registered_event"] and not case.rules


def _stops(rule: Mapping[str, Any]) -> bool:
    actions = rule.get("actions", {})
    return rule.get("action") == "block" or bool(actions.get("block"))

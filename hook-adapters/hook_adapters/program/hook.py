"""One hook call: payload in, rules, answer out; and what is said when that fails.

Nothing here may end in a traceback or in an answer that lets a call pass by accident.
"""

from __future__ import annotations

import json
import os
import sys

from hook_adapters.canonical.errors import AdapterError, InvalidPayload, Unsupported
from hook_adapters.canonical.event import PRE_TOOL, canonical_events
from hook_adapters.canonical.platform import load
from hook_adapters.canonical.reading import Reading
from hook_adapters.canonical.verdict import Verdict
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.rules import matching, read_pack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from hook_adapters.canonical.platform import Platform
    from hook_adapters.canonical.types import Answer, VerdictFields
    from hook_adapters.rules import Rule


# As for wrong use: on every platform but old Copilot CLIs a hook that ends so, with a message, stops the call.
STOPS_WITHOUT_ANSWER = 2


def run(
    platform: str,
    *,
    rules: str,
    event: str | None = None,
    on_error: str = "deny",
    platform_version: str | None = None,
) -> int:
    """Read the payload on standard input, print the answer, return the exit code.

    Raises `UnsupportedPlatform`, and `ValueError` for an event or version that would make rules miss in silence;
    every other failure is answered as `on_error` says.
    """
    module = load(platform)
    _refuse_misspelt(module, event)
    if platform_version is not None and not platform_version[:1].isdigit():
        raise ValueError(f"--platform-version {platform_version} is no version")
    text = b""
    try:
        text = sys.stdin.buffer.read()
        result = _judged(module, text, rules, event, platform_version)
    except Exception as error:  # noqa: BLE001 (whatever went wrong, the platform must get an answer)
        result = _failed(module, text, event, on_error, platform_version, error)
    sys.stderr.write(f"hook-adapters: {result['stderr']}\n" if result["stderr"] else "")
    return result["exit_code"] if not result["stdout"] or _printed(result["stdout"]) else STOPS_WITHOUT_ANSWER


def _refuse_misspelt(module: Platform, event: str | None) -> None:
    """Event names are exact: one in another case would be an event that no rule is for."""
    name = (event or "").partition("[")[0]
    known = {*module.tables.events, *module.tables.events.values(), *PRE_TOOL, module.pre_tool_event}
    meant = sorted(other for other in known if other.lower() == name.lower())
    if meant and name not in known:
        raise ValueError(f"--event {event} is not an event; names are exact: {' or '.join(meant)}")


def _printed(text: str) -> bool:
    """Print an answer; a full or closed output is said on standard error."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except (AttributeError, OSError) as error:  # without any standard output there is no stream to write to
        sys.stderr.write(f"hook-adapters: the answer cannot be printed: {error}\n")
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115 (nothing is flushed at the end)
        return False
    return True


def verdict_of(rules: list[Rule]) -> Verdict:
    """Return what matching rules demand together: block before ask before nothing, and every text to inject."""
    verdict: VerdictFields = {
        "decision": None,
        "context": "\n".join(filter(None, (rule.actions.get("inject") for rule in rules))),
    }
    if blocking := [rule for rule in rules if rule.actions.get("block")]:
        verdict |= {"decision": "deny", "reason": f"Blocked by rule: {_named(blocking)}."}
    elif asking := [rule for rule in rules if rule.actions.get("ask")]:
        verdict |= {"decision": "ask", "reason": f"Must be approved by rule: {_named(asking)}."}
    return Verdict(verdict)


def _named(rules: list[Rule]) -> str:
    return "; ".join(
        f"{rule.name} ({rule.description.rstrip('.')})" if rule.description else rule.name for rule in rules
    )


def _judged(module: Platform, text: bytes, rules: str, event: str | None, version: str | None) -> Answer:
    reading = module.read(text, event)
    events = canonical_events(reading, module.tables)
    verdict = verdict_of(matching(read_pack(rules), events))
    try:
        return module.answer(reading, verdict, version)
    except Unsupported as error:
        # Only what cannot be done is left out: before a tool every platform honours a deny.
        return printed(stderr=f"{error}; the rule has no effect here")


def _failed(  # noqa: PLR0913, PLR0917 (the hook's own state)
    module: Platform, text: bytes, registered: str | None, on_error: str, version: str | None, error: Exception
) -> Answer:
    """Answer as configured before a tool runs; elsewhere say what is wrong and stop nothing."""
    message = f"{error.title}: {error}" if isinstance(error, AdapterError) else f"{type(error).__name__}: {error}"
    if isinstance(error, InvalidPayload) and not registered:
        message += " (--event tells the event a hook is registered for)"
    event = _event(module, text, registered)
    if module.tables.events.get(event, event) not in PRE_TOOL:
        return printed(exit_code=module.warning_exit_code, stderr=message)
    if on_error == "allow":
        return printed(stderr=message)
    decision = "ask" if on_error == "ask" else "deny"
    verdict = Verdict({"decision": decision, "reason": f"The policy hook failed: {message}"})
    try:
        answer = module.answer(Reading(event, payload={}), verdict, version)
    except Unsupported:
        return printed(exit_code=module.warning_exit_code, stderr=message)
    return {**answer, "stderr": message}


def _event(module: Platform, text: bytes, registered: str | None) -> str:
    """Return the event to answer: one before a tool if payload or registration says so, or if neither says anything."""
    try:
        payload: Any = json.loads(text)
    except (ValueError, RecursionError):
        payload = None
    told = [registered.partition("[")[0]] if registered else []
    if isinstance(payload, dict):
        names = (payload.get(key) for key in ("hook_event_name", "hookEventName", "hookName", "hook"))
        told += [name for name in names if isinstance(name, str) and name]
    before = [event for event in told if module.tables.events.get(event, event) in PRE_TOOL]
    return (before or told or [module.pre_tool_event])[0]

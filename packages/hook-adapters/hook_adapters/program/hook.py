"""One hook call: payload in, rules, answer out; and what is said when that fails.

Nothing here may end in a traceback or in an answer that lets a call pass by accident.
"""

from __future__ import annotations

import json
import os
import sys

from hook_adapters.canonical.arguments import is_unknown
from hook_adapters.canonical.contained import contained_calls
from hook_adapters.canonical.errors import AdapterError, InvalidArgument, InvalidPayload, Unsupported
from hook_adapters.canonical.event import PRE_TOOL, canonical_events
from hook_adapters.canonical.payload import ParsedPayload, TooManyValues
from hook_adapters.canonical.reading import Reading
from hook_adapters.canonical.verdict import Verdict
from hook_adapters.canonical.verdict import answer as printed
from hook_adapters.program.interruption import InterruptedHook, last_chance, wait_for, watch
from hook_adapters.program.streams import MESSAGES, OUTPUT, TooLongError, read_input, say
from hook_adapters.rules import matching, read_pack
from hook_adapters.rules.paths import NAMES_WITHOUT_CASE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from hook_adapters.canonical.platform import Platform
    from hook_adapters.canonical.reading import Tables
    from hook_adapters.canonical.types import Answer, CanonicalEvent, VerdictFields
    from hook_adapters.rules import Rule

# Seconds. Below the shortest time that any platform gives a hook: ten, by the OpenCode bridge.
DEADLINE = 8.0
# Seconds in which a failure must be answered, and in which the answer must be taken.
TO_FAIL = 1.0


def run(  # noqa: PLR0913 (one parameter an option)
    platform: Platform,
    *,
    rules: str,
    event: str | None = None,
    on_error: str = "deny",
    on_unknown: str = "allow",
    platform_version: str | None = None,
    deadline: float = DEADLINE,
) -> int:
    """Read the payload on standard input, print the answer, return the exit code.

    `on_unknown` is what a call of an unknown tool gets that no rule stops. `deadline` is in seconds. Raises
    `ValueError` for an event or version that would make rules miss in silence; every other failure is answered as
    `on_error` says.
    """
    try:
        platform.demand_event(event)
    except InvalidArgument as error:
        raise ValueError(f"--event {error}") from error
    if platform_version is not None and not platform_version[:1].isdigit():
        raise ValueError(f"--platform-version {platform_version} is no version")
    call = _HookCall(platform, event, on_error, on_unknown, platform_version)
    try:
        watch(deadline)
        # Resolved once: where the hook was started, before anything else is looked at.
        answer = call.judged(os.path.abspath(rules))  # noqa: PTH100 (pathlib would double what a hook imports)
        last_chance(TO_FAIL)
    except BaseException as error:  # noqa: BLE001 (whatever went wrong, the platform must get an answer)
        try:
            last_chance(TO_FAIL)
            answer = call.failed(error)
        except InterruptedHook:
            # A signal came with the failure, or finding the event took too long: the answer is the one before a tool.
            call.forget()
            last_chance(TO_FAIL)
            answer = call.failed(error)
    return _told(call.platform, answer)


def _told(platform: Platform, answer: Answer) -> int:
    """Print the answer, then the message; return the exit code, the one that stops a tool if there is no answer."""
    code = platform.stop_exit_code if answer["stdout"] else answer["exit_code"]
    try:
        if say(OUTPUT, answer["stdout"]):
            code = answer["exit_code"]
            if answer["stderr"]:
                say(MESSAGES, f"hook-adapters: {answer['stderr']}\n")
        else:
            say(MESSAGES, "hook-adapters: the answer cannot be printed\n")
    except InterruptedHook:  # nobody reads; what was said so far has to do
        pass
    return code


def verdict_of(rules: list[Rule], unknown: Sequence[str] = (), on_unknown: str = "allow") -> Verdict:
    """Return what matching rules and unknown tools demand: block, else ask, else nothing, and every text to inject."""
    texts = filter(None, (rule.actions.get("inject") for rule in rules))
    verdict: VerdictFields = {"decision": None, "context": "\n".join(texts)}
    if blocking := [rule for rule in rules if rule.actions.get("block")]:
        verdict |= {"decision": "deny", "reason": f"Blocked by rule: {_named(blocking)}."}
    elif unknown and on_unknown == "deny":
        verdict |= {"decision": "deny", "reason": f"Blocked: {_unknown(unknown)}."}
    elif asking := [rule for rule in rules if rule.actions.get("ask")]:
        verdict |= {"decision": "ask", "reason": f"Must be approved by rule: {_named(asking)}."}
    elif unknown and on_unknown == "ask":
        verdict |= {"decision": "ask", "reason": f"Must be approved: {_unknown(unknown)}."}
    return Verdict(verdict)


def _on_this_machine(event: CanonicalEvent) -> CanonicalEvent:
    """Return the event with what only a program on the same machine knows.

    The hook's own home in the place of `~`, beside each path that begins so; and whether names have a case.
    """
    located = _with_home(event)
    return {**located, NAMES_WITHOUT_CASE: True} if _names_have_no_case(event.get("cwd")) else located  # pyright: ignore[reportReturnType]


def _names_have_no_case(cwd: object) -> bool:
    """Tell whether files below a folder are found in any case: always taken so on macOS."""
    if sys.platform == "darwin":
        return True
    if not isinstance(cwd, str) or not cwd.startswith("/"):
        return False
    above, name = os.path.split(cwd.rstrip("/"))
    try:
        return name.swapcase() != name and os.path.samefile(cwd, os.path.join(above, name.swapcase()))  # noqa: PTH118, PTH121
    except (OSError, ValueError):
        return False


def _with_home(event: CanonicalEvent) -> CanonicalEvent:
    """Return the event with the hook's own home in the place of `~`, beside each path that begins so."""
    arguments = event.get("tool_input", {})
    listed = arguments.get("file_paths")
    paths = [arguments.get("file_path"), *(listed if isinstance(listed, list) else [])]
    at_home = [os.path.expanduser(path) for path in paths if isinstance(path, str) and path.startswith("~")]  # noqa: PTH111 (pathlib would double what a hook imports)
    return {**event, "tool_input": {**arguments, "file_paths": [*paths, *at_home]}} if at_home else event


def unknown_calls(reading: Reading, tables: Tables, rules: Iterable[Rule]) -> list[str]:
    """Return the unknown tools that are about to be called, but for those that a rule lists by name."""
    if tables.events.get(reading.event, reading.event) not in PRE_TOOL and not PRE_TOOL & {*reading.also}:
        return []
    calls = [reading, *contained_calls(reading, tables)]
    names = dict.fromkeys(call.tool for call in calls if is_unknown(call, tables))
    return [name for name in names if not any(name in rule.tools for rule in rules)]


def _unknown(names: Sequence[str]) -> str:
    return f"unknown tool {', '.join(names)} (name it under `tools` of a rule to let it pass)"


def _named(rules: list[Rule]) -> str:
    return "; ".join(
        f"{rule.name} ({rule.description.rstrip('.')})" if rule.description else rule.name for rule in rules
    )


class _HookCall:
    """One call, as far as it has come: a failure is answered by what is known of the payload by then."""

    def __init__(
        self, platform: Platform, event: str | None, on_error: str, on_unknown: str, version: str | None
    ) -> None:
        self.platform = platform
        self._knows_caller = not platform.neighbours
        self._registered = event
        self._on_error = on_error
        self._on_unknown = on_unknown
        self._version = version
        self._text = b""
        self._parsed: ParsedPayload | None = None

    def judged(self, rules: str) -> Answer:
        """Return the answer to the payload on standard input."""
        self._text = read_input(wait_for)
        self._parsed = ParsedPayload.of(self._text)
        self._find_caller(self._parsed)
        reading = self.platform.read(self._parsed, self._registered)
        tables, pack = self.platform.tables, read_pack(rules)
        events = canonical_events(reading, tables)
        matched = matching(pack, [_on_this_machine(event) for event in events])
        unknown = [] if self._on_unknown == "allow" else unknown_calls(reading, tables, pack)
        verdict = verdict_of(matched, unknown, self._on_unknown)
        try:
            return self.platform.answer(reading, verdict, self._version)
        except Unsupported as error:
            # Only what cannot be done is left out: before a tool every platform honours a deny.
            return printed(stderr=f"{error}; the rule has no effect here")

    def _find_caller(self, payload: ParsedPayload) -> None:
        """Answer the platform that sent the payload from here on, whatever the hook is registered for."""
        caller = self.platform.caller(payload)
        self._knows_caller = True
        if caller is not self.platform:
            self.platform, self._version = caller, None

    def failed(self, error: BaseException) -> Answer:
        """Answer as configured before a tool runs; elsewhere say what is wrong and stop nothing."""
        message = _message(error)
        if isinstance(error, InvalidPayload) and not self._registered:
            message += " (--event tells the event a hook is registered for)"
        event = self._event(error)
        warning = printed(exit_code=self.platform.warning_exit_code, stderr=message)
        if self.platform.tables.events.get(event, event) not in PRE_TOOL:
            return warning
        if self._on_error == "allow":
            return printed(stderr=message)
        decision = "ask" if self._on_error == "ask" else "deny"
        verdict = Verdict({"decision": decision, "reason": f"The policy hook failed: {message}"})
        try:
            answer = self.platform.answer(Reading(event, payload={}), verdict, self._version)
        except Unsupported:
            return warning
        if decision == "deny" and not self._knows_caller:
            # Of several that may have called each reads another answer; this code stops a tool on all of them.
            return {**answer, "exit_code": 2, "stderr": message}
        return {**answer, "stderr": message}

    def forget(self) -> None:
        """Answer as if nothing had been read."""
        self._text, self._parsed = b"", None

    def _event(self, error: BaseException) -> str:
        """Return the event to answer: one before a tool if payload or registration says so, or if neither does."""
        payload = self._fields(error)
        told = [self._registered.partition("[")[0]] if self._registered else []
        # All that stand under a key: what was refused may have it twice.
        for key in ("hook_event_name", "hookEventName", "hookName", "hook"):
            told += [name for named, name in payload if named == key and isinstance(name, str) and name]
        before = [event for event in told if self.platform.tables.events.get(event, event) in PRE_TOOL]
        return (before or told or [self.platform.pre_tool_event])[0]

    def _fields(self, error: BaseException) -> Iterable[tuple[str, Any]]:
        """Return the payload's own fields; none where it was too much to parse, or cannot be parsed."""
        if self._parsed is not None:
            return self._parsed.payload.items()
        if isinstance(error, TooManyValues) or not isinstance(error, InvalidPayload):
            return ()
        try:
            payload: Any = json.loads(self._text, object_pairs_hook=tuple)
        except (ValueError, RecursionError):
            return ()
        return payload if isinstance(payload, tuple) else ()


def _message(error: BaseException) -> str:
    if isinstance(error, AdapterError):
        return f"{error.title}: {error}"
    if isinstance(error, InterruptedHook | TooLongError):
        return str(error)
    if isinstance(error, OSError):
        return f"cannot read: {error}"
    return f"{type(error).__name__}: {error}"

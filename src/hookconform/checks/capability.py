"""What a capability is to the engine: which calls it needs, whom it concerns, how it judges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from hookconform.attach.calls import INVALID_PAYLOAD, Broken, Call, Refusal, Response, RulePack
from hookconform.attach.manifest import Manifest
from hookconform.checks.expectation import expects_refusal
from hookconform.checks.outcome import PASS, Difference, Judgement, Outcome
from hookconform.corpus.cases import Case

if TYPE_CHECKING:
    from hookconform.checks.comparisons import Comparison, Matched

# Kinds of adapter (Manifest.kind) that are called method by method.
METHOD_KINDS = frozenset({"python", "command"})
# … and that is started once a hook call.
HOOK_KINDS = frozenset({"hook"})
MUST_REFUSE = f"the payload must be refused with {INVALID_PAYLOAD}"


class Subject(NamedTuple):
    """One case before one adapter; `variant` is the verdict or policy.

    `rules` is the combined rule pack, or the case's own in its place, and `own_words` the same pack in the words of an
    adapter that has some.
    """

    case: Case
    manifest: Manifest
    rules: RulePack
    variant: str = ""
    own_words: RulePack | None = None

    @property
    def rules_in_words(self) -> RulePack:
        """Return the pack as the adapter names tools and events."""
        return self.own_words or self.rules

    def call(self, method: str, *, rules: RulePack | None = None, **more: Any) -> Call:
        """Return a call about this case's payload; checks that need the same `key` share one call."""
        case = self.case
        params = {
            "platform": case.platform,
            "platform_version": case.version,
            "registered_event": case.registered_event,
            "payload": case.payload_text,
            **more,
        }
        return Call(method, params, case_id=case.id, key=method, rules=rules)


class Capability(NamedTuple):
    """One row of the table of capabilities.

    `kinds` are the kinds of adapter that can have it; `applies` tells whether there is a check at all;
    `calls` lists what to ask; `judge` gets the responses in that order. A capability with variants has one check each
    (`response[deny]`): `variants` names those of a case, `all_variants` all that there are. `is_inferred`: the case is
    judged by what was measured at another version. `not_judged` names what the case would be about if anybody had
    measured it, none otherwise; it is None where nothing need be measured. `of_payload`: what is compared follows from
    the payload, so one that several versions sent is asked about at the first and the newest of them. `comparisons` are
    all that is compared, where that can be said without an engine.
    """

    name: str
    kinds: frozenset[str]
    applies: Callable[[Subject], bool]
    calls: Callable[[Subject], tuple[Call, ...]]
    judge: Callable[[Subject, Sequence[Response]], Judgement]
    variants: Callable[[Subject], tuple[str, ...]] = lambda _: ("",)
    all_variants: Callable[[], tuple[str, ...]] = lambda: ()
    is_inferred: Callable[[Subject], bool] = lambda _: False
    not_judged: Callable[[Subject], tuple[str, ...]] | None = None
    of_payload: bool = False
    comparisons: Callable[[Subject], Iterable[Comparison | Matched]] | None = None


class ResponseError(Exception):
    """The adapter's result does not follow the protocol; the text says how."""


def judge_response(subject: Subject, response: Response, compare: Callable[[Any], list[Difference]]) -> Judgement:
    """Judge one response: refusals and breakage here, the result by `compare` (which may raise `ResponseError`)."""
    if isinstance(response, Broken):
        return Judgement(Outcome.ERROR, response.reason)
    if isinstance(response, Refusal):
        return _judge_refusal(subject.case, response)
    if expects_refusal(subject.case):
        return Judgement(Outcome.FAILED, f"{MUST_REFUSE}; it was answered as if it were harmless", accepted=True)
    try:
        found = compare(response.value)
    except ResponseError as error:
        return Judgement(Outcome.ERROR, f"the answer does not follow the protocol: {error}")
    return Judgement(Outcome.FAILED, differences=tuple(found)) if found else PASS


def _judge_refusal(case: Case, refusal: Refusal) -> Judgement:
    what = f"{refusal.code}: {refusal.message}"
    if not refusal.is_outcome:
        return Judgement(Outcome.ERROR, f"the adapter answered error {what}")
    if refusal.code == INVALID_PAYLOAD and (expects_refusal(case) or case.expected.may_refuse):
        return PASS
    if expects_refusal(case):
        return Judgement(Outcome.FAILED, f"{MUST_REFUSE}; it was refused with {what}")
    return Judgement(Outcome.FAILED, f"a good payload was refused with {what}")


def events_of(value: Any) -> list[dict[str, Any]]:
    """Return the events of a `canonicalize` result; raises `ResponseError` unless they are objects, at least one."""
    events = value.get("events") if isinstance(value, dict) else None
    if not isinstance(events, list) or not events:
        raise ResponseError("`events` must be a list with at least one event")
    for event in events:
        if not isinstance(event, dict):
            raise ResponseError("an event must be an object")
    return events

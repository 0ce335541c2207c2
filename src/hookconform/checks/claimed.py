"""Whether a check is about something the adapter claims; what it does not claim is unsupported, and said."""

from __future__ import annotations

from hookconform.checks.capability import Capability, Subject
from hookconform.checks.decision.questions import is_brought
from hookconform.checks.expectation import CALLS
from hookconform.checks.outcome import UNCLAIMED, Judgement, Outcome
from hookconform.corpus.vocabulary import load_vocabulary

RULES = "rules"
# Capabilities in which the tool's canonical name, or what follows from it, is judged.
_ABOUT_TOOLS = frozenset({"tool-name", "input", "result", "kind", "rules"})
_ABOUT_EVENTS = frozenset({"event"})


def _claims_verdict(subject: Subject) -> bool:
    verdicts = subject.manifest.claims.verdicts
    return verdicts is None or subject.variant in verdicts


def _brings_policy(subject: Subject) -> bool:
    return is_brought(subject.manifest.hook, subject.variant)


# Those of `fails-closed` are promised together.
_VARIANTS = {"response": _claims_verdict, "decision": _brings_policy}


def unclaimed(capability: Capability, subject: Subject) -> Judgement | None:
    """Return why this check is unsupported, None if it is claimed."""
    if capability.name not in subject.manifest.capabilities:
        return UNCLAIMED
    claims, expected = subject.manifest.claims, subject.case.expected
    if claims.events is not None and expected.event and expected.event not in claims.events:
        return _unsupported(f"the adapter does not claim the event {expected.event}")
    if capability.name in _VARIANTS and subject.variant and not _VARIANTS[capability.name](subject):
        return _unsupported(f"the adapter does not claim {subject.variant}")
    if capability.name == RULES and expected.calls and CALLS not in claims.capabilities:
        return _unsupported("the adapter does not claim the calls within a call, and a rule may be about one of them")
    return _without_word(capability, subject)


def _without_word(capability: Capability, subject: Subject) -> Judgement | None:
    claims, expected = subject.manifest.claims, subject.case.expected
    tool = expected.tool_name or ""
    if capability.name in _ABOUT_TOOLS and not claims.tools.knows(tool) and tool in load_vocabulary().tools:
        return _unsupported(f"the adapter has no word for the tool {tool}")
    if capability.name in _ABOUT_EVENTS and expected.event and not claims.event_words.knows(expected.event):
        return _unsupported(f"the adapter has no word for the event {expected.event}")
    return None


def _unsupported(why: str) -> Judgement:
    return Judgement(Outcome.UNSUPPORTED, why)

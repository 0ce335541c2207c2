"""Capability `neighbours`: a hook registered for one platform also stops the calls of programs that run its file.

VS Code runs what is registered for Copilot CLI and for Claude Code, with payloads of its own, and obeys its own
answers alone. A recorded call of such a program is put to the hook as it is registered for the other platform, and
what the program that sent it would do with the answer decides. Which programs run whose files is a claim of the corpus
(`registration.also_runs`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from hookconform.attach.calls import Call, Response
from hookconform.attach.manifest import Manifest
from hookconform.checks.capability import HOOK_KINDS, Capability, Subject
from hookconform.checks.decision import policies
from hookconform.checks.decision.questions import Question, questions, under_first, variants
from hookconform.checks.measured_rows import is_inferred
from hookconform.checks.outcome import Judgement
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.vocabulary import PRE_TOOL
from hookconform.effects.representatives import newest_whole

NEIGHBOURS = "neighbours"


def registered_platforms(case: Case, manifest: Manifest) -> list[str]:
    """Return the platforms of the manifest whose registered hooks the case's program runs too."""
    files = load_platform(case.platform).registration
    others = files.also_runs if files is not None else ()
    return [
        name
        for name in others
        if name in manifest.platforms and manifest.hook.on(name).plugin is None and any(_events(case, name))
    ]


def _events(case: Case, platform: str) -> Iterator[str]:
    """Yield the events of a platform under which its hooks are registered that get the case's payload.

    It is the same name, or one in other letters that the case's program has no payload of its own for: VS Code takes
    `preToolUse` of Copilot CLI for `PreToolUse`.
    """
    name, own = case.registered_event or "", load_platform(case.platform).registrations
    for event, claim in load_platform(platform).registrations.items():
        same = event == name or (event.lower() == name.lower() and event not in own)
        if claim.canonical == PRE_TOOL and same:
            yield event


def _applies(subject: Subject) -> bool:
    case, under = subject.case, under_first(subject)
    return (
        case.is_captured
        and policies.applies(subject)
        and bool(registered_platforms(case, subject.manifest))
        and case.version == newest_whole(case.platform)
        and under.variant in variants(under)
    )


def _asked(subject: Subject) -> list[tuple[str, Question]]:
    """Return each event under which the hook is registered, with what is asked there."""
    asked = [question for question in questions(under_first(subject)) if question.name != "varied"]
    return [
        (event, replace(question, name=f"{question.name} as {event}"))
        for event in _events(subject.case, subject.variant)
        for question in asked
    ]


def _calls(subject: Subject) -> tuple[Call, ...]:
    case, under = subject.case, under_first(subject)

    def registered(event: str, question: Question) -> Call:
        call = policies.call_of(under, question)
        params = {**call.params, "platform": subject.variant, "registered_event": event, "caller": case.platform}
        return call._replace(params=params, key=f"{NEIGHBOURS} {subject.variant} {event} {call.key}")

    return tuple(registered(event, question) for event, question in _asked(subject))


def _judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    return policies.judge_questions(under_first(subject), [question for _, question in _asked(subject)], responses)


CAPABILITY = Capability(
    NEIGHBOURS,
    HOOK_KINDS,
    _applies,
    _calls,
    _judge,
    variants=lambda subject: tuple(registered_platforms(subject.case, subject.manifest)),
    all_variants=lambda: tuple(platform_ids()),
    is_inferred=lambda subject: is_inferred(subject.case),
)

"""Decisions of a hook program: under each policy a program stops what the policy names, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from hookconform.attach.calls import Call, Response
from hookconform.checks.capability import Subject
from hookconform.checks.decision.questions import Question, questions, rules_of
from hookconform.checks.decision.shown import shown_answer
from hookconform.checks.expectation import expects_refusal, passes_through_by_tier
from hookconform.checks.hook_answer import answer_in, effect_of, is_before_a_tool
from hookconform.checks.outcome import PASS, Difference, Judgement, Outcome
from hookconform.effects.effect import Answer
from hookconform.effects.representatives import PRE_TOOL
from hookconform.effects.subjects import SUBJECTS
from hookconform.effects.verdicts import ALLOW, DENY, shortfall

STOPPED = "the tool is stopped"
UNTOUCHED = "the tool runs as without a hook, and the program ends with exit code 0"


def applies(subject: Subject) -> bool:
    """Tell whether there may be checks of this case."""
    case = subject.case
    return not expects_refusal(case) and is_before_a_tool(case) and not passes_through_by_tier(case, subject.manifest)


def calls(subject: Subject) -> tuple[Call, ...]:
    """Return one call a question."""
    return tuple(call_of(subject, question) for question in questions(subject))


def judge(subject: Subject, responses: Sequence[Response]) -> Judgement:
    """Judge the answers by what the platform would do."""
    return judge_questions(subject, questions(subject), responses)


def judge_questions(subject: Subject, asked: Sequence[Question], responses: Sequence[Response]) -> Judgement:
    """Judge the answers to these questions by what the platform would do."""
    differences: list[Difference] = []
    shown = ""
    for question, response in zip(asked, responses, strict=True):
        said = answer_in(response, subject.manifest, subject.case.platform)
        if isinstance(said, str):
            return Judgement(Outcome.ERROR, _named(question, said))
        problem = _problem(subject, question, said)
        if problem:
            differences.append(Difference(f"/{question.name}", _expected(subject, question), problem))
            shown = shown or _named(question, shown_answer(response))
    return Judgement(Outcome.FAILED, shown, tuple(differences)) if differences else PASS


def call_of(subject: Subject, question: Question) -> Call:
    """Return the call that asks a question under the subject's policy."""
    policy = "" if subject.variant in SUBJECTS else subject.variant
    cwd = subject.case.expected.cwd
    call = subject.call(
        "decide",
        rules=rules_of(policy),
        payload=question.payload,
        policy=policy,
        folder=cwd if isinstance(cwd, str) else None,
        files=question.files,
    )
    return call._replace(key=f"decide {policy} {question.name} {question.payload}")


def _problem(subject: Subject, question: Question, said: Answer) -> str:
    found = effect_of(subject.case, said)
    missing = shortfall(DENY if question.stopped else ALLOW, PRE_TOOL, found)
    if not missing and not question.stopped and said.exit_code:
        return f"the tool would run, but only because this platform lets it when a hook fails: {found.why}"
    return missing


def _expected(subject: Subject, question: Question) -> str:
    if not question.stopped:
        return UNTOUCHED
    rules = "the program's own rules" if subject.variant in SUBJECTS else f"the policy {subject.variant}"
    return f"{STOPPED}, because of {rules}"


def _named(question: Question, text: str) -> str:
    return f"asked as {question.name}: {text}" if question.name != "answer" else text

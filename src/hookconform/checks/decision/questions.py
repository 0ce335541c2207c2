"""What one decision check asks of a hook program: calls that it must stop, and calls that it must let run."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from hookconform.attach.calls import RulePack
from hookconform.attach.hook_spec import HookSpec
from hookconform.checks.capability import Subject
from hookconform.checks.decision.forms import (
    in_other_letters,
    named_files,
    recorded_text,
    varied_text,
    with_other_subject,
)
from hookconform.corpus.policies import Policy, load_policies
from hookconform.effects.policy_calls import Stand, stand_for_policy, stand_for_tool
from hookconform.effects.representatives import PRE_TOOL
from hookconform.effects.subjects import SUBJECTS, subject_of

# Rules around a policy's own in its pack. No call of these tools is asked about.
_OTHER_RULES = {"no-skill": "Skill", "no-notebook-edit": "NotebookEdit"}
_NOTING_RULES = ("note-before", "note-behind")


@dataclass(frozen=True, slots=True)
class Question:
    """One call; `name` tells the calls of a check apart, `files` are those it names, with their text."""

    name: str
    payload: str
    stopped: bool
    files: dict[str, str | None]


def variants(subject: Subject) -> tuple[str, ...]:
    """Return the policies, and for a program with rules of its own the tools, that this case says something about."""
    hook = subject.manifest.hook
    names = [name for name in policy_names() if stand_for_policy(subject.case, name)] if _has_policies(hook) else []
    tools = [tool for tool in SUBJECTS if stand_for_tool(subject.case, tool)] if hook.triggers else []
    return (*names, *tools)


def all_variants() -> tuple[str, ...]:
    """Return every policy and every tool that a check can be about."""
    return (*policy_names(), *SUBJECTS)


def first_variant(hook: HookSpec) -> str:
    """Return the first policy that the program is given; of one with rules of its own the first tool of these."""
    return next((name for name in policy_names() if hook.brings(name)), next(iter(hook.triggers), ""))


def under_first(subject: Subject) -> Subject:
    """Return the subject under the first policy that its program is given."""
    return subject._replace(variant=first_variant(subject.manifest.hook))


def is_brought(hook: HookSpec, variant: str) -> bool:
    """Tell whether the program was given this policy, or says what it blocks of this tool."""
    return variant in hook.triggers or (variant in policy_names() and hook.brings(variant))


def questions(subject: Subject) -> tuple[Question, ...]:
    """Return the calls of one check, at least one."""
    case, variant = subject.case, subject.variant
    is_tool = variant in SUBJECTS
    stand = stand_for_tool(case, variant) if is_tool else stand_for_policy(case, variant)
    assert stand is not None  # noqa: S101 (such a variant is none of the case)
    return _of_trigger(subject, stand) if is_tool and stand.stopped else _as_recorded(subject, stand)


def harmless_question(subject: Subject) -> Question:
    """Return the case's call as one that the program must let run under the subject's policy or own rules."""
    return _as_recorded(subject, Stand(stopped=False, varied=False))[0]


def rules_of(policy: str) -> RulePack | None:
    """Return the suite's own rules for a policy as a pack, between others; None if it is no policy."""
    return _packs().get(policy)


@cache
def policy_names() -> tuple[str, ...]:
    """Return the names of all policies."""
    return tuple(policy.name for policy in load_policies())


@cache
def _packs() -> dict[str, RulePack]:
    # A program that reads only the first rule of a file, or only the last, must not pass.
    before, behind = (
        {"name": name, "event": PRE_TOOL, "tools": [tool], "action": "block"} for name, tool in _OTHER_RULES.items()
    )

    # Nor one that lets the first or the last matching rule decide: these match every call, and stop none.
    first, last = ({"name": name, "event": PRE_TOOL, "action": "audit"} for name in _NOTING_RULES)

    def pack(policy: Policy) -> RulePack:
        return RulePack({"version": "1.0", "rules": [first, before, *policy.rules, behind, last]})

    return {policy.name: pack(policy) for policy in load_policies()}


def _as_recorded(subject: Subject, stand: Stand) -> tuple[Question, ...]:
    """Return the call as recorded, and varied where the case stands for that too.

    A program with rules of its own is asked about other tools with the text that it says it allows.
    """
    case, hook = subject.case, subject.manifest.hook
    trigger = hook.triggers.get(case.expected.tool_name or "") if subject.variant in SUBJECTS else None
    found = subject_of(case)
    text = trigger.allow if trigger else found[1] if found else ""
    payload = with_other_subject(case, text) if trigger else None
    recorded = Question("answer", payload or recorded_text(case), stand.stopped, named_files(case, text))
    return (recorded, _varied(subject, text, stopped=stand.stopped)) if stand.varied else (recorded,)


def _of_trigger(subject: Subject, stand: Stand) -> tuple[Question, ...]:
    case, trigger = subject.case, subject.manifest.hook.triggers[subject.variant]
    asked = [
        Question(name, with_other_subject(case, text) or "", stopped, named_files(case, text))
        for name, text, stopped in (("block", trigger.block, True), ("allow", trigger.allow, False))
    ]
    return (*asked, _varied(subject, trigger.block, stopped=True)) if stand.varied else tuple(asked)


def _varied(subject: Subject, text: str, *, stopped: bool) -> Question:
    case = subject.case
    files = named_files(case, in_other_letters(case, text))
    return Question("varied", varied_text(case, text), stopped, files)


def _has_policies(hook: HookSpec) -> bool:
    return hook.reads_packs or bool(hook.policies)

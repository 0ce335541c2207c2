"""Capability `decision`: a hook program, run as users install it, stops what it is told to stop and nothing else.

Its answers are judged by effect, under the model of the platform it was installed in, policy by policy.
"""

from __future__ import annotations

from hookconform.checks.capability import HOOK_KINDS, Capability
from hookconform.checks.decision import policies, questions
from hookconform.checks.measured_rows import is_inferred

DECISION = "decision"


CAPABILITY = Capability(
    DECISION,
    HOOK_KINDS,
    policies.applies,
    policies.calls,
    policies.judge,
    questions.variants,
    questions.all_variants,
    is_inferred=lambda subject: is_inferred(subject.case),
)

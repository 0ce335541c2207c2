"""Payloads that coding agents hand to hooks, and what an adapter must make of each."""

from hookconform_data.answers import Unsupported, respond
from hookconform_data.cases import about, cases, claims, escapes, platforms, rules
from hookconform_data.compare import differences, is_same
from hookconform_data.judge import RED, Refused, judge, judged
from hookconform_data.run import report, run

__all__ = [
    "RED",
    "Refused",
    "Unsupported",
    "about",
    "cases",
    "claims",
    "differences",
    "escapes",
    "is_same",
    "judge",
    "judged",
    "platforms",
    "report",
    "respond",
    "rules",
    "run",
]

"""Answers that do something else in another release, a sentence each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from hookconform.effects.effect import Observation
from hookconform.effects.forms import Form
from hookconform.explain.contract.effect_words import answer_words, effect_changes
from hookconform_lab.sweep.subjects import Value


def changed_answers(before: Value, after: Value, names: tuple[str, ...], forms: Mapping[str, Form]) -> Iterator[str]:
    """Yield a sentence for each change of effects, the rows that it is about behind it; rows that agree share one."""
    grouped: dict[tuple[str, str], list[str]] = {}
    for name in names:
        form = forms.get(name)
        what = f"the response {name}" if form is None else answer_words(form.answer, form.tool, form.approval)
        for change in effect_changes(_observation(before[name]), _observation(after[name])):
            grouped.setdefault((what, change), []).append(name)
    for (what, change), rows in grouped.items():
        yield f"{what} {change} ({', '.join(rows)})"


def _observation(effect: Mapping[str, Any]) -> Observation:
    return Observation(effect["tool"], effect["input"], effect["output"], tuple(effect["told"]), effect["turn"])

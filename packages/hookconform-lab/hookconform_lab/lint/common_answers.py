"""Every answer that platforms are compared by (`answers.yaml`) was measured at the newest version, once each."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.effects.answer_shape import shape
from hookconform.effects.common_answers import asked_before_tools, common_answers
from hookconform.ground.errors import HookconformError
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield answers that two names stand for, and those not measured on a platform whose hooks are commands."""
    answers = common_answers(corpus.root)
    for index, answer in enumerate(answers):
        for other in answers[:index]:
            if shape(answer.at("")) == shape(other.at("")):
                yield "answers.yaml", f"{answer.name} is the same answer as {other.name}"
    try:
        places = asked_before_tools(corpus.root)
    except HookconformError:
        # Rows or claims that cannot be read are findings of their own rules.
        return
    for place in places:
        where = f"platforms/{place.platform}/responses/{place.version}.json"
        for answer in () if place.plugin else answers:
            if place.row_of(answer) is None:
                yield where, f"{answer.name} was not measured at {place.registered_event}; add it to forms.yaml"

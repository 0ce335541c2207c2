"""What an adapter is asked in a case of a facade, and how its answers are judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from hookconform.attach.calls import CANNOT_MAP, Broken, Call, Refusal, Response
from hookconform.checks.capability import ResponseError
from hookconform.checks.facade.absence import changed, may_be_refused, must_be_refused, unsaid, wrongly_assumed
from hookconform.checks.facade.answers import (
    Mapped,
    ask_to_canonical,
    ask_to_native,
    ask_tools,
    mapped_in,
    offered_in,
)
from hookconform.checks.facade.mapping import wrong_meaning, wrong_words
from hookconform.checks.facade.offers import wrongly_offered
from hookconform.checks.facade.there_and_back import not_carried, not_the_same, wrong_names, wrongly_said
from hookconform.checks.outcome import PASS, Difference, Judgement, Outcome
from hookconform.corpus.facade_case import (
    AbsentCanonicalCase,
    AbsentNativeCase,
    CanonicalCase,
    FacadeCase,
    NativeCase,
    ToolsCase,
)

Judge = Callable[[Sequence[Response]], Judgement]
# The beginnings of two messages: the call was mapped and must be refused; it was refused.
MUST_REFUSE = f"it must be refused with {CANNOT_MAP}: "
CAN_BE_MAPPED = "refused, and there is an answer: "


@dataclass(frozen=True)
class Again:
    """What has to be asked once the first answer is there, and what judges the answers to that."""

    calls: tuple[Call, ...]
    judge: Judge


def first_question(case: FacadeCase) -> Call:
    """Return what is asked first, and in most cases alone."""
    if isinstance(case, NativeCase | AbsentNativeCase):
        return ask_to_canonical(case, case.call)
    if isinstance(case, AbsentCanonicalCase):
        assumed = ((0, case.argument, case.meant),) if case.assumed else ()
        return ask_to_native(case, case.tool, (case.canonical,), {}, case.native_tool, assumed)
    if isinstance(case, CanonicalCase):
        return ask_to_native(case, case.tool, case.canonical, case.native_only, case.native_tool, case.assumed)
    return ask_tools(case)


def judged(case: FacadeCase, response: Response) -> Judgement | Again:
    """Return what the first answer is worth, or what has to be asked before that can be told."""
    if isinstance(response, Broken):
        return Judgement(Outcome.ERROR, response.reason)
    if isinstance(response, Refusal):
        return _of_refusal(case, response)
    try:
        if isinstance(case, ToolsCase):
            return _told(wrongly_offered(case, offered_in(response.value)))
        return _of_mapped(case, mapped_in(response.value))
    except ResponseError as error:
        return _not_readable(error)


def _of_refusal(case: FacadeCase, response: Refusal) -> Judgement:
    if response.code != CANNOT_MAP:
        return Judgement(Outcome.ERROR, f"the adapter answered {response.words}")
    free = isinstance(case, CanonicalCase) and case.row is None
    if free or _may_not_be_mapped(case) or (isinstance(case, AbsentCanonicalCase) and may_be_refused(case)):
        return PASS
    return Judgement(Outcome.FAILED, CAN_BE_MAPPED + response.words)


def _of_mapped(case: FacadeCase, got: Mapped) -> Judgement | Again:
    refused = _may_not_be_mapped(case)
    if refused:
        return Judgement(Outcome.FAILED, MUST_REFUSE + refused)
    if isinstance(case, AbsentNativeCase):
        return _told(wrongly_assumed(case, got))
    if isinstance(case, AbsentCanonicalCase):
        return _of_absent(case, got)
    return _of_canonical(case, got) if isinstance(case, CanonicalCase) else _of_native(case, got)


def _of_canonical(case: CanonicalCase, got: Mapped) -> Judgement | Again:
    if case.row is not None:
        return _told(wrong_words(case, case.row, got))
    wrong = wrongly_said(case, got)
    if wrong:
        return _told(wrong)
    calls = tuple(ask_to_canonical(case, call) for call in got.whole)
    return Again(calls, partial(_carried, case, got))


def _of_absent(case: AbsentCanonicalCase, got: Mapped) -> Judgement | Again:
    wrong = unsaid(case, got)
    if wrong:
        return _told(wrong)
    calls = tuple(ask_to_canonical(case, call) for call in got.whole)
    return Again(calls, lambda responses: _of_all(responses, lambda found: changed(case, got, found)))


def _of_native(case: FacadeCase, got: Mapped) -> Judgement | Again:
    assert isinstance(case, NativeCase)  # noqa: S101 (there is no other)
    if case.row is not None:
        return _told(wrong_meaning(case.tool, case.row, got))
    wrong = wrong_names(case, got)
    if wrong:
        return _told(wrong)
    canonical = [call.given for call in got.whole]
    back = ask_to_native(case, case.tool, canonical, got.native_only, case.call.tool, got.assumed)
    return Again((back,), partial(_same, case))


def _same(case: NativeCase, responses: Sequence[Response]) -> Judgement:
    return _of_all(responses, lambda found: not_the_same(case, found[0]))


def _carried(case: CanonicalCase, said: Mapped, responses: Sequence[Response]) -> Judgement:
    def compare(found: list[Mapped]) -> list[Difference]:
        back = [call for one in found for call in one.whole]
        assumed = {name for one in found for _, name, _ in one.assumed}
        texts = [Difference("/calls", "named arguments", call.given) for call in back if isinstance(call.given, str)]
        return texts or not_carried(case, said, [_named(call.given) for call in back], assumed)

    return _of_all(responses, compare)


def _of_all(responses: Sequence[Response], compare: Callable[[list[Mapped]], list[Difference]]) -> Judgement:
    found: list[Mapped] = []
    for response in responses:
        if isinstance(response, Broken):
            return Judgement(Outcome.ERROR, response.reason)
        if isinstance(response, Refusal):
            outcome = Outcome.FAILED if response.code == CANNOT_MAP else Outcome.ERROR
            return Judgement(outcome, f"its own result was not taken back: {response.words}")
        try:
            found.append(mapped_in(response.value))
        except ResponseError as error:
            return _not_readable(error)
    return _told(compare(found))


def _may_not_be_mapped(case: FacadeCase) -> str:
    """Return why a case must be refused, empty if it must not."""
    if isinstance(case, NativeCase):
        return case.misfit
    if isinstance(case, AbsentCanonicalCase):
        return must_be_refused(case)
    return case.row.refused if isinstance(case, CanonicalCase) and case.row is not None else ""


def _named(given: Any) -> dict[str, Any]:
    return given if isinstance(given, dict) else {}


def _not_readable(error: ResponseError) -> Judgement:
    return Judgement(Outcome.ERROR, f"the answer does not follow the protocol: {error}")


def _told(found: list[Difference]) -> Judgement:
    return Judgement(Outcome.FAILED, differences=tuple(found)) if found else PASS

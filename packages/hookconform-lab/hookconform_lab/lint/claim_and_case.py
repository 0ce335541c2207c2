"""A case expects what the platform's claims say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform
from hookconform.drafting.event import draft
from hookconform_lab.lint.clean import Clean
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield every field in which a case and the draft from the claims differ.

    A repeated case has the payload and the expectation of another, and a composed one was drafted when it was made:
    what its row says of it is held against that draft by the rule `families`.
    """
    clean = Clean("claim-and-case")
    for platform, cases in groupby(corpus.judged_cases, lambda judged: judged[1]):
        mark = corpus.marks_of_cases[platform.id]
        if mark is None or clean.is_new(mark):
            found = [finding for case, _ in cases for finding in _differences(case, platform)]
            yield from found
            if not found and mark is not None:
                clean.add(mark)
    clean.keep()


def _differences(case: Case, platform: Platform) -> Iterator[tuple[str, str]]:
    payload = case.payload_object
    if case.repeats or case.is_composed or payload is None:
        return  # without a payload there is nothing to draft from: such a case states its expectation alone
    drafted = draft(platform, case.registered_event, payload, case.rules).as_json()
    filed = case.expected.as_json()
    for key in sorted({*drafted, *filed} - {"may_refuse", "may_refuse_rules"}):
        stated, wanted = filed.get(key), drafted.get(key, "(none)")
        if key in filed:
            if stated != wanted:
                yield case.id, f"expected.{key} is {_short(stated)}, the claims say {_short(wanted)}"
        elif key == "also_fires":
            yield case.id, f"the claims say that {_short(wanted)} also fires, the case does not"
        elif key == "calls":
            yield case.id, "the claims say that calls stand within the call, the case does not"
        elif key == "kind":
            yield case.id, f"the case does not say that the call is of the kind {wanted}"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else f"{text[:97]}..."  # noqa: PLR2004 (one terminal line)

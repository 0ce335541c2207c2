"""What is said to be missing is missing: a row of not_covered goes when a case shows the name.

Names stand in a list of their own, because no rule can read what a sentence means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Gap, Platform
from hookconform.corpus.native import named_tool, native_event
from hookconform_lab.lint.reading import Corpus

# What a captured, unprobed case of a name shows: always the payload, for a call that succeeded the result too.
Shown = dict[str, dict[tuple[str, str], str]]


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield gaps about names that are not claimed or not listed, and gaps that a captured case fills."""
    shown = _shown(corpus)
    for platform in corpus.platforms.values():
        for gap in platform.not_covered:
            yield from (
                (platform.id, f"not_covered, {gap.what}: {problem}")
                for problem in _problems(gap, platform, shown[platform.id])
            )


def _problems(gap: Gap, platform: Platform, shown: Shown) -> Iterator[str]:
    claimed = {claim.native for claim in platform.claims}
    for name in sorted(_mentioned(gap.what, claimed) - {*gap.names, *gap.arguments}):
        yield f"{name} is not in its names, so nothing tells when it is filled"
    for name in gap.names:
        if name not in claimed:
            yield f"{name} has no claim"
        for (version, what), case_id in sorted(shown.get(name, {}).items()):
            if what == gap.missing and (not gap.versions or version in gap.versions):
                yield f"{case_id} shows a {what} of {name}"


def _mentioned(text: str, names: set[str]) -> set[str]:
    return set(re.findall(r"[\w.$-]*\w", text)) & names


def _shown(corpus: Corpus) -> dict[str, Shown]:
    """Return what the cases of each platform show."""
    shown: dict[str, Shown] = {name: {} for name in corpus.platforms}
    for case, platform in corpus.judged_cases:
        payload = case.payload_object if case.is_captured and not case.is_probe else None
        if payload is None:
            continue
        names = (native_event(platform, case.registered_event, payload), named_tool(platform, payload))
        for name in names:
            if name is not None:
                found = shown[platform.id].setdefault(name, {})
                found.setdefault((case.version or "", "payload"), case.id)
                if _has_result(case):
                    found.setdefault((case.version or "", "result"), case.id)
    return shown


def _has_result(case: Case) -> bool:
    expected = case.expected
    return expected.event == "PostToolUse" and bool(expected.tool_response_from) and not expected.failed

"""A captured case was registered under a key that the program reads.

What stands in a hook's configuration decides what some programs send, so it is input like the payload itself: a label
of an experiment in its place asks adapters something that no user can.
"""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.claims import Platform
from hookconform.corpus.native import without_matcher
from hookconform.ground.pointers import resolve
from hookconform_lab.lint.reading import Corpus

_REAL = frozenset({"current", "historic"})


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield captured cases whose registered event no claim has and no event place of the payload repeats."""
    for case, platform in corpus.judged_cases:
        if not case.is_captured or case.registered_event is None:
            continue
        name = without_matcher(case.registered_event)
        if not _claimed(platform, name) and not _is_channel(platform, name, case.payload_object):
            yield case.id, f"it was registered under {name}, which is no event of {platform.id}"


def _claimed(platform: Platform, name: str) -> bool:
    claim = platform.registrations.get(name)
    return claim is not None and claim.status in _REAL


def _is_channel(platform: Platform, name: str, payload: object) -> bool:
    """Tell whether the program calls one function for many events, whose name then stands beside the event's."""
    return any(resolve(payload, place) == name for place in platform.payload.event[1:])

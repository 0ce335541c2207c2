"""Changes of payloads: keys that came or went at an event, and keys whose values have another type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from hookconform.cases.loading import captured_cases
from hookconform.corpus.claims import Platform
from hookconform.corpus.manifests import Envelope, load_manifests
from hookconform.corpus.native import named_tool, without_matcher
from hookconform.explain.contract.step import RECORDED, ContractStep

_TYPES = {
    "bool": "true or false",
    "dict": "an object",
    "float": "a number with a fraction",
    "int": "an integer",
    "list": "a list",
    "str": "a string",
}
# By event, tool and key: what a key holds may depend on the tool.
_Types = dict[tuple[str, str, str], set[str]]


def payload_steps(platform: Platform) -> Iterator[ContractStep]:
    """Yield the changes between each two neighbouring recordings, at events that both of them show."""
    manifests = load_manifests(platform.path.parent)
    types: dict[str, _Types] = {}
    for after, since in pairwise(list(manifests)):
        old, new = manifests[after].envelopes, manifests[since].envelopes
        for version in (after, since):
            types.setdefault(version, _types(platform, version))
        for event in sorted(old.keys() & new.keys()):
            timed = _timed(platform, event)
            for key in sorted((_keys(old[event]) ^ _keys(new[event])) - timed):
                came = key in _keys(new[event])
                states = ("gone", "there") if came else ("there", "gone")
                text = f"{'new' if came else 'no more'} `{key}`"
                yield ContractStep("payload", (f"{event} {key}",), text, after, since, RECORDED, *states)
        yield from _retyped(types[after], types[since], after, since)


def _retyped(old: _Types, new: _Types, after: str, since: str) -> Iterator[ContractStep]:
    for place in sorted(old.keys() & new.keys()):
        # One value in common says that nothing changed; a null says nothing.
        if old[place] and new[place] and not old[place] & new[place]:
            was, became = (" or ".join(sorted(_TYPES[name] for name in found)) for found in (old[place], new[place]))
            event, _, key = place
            text = f"`{key}` is {became}, was {was}"
            yield ContractStep("payload", (f"{event} {key}",), text, after, since, RECORDED, was, became)


def _types(platform: Platform, version: str) -> _Types:
    found: _Types = {}
    for case in captured_cases(platform.root, platform.id, version):
        if case.payload is None or case.is_probe or case.registered_event is None:
            continue
        event, tool = without_matcher(case.registered_event), named_tool(platform, case.payload) or ""
        for key, value in case.payload.items():
            names = found.setdefault((event, tool, key), set())
            if value is not None:
                names.add(type(value).__name__)
    return found


def _timed(platform: Platform, event: str) -> set[str]:
    """Return the keys that come and go by the moment, whatever the version."""
    claim = platform.registrations.get(event)
    return set() if claim is None else set(claim.timed_keys)


def _keys(envelopes: Iterable[Envelope]) -> set[Any]:
    return {key for envelope in envelopes for key in envelope}

"""Draft the calls that stand within a call, as the claim of the tool says."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from typing import Any

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform
from hookconform.corpus.expected import ContainedCall
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.drafting.arguments import canonical_arguments
from hookconform.ground.pointers import MISSING


def claim_of(platform: Platform, native: str | None) -> Claim | None:
    """Return the claim of a tool that the platform has, None for an unknown name; a refuted one is unknown."""
    claim = platform.tools.get(native or "")
    return None if claim is None or claim.status == "refuted" else claim


def contained(platform: Platform, claim: Claim | None, arguments: Any) -> tuple[ContainedCall, ...]:
    """Return what a call contains besides itself, in order; a call among them is followed by those that it contains."""
    return tuple(_with_their_own(platform, claim, arguments))


def native_calls(claim: Claim | None, arguments: Any) -> Iterator[tuple[str, Any]]:
    """Yield the tool and the arguments (MISSING: none) of each call within a call, under the platform's names."""
    if claim is None or not claim.calls:
        return
    if "each" in claim.calls:
        yield from ((claim.native, given) for given in _values(claim.calls, arguments))
    elif isinstance(arguments, dict):
        listed = arguments.get(claim.calls["at"])
        items = [item for item in listed if isinstance(item, dict)] if isinstance(listed, list) else []
        if "file" in claim.calls:
            yield from ((claim.native, given) for given in _by_file(claim, items))
        else:
            yield from _named(claim, items)


def _with_their_own(platform: Platform, claim: Claim | None, arguments: Any) -> Iterator[ContainedCall]:
    for name, given in native_calls(claim, arguments):
        within = claim_of(platform, name)
        yield _drafted(platform, name, within, given)
        # Of a tool with several values or files each is a call of the tool itself.
        if claim is not None and "tool" in claim.calls:
            yield from _with_their_own(platform, within, given)


def _named(claim: Claim, items: list[dict[str, Any]]) -> Iterator[tuple[str, Any]]:
    for item in items:
        name = item.get(claim.calls["tool"])
        if isinstance(name, str) and name:
            yield name, item.get(claim.calls["arguments"], MISSING)


def _by_file(claim: Claim, items: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    key = claim.calls["file"]
    paths = [item[key] for item in items if isinstance(item.get(key), str) and item[key]]
    for path in dict.fromkeys(paths):
        yield {key: path, claim.calls["at"]: [item for item in items if item.get(key) == path]}


def _values(where: Mapping[str, Any], arguments: Any) -> Iterator[dict[str, Any]]:
    """Yield the arguments of a call a value, under whatever name that the tool takes it stands."""
    each, words = where["each"], where.get("words", "")
    beside: dict[str, Any] = {}
    given = [arguments]
    if isinstance(arguments, dict):
        beside = {words: arguments[words]} if words in arguments else {}
        given = [arguments[name] for name in where["at"] if name in arguments]
    for value in given:
        texts = {} if isinstance(value, list) else beside
        for item in value if isinstance(value, list) else [value]:
            call = {each: item, **texts} if isinstance(item, str) else item
            if isinstance(call, dict):
                yield _in_one_text(call, each, words)


def _in_one_text(call: dict[str, Any], program: str, words: str) -> dict[str, Any]:
    """Return the arguments with a program and the list of its words as one command."""
    listed = call.get(words)
    texts = isinstance(listed, list) and all(isinstance(word, str) for word in listed)
    if not texts or not isinstance(call.get(program), str):
        return call
    rest = {key: value for key, value in call.items() if key != words}
    return rest | {program: " ".join([call[program], *map(shlex.quote, listed or ())])}


def _drafted(platform: Platform, native: str, claim: Claim | None, given: Any) -> ContainedCall:
    name = native if claim is None else claim.becomes
    return ContainedCall(
        tool_name=name,
        platform_tool_name=native if name != native else None,
        kind=load_vocabulary(platform.root).kind_of(name, claim),
        tool_input=canonical_arguments(platform, claim, given, {}, is_unknown=claim is None) or None,
    )

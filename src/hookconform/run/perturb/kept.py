"""Words that mean something to adapters, rules or platforms: they stay as they are in every perturbed case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.policies import load_policies
from hookconform.corpus.rule_packs import combined_rules
from hookconform.corpus.vocabulary import load_vocabulary

WORD = re.compile(r"[A-Za-z0-9_]+")
# Headers of a patch, what JSON and URLs are made of, folders that say where and on what a path is, and the commands of
# Windows: their letters have no case, so rules spell them letter by letter, where no word is found.
_GRAMMAR = """
begin end patch add file files update delete move true false null none http https localhost
home users root private windows system32 appdata usr var tmp mnt volumes
remove item recurse del erase rmdir rd ri
"""


@cache
def kept_words(platform: str) -> frozenset[str]:
    """Return the words to keep in payloads of a platform, in lower case.

    They are the names in its claims and in the vocabulary, and every word that stands in a rule or a policy.
    """
    return frozenset(
        word.lower() for text in _texts(load_platform(platform)) for word in (text, *WORD.findall(text)) if word
    )


def _texts(platform: Platform) -> Iterator[str]:
    yield _GRAMMAR
    vocabulary = load_vocabulary()
    yield from (*vocabulary.tools, *vocabulary.events)
    yield from (name for names in vocabulary.arguments.values() for name in names)
    for claim in (*platform.events.values(), *platform.tools.values()):
        yield from (claim.native, *claim.keys, *claim.added_keys, *claim.declared_as, *claim.implied_arguments)
        yield from (*claim.arguments, *claim.arguments.values(), *strings(list(claim.also_fires_when.values())))
    yield from platform.payload.known_keys
    rules = [*combined_rules(), *(rule for policy in load_policies() for rule in policy.rules)]
    yield from strings(rules)


def strings(values: Iterable[Any]) -> Iterator[str]:
    """Yield every string in JSON values, keys included."""
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from value
            yield from strings(value.values())
        elif isinstance(value, list):
            yield from strings(value)

"""What tells one payload from every other around the call itself: identifiers and times."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from hookconform.run.perturb.words import Words

# Names of identifiers; a model's and a provider's are names.
_ID_KEY = re.compile(r"(?!model|provider).*(?:^id|_id|Id|ID)")
_LOOKS_MADE = re.compile(r"(?=.*\d)[\w-]{6,}", re.ASCII)
_TIME_KEYS = frozenset({"timestamp", "time", "start", "end", "created", "updated"})
_TIME_OF_DAY = re.compile(r"(?<=\dT)\d\d([:-])\d\d(?:\1\d\d(?:\.\d+)?)?")
_DAY_IN_MS = 86_400_000


def renewed(value: Any, words: Words, random: Random, key: str = "") -> Any:
    """Return JSON with other identifiers, and another time of day where there is one; everything else stays."""
    if isinstance(value, dict):
        return {name: renewed(item, words, random, name) for name, item in value.items()}
    if isinstance(value, list):
        return [renewed(item, words, random, key) for item in value]
    # Some releases print milliseconds with a fraction of 0.
    if key in _TIME_KEYS and isinstance(value, int | float):
        return value - random.randrange(_DAY_IN_MS) if value > _DAY_IN_MS else value
    if isinstance(value, str):
        value = _TIME_OF_DAY.sub(lambda found: _clock(found, random), value)
        made = _ID_KEY.fullmatch(key) and _LOOKS_MADE.fullmatch(value)
        return words.identifier(value) if made else words.ids(value)
    return value


def _clock(old: re.Match[str], random: Random) -> str:
    """Return another time of day, written in the same way."""
    parts = [random.randrange(24), random.randrange(60), random.randrange(60)]
    new = old[1].join(f"{part:02}" for part in parts)[: len(old[0])]
    return new + "".join(random.choice("0123456789") if char.isdigit() else char for char in old[0][len(new) :])

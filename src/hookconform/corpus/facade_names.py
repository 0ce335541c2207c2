"""Names of the cases of tool facades: their variants, and which are meant by an id, a pattern over ids, or a file."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant

if TYPE_CHECKING:
    from hookconform.corpus.facade_case import FacadeCase

FACADE = "facade"
TOOLS = "tools"
TO_CANONICAL = "to-canonical"
TO_NATIVE = "to-native"
ROUND_TRIP = "round-trip"
FROM_OTHERS = "from-others"
ABSENT = "absent"
ACTIONS = "actions"
VARIANTS = (TOOLS, TO_CANONICAL, TO_NATIVE, ROUND_TRIP, FROM_OTHERS, ABSENT, ACTIONS)
# What stands in the ids of cases of tool facades and in no other.
_WITHIN = f"/{FACADE}/"
_FILE = re.compile(r"(?:^|.*/)(platforms/[^/]+/(?:facade\.yaml|interface\.yaml|(?:calls|declared)/[^/]+\.jsonl?))")
_WILD = re.compile(r"[*?\[]")
_SHOWN = 3
# Texts whose cases are kept: a run asks for them four times, and each time they are composed.
_KEPT = 8


def names_facades(text: str) -> bool:
    """Tell whether a text, without a check behind `::`, names cases of facades and no others."""
    return _WITHIN in text or _file_in(text) is not None


def platforms_meant(text: str, platforms: Iterable[str]) -> list[str]:
    """Return the platforms with cases of facades that an id or a pattern over ids can be of, by how it begins."""
    literal = text[: match.start()] if (match := _WILD.search(text)) else text
    ids = {platform: f"{platform}{_WITHIN}" for platform in platforms}
    return [one for one, start in ids.items() if start.startswith(literal) or literal.startswith(start)]


@lru_cache(maxsize=_KEPT)
def facade_cases_named(text: str, root: Path) -> tuple[FacadeCase, ...]:
    """Return the cases that an id, a pattern over ids or a file names, at least one.

    Raises `HookconformError` (`case.unknown`).
    """
    from hookconform.corpus.facade_cases import facade_cases  # noqa: PLC0415 (it loads much, and names are for all)
    from hookconform.corpus.facade_table import table_platforms  # noqa: PLC0415 (as above)

    file = _file_in(text)
    # Cases by others rest on a file, too. Ids begin with a platform, and composing the cases of all takes seconds.
    known = table_platforms(root)
    asked = platforms_meant(text, known) if file is None else [*known] * (root / file).is_file()
    if not asked:
        platform = (file or text).removeprefix("platforms/").partition("/")[0]
        raise HookconformError("case.unknown", f"There is no case {text!r}.", hint=meant(platform, known))
    every = list(facade_cases(root, asked))
    if file is not None:
        found = [case for case in every if case.file == file]
    else:
        found = [case for case in every if case.id == text] or [
            case for case in every if fnmatch.fnmatchcase(case.id, text)
        ]
    if not found:
        raise HookconformError(
            "case.unknown", f"There is no case {text!r}.", hint=meant(text, {case.id for case in every})
        )
    return tuple(found)


def facade_case_named(text: str, root: Path) -> FacadeCase:
    """Return the one case that a text names; raises `HookconformError` (`case.unknown`, `case.several`)."""
    found = facade_cases_named(text, root)
    if len(found) > 1:
        shown = ", ".join(case.id for case in found[:_SHOWN])
        raise HookconformError("case.several", f"{text!r} names {len(found)} cases.", hint=f"Name one, as {shown}.")
    return next(iter(found))


def _file_in(text: str) -> str | None:
    found = _FILE.fullmatch(text.replace("\\", "/"))
    return found[1] if found else None

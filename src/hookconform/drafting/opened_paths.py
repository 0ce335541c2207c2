"""Draft the paths that a tool opens in the place of those that it is given, as the claim `paths_read_as` says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hookconform.corpus.claim import Claim
from hookconform.corpus.claims import Platform

# What a payload does not say. A rule about paths knows what `~` may stand for.
_ENVIRONMENT = {"HOME": "~", "PWD": "."}


def with_opened(platform: Platform, claim: Claim | None, arguments: dict[str, Any]) -> dict[str, Any]:
    """Return arguments in whose `file_paths` each path as opened stands behind the path as written, if it is another.

    A payload does not say its version, so every reading counts that some version has.
    """
    own, listed = arguments.get("file_path"), arguments.get("file_paths")
    given = list(listed) if isinstance(listed, list) else []
    written = [*([own] if isinstance(own, str) and own and own not in given else []), *given]
    every = [reading for path in written for reading in _readings(platform, claim, path)]
    found = [path for number, path in enumerate(every) if path not in every[:number] or not _is_path(path)]
    opens_another = any(path not in written for path in found)
    return {**arguments, "file_paths": found} if opens_another else arguments


def _is_path(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _readings(platform: Platform, claim: Claim | None, path: Any) -> Iterator[Any]:
    """Yield the path as written, then as each way of opening it reads it."""
    yield path
    if _is_path(path):
        tool = None if claim is None or claim.status == "refuted" else claim.native
        for way in platform.paths_read_as:
            if tool is None or not way.tools or tool in way.tools:
                yield from filter(None, [way.read(path, _ENVIRONMENT)])

"""The last release of the corpus (`released.json`): its version, fingerprint, ids and the hashes of payloads."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hookconform.corpus.cases import Case
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import json_object

_FILE = "released.json"


@dataclass(frozen=True, slots=True)
class Released:
    """A release: `payloads` maps each case's id to the SHA-256 of its payload; `fingerprint` is empty if not stated."""

    version: str
    fingerprint: str
    payloads: dict[str, str]


def last_release(root: Path) -> Released | None:
    """Return the corpus's last release, or None before the first; raises `HookconformError` (`corpus.released`)."""
    path = root / _FILE
    try:
        found = json_object(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _damaged(path, str(error)) from error
    if found is None:
        raise _damaged(path, "it is no JSON object")
    version, fingerprint, payloads = found.get("release"), found.get("fingerprint", ""), found.get("cases")
    if (
        not isinstance(version, str)
        or not isinstance(fingerprint, str)
        or not isinstance(payloads, dict)
        or not _are_texts(payloads.values())
    ):
        raise _damaged(path, "it has no release, or no cases with their hashes")
    return Released(version, fingerprint, payloads)


def write_release(root: Path, version: str, fingerprint: str, cases: Iterable[Case]) -> int:
    """Pin these cases as those of a release; return how many there are."""
    payloads = {case.id: recorded_digest(case) for case in cases}
    released = {"release": version, "fingerprint": fingerprint, "cases": payloads}
    (root / _FILE).write_text(json.dumps(released, indent=1) + "\n", encoding="utf-8")
    return len(payloads)


def recorded_digest(case: Case) -> str:
    """Return the SHA-256 of the payload that a case is about: of a recorded one as its manifest has it."""
    return case.origin["sha256"] if case.is_captured else payload_digest(case.payload_text)


def payload_digest(text: str) -> str:
    """Return the SHA-256 of a payload's bytes."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _are_texts(values: Iterable[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


def _damaged(path: Path, why: str) -> HookconformError:
    return HookconformError(
        "corpus.released",
        f"The list of what was released cannot be read: {why}.",
        where=str(path),
        hint="Restore the file from version control; `hookconform corpus release VERSION` writes it at a release.",
    )

"""The last release of the corpus: which it is (`released.json`), and what it promised (`released-payloads.json`)."""

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

RELEASE, PAYLOADS = "released.json", "released-payloads.json"


@dataclass(frozen=True, slots=True)
class Released:
    """A release: its version, and the fingerprint of its corpus, empty if not stated."""

    version: str
    fingerprint: str


def last_release(root: Path) -> Released | None:
    """Return the corpus's last release, or None before the first; raises `HookconformError` (`corpus.released`)."""
    path = root / RELEASE
    found = _read(path)
    if found is None:
        return None
    version, fingerprint = found.get("release"), found.get("fingerprint", "")
    if not isinstance(version, str) or not isinstance(fingerprint, str):
        raise _damaged(path, "it has no release")
    return Released(version, fingerprint)


def released_payloads(root: Path) -> dict[str, str] | None:
    """Return the SHA-256 of the payload of each case of the last release, by id; None where the list is not there.

    An installed corpus has none. Raises `HookconformError` (`corpus.released`).
    """
    path = root / PAYLOADS
    found = _read(path)
    if found is not None and not _are_texts(found.values()):
        raise _damaged(path, "it does not give a hash for each case")
    return found


def _read(path: Path) -> dict[str, Any] | None:
    try:
        found = json_object(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _damaged(path, str(error)) from error
    if found is None:
        raise _damaged(path, "it is no JSON object")
    return found


def write_release(root: Path, version: str, fingerprint: str, cases: Iterable[Case]) -> int:
    """Pin these cases as those of a release; return how many there are."""
    payloads = {case.id: recorded_digest(case) for case in cases}
    for name, content in ((PAYLOADS, payloads), (RELEASE, {"release": version, "fingerprint": fingerprint})):
        (root / name).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
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
        f"What was released cannot be read: {why}.",
        where=str(path),
        hint="Restore the file from version control; `hookconform corpus release VERSION` writes it at a release.",
    )

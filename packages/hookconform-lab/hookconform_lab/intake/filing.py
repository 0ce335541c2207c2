"""What the lab recorded of a version beside its payloads: declared tools and the calls of the model."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus import schemas
from hookconform.corpus.claims import load_platform
from hookconform.corpus.declared import argument_keys_of
from hookconform.corpus.version_files import (
    CHANGES_OF,
    raw_document,
    read_document,
    unreadable,
    version_path,
    write_document,
)
from hookconform.ground.errors import HookconformError
from hookconform.ground.file_names import is_version, name_problem

_KINDS = {".declared.json": "declared", ".calls.jsonl": "calls"}


class Filing(NamedTuple):
    """A recorded document, and the place in the corpus where it belongs."""

    kind: str
    path: Path
    document: dict[str, Any]

    @property
    def names(self) -> frozenset[str]:
        """Return the tools that it declares, or the scenarios whose calls it holds."""
        if self.kind == "declared":
            return frozenset(self.document["tools"])
        return frozenset(call["scenario"] for call in self.document["calls"])

    def refuse_loss(self) -> None:
        """Raise `HookconformError` (`import.partial`) if it would replace more than it has."""
        if not self.path.is_file():
            return
        lost = sorted(Filing(self.kind, self.path, read_document(self.kind, self.path)).names - self.names)
        if lost:
            what = "tools" if self.kind == "declared" else "calls of the scenarios"
            raise HookconformError(
                "import.partial",
                f"The corpus has more of this version than the recording, which lacks the {what} {', '.join(lost)}.",
                where=str(self.path),
                hint="Import the payloads alone (VERSION.jsonl), or record the version whole.",
            )

    def write(self) -> None:
        """File the document as changes of the version before; errors as `write_document`."""
        write_document(self.kind, self.path, self.document)


def declared_by(filings: Iterable[Filing]) -> dict[tuple[str, str], dict[str, frozenset[str]]]:
    """Return the argument keys of every tool that filings declare, by platform and version."""
    return {
        (filing.document["platform"], filing.document["version"]): argument_keys_of(filing.document["tools"])
        for filing in filings
        if filing.kind == "declared"
    }


def filing_of(path: Path, root: Path) -> Filing | None:
    """Return what is to be filed of one file of a recording, None if it holds payloads.

    `<platform>/<version>.calls.jsonl` says of itself neither platform nor version. Raises `HookconformError`
    (`<kind>.unreadable`, `schema.declared`, `schema.model-call`, `name.unsafe`, and as `load_platform`).
    """
    ending = next((ending for ending in _KINDS if path.name.endswith(ending)), None)
    if ending is None:
        return None
    kind = _KINDS[ending]
    document = raw_document(kind, path)
    if CHANGES_OF in document:
        raise unreadable(kind, str(path), "a recording is whole, and this says what changed")
    platform, version = path.absolute().parent.name, path.name.removesuffix(ending)
    if kind == "declared":
        schemas.check(document, kind, where=str(path), root=root)
        platform, version = document["platform"], document["version"]
    for number, call in enumerate(document.get("calls", ()), start=1):
        schemas.check(call, "model-call", where=f"{path}:{number}", root=root)
    if name_problem(platform) is not None or not is_version(version):
        raise HookconformError(
            "name.unsafe",
            f"{platform!r} {version!r} is no platform and version.",
            where=str(path),
            hint="Leave the files where `hookconform lab record` put them: PLATFORM/VERSION.calls.jsonl.",
        )
    load_platform(platform, root)
    return Filing(kind, version_path(platform, kind, version, root), document)

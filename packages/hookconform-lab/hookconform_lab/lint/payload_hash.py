"""The payload of a captured case is byte for byte what was recorded, and every payload has its line in a manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from hookconform.corpus.case_files import CAPTURED, CaseFiles
from hookconform.corpus.cases import platform_folders
from hookconform.corpus.manifests import manifest_path
from hookconform_lab.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield captured payloads that no longer have the recorded hash, and those that their manifest does not list."""
    for case in corpus.cases:
        if case.is_captured and not case.repeats:
            actual = hashlib.sha256(case.payload_text.encode("utf-8")).hexdigest()
            if actual != case.origin["sha256"]:
                yield case.id, f"recorded was {case.origin['sha256'][:12]}…, the payload has {actual[:12]}…"
    for folder in platform_folders(corpus.root):
        yield from _unlisted(folder)


def _unlisted(folder: Path) -> Iterator[tuple[str, str]]:
    # What cannot be read the rule case-schema finds.
    unread: list[str] = []
    files = CaseFiles(folder, lambda where, _why: unread.append(where))
    manifests = files.manifests
    for path in sorted((folder / CAPTURED).glob("*.jsonl")):
        if str(manifest_path(folder, path.stem)) in unread:
            continue
        for name in files.lines(path.stem):
            own = manifests[path.stem].payloads.get(name) if path.stem in manifests else None
            if own is None or (own.version, own.name) != (path.stem, name):
                case_id = f"{folder.name}/{CAPTURED}/{path.stem}/{name}"
                yield case_id, "the manifest of its version does not list it as a payload of its own"

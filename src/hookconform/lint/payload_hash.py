"""The payload of a captured case is byte for byte what was recorded, and every payload has its line in a manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from hookconform.corpus.case_files import CaseFiles
from hookconform.corpus.cases import platform_folders
from hookconform.lint.reading import Corpus


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield captured payloads that no longer have the recorded hash, and those that no manifest lists."""
    for case in corpus.cases:
        if case.is_captured and not case.repeats:
            actual = hashlib.sha256(case.payload_text.encode("utf-8")).hexdigest()
            if actual != case.origin["sha256"]:
                yield case.id, f"recorded was {case.origin['sha256'][:12]}…, the payload has {actual[:12]}…"
    for folder in platform_folders(corpus.root):
        files = CaseFiles(folder, lambda _where, _why: None)
        shown = {(at.version, at.name) for manifest in files.manifests.values() for at in manifest.payloads.values()}
        for path in sorted((folder / "captured").glob("*.jsonl")):
            for name in files.lines(path.stem):
                own = files.manifests[path.stem].payloads.get(name) if path.stem in files.manifests else None
                if own is None or (own.version, own.name) != (path.stem, name):
                    yield f"{folder.name}/captured/{path.stem}/{name}", "the manifest of its version does not list it"
                elif (path.stem, name) not in shown:
                    yield f"{folder.name}/captured/{path.stem}/{name}", "no manifest needs it"

"""Parts of a corpus in which a rule found nothing, in the user's cache: they are not looked through again.

Each is known by a hash of all that the rule looks at in it; the file, by a hash of all code of the judge and the lab.
So nothing that changed is taken for clean. What a finding is about is never kept.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import hookconform
import hookconform_lab
from hookconform.ground.cache import user_cache
from hookconform.ground.file_digests import code_digest
from hookconform.ground.kept_file import read_kept, write_kept

_FOLDER = "clean"
# Files of one rule that are kept, as of an index.
_KEPT = 6
# Bytes of a hash, and hashes after which a file has those of one run only.
_SIZE, _MOST = 16, 60_000


class Clean:
    """The clean parts that one rule knows."""

    def __init__(self, rule: str) -> None:
        self._like = f"{rule}-{'?' * len(_code())}"
        self._path = user_cache() / _FOLDER / f"{rule}-{_code()}"
        content = bytes(read_kept(self._path) or b"")
        self._known = {content[at : at + _SIZE] for at in range(0, len(content), _SIZE)}
        self._met: set[bytes] = set()

    def is_new(self, mark: bytes) -> bool:
        """Tell whether a part must be looked through; one that need not be stays known."""
        if mark not in self._known:
            return True
        self._met.add(mark)
        return False

    def add(self, mark: bytes) -> None:
        """Note that nothing was found in a part."""
        self._met.add(mark)

    def keep(self) -> None:
        """Keep what is known now; where nothing can be written, nothing is kept."""
        if not self._met <= self._known:
            both = self._met | self._known
            content = b"".join(sorted(both if len(both) <= _MOST else self._met))
            write_kept(self._path, content, like=self._like, most=_KEPT)


def mark_of(*parts: str | bytes) -> bytes:
    """Return the mark of what consists of these parts."""
    whole = hashlib.sha256()
    for part in parts:
        data = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        whole.update(b"%d " % len(data) + data)
    return whole.digest()[:_SIZE]


@cache
def _code() -> str:
    """Return the hash of the code of both packages, and of the Python that runs it."""
    return hashlib.sha256(f"{sys.version} {code_digest(_files())}".encode()).hexdigest()


def _files() -> Iterator[tuple[str, Path]]:
    for package in (hookconform, hookconform_lab):
        yield from ((str(path), path) for path in sorted(Path(package.__file__ or "").parent.rglob("*.py")))

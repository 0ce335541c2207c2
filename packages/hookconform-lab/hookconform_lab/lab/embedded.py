"""Read a file from a gzipped tar that an executable carries."""

from __future__ import annotations

import io
import re
import tarfile
from functools import lru_cache
from pathlib import Path

# Between the name of an embedded file and its bytes stand lengths.
_GAP = 16
_GZIP = rb"\x1f\x8b\x08"


@lru_cache(maxsize=4)
def archive_member(path: Path, archive: str, member: str) -> bytes:
    """Return a member of the gzipped tar that stands in a file right behind the archive's name; b"" without one."""
    content = memoryview(path.read_bytes())
    for match in re.finditer(re.escape(archive.encode()) + b".{0,%d}?(%s)" % (_GAP, _GZIP), content, re.DOTALL):
        with tarfile.open(fileobj=io.BytesIO(content[match.start(1) :]), mode="r|gz") as files:
            for entry in files:
                if entry.name == member and (stream := files.extractfile(entry)) is not None:
                    return stream.read()
    return b""

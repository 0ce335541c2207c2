"""Files in the user's cache that begin with a hash of their content: whole, or as if they were not there."""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path

# Characters of a SHA-256 in hexadecimal.
_DIGEST = 64


def read_kept(path: Path, only: str | None = None) -> memoryview | None:
    """Return the content of a kept file, which is then the youngest; None if it is not there or not whole.

    `only` is the SHA-256 of the one content that will do; any other is as if it were not there.
    """
    try:
        whole = path.read_bytes()
    except OSError:
        return None
    # It may have megabytes, which are not copied to be hashed.
    digest, content = whole[:_DIGEST], memoryview(whole)[_DIGEST + 1 :]
    if digest != hashlib.sha256(content).hexdigest().encode() or (only is not None and digest != only.encode()):
        return None
    with suppress(OSError):
        os.utime(path)
    return content


def read_part(path: Path, start: int, end: int) -> bytes:
    """Return a part of the content of a kept file, which nobody has checked; less than that if it is not there."""
    try:
        with path.open("rb", buffering=0) as file:
            file.seek(_DIGEST + 1 + start)
            part = file.read(end - start)
    except OSError:
        return b""
    with suppress(OSError):
        os.utime(path)
    return part


def write_kept(path: Path, content: bytes, *, like: str, most: int) -> None:
    """Write a file at once or not at all, and drop the oldest of those `like` it, a pattern, so that `most` stay.

    Without the right to write, do nothing.
    """
    import tempfile  # noqa: PLC0415 (slow to import, and rarely needed)

    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
            os.replace(name, path)  # noqa: PTH105 (known to be atomic)
        except BaseException:
            os.unlink(name)  # noqa: PTH108
            raise
        alike = path.parent.glob(like)
        for old in sorted(alike, key=lambda entry: entry.stat().st_mtime, reverse=True)[most:]:
            old.unlink(missing_ok=True)

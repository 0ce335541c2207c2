"""The two files of an index in the user's cache: a head, and a body that the head has the hash of."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from hookconform.ground.kept_file import read_kept, read_part, write_kept

# Indexes of one platform that are kept: enough for the branches somebody works on.
_KEPT = 6
# A few cases are composed as fast as they are read.
_WORTH_KEEPING = 50
# Characters of the hash of a body, with which a head begins.
_DIGEST = 64


class Content(NamedTuple):
    """What an index holds: `head` is JSON, a list for each case; `body` has a line of JSON for each.

    `digest` is the SHA-256 of the body, which is None while nobody has read it.
    """

    digest: str
    head: bytes
    body: bytes | memoryview | None


def _head_of(path: Path) -> Path:
    return path.with_name(f"{path.name}.head")


def kept_head(path: Path) -> Content | None:
    """Return what is kept under this name, without its body; None if the head is not there or not whole."""
    head = read_kept(_head_of(path))
    return None if head is None else Content(str(head[:_DIGEST], "ascii"), bytes(head[_DIGEST:]), None)


def kept(path: Path) -> Content | None:
    """Return what is kept under this name; None if a part of it is not there or not whole, or they do not belong.

    The body has megabytes, and is not copied.
    """
    head = kept_head(path)
    body = None if head is None else read_kept(path, only=head.digest)
    return None if head is None or body is None else head._replace(body=body)


def keep(path: Path, content: Content) -> None:
    """Keep an index that is worth it, its body first, and drop the platform's oldest."""
    if keep_body(path, content):
        head = content.digest.encode() + content.head
        write_kept(_head_of(path), head, like=f"{_like(path)}.head", most=_KEPT)


def keep_body(path: Path, content: Content) -> bool:
    """Keep the body of an index that is worth it, and tell whether it is."""
    body = bytes(content.body or b"")
    if body.count(b"\n") < _WORTH_KEEPING:
        return False
    write_kept(path, body, like=_like(path), most=_KEPT)
    return True


def _like(path: Path) -> str:
    return f"{path.name.rpartition('-')[0]}-{'?' * _DIGEST}"


def kept_part(path: Path, start: int, end: int) -> bytes:
    """Return what stands in a kept body between two places, unchecked."""
    return read_part(path, start, end)

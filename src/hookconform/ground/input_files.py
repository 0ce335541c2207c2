"""Files that a user names, read whole: what may never end, or waits for another program, is refused unopened."""

from __future__ import annotations

import errno
import os
import stat
import sys
from pathlib import Path
from typing import TextIO

STANDARD_INPUT = "-"
# What the caller has opened: standard input, and `<(command)` of a shell.
_OPENED = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")
_KINDS = {
    stat.S_IFIFO: "a named pipe, for which another program would have to write",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device, which may never end",
    stat.S_IFBLK: "a device",
    stat.S_IFDIR: "a folder",
}
# A stream can be read once, and several readers look at a file: what was read, by the stream or the file it is.
_streams: dict[tuple[str, int, int], bytes] = {}
_standard_input: list[tuple[TextIO | None, bytes]] = []


def read_bytes(path: Path) -> bytes:
    """Return a file's content, or all of a stream that the caller has opened; raises `OSError`, for a folder too."""
    text = os.fspath(path)
    if text == STANDARD_INPUT:
        return _read_standard_input()
    status = path.stat()
    kind = stat.S_IFMT(status.st_mode)
    if kind == stat.S_IFREG:
        return path.read_bytes()
    if text.startswith(_OPENED) and kind != stat.S_IFDIR:
        key = (text, status.st_dev, status.st_ino)
        if key not in _streams:
            _streams[key] = path.read_bytes()
        return _streams[key]
    code = errno.EISDIR if kind == stat.S_IFDIR else errno.EINVAL
    raise OSError(code, f"it is {_KINDS.get(kind, 'no regular file')}", text)


def read_utf8(path: Path) -> str:
    r"""Return the text of a UTF-8 file with every line ended by `\n`; raises as `read_bytes`, `UnicodeDecodeError`."""
    return read_bytes(path).decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def _read_standard_input() -> bytes:
    if not _standard_input or _standard_input[-1][0] is not sys.stdin:
        _standard_input[:] = [(sys.stdin, sys.stdin.buffer.read() if sys.stdin else b"")]
    return _standard_input[-1][1]

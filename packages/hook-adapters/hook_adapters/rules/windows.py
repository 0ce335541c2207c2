r"""Paths of Windows: drives and shares, either slash, any case, and what the file system drops from names.

A path is spelled with slashes and folded letters, its names without streams and without dots and blanks at their end.
"""

from __future__ import annotations

import re

from hook_adapters.rules.paths import Posix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = re.compile(r"[a-z]:(?=/|\Z)|//[^/]+(?:/+[^/]+)?|/")
# `\\?\` and its like, before a drive, a share or a device.
DEVICE = re.compile(r"(?://[?.]|/\?\?)/+(unc/+)?")
# The share under which a server offers a whole drive; which server is this machine, nobody knows.
WHOLE_DRIVE = re.compile(r"//[^/]+/+([a-z])\$(?=/|\Z)")
# How shells and Linux on Windows write a drive, and how Windows writes what Linux does.
MOUNTED = re.compile(r"/(?:mnt/|cygdrive/)?([a-z])(?=/|\Z)")
LINUX = re.compile(r"\A//wsl\$(?=/|\Z)")
MOUNTED_IN_LINUX = re.compile(r"//wsl\.localhost/+[^/]+/+mnt/+([a-z])(?=/|\Z)")
OTHER_FOLDER = re.compile(r"([a-z]):(?!/)")
SHORT = re.compile(r"([^.~]{1,6})~\d{1,6}(?:\.([^.]{0,3}))?")
HASHED = re.compile(r"(.{1,2})[0-9a-f]{4}")
# How many names at most stand before the path on a device.
DEVICE_NAMES = 6


class Windows(Posix):
    """Paths of Windows, of a drive or of a share."""

    def root(self, path: str) -> tuple[str, str]:
        """Return drive, share or slash, empty if the path is relative, and the rest."""
        match = ROOT.match(path)
        if match is None:
            return "", path
        return re.sub("(?<!^)/+", "/", match[0]), path[match.end() :]

    def spellings(self, path: str, cwd: str) -> list[str]:
        """Return the path as it is spelled here; then where else it may lie, if it is of a device or of a mount."""
        text = path.replace("\\", "/").casefold()
        device = DEVICE.match(text)
        if device:
            text = text[device.end() :]
            if device[1]:
                text = "//" + text
            elif not ROOT.match(text):
                return self._of_device(text)
        if match := WHOLE_DRIVE.match(text):
            # Alone it is the drive's root, and not a folder of the drive that `C:` would mean.
            text = f"{match[1]}:{match.string[match.end() :] or '/'}"
        text = LINUX.sub("//wsl.localhost", text)
        if other := OTHER_FOLDER.match(text):
            # Of another drive than the working folder's, its own folder is not known.
            root, rest = self.root(cwd)[0], text[2:]
            on_drive = self._cleaned(f"{other[0]}/{rest}")
            return [on_drive] if root not in ("", other[0]) else [self._cleaned(rest), *([] if root else [on_drive])]
        text = self._cleaned(text)
        return [text, *self._mounted(text)]

    def _mounted(self, text: str) -> list[str]:
        """Return the path on a drive, if a path is of a mount once `..` is resolved."""
        root, *names = self.components(text, "")[0]
        resolved = "/".join([root.rstrip("/"), *names])
        match = MOUNTED.match(resolved) or MOUNTED_IN_LINUX.match(resolved)
        return [f"{match[1]}:{resolved[match.end() :]}"] if match else []

    def places(self, path: str, folder: str) -> Iterator[tuple[list[str], int]]:
        """Yield what the names are; then those on a drive that is mounted in a share of Linux."""
        names, own = self.components(path, folder)
        yield names, own
        if match := MOUNTED_IN_LINUX.match("/".join(names)):
            yield [f"{match[1]}:", *names[3:]], max(own - 2, 1)

    def folder(self, cwd: str) -> str:
        """Return the working folder as it is spelled here, on its drive if it is a mount."""
        text = self.spellings(cwd, "")[0]
        return [text, *self._mounted(text)][-1]

    def same(self, name: str, other: str) -> bool:
        """Tell whether two names are the same, or one of them may be short for the other."""
        return name == other or _shortened(name, other) or _shortened(other, name)

    def fits(self, pattern: str, name: str) -> bool:
        """Tell whether a name, or one that it may be short for, fits one of a folder."""
        return super().fits(pattern, name) or _shortened(pattern, name) or _shortened(name, pattern)

    def ends_with(self, name: str, suffixes: tuple[str, ...]) -> bool:
        """Tell whether a name ends with one of the suffixes, or may be short for one that does."""
        folded = [suffix.casefold() for suffix in suffixes]
        return any(name.endswith(suffix) or _is_short_of_suffix(name, suffix) for suffix in folded)

    def _of_device(self, text: str) -> list[str]:
        """Return the path on the device, then each place on a drive, the working folder's too, where it may lie."""
        given, resolved = text.split("/"), self.components(self._cleaned(f"/{text}"), "/")[0][1:]
        starts = [
            (names, start) for names in (given, resolved) for start in range(1, min(len(names), DEVICE_NAMES) + 1)
        ]
        tails = dict.fromkeys("/".join(names[start:]) for names, start in starts)
        places = (tail if ROOT.match(tail) else f"/{tail}" for tail in tails)
        return [self._cleaned(place) for place in (f"//?/{text}", *places)]

    def _cleaned(self, text: str) -> str:
        root, rest = self.root(text)
        return root + "/".join(name if name in ("", ".", "..") else _cleaned_name(name) for name in rest.split("/"))


WINDOWS = Windows()


def _cleaned_name(name: str) -> str:
    return name.partition(":")[0].rstrip(" .") or "."


def _shortened(long: str, short: str) -> bool:
    """Tell whether a name, or one that fits a pattern, may be written as this short one (`secret~1`)."""
    match = SHORT.fullmatch(short) if "~" in short else None
    if match is None or SHORT.fullmatch(long):
        return False
    begin, end = match[1], match[2] or ""
    hashed = HASHED.fullmatch(begin)
    stem, dot, suffix = long.lstrip(".").rpartition(".")
    stem, suffix = (_plain(stem), _plain(suffix)) if dot else (_plain(suffix), "")
    if "*" in long:
        stem = (stem + suffix).partition("*")[0]
        return any(part.startswith(stem) or stem.startswith(part) for part in (begin, hashed and hashed[1]) if part)
    begins = stem.startswith(begin) or (hashed is not None and stem.startswith(hashed[1]))
    return (begins or not long.isascii()) and suffix[:3] == end


def _plain(name: str) -> str:
    return re.sub(r"[+,;=\[\]]", "_", re.sub(r"[ .]", "", name))


def _is_short_of_suffix(name: str, suffix: str) -> bool:
    """Tell whether a name may be short for one that ends with the suffix, or is the suffix."""
    match = SHORT.fullmatch(name) if "~" in name else None
    if match is None:
        return False
    last = _plain(suffix.rpartition(".")[2])
    if match[2]:
        return match[2] == last[:3]
    return _shortened(suffix, name)

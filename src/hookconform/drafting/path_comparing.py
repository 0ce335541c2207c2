"""How rules compare paths: the corpus's own reading of that part of the grammar.

A path is a text: its root, then its names with a slash before each. A folder becomes an expression for the beginning
of such a text.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

# Stands for a star in the name of the working folder, which is no pattern.
_STAR = "\x02"
# Stands for each of the folders above a working folder that is not known.
_SOME = "\x01/"
_DRIVE = re.compile(r"[a-zA-Z]:[/\\]")
_SERVER = re.compile(r"[/\\]{2}[^/\\]|[/\\]{2}\Z")
_SHORT = re.compile(r"([^.~]{1,6})~[0-9]{1,6}(?:\.([^.]{1,3}))?")
_HASHED = re.compile("(.{1,2})[0-9a-f]{4}")
_MOUNT = re.compile(r"(?:/(?:mnt/|cygdrive/)?|//wsl\.localhost/[^/]+/mnt/)([a-z])(?=/|$)")
_MOST_NAMES_OF_A_DEVICE = 6


@dataclass(frozen=True, slots=True)
class _Reading:
    """Paths that are all of POSIX, or all of Windows, below a working folder."""

    windows: bool
    cwd: str
    paths: tuple[str, ...]


def any_lies_in(paths: Iterable[str], folders: Iterable[str], cwd: object) -> bool:
    """Tell whether one of the paths is one of the folders or goes on below it."""
    return _any_lies_in(tuple(paths), tuple(folders), cwd if isinstance(cwd, str) else "")


def any_ends_with(paths: Iterable[str], suffixes: Iterable[str], cwd: object) -> bool:
    """Tell whether the last name of one of the paths ends with one of the suffixes."""
    return _any_ends_with(tuple(paths), tuple(suffixes), cwd if isinstance(cwd, str) else "")


# The cases of a platform name the same few paths, each for many rules.
@lru_cache(maxsize=4096)
def _any_lies_in(paths: tuple[str, ...], folders: tuple[str, ...], cwd: str) -> bool:
    return any(
        _lies_in(spelled, place, reading)
        for reading in _readings(paths, cwd)
        for folder in folders
        for place in _spelled(folder, reading)
        for path in reading.paths
        for text in _spelled(path, reading)
        for spelled in (text, *_at_home(text, reading))
    )


@lru_cache(maxsize=4096)
def _any_ends_with(paths: tuple[str, ...], suffixes: tuple[str, ...], cwd: str) -> bool:
    return any(
        _ends_with(name, suffix, reading)
        for reading in _readings(paths, cwd)
        for path in reading.paths
        for text in _spelled(path, reading)
        for spelled in (text, *_at_home(text, reading))
        for name in _whole(spelled, _known(reading.cwd, spelled), reading)[1][-1:]
        for suffix in suffixes
    )


def _readings(every: tuple[str, ...], folder: str) -> Iterator[_Reading]:
    on_windows = bool(_DRIVE.match(folder) or _SERVER.match(folder))
    drives = [path for path in every if on_windows or _DRIVE.match(path)]
    others = [path for path in every if path not in drives]
    unsure = [] if folder.startswith("/") else [path for path in others if "\\" in path or _SERVER.match(path)]
    yield _Reading(windows=False, cwd=folder, paths=tuple(others))
    here = _Reading(windows=True, cwd="", paths=(*drives, *unsure))
    spelled = next(_spelled(folder, here))
    yield _Reading(windows=True, cwd=[spelled, *_on_drive(spelled)][-1], paths=here.paths)


def _spelled(path: str, reading: _Reading) -> Iterator[str]:
    """Yield what a text may name: with slashes, and on Windows in small letters with clean names."""
    if not reading.windows:
        yield path
        return
    text = path.casefold().replace("\\", "/")
    before = re.match(r"(//[?.]|/\?\?)/+", text)
    if before is not None:
        text = text[before.end() :]
        if re.match("unc/", text):
            text = "//" + text[4:].lstrip("/")
        elif not re.match(r"/|[a-z]:(/|$)", text):
            yield _clean("//?/" + text)
            for names in (text.split("/"), posixpath.normpath(_clean("/" + text))[1:].split("/")):
                for first in range(1, min(len(names), _MOST_NAMES_OF_A_DEVICE) + 1):
                    rest = "/".join(names[first:])
                    yield _clean(rest if re.match(r"/|[a-z]:(/|$)", rest) else "/" + rest)
            return
    text = re.sub(r"^//wsl[$](?=/|$)", "//wsl.localhost", text)
    text = re.sub(r"^//[^/]+/+([a-z])[$](?:/|$)", r"\1:/", text)
    if re.match("[a-z]:(?!/)", text):
        root = _rooted(reading.cwd, reading)[0]
        if root in ("", text[:2]):
            yield _clean(text[2:])
        if root != text[:2]:
            yield _clean(f"{text[:2]}/{text[2:]}")
        return
    yield _clean(text)
    yield from _on_drive(_clean(text))


def _on_drive(path: str) -> Iterator[str]:
    """Yield the path on a drive that a mount stands for, if one does once `..` is resolved."""
    root, rest = _root_of_windows(path)
    plain = root.rstrip("/") + posixpath.normpath("/" + rest.lstrip("/"))
    mount = _MOUNT.match(plain) if root else None
    if mount:
        yield f"{mount[1]}:{plain[mount.end() :] or '/'}"


def _clean(text: str) -> str:
    """Return a path of Windows whose names have no streams, and no dots and blanks at their end."""
    root, rest = _root_of_windows(text)
    return root + "/".join(name if name in (".", "..", "") else _clean_name(name) for name in rest.split("/"))


def _clean_name(name: str) -> str:
    return re.sub(r"[. ]+\Z", "", re.sub(r"(?s):.*", "", name)) or "."


def _root_of_windows(path: str) -> tuple[str, str]:
    if path[:2] == "//" and path[2:3] not in ("", "/"):
        server, _, rest = path[2:].partition("/")
        share, slash, below = rest.lstrip("/").partition("/")
        return f"//{server}" + (f"/{share}" if share else ""), slash + below
    if re.match("[a-z]:(/|$)", path):
        return path[:2], path[2:]
    return ("/", path[1:]) if path.startswith("/") else ("", path)


def _rooted(path: str, reading: _Reading) -> tuple[str, str]:
    if reading.windows:
        return _root_of_windows(path)
    return ("/", path[1:]) if path.startswith("/") else ("", path)


def _at_home(path: str, reading: _Reading) -> Iterator[str]:
    """Yield what a path below `~` may be, with each home that the working folder allows."""
    if not path.startswith("~"):
        return
    below = path.split("/")[1:]
    if not _rooted(reading.cwd, reading)[0]:
        yield from ("/".join(below[number:]) for number in range(len(below)))
        return
    home = reading.cwd
    while True:
        yield "/".join([home, *below])
        if not _rooted(home, reading)[1].strip("/"):
            return
        home = home.rstrip("/").rpartition("/")[0] or "/"


def _known(cwd: str, *texts: str) -> str:
    """Return a working folder that `..` cannot leave by the top unless it is absolute."""
    return _SOME * "/".join((*texts, cwd)).count("..") + cwd


def _whole(path: str, base: str, reading: _Reading) -> tuple[str, list[str]]:
    """Return root and names of a path, without detours; `.` is the root below a working folder that is not known."""
    root, rest = _rooted(path, reading)
    if root in ("", "/"):
        above, below = _rooted(reading.cwd, reading)
        rest = rest if root else f"{below if above else base}/{rest}"
        root = above or root or "."
    names = posixpath.normpath("/" + rest.lstrip("/"))[1:]
    return root, names.split("/") if names else []


def _lies_in(path: str, folder: str, reading: _Reading) -> bool:
    base = _known(reading.cwd, folder, path)
    starred = _Reading(reading.windows, reading.cwd.replace("*", _STAR), ())
    above, names = _whole(path, base, reading)
    place, parts = _whole(folder, base.replace("*", _STAR), starred)
    return any(
        _goes_on(names_there, parts_there, reading)
        for root, names_there in _places(above, names, reading)
        for other, parts_there in _places(place.replace(_STAR, "*"), parts, reading)
        if root == other
    )


def _places(root: str, names: list[str], reading: _Reading) -> Iterator[tuple[str, list[str]]]:
    """Yield root and names, and those on the drive that is mounted there."""
    yield root, names
    if reading.windows and root.startswith("//wsl.localhost/") and re.fullmatch("mnt/[a-z]", "/".join(names[:2])):
        yield f"{names[1]}:", names[2:]


def _goes_on(names: list[str], parts: list[str], reading: _Reading) -> bool:
    """Tell whether names are those of a folder, or go on below it."""
    expression = ""
    for part in parts:
        if part == "**":
            expression += "(?:/[^/]+)*"
            continue
        fitting = [re.escape(name) for name in dict.fromkeys(names) if _fits(part, name, reading)]
        expression += f"/(?:{'|'.join(fitting)})" if fitting else "(?!)"
    return re.match(f"{expression}(?:/|\\Z)", "".join(f"/{name}" for name in names)) is not None


def _fits(part: str, name: str, reading: _Reading) -> bool:
    expression = re.escape(part).replace(r"\*", "(?s:.*)").replace(_STAR, r"\*")
    if re.fullmatch(expression, name):
        return True
    return reading.windows and (_may_be_short(part, name) or _may_be_short(name, part))


def _ends_with(name: str, suffix: str, reading: _Reading) -> bool:
    if not reading.windows:
        return name.endswith(suffix)
    wanted = suffix.casefold()
    short = _SHORT.fullmatch(name)
    if short is not None and short[2]:
        return name.endswith(wanted) or short[2] == _squeezed(wanted.split(".")[-1])[:3]
    return name.endswith(wanted) or _may_be_short(wanted, name)


def _may_be_short(long: str, short: str) -> bool:
    """Tell whether Windows may shorten a name, or one that fits the pattern, to the short one."""
    parts = _SHORT.fullmatch(short)
    if parts is None or _SHORT.fullmatch(long) is not None:
        return False
    begin, end = parts[1], parts[2] or ""
    hashed = _HASHED.fullmatch(begin)
    begins = [begin, *([hashed[1]] if hashed else [])]
    *stems, last = re.sub(r"^\.+", "", long).split(".")
    stem, suffix = (_squeezed("".join(stems)), _squeezed(last)) if stems else (_squeezed(last), "")
    if "*" in long:
        told = (stem + suffix).split("*")[0]
        return any(told[: len(given)] == given[: len(told)] for given in begins)
    return suffix[:3] == end and (not long.isascii() or any(stem[: len(given)] == given for given in begins))


def _squeezed(name: str) -> str:
    return re.sub("[]+,;=[]", "_", name.replace(" ", "").replace(".", ""))

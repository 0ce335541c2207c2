"""What version control ignores: `.gitignore` and `.ignore` of each folder, `.git/info/exclude`, and `node_modules`.

pathspec reads the files, RE2 matches them, so that a hostile ignore file takes no long time either.
"""

from __future__ import annotations

import os
import stat
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from tool_facades.base_tools.expression import EXTRA
from tool_facades.base_tools.folder import OPEN_FOLDER, Folder

try:
    from pathspec import GitIgnoreSpec
except ImportError as error:
    raise ImportError(EXTRA) from error

# Later ones count more.
FILES = (".gitignore", ".ignore")
EXCLUDE = (".git", "info", "exclude")
# Ignored wherever it is, whether or not an ignore file says so.
ALWAYS = "node_modules"
MAX_BYTES = 200_000
_OPEN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Ignored:
    """Rules of a folder and those above it, the nearest first; each with the folder's path from the top, and a `/`."""

    rules: tuple[tuple[str, Any], ...] = ()

    @classmethod
    def at(cls, folder: Folder, shown: str) -> Ignored:
        """Return the rules that folders above a folder have for it; its own are added where it is walked."""
        found = cls().adding(_read(folder.descriptor, EXCLUDE), "")
        for descriptor, path in _above(folder, shown):
            found = found.inside(descriptor, path)
        return found

    def inside(self, descriptor: int, path: str) -> Ignored:
        """Return these rules and those of an open folder; `path` leads to it from the top and ends with `/`."""
        found = self
        for name in FILES:
            found = found.adding(_read(descriptor, (name,)), path)
        return found

    def ignores(self, path: str, *, is_folder: bool) -> bool:
        """Tell whether a path from the top is ignored by its own name; a folder above it is not asked."""
        if path.rpartition("/")[2] == ALWAYS:
            return True
        text = f"{path}/" if is_folder else path
        for prefix, spec in self.rules:
            include = spec.check_file(text.removeprefix(prefix)).include
            if include is not None:
                return bool(include)
        return False

    def adding(self, lines: list[str], path: str) -> Ignored:
        """Return these rules and the lines of an ignore file in a folder."""
        spec = _spec(lines)
        return self if spec is None else Ignored(((path, spec), *self.rules))


def ignores(folder: Folder, shown: str) -> bool:
    """Tell whether a file, or a folder above it, is ignored."""
    rules = Ignored.at(folder, ".")
    for (descriptor, path), part in zip(_above(folder, shown), shown.split("/"), strict=False):
        rules = rules.inside(descriptor, path)
        if rules.ignores(f"{path}{part}", is_folder=path + part != shown):
            return True
    return False


def _above(folder: Folder, shown: str) -> Iterator[tuple[int, str]]:
    """Yield descriptor and path of the folders above a place, from the top, as long as they are there."""
    if shown == ".":
        return
    parts = shown.split("/")[:-1]
    descriptor = os.dup(folder.descriptor)
    try:
        yield descriptor, ""
        for number, part in enumerate(parts, 1):
            try:
                inner = os.open(part, OPEN_FOLDER, dir_fd=descriptor)
            except OSError:
                return
            os.close(descriptor)
            descriptor = inner
            yield descriptor, "/".join(parts[:number]) + "/"
    finally:
        os.close(descriptor)


def _read(descriptor: int, parts: tuple[str, ...]) -> list[str]:
    """Return the lines of a small regular file below an open folder; none if there is no such file."""
    opened: list[int] = []
    try:
        for part in parts[:-1]:
            opened.append(os.open(part, OPEN_FOLDER, dir_fd=opened[-1] if opened else descriptor))
        file = os.open(parts[-1], _OPEN_FILE, dir_fd=opened[-1] if opened else descriptor)
        opened.append(file)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            return []
        return os.read(file, MAX_BYTES).decode(errors="replace").splitlines()
    except OSError:
        return []
    finally:
        for number in opened:
            os.close(number)


def _spec(lines: list[str]) -> Any:
    """Return what the lines say, without those that cannot be used; None if nothing is left."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        kept = [line for line in lines if line.strip() and not line.startswith("#")]
        with suppress(Exception):
            return _made(kept) if kept else None
        kept = [line for line in kept if _is_usable(line)]
        return _made(kept) if kept else None


def _is_usable(line: str) -> bool:
    # The library raises what the compiler of its expressions raises.
    with suppress(Exception):
        _made([line])
        return True
    return False


def _made(lines: list[str]) -> Any:
    return GitIgnoreSpec.from_lines(lines, backend="re2")

"""Which changes below a watched folder are a person's: not what `[run] setup` wrote, and not what git ignores."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Collection, Generator, Iterable
from contextlib import contextmanager
from pathlib import Path

from watchfiles import DefaultFilter
from watchfiles.main import Change as Kind

# Time of change and size; None for no file.
Stamp = tuple[int, int] | None


class SetupOutput:
    """Remembers what the commands of `[run] setup` wrote, round by round.

    A file that they made is theirs, and so is one that changed while they ran in two rounds. One that was there and
    changed for the first time may have been saved by a person meanwhile: it is a change, once. A file that was not
    there after the setup and is not there now is none: compilers make such files and remove them.
    """

    def __init__(self, folders: Iterable[Path]) -> None:
        self._folders = tuple(folders)
        self._suspects: set[Path] = set()
        self._written: dict[Path, Stamp] = {}
        self._after: dict[Path, Stamp] | None = None

    @contextmanager
    def watched(self) -> Generator[None]:
        """Take what changes below the folders meanwhile for the work of the setup."""
        before = _stamps(self._folders)
        try:
            yield
        finally:
            self._after = after = _stamps(self._folders)
            for path in before.keys() | after.keys():
                if before.get(path) != after.get(path):
                    if path not in before or path in self._suspects or path in self._written:
                        self._written[path] = after.get(path)
                    self._suspects.add(path)

    def is_unchanged(self, path: Path) -> bool:
        """Tell whether a file is what the setup left of it."""
        if self._after is not None and path not in self._after and not path.exists():
            return True
        return path in self._written and self._written[path] == _stamp(path)


def by_people(paths: Collection[str], folders: Iterable[Path], output: SetupOutput) -> list[str]:
    """Return the changed paths that are neither unchanged since the setup wrote them, nor ignored by git."""
    rest = [path for path in sorted(paths) if not output.is_unchanged(Path(path))]
    for folder in folders:
        inside = [path for path in rest if Path(path).is_relative_to(folder)]
        ignored = _ignored(folder, inside)
        rest = [path for path in rest if path not in ignored]
    return rest


def _stamps(folders: Iterable[Path]) -> dict[Path, Stamp]:
    """Return the stamp of every file that would be watched: folders of tools and caches are left out."""
    watched = DefaultFilter()
    found: dict[Path, Stamp] = {}
    for top in folders:
        for folder, names, files in os.walk(top):
            names[:] = [name for name in names if watched(Kind.modified, str(Path(folder, name)))]
            found |= {Path(folder, name): _stamp(Path(folder, name)) for name in files}
    return found


def _stamp(path: Path) -> Stamp:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def _ignored(folder: Path, paths: Collection[str]) -> frozenset[str]:
    """Return those of `paths` that .gitignore names, also where the folder is in no repository; none without git."""
    git = shutil.which("git")
    if not paths or git is None:
        return frozenset()
    try:
        done = _check_ignore(git, folder, paths)
        if done.returncode > 1:  # in no repository
            with tempfile.TemporaryDirectory() as empty:
                subprocess.run([git, "init", "-q", "--bare", empty], check=True, capture_output=True)
                done = _check_ignore(git, folder, paths, f"--git-dir={empty}", f"--work-tree={folder}")
    except (OSError, subprocess.SubprocessError):
        return frozenset()
    return frozenset(done.stdout.split("\0")) if done.returncode == 0 else frozenset()


def _check_ignore(git: str, folder: Path, paths: Collection[str], *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [git, "-C", str(folder), *options, "check-ignore", "-z", "--stdin"],
        input="\0".join(paths),
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )

"""What a run must see of the real file system: the interpreter, the program, and what both were installed with."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from hookconform.corpus.locate import corpus_root

# Where the lab and what it imports of this project lie: in a checkout each in a folder of its own.
_SPECS = [find_spec(name) for name in ("hook_adapters", "hookconform", "hookconform_lab")]
PACKAGE_PARENTS = tuple(
    dict.fromkeys(Path(spec.origin).resolve().parents[1] for spec in _SPECS if spec and spec.origin)
)
PYTHONPATH = os.pathsep.join(map(str, PACKAGE_PARENTS))


def shown_places(programs: Iterable[str], folders: Iterable[Path], path: str) -> tuple[Path, ...]:
    """Return folders to show read-only to a run, never one that holds the user's home or the temporary folder.

    `programs` are names or paths of programs, `path` is the PATH they run with, `folders` what they need besides.
    """
    found = [Path(sys.executable), Path(sys.prefix), Path(sys.base_prefix), *PACKAGE_PARENTS, corpus_root(), *folders]
    found += [Path(entry) for entry in (*sys.path, *path.split(os.pathsep)) if entry]
    for program in programs:
        found += program_places(program)
    everything = {place.absolute() for place in found if place.exists()}
    return tuple(sorted(place for place in everything if not _holds_private(place.resolve())))


def program_places(program: str) -> list[Path]:
    """Return the folders in which a program and what was installed with it lie; none if there is no such program."""
    found = shutil.which(program)
    if found is None:
        return []
    folder = Path(found).resolve().parent
    prefix = folder.parent if folder.name == "bin" else folder
    return [Path(found).absolute(), Path(found).absolute().parent, folder if _holds_private(prefix) else prefix]


def _holds_private(place: Path) -> bool:
    private = (Path.home(), Path.home().resolve(), Path(tempfile.gettempdir()).resolve())
    return any(folder.is_relative_to(place) for folder in private)

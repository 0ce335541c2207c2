"""The folders of a place: laid once for each policy, and put back as they were before every call."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Hashable
from pathlib import Path

from hookconform.attach.hook_spec import PolicyFile


class Place:
    """A project and a home below `root`; the same paths for every call, so that what was set up keeps its meaning."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.project = root / "project"
        self.home = root / "home"
        self._kept: dict[Hashable, Path] = {}
        self._gone = 0

    def lay(self, key: Hashable, prepare: Callable[[], None]) -> None:
        """Make both folders as `prepare` left them for this key; it is called once a key, with both empty.

        Raises `OSError` if they cannot be made.
        """
        for folder in (self.project, self.home):
            self._take_away(folder)
        if key not in self._kept:
            for folder in (self.project, self.home):
                folder.mkdir(parents=True)
            prepare()
            kept = self.root / "kept" / str(len(self._kept))
            for folder in (self.project, self.home):
                shutil.copytree(folder, kept / folder.name, symlinks=True)
            self._kept[key] = kept
            return
        for folder in (self.project, self.home):
            shutil.copytree(self._kept[key] / folder.name, folder, symlinks=True)

    def _take_away(self, folder: Path) -> None:
        """Remove what stands there, whatever a program made of it; what cannot be removed is out of the way."""
        if not os.path.lexists(folder):
            return
        self._gone += 1
        gone = self.root / "gone" / str(self._gone)
        gone.parent.mkdir(exist_ok=True)
        folder.rename(gone)
        if gone.is_dir() and not gone.is_symlink():
            shutil.rmtree(gone, ignore_errors=True)
        else:
            gone.unlink()

    def words(self) -> dict[str, str]:
        """Return the placeholders that name the folders."""
        return {"{project}": str(self.project), "{home}": str(self.home)}

    def copy(self, file: PolicyFile) -> None:
        """Copy a file or folder of a policy to where it belongs."""
        to = self._target(file)
        if file.source.is_dir():
            shutil.copytree(file.source, to, symlinks=True, dirs_exist_ok=True)
        else:
            Path(to).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(file.source, to)

    def copies(self, file: PolicyFile) -> list[Path]:
        """Return where the files of a policy were copied to."""
        to = Path(self._target(file))
        if not file.source.is_dir():
            return [to]
        found = (path for path in sorted(file.source.rglob("*")) if path.is_file())
        return [to / path.relative_to(file.source) for path in found]

    def _target(self, file: PolicyFile) -> str:
        to = file.to
        for word, path in self.words().items():
            to = to.replace(word, path)
        return to

    def hidden(self, text: str) -> str:
        """Return a text with the paths of this place as placeholders: they differ from run to run."""
        for word, path in self.words().items():
            text = text.replace(path, word)
        return text

"""Opening a cited file: in the cache, or else in the released package or the repository it is cited from."""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from hookconform.corpus.sources import Source
from hookconform.ground.cache import cache_root
from hookconform.ground.errors import HookconformError
from hookconform_lab.programs.client import need, run_client
from hookconform_lab.programs.pip import pip_command

_SECONDS = 900
# Packages of npm; those of PyPI are written `pypi:NAME@VERSION`.
_PYPI = "pypi:"


class UncheckedError(Exception):
    """The file cannot be opened here; the text says why. `expected` where nobody could: pages have no versions."""

    def __init__(self, why: str, *, expected: bool = False) -> None:
        super().__init__(why)
        self.expected = expected


class AbsentError(Exception):
    """The package or commit was opened, and has no such file."""


@dataclass(frozen=True)
class Files:
    """Opens cited files.

    `repositories` holds folders `<owner>/<name>`, as git or with `<commit>/<path>` in them; `offline` fetches nothing.
    """

    repositories: Path | None = None
    offline: bool = False

    def read(self, source: Source) -> bytes:
        """Return a file's bytes, and keep them in the cache; raises `UncheckedError` or `AbsentError`."""
        if source.url:
            raise UncheckedError("a page cannot be opened as it was when it was read", expected=True)
        kept = _kept(source)
        if kept.is_file():
            return kept.read_bytes()
        found = self._of_package(source) if source.package else self._of_repository(source)
        kept.parent.mkdir(parents=True, exist_ok=True)
        partial = kept.with_name(f"{kept.name}.partial")
        partial.write_bytes(found)
        partial.replace(kept)
        return found

    def _of_package(self, source: Source) -> bytes:
        if self.offline:
            raise UncheckedError(f"{source.package} is not in the cache, and --offline fetches nothing")
        with tempfile.TemporaryDirectory(prefix="hookconform-citation-") as folder:
            try:
                archive = _fetched(source.package, Path(folder))
            except HookconformError as error:
                raise UncheckedError(f"{source.package} cannot be fetched: {error.what}") from error
            return _member(archive, source.path)

    def _of_repository(self, source: Source) -> bytes:
        if self.repositories is None:
            raise UncheckedError(f"{source.repository} is not in the cache; give a folder of repositories")
        folder = self.repositories / source.repository
        plain = folder / source.commit / source.path
        if plain.is_file():
            return plain.read_bytes()
        if not folder.is_dir():
            raise UncheckedError(f"{source.repository} is not in the folder of repositories")
        git = need("git", "repositories are read with it")
        if _asked(git, folder, "cat-file", "-e", f"{source.commit}^{{commit}}") is None:
            raise UncheckedError(f"{source.repository} has no commit {source.commit[:12]} there")
        found = _asked(git, folder, "cat-file", "blob", f"{source.commit}:{source.path}")
        if found is None:
            raise AbsentError(f"{source.repository} at {source.commit[:12]} has no file {source.path}")
        return found


def _kept(source: Source) -> Path:
    parts = ("packages", source.package) if source.package else ("repositories", source.repository, source.commit)
    return cache_root() / "citations" / "/".join(parts) / source.path


def _asked(git: str, folder: Path, *arguments: str) -> bytes | None:
    done = subprocess.run([git, "-C", str(folder), *arguments], capture_output=True, check=False)
    return done.stdout if done.returncode == 0 else None


def _fetched(package: str, folder: Path) -> Path:
    """Fetch a package's archive with its registry's own client, which runs none of its scripts."""
    if package.startswith(_PYPI):
        name, _, version = package.removeprefix(_PYPI).rpartition("@")
        run_client(
            [*pip_command(), "download", "--quiet", "--disable-pip-version-check", "--no-deps",
             "--only-binary", ":all:", "--dest", str(folder), f"{name}=={version}"],
            folder=folder,
            seconds=_SECONDS,
        )  # fmt: skip
    else:
        npm = need("npm", "released packages are fetched with it")
        run_client([npm, "pack", "--ignore-scripts", "--loglevel=error", package], folder=folder, seconds=_SECONDS)
    return next(path for path in sorted(folder.iterdir()) if path.suffix in {".tgz", ".whl"})


def _member(archive: Path, path: str) -> bytes:
    """Return one file of an archive; npm puts everything into one folder, whatever its name."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as opened:
            if path in opened.namelist():
                return opened.read(path)
    else:
        with tarfile.open(archive) as packed:
            for member in packed:
                if member.isfile() and PurePosixPath(*PurePosixPath(member.name).parts[1:]) == PurePosixPath(path):
                    stream = packed.extractfile(member)
                    if stream is not None:
                        with stream:
                            return stream.read()
    raise AbsentError(f"{archive.name} has no file {path}")

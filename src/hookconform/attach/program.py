"""`program.toml`: which program an adapter attaches, exactly, and where it is installed."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from hookconform.authoring import SERVE_LOOP
from hookconform.corpus import schemas
from hookconform.ground.cache import cache_root
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError
from hookconform.ground.toml_file import read_toml

FILE_NAME = "program.toml"
SOURCES = ("pypi", "npm", "git")
# Written last; holds what the installation was made from.
_DONE = ".hookconform-installed"


@dataclass(frozen=True)
class Program:
    """One program as its file states it; `path` is the file, `raw` its content after validation."""

    path: Path
    raw: dict[str, Any]

    @property
    def name(self) -> str:
        """Return the program's name."""
        return self.raw["name"]

    @property
    def version(self) -> str:
        """Return the exact version."""
        return self.raw["version"]

    @property
    def source(self) -> str:
        """Return where it comes from: `pypi`, `npm` or `git`."""
        return next(name for name in SOURCES if name in self.raw)

    @property
    def stated(self) -> dict[str, Any]:
        """Return what the file says about its source."""
        return self.raw[self.source]

    @property
    def folder(self) -> Path:
        """Return the folder this version is installed in, whether it is or not."""
        return cache_root() / "programs" / self.name / self.version

    @property
    def glue(self) -> Path | None:
        """Return the folder that is built against the program's source, None if there is none."""
        named = self.stated.get("glue")
        return self.path.parent / named if named else None

    @cached_property
    def digest(self) -> str:
        """Return the SHA-256 over all that an installation is made from, in hexadecimal."""
        whole = hashlib.sha256(json.dumps(self.raw, sort_keys=True).encode())
        files = sorted(path for path in self.glue.rglob("*") if path.is_file()) if self.glue else []
        files += [SERVE_LOOP] if self.source == "pypi" else []
        for path in files:
            whole.update(f"\n{path.name} {hashlib.sha256(path.read_bytes()).hexdigest()}".encode())
        return whole.hexdigest()

    @property
    def is_installed(self) -> bool:
        """Tell whether the cache has exactly what the file states."""
        done = self.folder / _DONE
        return done.is_file() and done.read_text(encoding="utf-8").strip() == self.digest

    def mark_installed(self) -> None:
        """Say in the installation what it was made from."""
        (self.folder / _DONE).write_text(f"{self.digest}\n", encoding="utf-8")


def load_program(folder: Path) -> Program:
    """Read the program.toml of an adapter's folder.

    Raises `HookconformError` (`program.unreadable`, `program.toml`, `schema.program`).
    """
    path = folder / FILE_NAME
    raw = read_toml(path, area="program", called="file")
    schemas.check(raw, "program", where=str(path))
    return Program(path.resolve(), raw)


def installed_folder(folder: Path) -> Path:
    """Return where the program beside a manifest is installed.

    Raises `HookconformError` (`program.not-installed`, and as `load_program`).
    """
    program = load_program(folder)
    if not program.is_installed:
        raise HookconformError(
            "program.not-installed",
            f"{program.name} {program.version} is not installed as its {FILE_NAME} states it.",
            where=str(program.path),
            hint=f"Install it with `hookconform community install {folder.name}`.",
            exit_code=EXIT_INCOMPLETE,
        )
    return program.folder

"""The notes of what is installed, in the private folder's `installed/`: one JSON file, and a backup, an installation.

A note may be damaged, by a full disk or by somebody's hand. Then it is as if nobody knew what was there before: our
entries are still found by the script that they call.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hookconform_lab.recorder.folders import private_folder
from hookconform_lab.recorder.registrations import Scope, recorded_platforms
from hookconform_lab.recorder.script import NAME

_HASH = 64


@dataclass(frozen=True, slots=True)
class Installation:
    """One file that the recorder is installed in.

    `written` is the SHA-256 of the file as we wrote it, empty if the note is damaged; `original` that of what was
    there before, None if there was no file; `made` lists the folders we made for it, innermost first; `marker` is in
    the command of every entry of ours.
    """

    platform: str
    scope: Scope
    file: str
    events: tuple[str, ...]
    version: str | None
    written: str
    original: str | None
    made: tuple[str, ...]
    marker: str

    @property
    def name(self) -> str:
        """Return the name its note and its backup have in the private folder."""
        return _name(self.platform, self.scope, self.file)

    @property
    def is_damaged(self) -> bool:
        """Tell whether the note could not be read, so that only place and marker are known."""
        return not self.written


def _name(platform: str, scope: str, file: str) -> str:
    return f"{platform}-{scope}-{sha256(file.encode('utf-8', 'surrogateescape'))[:12]}"


def find(platform: str, scope: Scope, path: Path) -> Installation | None:
    """Return the installation in one settings file, None if there is none; of a damaged note what is sure."""
    note = _folder() / f"{_name(platform, scope, str(path))}.json"
    if not note.exists():
        return None
    found = _read(note)
    if found is not None and (found.platform, found.scope, found.file) == (platform, scope, str(path)):
        return found
    marker = str(private_folder() / "recorder" / NAME)
    return Installation(platform, scope, str(path), (), None, "", None, (), marker)


def installations() -> Iterator[Installation | Path]:
    """Yield what is installed, by name; in the place of a damaged note the path of it."""
    for path in sorted(_folder().glob("*.json")):
        found = _read(path)
        yield found if found is not None and found.name == path.stem else path


def backup(installation: Installation) -> bytes | None:
    """Return what was there before, None if it is lost or not what it was."""
    try:
        data = (_folder() / f"{installation.name}.original").read_bytes()
    except OSError:
        return None
    return data if sha256(data) == installation.original else None


def noted(installation: Installation, original: bytes | None) -> dict[Path, bytes | None]:
    """Return the files to write so that an installation is known: what was there before, and the note."""
    note, copy = _files_of(installation)
    return {copy: original, note: json.dumps(asdict(installation), indent=2).encode()}


def forgotten(installation: Installation) -> dict[Path, bytes | None]:
    """Return the files to remove so that an installation is forgotten."""
    return dict.fromkeys(_files_of(installation))


def sha256(data: bytes) -> str:
    """Return the SHA-256 in hexadecimal digits."""
    return hashlib.sha256(data).hexdigest()


def _folder() -> Path:
    return private_folder() / "installed"


def _files_of(installation: Installation) -> tuple[Path, Path]:
    """Return where its note and its backup are."""
    note, copy = (_folder() / f"{installation.name}.{suffix}" for suffix in ("json", "original"))
    return note, copy


def _read(path: Path) -> Installation | None:
    """Return a note, None if it is not exactly what `kept` writes: what is put back and removed depends on it."""
    try:
        raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        raw = {**raw, "events": tuple(raw["events"]), "made": tuple(raw["made"])}
        if "existed" in raw:
            # Notes of release 0.1.0 did not have the backup's hash.
            raw["original"] = sha256(path.with_suffix(".original").read_bytes()) if raw.pop("existed") else None
        found = Installation(**raw)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None
    return found if _is_sound(found) else None


def _is_sound(note: Installation) -> bool:
    texts: tuple[Any, ...] = (note.platform, note.scope, note.file, note.written, note.marker, *note.events, *note.made)
    if not all(isinstance(text, str) for text in texts):
        return False
    version: Any = note.version
    if not (version is None or isinstance(version, str)):
        return False
    hashes: tuple[Any, ...] = (note.written, *(() if note.original is None else (note.original,)))
    if not all(isinstance(text, str) and len(text) == _HASH for text in hashes):
        return False
    parents = {str(folder) for folder in Path(note.file).parents}
    return (
        note.platform in recorded_platforms()
        and note.scope in ("project", "user")
        and Path(note.file).is_absolute()
        and parents.issuperset(note.made)
        and Path(note.marker).is_absolute()
        and Path(note.marker).name == NAME
    )

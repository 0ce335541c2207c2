"""Where units are kept: a folder with a file for each key, either a bundle or a tombstone.

A file is there whole or not at all, so a sweep that was killed goes on where it was. Nothing else is remembered: the
folder is the state, and folders of several machines are joined by copying their files into one.
"""

from __future__ import annotations

import io
import json
import lzma
import os
import tarfile
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError, reason
from hookconform.ground.locks import alone
from hookconform_lab.sweep.keys import UnitKey

ENVIRONMENT_VARIABLE = "HOOKCONFORM_SWEEP_STORE"
UNIT = "unit.json"
_BUNDLE, _TOMBSTONE, _PARTIAL = ".tar.xz", ".tombstone.json", ".partial"
# The parts of a bundle are JSON, a few megabytes of it at most.
_LARGEST = 64 * 1024 * 1024
# What a bundle with a recording has, too.
_RECORDED = ("recording.jsonl", "declared.json", "made.json")
_WORDS = {"not-installable": "cannot be installed", "does-not-start": "does not start"}


@dataclass(frozen=True, slots=True)
class Tombstone:
    """Why a unit has no bundle: `reason` is `not-installable` or `does-not-start`; `detail` is what was said."""

    platform: str
    version: str
    reason: str
    detail: str
    tried: tuple[str, ...] = ()
    published: str = ""


@dataclass(frozen=True, slots=True)
class Bundle:
    """What one unit gave: `unit` says of what and how, `parts` are files by name."""

    platform: str
    version: str
    unit: Mapping[str, Any]
    parts: Mapping[str, bytes]

    def json(self, name: str) -> Any:
        """Return a part as JSON; None if the unit has no such part. Raises `HookconformError` (`sweep.damaged`)."""
        return self._parsed(name, self.parts[name]) if name in self.parts else None

    def lines(self, name: str) -> list[Any]:
        """Return the lines of a part, each as JSON; errors as `json`."""
        return [self._parsed(name, line) for line in self.parts.get(name, b"").split(b"\n") if line]

    def _parsed(self, name: str, text: bytes) -> Any:
        try:
            return json.loads(text)
        except ValueError as error:
            raise _damaged(f"{self.platform} {self.version}: {name}", error) from error


class Store:
    """A folder of units."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def holds(self, key: UnitKey) -> str:
        """Return `recorded`, `tombstone`, or an empty text if the unit is not there."""
        if self._path(key, _BUNDLE).is_file():
            return "recorded"
        return "tombstone" if self._path(key, _TOMBSTONE).is_file() else ""

    def find(self, key: UnitKey) -> Bundle | Tombstone | None:
        """Return what is kept of a unit, None if nothing is; raises `HookconformError` (`sweep.damaged`)."""
        for path in (self._path(key, _BUNDLE), self._path(key, _TOMBSTONE)):
            if path.is_file():
                return _read(path, key)
        return None

    def everything(self) -> Iterator[Bundle | Tombstone]:
        """Yield all units, in the order of their keys; errors as `find`."""
        for path in sorted(self.folder.glob("*")):
            if path.name.endswith((_BUNDLE, _TOMBSTONE)):
                yield _read(path)

    def reasons(self) -> dict[str, dict[str, str]]:
        """Return why releases cannot be recorded, by platform and version, as the end of a sentence.

        It is read from the tombstones; errors as `find`.
        """
        found: dict[str, dict[str, str]] = {}
        for path in sorted(self.folder.glob(f"*{_TOMBSTONE}")):
            unit = _read(path)
            if isinstance(unit, Tombstone):
                words = _WORDS.get(unit.reason, unit.reason)
                found.setdefault(unit.platform, {})[unit.version] = f"{words}: {unit.detail.rstrip('.')}"
        return found

    def put(self, key: UnitKey, unit: Bundle | Tombstone) -> Path:
        """Keep a unit; a tombstone of the same key goes when a bundle comes. Raises `file.unwritable`."""
        if isinstance(unit, Bundle):
            path = self._write(self._path(key, _BUNDLE), _packed(unit))
            self._path(key, _TOMBSTONE).unlink(missing_ok=True)
            return path
        document = {name: getattr(unit, name) for name in ("platform", "version", "reason", "detail", "published")}
        text = json.dumps({**document, "tried": list(unit.tried), "key": key.name}, indent=1) + "\n"
        return self._write(self._path(key, _TOMBSTONE), text.encode())

    @contextmanager
    def held(self, key: UnitKey) -> Generator[None]:
        """Hold the lock of a unit: of several who run it one does, and the others find it there."""
        locks = self.folder / ".locks"
        try:
            locks.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unwritable(locks, error) from error
        with alone(locks / key.name):
            # Under the lock nobody writes it: what is there was left by one that was killed.
            for left in self.folder.glob(f".{key.name}*{_PARTIAL}"):
                left.unlink(missing_ok=True)
            yield

    def _path(self, key: UnitKey, suffix: str) -> Path:
        return self.folder / f"{key.name}{suffix}"

    def _write(self, path: Path, content: bytes) -> Path:
        partial = path.with_name(f".{path.name}{_PARTIAL}")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with partial.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(partial, path)  # noqa: PTH105 (known to be atomic)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise _unwritable(path, error) from error
        return path


def _packed(bundle: Bundle) -> bytes:
    """Return a bundle as a compressed archive, its description first; equal parts give equal bytes."""
    parts = {UNIT: (json.dumps(dict(bundle.unit), indent=1, sort_keys=True) + "\n").encode(), **bundle.parts}
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for name, content in parts.items():
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(content), 0o644
            archive.addfile(member, io.BytesIO(content))
    return lzma.compress(plain.getvalue(), preset=6)


def _read(path: Path, key: UnitKey | None = None) -> Bundle | Tombstone:
    """Return the unit in a file; with `key` it must be that unit, whatever the file is called."""
    try:
        return _tombstone(path, key) if path.name.endswith(_TOMBSTONE) else _bundle(path, key)
    except (OSError, ValueError, KeyError, TypeError, EOFError, lzma.LZMAError, tarfile.TarError) as error:
        raise _damaged(str(path), error) from error


def _tombstone(path: Path, key: UnitKey | None) -> Tombstone:
    raw: dict[str, Any] = json.loads(path.read_bytes())
    if key is not None and raw["key"] != key.name:
        raise ValueError(f"it has the key {raw['key']}")
    known = {name: _text(raw[name]) for name in ("platform", "version", "reason", "detail", "published")}
    return Tombstone(**known, tried=tuple(raw["tried"]))


def _bundle(path: Path, key: UnitKey | None) -> Bundle:
    parts: dict[str, bytes] = {}
    with tarfile.open(fileobj=io.BytesIO(_unpacked(path.read_bytes())), mode="r:") as archive:
        for member in archive:
            file = archive.extractfile(member) if member.isreg() else None
            if file is None or "/" in member.name or member.name in parts:
                raise ValueError(f"{member.name} is no file of a bundle")
            parts[member.name] = file.read()
    unit: dict[str, Any] = json.loads(parts.pop(UNIT))
    if key is not None and unit["key"] != asdict(key):
        raise ValueError("it is the unit of another key")
    if not isinstance(unit["complete"], bool):
        raise TypeError("`complete` is not true or false")
    absent = [name for name in _RECORDED if name not in parts]
    if "manifest.json" in parts and absent:
        raise ValueError(f"it has a recording without {', '.join(absent)}")
    return Bundle(_text(unit["platform"]), _text(unit["version"]), unit, parts)


def _unpacked(packed: bytes) -> bytes:
    """Return the archive, whole: only its end has the checksum. What would fill the memory is not unpacked."""
    reader = lzma.LZMADecompressor(lzma.FORMAT_XZ)
    plain = reader.decompress(packed, _LARGEST + 1)
    if len(plain) > _LARGEST:
        raise ValueError(f"it has more than {_LARGEST:,} bytes")
    if not reader.eof:
        raise EOFError("it ends too early")
    if reader.unused_data:
        raise ValueError("something follows its end")
    return plain


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _damaged(where: str, error: Exception) -> HookconformError:
    return HookconformError(
        "sweep.damaged",
        f"A unit cannot be read: {type(error).__name__}: {error}.",
        where=where,
        hint="Delete the file; `hookconform lab sweep run` makes it again.",
        exit_code=EXIT_INCOMPLETE,
    )


def _unwritable(path: Path, error: OSError) -> HookconformError:
    return HookconformError(
        "file.unwritable",
        f"A unit cannot be written: {reason(error)}.",
        where=str(path),
        hint="Check path and rights, and the room on the disk.",
        exit_code=EXIT_INCOMPLETE,
    )

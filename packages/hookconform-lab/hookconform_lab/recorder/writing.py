"""Write several files, all of them or none."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from hookconform.ground.errors import HookconformError, reason
from hookconform_lab.recorder.settings_file import replace_file


def write_all(files: Mapping[Path, bytes | None]) -> None:
    """Write or remove (None) files in this order; if one fails, those before it are put back as they were.

    Raises `HookconformError` (`record.write`) naming the one that failed.
    """
    before: dict[Path, bytes | None] = {}
    made: list[Path] = []
    for path, data in files.items():
        try:
            before[path] = path.read_bytes() if path.is_file() else None
            if data == before[path]:
                continue
            if data is None:
                path.unlink()
                continue
            made = [folder for folder in path.parents if not folder.exists()] + made
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, data)
        except OSError as error:
            _put_back(before)
            remove_empty(made)
            raise _not_written(path, error) from error


def remove_empty(folders: tuple[str, ...] | list[Path]) -> None:
    """Remove those of the folders that are there and empty, innermost first."""
    for folder in folders:
        with suppress(OSError):
            Path(folder).rmdir()


def _put_back(before: Mapping[Path, bytes | None]) -> None:
    for path, data in before.items():
        with suppress(OSError):
            if data is None:
                path.unlink(missing_ok=True)
            elif path.read_bytes() != data:
                # Without a second file: it may be the disk's being full that failed.
                path.write_bytes(data)


def _not_written(path: Path, error: OSError) -> HookconformError:
    return HookconformError(
        "record.write",
        f"Writing failed: {reason(error)}.",
        where=str(path),
        hint="Nothing was changed; check the rights.",
    )

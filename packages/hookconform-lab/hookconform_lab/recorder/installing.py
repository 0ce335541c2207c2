"""Install the recorder into a platform's settings, and take it out again byte for byte.

What stood there before is kept in the private folder with the hash of what was written (`notes.py`). If the file still
has that hash, uninstalling puts the old bytes back; if somebody edited it meanwhile, only our entries are taken out.
A platform may want several files: all of them change, or none. One process at a time does either.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Literal

from hookconform.ground.errors import HookconformError, reason
from hookconform.ground.input_files import read_bytes
from hookconform.ground.locks import alone
from hookconform_lab.recorder import notes
from hookconform_lab.recorder.folders import make_private, private_folder
from hookconform_lab.recorder.notes import Installation, sha256
from hookconform_lab.recorder.programs import installed_version, note_version
from hookconform_lab.recorder.registrations import Registration, Scope, registration_of
from hookconform_lab.recorder.script import copy_script
from hookconform_lab.recorder.writing import remove_empty, write_all

TakenOut = Literal["restored", "removed", "edited", "without", "unknown", "gone"]


def install(platform: str, scope: Scope, project: Path, events: tuple[str, ...] = ()) -> tuple[Installation, ...]:
    """Install the recorder next to the hooks that are there; an earlier installation of ours is replaced.

    Returns one installation a file. Raises `HookconformError` (`record.platform`, `record.scope`, `record.events`,
    `record.settings`, `record.not-text`, `record.write`) with no file touched.
    """
    registration = registration_of(platform)
    version = installed_version(platform)
    registration.demand_known(events, version)
    files = registration.files(scope, project, events or registration.events(version))
    with alone(make_private("installed") / ".lock"):
        script = copy_script()
        installed = _installed(registration, scope, project)
        planned = [_planned(registration, scope, path, its, version, script, installed) for path, its in files.items()]
        left = [item for item in installed if Path(item.file) not in files]
        without = _without(left)
        make_private("recordings", platform)
        note_version(platform, version)
        writes: dict[Path, bytes | None] = {}
        # The notes come first: what is installed and not noted would be worse than the other way round.
        for installation, original, _ in planned:
            writes |= notes.noted(installation, original)
        writes |= {Path(installation.file): data for installation, _, data in planned}
        writes |= {path: data for path, (data, _) in without.items()}
        for installation in left:
            writes |= notes.forgotten(installation)
        write_all(writes)
    return tuple(installation for installation, _, _ in planned)


def uninstall(platform: str, scope: Scope, project: Path) -> dict[Path, TakenOut]:
    """Take the recorder out of a platform's settings and forget it; returns what became of each file.

    That is `restored` (the old bytes are back), `removed` (there was no file before), `edited` (somebody changed the
    file meanwhile: our entries are out, the rest is theirs), `without` (changed, and nothing of ours was in it any
    more), `unknown` (note or backup was lost or damaged: our entries are out, the rest is as it was found) or `gone`
    (the file does not exist any more). Raises `HookconformError` (`record.not-installed`, `record.scope`,
    `record.settings`, `record.write`) with nothing touched.
    """
    registration = registration_of(platform)
    with alone(make_private("installed") / ".lock"):
        installed = _installed(registration, scope, project)
        if not installed:
            raise HookconformError(
                "record.not-installed",
                f"No recorder for {platform} is installed here.",
                where=str(next(iter(_places(registration, scope, project)))),
                hint="`hookconform record status` lists what is installed; a project's is uninstalled from its folder.",
            )
        without = _without(installed)
        writes: dict[Path, bytes | None] = {path: data for path, (data, _) in without.items()}
        for installation in installed:
            writes |= notes.forgotten(installation)
        write_all(writes)
        for installation in installed:
            if without[Path(installation.file)][0] is None:
                remove_empty(installation.made)
    return {path: outcome for path, (_, outcome) in without.items()}


def command(script: Path, platform: str, event: str) -> str:
    """Return the shell command of one hook: whatever happens to Python or the script, it ends with 0 and in silence."""
    words = [os.path.realpath(sys.executable), "-I", "-S", str(script), platform, event]
    return f"{shlex.join(words)} 2>/dev/null || true"


def _planned(  # noqa: PLR0913, PLR0917 (what one file's installation depends on)
    registration: Registration,
    scope: Scope,
    path: Path,
    events: tuple[str, ...],
    version: str | None,
    script: Path,
    installed: list[Installation],
) -> tuple[Installation, bytes | None, bytes]:
    """Return one file's installation, what it holds without us, and what it is to hold."""
    platform = registration.platform
    earlier, now = notes.find(platform, scope, path), _read(path)
    original = now if earlier is None else _before(earlier, path, now)[0]
    if original is not None:
        # One is left, however many there are that no note knows.
        original, _ = registration.without_ours(original, path, str(script))
    commands = {event: command(script, platform, event) for event in events}
    data = registration.contents(original, path, commands, private_folder())
    installation = Installation(
        platform=platform,
        scope=scope,
        file=str(path),
        events=events,
        version=version,
        written=sha256(data),
        original=None if original is None else sha256(original),
        made=tuple(str(folder) for folder in path.parents if not folder.exists()) or _made(installed, path),
        marker=str(script),
    )
    return installation, original, data


def _places(registration: Registration, scope: Scope, project: Path) -> Iterable[Path]:
    """Return every file that a recorder may be installed in."""
    return registration.files(scope, project, registration.registrable(None))


def _installed(registration: Registration, scope: Scope, project: Path) -> list[Installation]:
    found = (notes.find(registration.platform, scope, path) for path in _places(registration, scope, project))
    return [installation for installation in found if installation is not None]


def _without(installed: list[Installation]) -> dict[Path, tuple[bytes | None, TakenOut]]:
    """Return for each file what it must hold without our recorder, None for no file, and what that amounts to."""
    paths = [Path(installation.file) for installation in installed]
    return {path: _before(item, path, _read(path)) for item, path in zip(installed, paths, strict=True)}


def _before(installation: Installation, path: Path, now: bytes | None) -> tuple[bytes | None, TakenOut]:
    """Return what the file must hold without our recorder, None for no file; and what that amounts to."""
    if now is None:
        return None, "gone"
    untouched = sha256(now) == installation.written
    if untouched and installation.original is None:
        return None, "removed"
    backup = notes.backup(installation) if untouched else None
    if backup is not None:
        return backup, "restored"
    data, count = registration_of(installation.platform).without_ours(now, path, installation.marker)
    if not count:
        return data, "without"
    return data, "unknown" if untouched or installation.is_damaged else "edited"


def _made(installed: list[Installation], path: Path) -> tuple[str, ...]:
    """Return the folders above a file that an earlier installation made and that are still there, innermost first."""
    made = {folder for installation in installed for folder in installation.made}
    return tuple(str(folder) for folder in path.parents if str(folder) in made and folder.is_dir())


def _read(path: Path) -> bytes | None:
    try:
        return read_bytes(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise HookconformError(
            "record.settings",
            f"The settings file cannot be read: {reason(error)}.",
            where=str(path),
            hint="Check its rights.",
        ) from error

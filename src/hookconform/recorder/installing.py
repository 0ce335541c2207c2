"""Install the recorder into a platform's settings, and take it out again byte for byte.

What stood there before is kept in the private folder with the hash of what was written (`notes.py`). If the file still
has that hash, uninstalling puts the old bytes back; if somebody edited it meanwhile, only our entries are taken out.
One process at a time does either.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import Literal

from hookconform.ground.errors import HookconformError
from hookconform.ground.locks import alone
from hookconform.recorder import notes
from hookconform.recorder.folders import make_private, private_folder
from hookconform.recorder.notes import Installation, sha256
from hookconform.recorder.programs import installed_version, note_version
from hookconform.recorder.registrations import Scope, registration_of
from hookconform.recorder.script import copy_script
from hookconform.recorder.settings_file import replace_file

TakenOut = Literal["restored", "removed", "edited", "without", "unknown", "gone"]


def install(platform: str, scope: Scope, project: Path, events: tuple[str, ...] = ()) -> Installation:
    """Install the recorder next to the hooks that are there; an earlier installation of ours is replaced.

    Raises `HookconformError` (`record.platform`, `record.events`, `record.settings`, `record.write`) with the file
    untouched.
    """
    registration = registration_of(platform)
    path = registration.file(scope, project)
    version = installed_version(platform)
    registration.demand_known(events, version)
    chosen = events or registration.events(version)
    with alone(make_private("installed") / ".lock"):
        script = copy_script()
        earlier, now = notes.find(platform, scope, path), _read(path)
        original = now if earlier is None else _before(earlier, path, now)[0]
        if original is not None:
            # One is left, however many there are that no note knows.
            original, _ = registration.without_ours(original, path, str(script))
        commands = {event: command(script, platform, event) for event in chosen}
        data = registration.contents(original, path, commands, private_folder())
        make_private("recordings", platform)
        note_version(platform, version)
        installation = Installation(
            platform=platform,
            scope=scope,
            file=str(path),
            events=chosen,
            version=version,
            written=sha256(data),
            original=None if original is None else sha256(original),
            made=tuple(str(folder) for folder in path.parents if not folder.exists()) or _made(earlier),
            marker=str(script),
        )
        with notes.kept(installation, original):
            path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(path, data)
    return installation


def uninstall(platform: str, scope: Scope, path: Path) -> TakenOut:
    """Take the recorder out of a settings file and forget it.

    Returns `restored` (the old bytes are back), `removed` (there was no file before), `edited` (somebody changed the
    file meanwhile: our entries are out, the rest is theirs), `without` (changed, and nothing of ours was in it any
    more), `unknown` (note or backup was lost or damaged: our entries are out, the rest is as it was found) or `gone`
    (the file does not exist any more). Raises `HookconformError` (`record.not-installed`, `record.settings`,
    `record.write`) with nothing touched.
    """
    with alone(make_private("installed") / ".lock"):
        installation = notes.find(platform, scope, path)
        if installation is None:
            raise HookconformError(
                "record.not-installed",
                f"No recorder for {platform} is installed here.",
                where=str(path),
                hint="`hookconform record status` lists what is installed; a project's is uninstalled from its folder.",
            )
        now = _read(path)
        data, outcome = _before(installation, path, now)
        try:
            if data is None:
                path.unlink(missing_ok=True)
                notes.remove_empty(installation.made)
            elif data != now:
                replace_file(path, data)
        except OSError as error:
            raise notes.not_written(path, error) from error
        notes.forget(installation)
    return outcome


def command(script: Path, platform: str, event: str) -> str:
    """Return the shell command of one hook: whatever happens to Python or the script, it ends with 0 and in silence."""
    words = [os.path.realpath(sys.executable), "-I", "-S", str(script), platform, event]
    return f"{shlex.join(words)} 2>/dev/null || true"


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


def _made(earlier: Installation | None) -> tuple[str, ...]:
    """Return the folders that an earlier installation made and that are still there."""
    return () if earlier is None else tuple(folder for folder in earlier.made if Path(folder).is_dir())


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise HookconformError(
            "record.settings",
            f"The settings file cannot be read: {error.strerror}.",
            where=str(path),
            hint="Check its rights.",
        ) from error

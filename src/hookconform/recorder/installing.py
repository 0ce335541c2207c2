"""Install the recorder into a platform's settings, and take it out again byte for byte.

What stood there before is kept in the private folder with the hash of what was written. If the file still has that
hash, uninstalling puts the old bytes back; if somebody edited it meanwhile, only our entries are taken out.
"""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import shutil
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from hookconform.ground.errors import HookconformError
from hookconform.recorder.events import OPENCODE_BUS_EVENTS, events_to_record
from hookconform.recorder.folders import make_private, private_folder
from hookconform.recorder.programs import installed_version, note_version
from hookconform.recorder.registrations import Registration, Scope, registration_of
from hookconform.recorder.settings_file import (
    format_settings,
    parse_settings,
    replace_file,
    with_entries,
    without_entries,
)

_HERE = Path(__file__).parent
_SCRIPT = "hook_recorder.py"
_PLUGIN = _HERE.parent / "platforms" / "opencode" / "recorder.js"


@dataclass(frozen=True, slots=True)
class Installation:
    """One installed recorder.

    `written` is the SHA-256 of the file as we wrote it; `existed` tells whether there is a backup of what was there;
    `made` lists the folders we made for it, innermost first; `marker` is in the command of every entry of ours.
    """

    platform: str
    scope: Scope
    file: str
    events: tuple[str, ...]
    version: str | None
    written: str
    existed: bool
    made: tuple[str, ...]
    marker: str

    @property
    def name(self) -> str:
        """Return the name its note and its backup have in the private folder."""
        return f"{self.platform}-{self.scope}-{_sha256(self.file.encode())[:12]}"


def install(platform: str, scope: Scope, project: Path, events: tuple[str, ...] = ()) -> Installation:
    """Install the recorder next to the hooks that are there; an earlier installation of ours is replaced.

    Raises `HookconformError` (`record.platform`, `record.settings`, `record.write`) with the file untouched.
    """
    registration = registration_of(platform)
    path = registration.file(scope, project)
    earlier = find(platform, scope, path)
    if earlier is not None:
        uninstall(earlier)
    original = _read(path)
    version = installed_version(platform)
    chosen = events or events_to_record(platform, version)
    script = _copy_script()
    marker = str(script)
    data = _settings(registration, path, original, chosen, script)
    make_private("recordings", platform)
    note_version(platform, version)
    installation = Installation(
        platform=platform,
        scope=scope,
        file=str(path),
        events=chosen,
        version=version,
        written=_sha256(data),
        existed=original is not None,
        made=tuple(str(folder) for folder in path.parents if not folder.exists()),
        marker=marker,
    )
    folder = make_private("installed")
    try:
        if original is not None:
            replace_file(folder / f"{installation.name}.original", original)
        replace_file(folder / f"{installation.name}.json", json.dumps(asdict(installation), indent=2).encode())
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, data)
    except OSError as error:
        _forget(installation)
        raise _not_written(path, error) from error
    return installation


def uninstall(installation: Installation) -> Literal["restored", "removed", "edited", "gone"]:
    """Take one installation out and forget it.

    Returns `restored` (the old bytes are back), `removed` (there was no file before), `edited` (somebody changed the
    file meanwhile: our entries are out, the rest is theirs) or `gone` (the file does not exist any more). Raises
    `HookconformError` (`record.settings`) if an edited file cannot be read; then nothing is touched.
    """
    path = Path(installation.file)
    data = _read(path)
    try:
        outcome = _take_out(installation, path, data)
    except OSError as error:
        raise _not_written(path, error) from error
    _forget(installation)
    return outcome


def _take_out(
    installation: Installation, path: Path, data: bytes | None
) -> Literal["restored", "removed", "edited", "gone"]:
    if data is None:
        return "gone"
    untouched = _sha256(data) == installation.written
    if untouched and installation.existed:
        replace_file(path, (_folder() / f"{installation.name}.original").read_bytes())
        return "restored"
    if untouched or registration_of(installation.platform).entry is None:
        path.unlink()
        for folder in installation.made:
            if not any(Path(folder).iterdir()):
                Path(folder).rmdir()
        return "removed"
    settings, count = without_entries(parse_settings(data, path), installation.marker)
    if count:
        replace_file(path, format_settings(settings, data))
    return "edited"


def installations() -> Iterator[Installation]:
    """Yield what is installed, by name."""
    for path in sorted(_folder().glob("*.json")):
        raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        raw |= {"events": tuple(raw["events"]), "made": tuple(raw["made"])}
        yield Installation(**raw)


def find(platform: str, scope: Scope, path: Path) -> Installation | None:
    """Return the installation in one settings file, None if there is none."""
    wanted = (platform, scope, str(path))
    return next((item for item in installations() if (item.platform, item.scope, item.file) == wanted), None)


def command(script: Path, platform: str, event: str) -> str:
    """Return the shell command of one hook: whatever happens to Python or the script, it ends with 0 and in silence."""
    words = [os.path.realpath(sys.executable), "-I", "-S", str(script), platform, event]
    return f"{shlex.join(words)} 2>/dev/null || true"


def _settings(
    registration: Registration, path: Path, original: bytes | None, events: tuple[str, ...], script: Path
) -> bytes:
    if registration.entry is None:
        if original is not None:
            raise HookconformError(
                "record.settings", "There is a plugin of this name already.", where=str(path), hint="Move it away."
            )
        return _plugin(events)
    settings = parse_settings(original, path) if original is not None else dict(registration.preamble)
    entry = registration.entry
    ours = {event: entry(event, command(script, registration.platform, event)) for event in events}
    return format_settings(with_entries(settings, ours), original)


def _plugin(events: tuple[str, ...]) -> bytes:
    settings = {"folder": str(private_folder()), "hooks": events, "events": OPENCODE_BUS_EVENTS}
    before, _, after = _PLUGIN.read_text(encoding="utf-8").split("/*SETTINGS*/")
    return f"{before}{json.dumps(settings)}{after}".encode()


def _copy_script() -> Path:
    target = make_private("recorder") / _SCRIPT
    shutil.copyfile(_HERE / _SCRIPT, target)
    target.chmod(0o600)
    return target


def _folder() -> Path:
    return private_folder() / "installed"


def _forget(installation: Installation) -> None:
    for suffix in ("original", "json"):
        (_folder() / f"{installation.name}.{suffix}").unlink(missing_ok=True)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise HookconformError(
            "record.settings",
            f"The settings file cannot be read: {error.strerror}.",
            where=str(path),
            hint="Check its rights.",
        ) from error


def _not_written(path: Path, error: OSError) -> HookconformError:
    return HookconformError(
        "record.write",
        f"Writing failed: {error.strerror}.",
        where=str(path),
        hint="Nothing was changed; check the rights.",
    )


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()

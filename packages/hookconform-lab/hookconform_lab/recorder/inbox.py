"""What the recorder kept and nobody has reviewed yet."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.ground.errors import HookconformError
from hookconform.ground.pointers import resolve
from hookconform_lab.intake.recordings import Recording, parse_recording
from hookconform_lab.recorder.folders import private_folder

UNKNOWN = "(not known)"
# Seconds that writing a recording takes at most.
_WRITING = 60
# What a file that is no recording may end in; nothing in it may end the review of the others.
_UNREADABLE = (
    OSError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError, HookconformError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Received:
    """One recording as it came in; its version is empty if the program's version could not be told for certain."""

    path: Path
    recording: Recording

    @property
    def waits_for(self) -> str:
        """Return the platform that it is reviewed with: the one whose hook kept it, if nobody knows which called."""
        return self.path.parent.name if self.recording.platform == UNKNOWN else self.recording.platform


@dataclass(frozen=True, slots=True)
class Inbox:
    """What came in, oldest first, and the files that cannot be read as recordings."""

    received: tuple[Received, ...]
    unreadable: tuple[Path, ...]


def open_inbox(platform: str | None = None) -> Inbox:
    """Return what came in of one platform's runs, or of all."""
    good: list[Received] = []
    bad: list[Path] = []
    # Names begin with the time in nanoseconds.
    for path in sorted((private_folder() / "recordings").glob("*/*.json"), key=lambda path: path.name):
        if path.name.startswith("."):
            bad += [path] * _is_left_behind(path)
            continue
        try:
            found = _read(path)
        except _UNREADABLE:
            bad.append(path)
            continue
        if platform in (None, found.waits_for):
            good.append(found)
    return Inbox(tuple(good), tuple(bad))


def _is_left_behind(partial: Path) -> bool:
    """Tell whether a recording that is not complete never will be: its recorder was ended in the middle of writing."""
    try:
        return time.time() - partial.lstat().st_mtime > _WRITING
    except OSError:  # complete by now
        return False


def _read(path: Path) -> Received:
    if not path.is_file():  # a pipe would never end
        raise OSError
    row: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    told = told_by(row["platform"], row["hook_env_names"])
    if told != row["platform"]:
        # The version noted is that of the program the hook was installed for.
        row |= {"platform": told, "platform_version": None}
    row["platform_version"] = row["platform_version"] or _version_in(row) or ""
    row["recorded"] = datetime.fromtimestamp(row["recorded_ns"] / 1e9, tz=UTC).date().isoformat()
    return Received(path, parse_recording(json.dumps(row), where=path.name))


def told_by(registered_for: str, env_names: list[str]) -> str:
    """Return the platform that called the hook, which may be another than it was registered for, or `UNKNOWN`.

    Programs read each other's settings files; the environment tells who really called. A variable that one program
    alone sets proves it, and its absence that it was another one: the one of those which run these hooks too and
    leave no mark. The absence of a variable that others may set as well says only that nobody knows: older versions
    of the program did not set it.
    """
    names, programs = set(env_names), {name: load_platform(name).program for name in platform_ids()}
    own = {name: set(program.own) for name, program in programs.items() if program is not None and program.own}
    for platform, marks in own.items():
        if marks <= names:
            return platform
    program = programs.get(registered_for)
    if program is not None and not names.issuperset(program.given):
        return UNKNOWN
    if registered_for not in own:
        return registered_for
    others = [name for name in programs if name not in own and registered_for in _also_runs(name)]
    return others[0] if len(others) == 1 else UNKNOWN


def sets(platform: str) -> tuple[str, ...]:
    """Return the variables by which a platform's calls are known; none for a name that is no platform."""
    program = load_platform(platform).program if platform in platform_ids() else None
    return () if program is None else (*program.own, *program.given)


def _also_runs(platform: str) -> tuple[str, ...]:
    files = load_platform(platform).registration
    return () if files is None else files.also_runs


def _version_in(row: dict[str, Any]) -> str | None:
    """Return the version that the payload itself tells, where the platform is known to put it there."""
    program = load_platform(row["platform"]).program if row["platform"] in platform_ids() else None
    if program is None or program.version_pointer is None:
        return None
    try:
        version = resolve(json.loads(row.get("payload_text", "")), program.version_pointer)
    except ValueError:
        return None
    return version if isinstance(version, str) else None

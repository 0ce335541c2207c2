"""What the recorder kept and nobody has reviewed yet."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hookconform.corpus.recordings import Recording, parse_recording
from hookconform.errors import HookconformError
from hookconform.recorder.folders import private_folder

# Other programs read the same settings files; the environment tells who really called.
_TOLD_BY = (("COPILOT_CLI", "copilot-cli"), ("CURSOR_VERSION", "cursor"))


@dataclass(frozen=True, slots=True)
class Received:
    """One recording as it came in: the file, the call, and the variables' names that its hook saw.

    `recording.version` is empty if the program's version could not be told for certain.
    """

    path: Path
    recording: Recording
    env_names: tuple[str, ...]


def received(platform: str | None = None) -> Iterator[Received]:
    """Yield what came in, oldest first, of one platform's hooks or of all.

    Raises `HookconformError` (`recording.invalid`) naming a file that is no recording.
    """
    folder = private_folder() / "recordings"
    # Names begin with the time in nanoseconds.
    for path in sorted(folder.glob("*/*.json"), key=lambda path: path.name):
        found = _read(path)
        if platform in (None, found.recording.platform):
            yield found


def _read(path: Path) -> Received:
    try:
        row: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        env_names = tuple(row["hook_env_names"])
        told = told_by(row["platform"], env_names)
        if told != row["platform"]:
            # The version noted is that of the program the hook was installed for.
            row |= {"platform": told, "platform_version": None}
        row["platform_version"] = row["platform_version"] or _version_in(row) or ""
        row["recorded"] = datetime.fromtimestamp(row["recorded_ns"] / 1e9, tz=UTC).date().isoformat()
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise HookconformError(
            "recording.invalid",
            f"This file is not a recording ({type(error).__name__}).",
            where=str(path),
            hint="Remove the file: what is in it cannot be used.",
        ) from error
    return Received(path, parse_recording(json.dumps(row), where=path.name), env_names)


def told_by(registered_for: str, env_names: tuple[str, ...]) -> str:
    """Return the platform that called the hook, which may be another than it was registered for.

    Copilot CLI also runs the hooks of `.claude/settings.json` and of VS Code; VS Code those of Copilot CLI.
    """
    for name, platform in _TOLD_BY:
        if name in env_names:
            return platform
    return "vscode-copilot" if registered_for == "copilot-cli" else registered_for


def _version_in(row: dict[str, Any]) -> str | None:
    """Return the version that the payload itself tells, as Cursor's does."""
    try:
        payload = json.loads(row.get("payload_text", ""))
    except ValueError:
        return None
    version = payload.get("cursor_version") if isinstance(payload, dict) else None
    return version if isinstance(version, str) else None

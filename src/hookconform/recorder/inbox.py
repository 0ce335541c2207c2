"""What the recorder kept and nobody has reviewed yet."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from hookconform.ground.errors import HookconformError
from hookconform.intake.recordings import Recording, parse_recording
from hookconform.recorder.folders import private_folder

# Other programs read the same settings files; the environment tells who really called.
_TOLD_BY = (("COPILOT_CLI", "copilot-cli"), ("CURSOR_VERSION", "cursor"))
# Variables that these programs give to every hook.
_ALWAYS_THERE = {"claude-code": "CLAUDE_PROJECT_DIR", "gemini-cli": "GEMINI_PROJECT_DIR"}
UNKNOWN = "(not known)"


@dataclass(frozen=True, slots=True)
class Received:
    """One recording as it came in; its version is empty if the program's version could not be told for certain."""

    path: Path
    recording: Recording


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
        try:
            found = _read(path)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, HookconformError):
            bad.append(path)
            continue
        if platform in (None, found.recording.platform):
            good.append(found)
    return Inbox(tuple(good), tuple(bad))


def _read(path: Path) -> Received:
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

    Copilot CLI also runs the hooks of `.claude/settings.json` and of VS Code; VS Code those of Copilot CLI and of
    `.claude/settings.json`.
    """
    for name, platform in _TOLD_BY:
        if name in env_names:
            return platform
    if _ALWAYS_THERE.get(registered_for, "") not in ("", *env_names):
        return UNKNOWN
    return "vscode-copilot" if registered_for == "copilot-cli" else registered_for


def _version_in(row: dict[str, Any]) -> str | None:
    """Return the version that the payload itself tells, as Cursor's does."""
    try:
        payload = json.loads(row.get("payload_text", ""))
    except ValueError:
        return None
    version = payload.get("cursor_version") if isinstance(payload, dict) else None
    return version if isinstance(version, str) else None

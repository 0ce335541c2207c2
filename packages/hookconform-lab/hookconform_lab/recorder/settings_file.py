"""Settings files with hooks in them: read strictly, add our entries, take them out again.

What cannot be written back without loss (comments, duplicate keys, an unknown layout) is refused before anything
is touched.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import tempfile
from pathlib import Path
from typing import Any

from hookconform.ground.errors import HookconformError
from hookconform.ground.errors import reason as why

_COMMENT = re.compile(r"^\s*(//|/\*)", re.MULTILINE)
_HALVES = re.compile("[\ud800-\udfff]")
_INDENTED = re.compile(r"^\{\r?\n([ \t]+)")


def parse_settings(data: bytes, path: Path) -> dict[str, Any]:
    """Return the settings in a file; raises `HookconformError` (`record.settings`) for what we could not keep."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _refused(path, why(error)) from error
    try:
        settings = json.loads(text, object_pairs_hook=_without_duplicates)
    except RecursionError as error:
        raise _refused(path, "it is nested too deeply") from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        if data.startswith(b"\xef\xbb\xbf"):
            reason = "it begins with a byte-order mark"
        elif _COMMENT.search(text):
            reason = f"it has comments ({place}), which would be lost"
        else:
            reason = f"it is not JSON ({place})"
        raise _refused(path, reason) from error
    except ValueError as error:
        raise _refused(path, str(error)) from error
    if not isinstance(settings, dict):
        raise _refused(path, "it is not a JSON object")
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, dict) or not all(isinstance(entries, list) for entries in hooks.values()):
        raise _refused(path, "its `hooks` is not an object of lists")
    return settings


def with_entries(settings: dict[str, Any], entries: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return settings with one entry more at the end of each event's list; what is there keeps its place."""
    hooks = {event: list(there) for event, there in settings.get("hooks", {}).items()}
    for event, entry in entries.items():
        hooks.setdefault(event, []).append(entry)
    return {**settings, "hooks": hooks}


def without_entries(settings: dict[str, Any], marker: str) -> tuple[dict[str, Any], int]:
    """Return settings without the hooks whose command holds `marker`, and how many those were.

    Lists that become empty by it are taken out too; everything else stays.
    """
    hooks: dict[str, list[Any]] = {}
    removed = 0
    for event, entries in settings.get("hooks", {}).items():
        kept: list[Any] = []
        for entry in entries:
            rest, count = _without_ours(entry, marker)
            removed += count
            if rest is not None:
                kept.append(rest)
        if kept or not entries:
            hooks[event] = kept
    result = {**settings, "hooks": hooks}
    if removed and not hooks:
        del result["hooks"]
    return result, removed


def _without_ours(entry: Any, marker: str) -> tuple[Any, int]:
    """Return an entry without our hooks (None if nothing is left of it) and how many those were."""
    if not isinstance(entry, dict):
        return entry, 0
    inner = entry.get("hooks")
    if isinstance(inner, list):
        kept = [hook for hook in inner if not _is_ours(hook, marker)]
        count = len(inner) - len(kept)
        return (({**entry, "hooks": kept} if kept else None) if count else entry), count
    return (None, 1) if _is_ours(entry, marker) else (entry, 0)


def _is_ours(hook: Any, marker: str) -> bool:
    # In a command a path with an apostrophe is written otherwise.
    spellings = (marker, shlex.quote(marker))
    return isinstance(hook, dict) and any(
        spelling in str(hook.get(key, "")) for key in ("command", "bash") for spelling in spellings
    )


def format_settings(settings: dict[str, Any], original: bytes | None) -> bytes:
    """Return settings as JSON text, indented as `original` is (two spaces if there is none).

    Half of a surrogate pair, which UTF-8 has no bytes for, stays the escape that it was.
    """
    text = (original or b"").decode("utf-8")
    found = _INDENTED.match(text)
    written = json.dumps(settings, ensure_ascii=False, indent=found.group(1) if found else 2) + "\n"
    return _HALVES.sub(lambda found: f"\\u{ord(found[0]):04x}", written).encode("utf-8")


def replace_file(path: Path, data: bytes) -> None:
    """Write a file complete or not at all, through a link and with the mode it had."""
    target = Path(os.path.realpath(path))
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    partial = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        partial.chmod(target.stat().st_mode & 0o7777 if target.exists() else 0o644)
        partial.replace(target)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("it has a key twice in one object")
    return result


def _refused(path: Path, reason: str) -> HookconformError:
    return HookconformError(
        "record.settings",
        f"The settings file was left as it is: {reason}.",
        where=str(path),
        hint="Make it plain JSON, or install into the other scope (--scope project or user).",
    )

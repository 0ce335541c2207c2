"""One more platform for an existing project: its table in tables.json, and its name in the manifest."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

from hookconform.authoring import TABLES
from hookconform.authoring.languages import LANGUAGES
from hookconform.authoring.new_project import json_text, next_steps, tables_of
from hookconform.authoring.table_text import further_parts
from hookconform.corpus.claims import platform_ids
from hookconform.effects.rows import measured_platforms
from hookconform.ground.errors import HookconformError, reason, unwritable_file
from hookconform.ground.meant import meant

_MANIFEST = "adapter.toml"
_ALL = "all"
_PLATFORMS = re.compile(r"^(platforms\s*=\s*)\[[^\]]*\]", re.MULTILINE)


def add_platform(folder: Path, platform: str) -> list[Path]:
    """Add a platform to the project in a folder, and return the files that changed.

    Raises `HookconformError` (`init.platform`, `init.not-measured`, `init.no-project`, `init.there`, `file.unwritable`)
    with nothing written.
    """
    known = platform_ids()
    if platform not in known:
        raise _error("platform", f"The corpus has no platform {platform!r}.", meant(platform, known), "command line")
    manifest_path, tables_path = folder / _MANIFEST, folder / TABLES
    text, manifest, tables = _project(manifest_path, tables_path)
    hook = "hook" in manifest
    if hook and platform not in measured_platforms():
        raise _error(
            "not-measured",
            f"No answer of a hook was measured on {platform}, so no hook program can be judged there.",
            f"Measured: {', '.join(measured_platforms())}.",
            str(folder),
        )
    claimed = manifest.get("platforms")
    if platform in tables and (claimed == _ALL or platform in (claimed or ())):
        raise _error(
            "there", f"The project has {platform} already.", f"hookconform run {folder} {platform}", str(folder)
        )
    table = tables_of(platform, hook=hook) | _further(platform, tables)
    changed = {tables_path: json_text({**tables, platform: table})}
    if isinstance(claimed, list) and platform not in claimed:
        changed[manifest_path] = _with_platforms(text, [*claimed, platform], manifest_path)
    for path, content in changed.items():
        _write(path, content)
    return list(changed)


def steps_after(folder: Path, platform: str) -> str:
    """Return what to type in a project that has a further platform."""
    _, manifest, _ = _project(folder / _MANIFEST, folder / TABLES)
    return next_steps(folder, LANGUAGES.get(manifest.get("language", "")), platform, hook="hook" in manifest)


def _further(platform: str, tables: dict[str, Any]) -> dict[str, Any]:
    """Return the parts that the project's own tables have besides those of a new project, such as `kinds`."""
    own = {key for table in tables.values() if isinstance(table, dict) for key in table}
    return {key: value for key, value in further_parts(platform).items() if key in own}


def _project(manifest_path: Path, tables_path: Path) -> tuple[str, dict[str, Any], dict[str, Any]]:
    try:
        text = manifest_path.read_text(encoding="utf-8")
        manifest = tomllib.loads(text)
        tables = json.loads(tables_path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise _error(
            "no-project",
            f"Here is no project that `hookconform init` wrote: {reason(error)}.",
            f"Name the folder with {_MANIFEST} and {TABLES}. `hookconform tables PLATFORM --json` prints a table.",
            str(manifest_path.parent),
        ) from error
    if not isinstance(tables, dict):
        raise _error("no-project", f"{TABLES} is no JSON object.", "Correct the file.", str(tables_path))
    return text, manifest, tables


def _with_platforms(text: str, platforms: list[str], where: Path) -> str:
    """Return the manifest's text with another list of platforms; raises `HookconformError` (`init.no-project`)."""
    changed = _PLATFORMS.sub(lambda found: f"{found[1]}{json.dumps(platforms)}", text, count=1)
    if tomllib.loads(changed).get("platforms") != platforms:
        raise _error("no-project", "The list of platforms was not found.", f"Set platforms = {platforms}.", str(where))
    return changed


def _write(path: Path, content: str) -> None:
    try:
        path.write_text(content, encoding="utf-8", newline="\n")
    except OSError as error:
        raise unwritable_file(path, error) from error


def _error(code: str, what: str, hint: str, where: str) -> HookconformError:
    return HookconformError(f"init.{code}", what, where=where, hint=hint)

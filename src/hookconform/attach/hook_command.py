"""How a hook program is started at one call: its command and variables, with the placeholders filled in."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from hookconform.attach.calls import RulePack
from hookconform.attach.manifest import Manifest, filled

# Placeholders whose values differ from machine to machine; a report shows them unfilled.
_PLACES = ("{project}", "{home}", "{folder}", "{program}", "{python}", "{rules}")


def hook_command(
    manifest: Manifest, platform: str, event: str, rules: Path, words: Mapping[str, str] | None = None
) -> tuple[list[str], dict[str, str]]:
    """Return the program's argv and the variables to add, with the placeholders filled in; `words` are further ones.

    A program named by a relative path is taken from the manifest's folder.
    """
    here = manifest.hook.on(platform)
    known = placeholders(manifest, platform, rules) | {"{event}": event, **(words or {})}
    return started(manifest, here.command, known), variables(manifest, platform, known)


def placeholders(manifest: Manifest, platform: str, rules: Path) -> dict[str, str]:
    """Return what can be filled in on a platform whatever the call."""
    return {
        "{platform}": platform,
        "{rules}": str(rules),
        "{folder}": str(manifest.folder),
        "{python}": sys.executable,
    }


def started(manifest: Manifest, command: tuple[str, ...], words: Mapping[str, str]) -> list[str]:
    """Return a command filled in; a program named by a relative path is taken from the manifest's folder."""
    argv = [manifest.filled(part, words) for part in command]
    if os.sep in argv[0] and not Path(argv[0]).is_absolute():
        argv[0] = str(manifest.folder / argv[0])
    return argv


def variables(manifest: Manifest, platform: str, words: Mapping[str, str]) -> dict[str, str]:
    """Return the variables that the manifest adds on a platform, filled in."""
    stated = manifest.hook.on(platform).env
    return {name: manifest.filled(value, words) for name, value in stated.items()}


def shown(command: tuple[str, ...], words: Mapping[str, str]) -> str:
    """Return a command as a report shows it: nothing of this machine's is filled in."""
    same = {word: value for word, value in words.items() if word not in _PLACES}
    return " ".join(_quoted(filled(part, same)) for part in command)


def _quoted(part: str) -> str:
    return f"'{part}'" if " " in part or not part else part


def write_rules(pack: RulePack, path: Path) -> None:
    """Write a rule pack as YAML, or as JSON where the file is called so."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.suffix == ".json":
        path.write_text(pack.encoded, encoding="utf-8")
        return
    import yaml  # noqa: PLC0415 (only this kind of adapter needs it)

    path.write_text(yaml.safe_dump(pack.parsed, sort_keys=False, allow_unicode=True), encoding="utf-8")

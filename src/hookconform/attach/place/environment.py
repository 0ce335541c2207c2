"""The environment of a hook: what its platform sets, and nothing of the home of whoever runs the suite."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from hookconform.attach.place.folders import Place
from hookconform.corpus.claims import load_platform, platform_ids

# Below the home, as the XDG base directory specification has them.
_XDG = {
    "XDG_CONFIG_HOME": ".config",
    "XDG_CACHE_HOME": ".cache",
    "XDG_DATA_HOME": ".local/share",
    "XDG_STATE_HOME": ".local/state",
}
_OTHER_HOMES = ("USERPROFILE",)
_WINDOWS = {"APPDATA": "AppData/Roaming", "LOCALAPPDATA": "AppData/Local"}


def search_path() -> str:
    """Return PATH with the folder of this Python first, where the shipped programs are installed."""
    return os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])


def environment(place: Place, platform: str, version: str | None, added: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a hook of `platform` in a place; `added` are the manifest's, which count most."""
    return {
        **_inherited(),
        "PATH": search_path(),
        "HOME": str(place.home),
        **{name: str(place.home) for name in _OTHER_HOMES},
        **{name: str(place.home / below) for name, below in {**_XDG, **_windows()}.items()},
        **_of_platform(place, platform, version),
        **added,
    }


def _inherited() -> dict[str, str]:
    """Return the suite's own environment, without what tells a hook where it runs or where its user's files are."""
    programs = (load_platform(name).program for name in platform_ids())
    prefixes = tuple(prefix for program in programs if program is not None for prefix in program.prefixes)
    return {name: value for name, value in os.environ.items() if not name.startswith((*prefixes, "XDG_"))}


def _windows() -> dict[str, str]:
    return _WINDOWS if os.name == "nt" else {}


def _of_platform(place: Place, platform: str, version: str | None) -> dict[str, str]:
    program = load_platform(platform).program
    if program is None:
        return {}
    variables = dict.fromkeys(program.own, "1") | dict.fromkeys(program.project_folder, str(place.project))
    if program.version_variable and version:
        variables[program.version_variable] = version
    return variables

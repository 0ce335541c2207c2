"""How the program of an adapter is started: its command, its folder and its environment."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hookconform.attach import python_host
from hookconform.attach.child import CHANNEL
from hookconform.attach.manifest import Manifest, Run


@dataclass(frozen=True, slots=True)
class Launch:
    """A command with the variables to add to the environment; `hint` says what to look at if it does not start."""

    command: list[str]
    folder: Path
    environment: Mapping[str, str]
    hint: str


def command_launch(manifest: Manifest) -> Launch:
    """Return how a program that serves the protocol itself is started."""
    return Launch(
        [manifest.filled(part, run_words(manifest)) for part in _run(manifest).command],
        manifest.folder,
        environment_of(manifest),
        "Check `command` below [run]; it runs in the manifest's folder.",
    )


def python_launch(manifest: Manifest) -> Launch:
    """Return how a Python object is served: by the interpreter of its own, in a process of its own."""
    host = [str(Path(python_host.__file__).resolve()), CHANNEL, python_object(manifest)]
    folder = import_folder(manifest)
    return Launch(
        [_interpreter(manifest), *host, *([] if folder is None else [folder])],
        manifest.folder,
        environment_of(manifest),
        "Check `interpreter` below [run].",
    )


def python_object(manifest: Manifest) -> str:
    """Return module and factory of a Python adapter, `module:factory`."""
    return _run(manifest).python


def import_folder(manifest: Manifest) -> str | None:
    """Return the folder that comes first on the import path of a Python adapter, None if the manifest names none."""
    named = _run(manifest).path
    return None if named is None else str((manifest.folder / named).resolve())


def environment_of(manifest: Manifest) -> dict[str, str]:
    """Return the variables of `[run] env`, with `{folder}`, `{python}` and `{program}` filled in."""
    words = run_words(manifest)
    return {name: manifest.filled(value, words) for name, value in _run(manifest).env.items()}


def _run(manifest: Manifest) -> Run:
    assert manifest.run is not None  # noqa: S101 (a hook program is started by `hook_program`)
    return manifest.run


def run_words(manifest: Manifest) -> dict[str, str]:
    """Return what can be filled in below `[run]`, but for `{program}`."""
    return {"{folder}": str(manifest.folder), "{python}": sys.executable}


def _interpreter(manifest: Manifest) -> str:
    """Return the interpreter; a path is taken from the manifest's folder, a bare name from PATH."""
    named = _run(manifest).interpreter
    if named is None:
        return sys.executable
    named = manifest.filled(named, {})
    return str(manifest.folder / named) if os.sep in named else named

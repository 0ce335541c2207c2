"""How a hook is registered on a platform: the files, a complete example, and what must be so for it to run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from hookconform.corpus.claims import Platform
from hookconform.corpus.programs import EVENT
from hookconform.explain.answer_text import registered_in
from hookconform_lab.publish.addresses import REPOSITORY
from hookconform_lab.recorder.lists import HookLists
from hookconform_lab.recorder.registrations import HookEntries, recorded_platforms, registration_of
from hookconform_lab.recorder.tables import HookTables

# Stands for the reader's own hook.
HOOK = "/home/dev/my-hook"


@dataclass(frozen=True, slots=True)
class Registering:
    """Where hooks are registered, empty if nowhere there; `example` is the content of such a file for `event`.

    `example` is empty where a hook is a file or a function; `bridge` is then the address of a shipped plugin, if any.
    """

    event: str
    project_file: str
    user_file: str
    is_file: bool
    example: str
    needs: str
    bridge: str


def registering(platform: Platform) -> Registering | None:
    """Return how a hook that is asked before a tool is registered; None if that is not known."""
    files = platform.registration
    if files is None or platform.id not in recorded_platforms():
        return None
    registration = registration_of(platform.id)
    event = next(key for key in registration.registrable(None) if _is_asked_before(platform, key))
    of_project, of_user = registered_in(files, event)
    example = ""
    if isinstance(registration, HookEntries | HookTables | HookLists):
        content = registration.contents(None, Path(files.user_file), {event: HOOK}, Path())
        example = _without_our_name(content.decode())
    return Registering(
        event=event,
        project_file=of_project,
        user_file=of_user,
        is_file=EVENT in files.user_file.name,
        example=example,
        needs=registration.advice,
        bridge=_bridge(platform.id),
    )


def _is_asked_before(platform: Platform, key: str) -> bool:
    claim = platform.registrations.get(key)
    return claim is not None and (claim.canonical or claim.native) == "PreToolUse"


def _without_our_name(text: str) -> str:
    """Return an example without the recorder's marks: comments and names of hooks."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    named = '"name": ' + json.dumps("hookconform-")[:-1]
    return "\n".join(line for line in lines if not line.strip().startswith(named)).strip()


def _bridge(platform: str) -> str:
    folder = f"packages/hook-adapters/hook_adapters/bridges/{platform}"
    shipped = resources.files("hook_adapters").joinpath("bridges", platform).is_dir()
    return f"{REPOSITORY}/tree/main/{folder}" if shipped else ""

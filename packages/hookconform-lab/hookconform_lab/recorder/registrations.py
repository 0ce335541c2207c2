"""How a platform is told about the recorder: the part `recorder` of a platform, and the commonest kind of it."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, ClassVar, Literal

from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.programs import EVENT, RegistrationFiles
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import nearest
from hookconform_lab.parts import platforms_with, required_part
from hookconform_lab.recorder.settings_file import format_settings, parse_settings, with_entries, without_entries

Scope = Literal["project", "user"]
# Longest time a hook may take.
SECONDS = 10


class Registration(ABC):
    """The part `recorder` of a platform: `platforms/<p>/recorder.py` defines one instance called `RECORDER`.

    Which files it is about stands in the platform's `platform.yaml`. `advice` says what must be so for hooks to run.
    Use `HookEntries` for a settings file in JSON, `HookTables` for one in TOML, `HookLists` for one in YAML,
    `HookFiles` where each hook is a file, and `HookPlugin` where hooks are functions of a plugin.
    """

    platform: ClassVar[str]
    advice: ClassVar[str]

    @abstractmethod
    def events(self, version: str | None) -> tuple[str, ...]:
        """Return the events that are recorded unless the user names others; `version` is None if it is not known.

        Left out are events that are called for every streamed word or carry the vendor's own prompts, and those whose
        hook replaces what the program would do itself. Where an unknown name does harm, only events that the version
        is known to have are returned.
        """

    def registrable(self, version: str | None) -> tuple[str, ...]:
        """Return every event a user may ask for: those the claims know, at this version if it is known."""
        return load_platform(self.platform).events_at(version)

    @property
    def scopes(self) -> tuple[Scope, ...]:
        """Return the scopes that the platform reads hooks from: some read the user's settings alone."""
        return ("project", "user") if self._files().project_file is not None else ("user",)

    def files(self, scope: Scope, project: Path, events: tuple[str, ...]) -> dict[Path, tuple[str, ...]]:
        """Return the files of a scope in which hooks for these events are registered, each with its events.

        Raises `HookconformError` (`record.platform`, `record.scope`).
        """
        files = self._files()
        if scope == "user":
            named = os.environ.get(files.user_variable or "")
            place = (Path(named) if named else Path.home() / files.user_folder) / files.user_file
        elif files.project_file is not None:
            place = project / files.project_file
        else:
            raise HookconformError(
                "record.scope",
                f"{self.platform} reads hooks from the user's settings alone, not from a project's.",
                where="--scope",
                hint=f"hookconform record … {self.platform} --scope user",
            )
        if EVENT not in place.name:
            return {place: events}
        return {place.with_name(place.name.replace(EVENT, event)): (event,) for event in events}

    def _files(self) -> RegistrationFiles:
        files = load_platform(self.platform).registration
        if files is None:
            raise HookconformError(
                "record.platform",
                f"Where {self.platform!r} registers hooks is not known.",
                where=str(load_platform(self.platform).path),
                hint="Say it there under `registration`.",
            )
        return files

    def _named(self, name: str, known: tuple[str, ...]) -> list[str]:
        """Return the events whose name it is but for the casing, and those that are canonically called so."""
        meant = load_platform(self.platform).registrations.items()
        canonical = [key for key, claim in meant if key in known and name in (claim.canonical, claim.native)]
        return [event for event in known if event.lower() == name.lower()] + canonical

    @abstractmethod
    def contents(self, original: bytes | None, path: Path, commands: Mapping[str, str], private: Path) -> bytes:
        """Return a file with our hooks in it: event → command, or functions that file below the folder `private`.

        `original` is what the file holds without us, None for no file. Raises `HookconformError` (`record.settings`,
        `record.not-text`).
        """

    @abstractmethod
    def without_ours(self, data: bytes, path: Path, marker: str) -> tuple[bytes, int]:
        """Return a changed file without our hooks, and how many those were; `marker` is the script they call.

        Raises `HookconformError` (`record.settings`) if they cannot be taken out without losing what is not ours.
        """

    def demand_known(self, names: tuple[str, ...], version: str | None) -> None:
        """Raise `HookconformError` (`record.events`) for a name that is no event, or none of this version.

        Some programs silently drop every hook if they do not know one name.
        """
        known = self.registrable(version)
        for name in names:
            if name in known:
                continue
            ever = name in self.registrable(None)
            near = [*self._named(name, known), *get_close_matches(name, known, 1)]
            what = f"{self.platform} {version} does not know" if ever else f"{self.platform} has no event"
            raise HookconformError(
                "record.events",
                f"{what} {name[:60]!r}.",
                where="--events",
                hint=(f"Did you mean {near[0]!r}? " if near else "") + f"It has: {', '.join(known)}.",
            )


class HookEntries(Registration):
    """Hooks are entries of a JSON file below `hooks.<event>`; `preamble` holds keys a new file must begin with."""

    preamble: ClassVar[Mapping[str, Any]] = {}

    @abstractmethod
    def entry(self, event: str, command: str) -> dict[str, Any]:
        """Return one element of the list below `hooks.<event>`."""

    def contents(self, original: bytes | None, path: Path, commands: Mapping[str, str], private: Path) -> bytes:  # noqa: ARG002
        """Return the settings with one entry of ours more at the end of each event's list."""
        demand_text(self.platform, *commands.values())
        settings = parse_settings(original, path) if original is not None else dict(self.preamble)
        ours = {event: self.entry(event, command) for event, command in commands.items()}
        return format_settings(with_entries(settings, ours), original)

    def without_ours(self, data: bytes, path: Path, marker: str) -> tuple[bytes, int]:
        """Return the settings without the hooks that call our script; everything else stays."""
        settings, count = without_entries(parse_settings(data, path), marker)
        return (format_settings(settings, data) if count else data), count


def demand_text(platform: str, *named: str) -> None:
    """Raise `HookconformError` (`record.not-text`) for a command or path that no settings file can hold as text."""
    for text in named:
        try:
            text.encode()
        except UnicodeEncodeError as error:
            raise HookconformError(
                "record.not-text",
                f"The recorder cannot be named in the settings of {platform}: its path is not UTF-8 text.",
                where=text[:200],
                hint="Set XDG_DATA_HOME to a folder whose name is, and run hookconform with a Python in such a folder.",
            ) from error


def grouped(command: str, *, matcher: str | None = None, timeout: int = SECONDS, **more: str) -> dict[str, Any]:
    """Return an entry of the form that most platforms share: a matcher, if any, over a list of one hook."""
    hook = {"type": "command", **more, "command": command, "timeout": timeout}
    return {**({"matcher": matcher} if matcher else {}), "hooks": [hook]}


def recorded_platforms() -> tuple[str, ...]:
    """Return the platforms whose runs can be recorded, sorted."""
    return platforms_with("recorder")


def registration_of(platform: str) -> Registration:
    """Return a platform's registration; raises `HookconformError` (`record.platform`) if there is none."""
    near = None if platform in platform_ids() else nearest(platform, recorded_platforms())
    return required_part(
        platform,
        "recorder",
        code="record.platform",
        message=f"There is no recorder for {platform[:60]!r}.",
        hint=(f"Did you mean {near}? " if near else "") + "There is one for: {platforms}.",
    ).RECORDER

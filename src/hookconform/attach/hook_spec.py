"""`[hook]` of a manifest: how a hook program is started, and which policies it brings in which form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

PACK = "pack"
PROJECT = "{project}"


class PolicyFile(NamedTuple):
    """A file or folder of a policy, and where it is copied to: below `{project}` or `{home}`.

    A folder's content goes into the folder `to`; a file becomes the file `to`.
    """

    source: Path
    to: str


class Trigger(NamedTuple):
    """Texts of a tool's main argument that a program with rules of its own must block and must let run."""

    block: str
    allow: str


class HookOnPlatform(NamedTuple):
    """What is installed on one platform: a command with the variables to add, or a plugin of its own kind."""

    command: tuple[str, ...]
    env: Mapping[str, str]
    plugin: str | None = None


@dataclass(frozen=True)
class HookSpec:
    """The table as written, empty where there is none; nothing is filled in yet.

    `setup` are commands, run in this order. `reads_packs`: the program reads the suite's own rules, which are written
    to `rules_path`.
    """

    command: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    setup: tuple[tuple[str, ...], ...] = ()
    reads_packs: bool = False
    rules_path: str = ""
    policies: Mapping[str, tuple[PolicyFile, ...]] = field(default_factory=dict[str, tuple[PolicyFile, ...]])
    triggers: Mapping[str, Trigger] = field(default_factory=dict[str, Trigger])
    platforms: Mapping[str, HookOnPlatform] = field(default_factory=dict[str, HookOnPlatform])

    def on(self, platform: str) -> HookOnPlatform:
        """Return what is installed on a platform."""
        return self.platforms.get(platform) or HookOnPlatform(self.command, self.env)

    def brings(self, policy: str) -> bool:
        """Tell whether the program can be given this policy."""
        return self.reads_packs or policy in self.policies


def read_hook(raw: Mapping[str, Any], folder: Path) -> HookSpec:
    """Return the table `raw`, which must follow the schema; `folder` is the manifest's."""
    env = dict[str, str](raw.get("env", {}))
    command = tuple[str, ...](raw.get("command", ()))
    return HookSpec(
        command=command,
        env=env,
        setup=commands(raw.get("setup", [])),
        reads_packs=raw.get("rules") == PACK,
        rules_path=raw.get("rules_path", ""),
        policies={name: _files(value, folder) for name, value in raw.get("policies", {}).items()},
        triggers={tool: Trigger(**texts) for tool, texts in raw.get("triggers", {}).items()},
        platforms={
            name: HookOnPlatform(
                tuple(special.get("command", command)), env | special.get("env", {}), special.get("plugin")
            )
            for name, special in raw.get("platforms", {}).items()
        },
    )


def commands(raw: list[Any]) -> tuple[tuple[str, ...], ...]:
    """Return commands, of which one may stand alone."""
    if raw and isinstance(raw[0], str):
        return (tuple(raw),)
    return tuple(tuple(command) for command in raw)


def _files(raw: Any, folder: Path) -> tuple[PolicyFile, ...]:
    entries: list[Any] = raw if isinstance(raw, list) else [raw]
    return tuple(_file(entry, folder) for entry in entries)


def _file(entry: str | dict[str, str], folder: Path) -> PolicyFile:
    stated = {"from": entry} if isinstance(entry, str) else entry
    source = folder / stated["from"]
    return PolicyFile(source, stated.get("to", PROJECT if source.is_dir() else f"{PROJECT}/{source.name}"))

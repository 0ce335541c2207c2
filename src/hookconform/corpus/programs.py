"""A platform's program and where its hooks are registered: what `platform.yaml` says of both."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import Any, NamedTuple

# Stands for an event in the name of a file that hooks are registered in.
EVENT = "{event}"


class Program(NamedTuple):
    """How the program is called and what of itself it shows to hooks; fields as in the schema, None where unknown.

    `prefixes` begin the names of its variables; every hook of it has those of `own`, which no other program sets, and
    those of `given`, which others may set too; in those of `project_folder` hooks are told that folder.
    """

    command: str | None
    version_variable: str | None
    version_pointer: str | None
    prefixes: tuple[str, ...]
    own: tuple[str, ...]
    given: tuple[str, ...]
    project_folder: tuple[str, ...] = ()


class RegistrationFiles(NamedTuple):
    """Files hooks are registered in: one of a project, one of a user, below the folder that `user_variable` names.

    If that variable is not set it is `user_folder` in the home. `project_file` is None where a project can have no
    hooks. A file with `EVENT` in its name stands for one an event. `also_runs` are platforms whose hooks run here too.
    """

    project_file: PurePosixPath | None
    user_variable: str | None
    user_folder: PurePosixPath
    user_file: PurePosixPath
    also_runs: tuple[str, ...]


def program_from_dict(raw: dict[str, Any]) -> Program:
    """Return the program in `raw`, which must follow the platform schema."""
    variables = raw["variables"]
    return Program(
        command=raw.get("command"),
        version_variable=raw.get("version_variable"),
        version_pointer=raw.get("version_pointer"),
        prefixes=tuple(variables["prefixes"]),
        own=tuple(variables.get("own", ())),
        given=tuple(variables.get("given", ())),
        project_folder=tuple(variables.get("project_folder", ())),
    )


def registration_from_dict(raw: dict[str, Any]) -> RegistrationFiles:
    """Return the files in `raw`, which must follow the platform schema."""
    user = raw["user"]
    return RegistrationFiles(
        project_file=PurePosixPath(raw["project_file"]) if "project_file" in raw else None,
        user_variable=user.get("variable"),
        user_folder=PurePosixPath(user["folder"]),
        user_file=PurePosixPath(user["file"]),
        also_runs=tuple(raw.get("also_runs", ())),
    )

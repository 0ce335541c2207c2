"""JSON Schemas of the files in which hooks are registered, as the public catalogue of schemas takes them (draft 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.documents import load_document
from hookconform.corpus.locate import corpus_root

_DIALECT = "http://json-schema.org/draft-07/schema#"
_HOME = "https://hookconform.github.io/hookconform/schemas"
# In the name of a file that any name would do for.
_OURS = "hookconform"
Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Form:
    """How a platform's file registers hooks; `unit` is that of `timeout`.

    The platforms' drivers and recorders in the lab write these forms, and the programs ran such hooks.
    """

    build: Callable[[Platform, str], Schema]
    unit: str = "seconds"


def settings_schemas(platforms: Sequence[str], root: Path | None = None) -> Iterator[dict[str, Any]]:
    """Yield the schema of each platform's file of hooks, with its entry of the catalogue.

    None for platforms whose hooks are programs in a folder, or of whose files nothing is known.
    """
    base = root or corpus_root()
    for name in platforms:
        platform = load_platform(name, base)
        form = _FORMS.get(name)
        if form is None or platform.registration is None:
            continue
        title = f"{platform.name} hooks"
        description = f"Hooks of {platform.name}, by the event that calls them."
        url = f"{_HOME}/{name}-hooks.json"
        yield {
            "platform": name,
            "schema": {
                "$schema": _DIALECT,
                "$id": url,
                "$comment": _evidence(platform, base),
                "title": title,
                "description": description,
                "type": "object",
                **form.build(platform, form.unit),
            },
            "catalog": {"name": title, "description": description, "fileMatch": file_match(platform), "url": url},
        }


def file_match(platform: Platform) -> list[str]:
    """Return the patterns of a platform's files, those of a project first."""
    files = platform.registration
    if files is None:
        return []
    named = [files.project_file] if files.project_file is not None else []
    every = [*named, files.user_folder / files.user_file]
    return list(dict.fromkeys(f"**/{_any_name(path)}" for path in every))


def _any_name(path: PurePosixPath) -> PurePosixPath:
    return path.with_name(f"*{path.suffix}") if path.stem.startswith(_OURS) else path


def _evidence(platform: Platform, root: Path) -> str:
    raw = load_document(platform.path, "platform", root)["registration"]["evidence"]
    measured = dict.fromkeys(version for item in raw for version in item.get("versions", ()))
    sources = dict.fromkeys(item["source"] for item in raw if "source" in item)
    parts = [f"Measured at {', '.join(measured)}."] if measured else []
    return " ".join([*parts, f"Sources: {', '.join(sources)}."] if sources else parts)


def _events(platform: Platform, entry: Schema, preamble: Schema | None = None) -> Schema:
    """Return a file with lists of entries by event; a newer version may have further events."""
    entries = {"type": "array", "items": {"$ref": "#/definitions/entry"}}
    events = {event: {"description": _known(platform, event), **entries} for event in sorted(set(_names(platform)))}
    return {
        "definitions": {"entry": entry},
        "properties": {
            **(preamble or {}),
            "hooks": {
                "description": "Hooks by event.",
                "type": "object",
                "properties": events,
                "additionalProperties": entries,
            },
        },
    }


def _names(platform: Platform) -> tuple[str, ...]:
    return platform.events_at(None)


def _known(platform: Platform, event: str) -> str:
    claim = platform.registrations[event]
    since = f" since {claim.since}" if claim.since else ""
    until = f" until {claim.until}" if claim.until else ""
    return f"Hooks of {event}{', known' if since or until else ''}{since}{until}."


def _timeout(unit: str) -> Schema:
    return {"description": f"Time limit in {unit}.", "type": "number", "exclusiveMinimum": 0}


def _command(key: str = "command") -> Schema:
    return {key: {"description": "The command that is run.", "type": "string", "minLength": 1}}


_COMMAND_TYPE: Schema = {"type": {"description": "The kind of hook.", "type": "string"}}
_VERSION: Schema = {"version": {"description": "The version of the file's form.", "const": 1}}


def _groups(platform: Platform, unit: str, *, needs_matcher: bool = False) -> Schema:
    """Return a file of groups: a matcher, and the hooks that run for what it matches."""
    hook: Schema = {
        "type": "object",
        "properties": {
            **_COMMAND_TYPE,
            **_command(),
            "timeout": _timeout(unit),
            "name": {"description": "A name for people.", "type": "string"},
        },
        "required": ["type"],
        "if": {"properties": {"type": {"const": "command"}}},
        "then": {"required": ["command"]},
    }
    entry: Schema = {
        "type": "object",
        "properties": {
            "matcher": {"description": "For which tools the hooks run.", "type": "string"},
            "hooks": {"description": "The hooks of the group.", "type": "array", "items": hook},
        },
        "required": ["hooks", "matcher"] if needs_matcher else ["hooks"],
    }
    return _events(platform, entry)


def _groups_with_matcher(platform: Platform, unit: str) -> Schema:
    return _groups(platform, unit, needs_matcher=True)


def _flat(platform: Platform, unit: str) -> Schema:
    """Return a file of commands by event."""
    entry = {"type": "object", "properties": {**_COMMAND_TYPE, **_command(), "timeout": _timeout(unit)}}
    return _events(platform, {**entry, "required": ["command"]}, _VERSION)


def _flat_by_shell(platform: Platform, unit: str) -> Schema:
    """Return a file of commands by event, whose key is the shell that runs them."""
    entry: Schema = {
        "type": "object",
        "properties": {**_COMMAND_TYPE, **_command("bash"), "timeoutSec": _timeout(unit)},
    }
    return _events(platform, {**entry, "required": ["type"]}, _VERSION)


def _lists(platform: Platform, unit: str) -> Schema:
    """Return a file of commands by event among other settings."""
    entry = {"type": "object", "properties": {**_command(), "timeout": _timeout(unit)}, "required": ["command"]}
    return _events(platform, entry)


def _tables(platform: Platform, unit: str) -> Schema:
    """Return a file with one list of hooks, each with its event; a table with another key is refused."""
    events = sorted(set(_names(platform)))
    hook: Schema = {
        "type": "object",
        "properties": {
            "event": {"description": "The event that calls the hook.", "anyOf": [{"enum": events}, {"type": "string"}]},
            "matcher": {"description": "For which tools the hook runs.", "type": "string"},
            **_command(),
            "timeout": _timeout(unit),
        },
        "required": ["event", "command"],
        "additionalProperties": False,
    }
    return {"properties": {"hooks": {"description": "All hooks.", "type": "array", "items": hook}}}


_FORMS = {
    "claude-code": _Form(_groups),
    "code-puppy": _Form(_groups_with_matcher, "milliseconds"),
    "codex": _Form(_groups),
    "copilot-cli": _Form(_flat_by_shell),
    "cursor": _Form(_flat),
    "gemini-cli": _Form(_groups, "milliseconds"),
    "grok-build": _Form(_groups),
    "hermes-agent": _Form(_lists),
    "kimi-code": _Form(_tables),
    "letta-code": _Form(_groups, "milliseconds"),
    "qwen-code": _Form(_groups, "milliseconds"),
    "vscode-copilot": _Form(_flat),
}

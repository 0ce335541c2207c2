"""Schemas of files of hooks: what is written for the real programs follows them."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.export.schemas import settings_schemas
from hookconform_lab.parts import part

SCHEMAS = {one["platform"]: one for one in settings_schemas(platform_ids())}
READERS: dict[str, Callable[[str], Any]] = {".json": json.loads, ".toml": tomllib.loads, ".yaml": yaml.safe_load}


def problems(platform: str, settings: Any) -> list[str]:
    schema = SCHEMAS[platform]["schema"]
    return [error.message for error in jsonschema.Draft7Validator(schema).iter_errors(settings)]


def written(platform: str, folder: Path) -> Any:
    """Return the settings that the recorder, which the real program runs, writes for all of a platform's events."""
    found = part(platform, "recorder")
    assert found is not None
    recorder = found.RECORDER
    files = load_platform(platform).registration
    assert files is not None
    commands = {event: f"/bin/sh hook {event}" for event in recorder.events(None)}
    path = folder / files.user_file.name
    return READERS[path.suffix](recorder.contents(None, path, commands, folder).decode("utf-8"))


def test_every_platform_whose_hooks_stand_in_a_file_of_settings_has_a_schema() -> None:
    registered = ((platform, load_platform(platform).registration) for platform in platform_ids())
    in_files = {name for name, files in registered if files is not None and files.user_file.suffix in READERS}
    assert in_files == set(SCHEMAS)


@pytest.mark.parametrize("platform", sorted(SCHEMAS))
def test_written_settings_follow_the_schema(platform: str, tmp_path: Path) -> None:
    settings = written(platform, tmp_path)
    assert settings["hooks"]
    assert problems(platform, settings) == []


@pytest.mark.parametrize("platform", sorted(SCHEMAS))
def test_damaged_settings_break_the_schema(platform: str, tmp_path: Path) -> None:
    settings = written(platform, tmp_path)
    assert problems(platform, {**settings, "hooks": "none"})
    entries = settings["hooks"] if isinstance(settings["hooks"], list) else next(iter(settings["hooks"].values()))
    for key in entries[0]:
        if key in {"event", "command", "hooks"}:
            damaged = copy.deepcopy(settings)
            place = damaged["hooks"] if isinstance(damaged["hooks"], list) else next(iter(damaged["hooks"].values()))
            del place[0][key]
            assert problems(platform, damaged), key
            place[0][key] = 7
            assert problems(platform, damaged), key


@pytest.mark.parametrize("platform", sorted(SCHEMAS))
def test_entry_of_the_catalogue_names_the_files(platform: str) -> None:
    jsonschema.Draft7Validator.check_schema(SCHEMAS[platform]["schema"])
    entry, files = SCHEMAS[platform]["catalog"], load_platform(platform).registration
    assert files is not None
    assert set(entry) == {"name", "description", "fileMatch", "url"}
    assert entry["url"] == SCHEMAS[platform]["schema"]["$id"]
    suffixes = {Path(name).suffix for name in entry["fileMatch"]}
    assert suffixes == {files.user_file.suffix}
    assert not any("hookconform" in name for name in entry["fileMatch"])


def test_newer_event_and_other_settings_are_allowed() -> None:
    entry = {"hooks": [{"type": "command", "command": "x"}]}
    assert problems("claude-code", {"model": "x", "hooks": {"Unheard": [entry]}}) == []
    assert problems("claude-code", {"hooks": {"Unheard": [{"hooks": [{"type": "command"}]}]}})

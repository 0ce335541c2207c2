"""`adapter.toml`: what an adapter is, what it claims and how it is run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.claims import platform_ids
from hookconform.effects.rows import measured_platforms
from hookconform.ground.toml_file import read_toml
from hookconform.programs.program import installed_folder

PROGRAM = "{program}"
FILE_NAME = "adapter.toml"
REFERENCE_ENGINE = "reference"
ALL = "all"


@dataclass(frozen=True)
class Manifest:
    """One adapter as its manifest states it; `path` is the file, `raw` its content after validation."""

    path: Path
    raw: dict[str, Any]

    @property
    def name(self) -> str:
        """Return the adapter's name."""
        return self.raw["name"]

    @property
    def version(self) -> str:
        """Return the adapter's own version."""
        return self.raw["version"]

    @property
    def language(self) -> str:
        """Return the language the adapter is written in."""
        return self.raw["language"]

    @property
    def folder(self) -> Path:
        """Return the folder of the manifest, to which its paths are relative."""
        return self.path.parent

    @cached_property
    def platforms(self) -> frozenset[str]:
        """Return the platforms the adapter claims.

        `all` stands for those that the program names when it is asked (`claiming`), for every platform of the corpus
        until then. A hook program cannot be asked: for it, they are the ones whose answers are measured.
        """
        if not self.claims_all:
            return frozenset(self.raw["platforms"])
        return frozenset(measured_platforms() if self.kind == "hook" else platform_ids())

    @property
    def claims_all(self) -> bool:
        """Tell whether the manifest leaves it to the program to name its platforms."""
        return self.raw["platforms"] == ALL

    def claiming(self, platforms: Iterable[str]) -> Manifest:
        """Return the manifest as if it listed these platforms."""
        return replace(self, raw=self.raw | {"platforms": sorted(platforms)})

    @cached_property
    def capabilities(self) -> frozenset[str]:
        """Return the capabilities the adapter claims."""
        return frozenset(self.raw["capabilities"])

    @property
    def vocabulary(self) -> str:
        """Return the vocabulary tier it maps, `core` or `extended`."""
        return self.raw["vocabulary"]

    @property
    def maps_extended(self) -> bool:
        """Tell whether tools of the tier `extended` are mapped; otherwise they pass through."""
        return self.vocabulary == "extended"

    @property
    def legacy_aliases(self) -> bool:
        """Tell whether the adapter maps names that only published tables have."""
        return self.raw.get("legacy_aliases", False)

    @property
    def rule_engine(self) -> str:
        """Return whose rule engine matches: `own`, or `reference` for an adapter without `match`."""
        return self.raw.get("rule_engine", "own")

    @property
    def known_failures(self) -> Path | None:
        """Return the file of known failures, None if the manifest names none."""
        named = self.raw.get("known_failures")
        return self.folder / named if named else None

    @cached_property
    def program_folder(self) -> Path:
        """Return where the program beside this manifest is installed; raises as `installed_folder`."""
        return installed_folder(self.folder)

    @property
    def needs_program(self) -> bool:
        """Tell whether the manifest names the program that is stated beside it."""
        return PROGRAM in str(self.raw)

    def with_program(self, text: str) -> str:
        """Return the text with `{program}` filled in."""
        return text.replace(PROGRAM, str(self.program_folder)) if PROGRAM in text else text

    @property
    def kind(self) -> str:
        """Return how it is attached: `python`, `command` or `hook`."""
        if "hook" in self.raw:
            return "hook"
        return "python" if "python" in self.raw["run"] else "command"


def load_manifest(path: Path) -> Manifest:
    """Read and validate a manifest.

    Raises `HookconformError` (`adapter.unreadable`, `adapter.toml`, `schema.adapter`).
    """
    raw = read_toml(path, area="adapter", called="manifest")
    schemas.check(raw, "adapter", where=str(path))
    return Manifest(path=path.resolve(), raw=raw)

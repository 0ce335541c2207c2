"""`adapter.toml`: what an adapter is, what it claims and how it is run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from hookconform.attach.claim_check import check_claims
from hookconform.attach.claims import Claims, read_claims
from hookconform.attach.hook_check import check_hook
from hookconform.attach.hook_spec import HookSpec, commands, read_hook
from hookconform.attach.manifest_words import demand_keys, demand_list_of_platforms
from hookconform.attach.program import installed_folder
from hookconform.corpus.claims import platform_ids
from hookconform.corpus.documents import check_document
from hookconform.corpus.vocabulary import EXTENDED
from hookconform.effects.rows import measured_platforms
from hookconform.ground.errors import HookconformError
from hookconform.ground.toml_file import read_toml

PROGRAM = "{program}"
FILE_NAME = "adapter.toml"
PROTOCOL = 2
# Seconds for a whole run.
DEFAULT_TIME_LIMIT = 3600.0


@dataclass(frozen=True, slots=True)
class Run:
    """How a program that serves the protocol, or a Python object, is started: `[run]`.

    `setup` are commands that are run before, in this order.
    """

    command: tuple[str, ...] = ()
    python: str = ""
    path: str | None = None
    interpreter: str | None = None
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    setup: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class Manifest:
    """One adapter as its manifest states it; `path` is the file.

    `run` is None for a hook program, `hook` empty for all others. `stated` has the names of capabilities and the tier
    as the manifest has them. `corpus` is the release or fingerprint it is pinned to, None for any.
    `time_limit` is in seconds, for a whole run.
    """

    path: Path
    protocol: int
    name: str
    version: str
    language: str
    claims: Claims
    stated: Mapping[str, Any]
    homepage: str | None = None
    run: Run | None = None
    hook: HookSpec = field(default_factory=HookSpec)
    known_failures_file: str | None = None
    corpus: str | None = None
    needs_program: bool = False
    time_limit: float = DEFAULT_TIME_LIMIT

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
        if self.claims.platforms is not None:
            return self.claims.platforms
        return frozenset(measured_platforms() if self.kind == "hook" else platform_ids())

    @property
    def claims_all(self) -> bool:
        """Tell whether the manifest leaves it to the program to name its platforms."""
        return self.claims.platforms is None

    def claiming(self, platforms: Iterable[str]) -> Manifest:
        """Return the manifest as if it listed these platforms."""
        return replace(self, claims=replace(self.claims, platforms=frozenset(platforms)))

    @property
    def capabilities(self) -> frozenset[str]:
        """Return the capabilities the adapter claims."""
        return self.claims.capabilities

    @property
    def tier(self) -> str:
        """Return the tier of the vocabulary it maps, `core` or `extended`."""
        return self.claims.tier

    @property
    def maps_extended(self) -> bool:
        """Tell whether tools of the tier `extended` are mapped; otherwise they pass through."""
        return self.claims.tier == EXTENDED

    @property
    def known_failures(self) -> Path | None:
        """Return the file of known failures, None if the manifest names none."""
        return self.folder / self.known_failures_file if self.known_failures_file else None

    @cached_property
    def program_folder(self) -> Path:
        """Return where the program beside this manifest is installed; raises as `installed_folder`."""
        return installed_folder(self.folder)

    def filled(self, text: str, words: Mapping[str, str]) -> str:
        """Return a text with `{program}` and these placeholders filled in; raises as `installed_folder`."""
        return filled(text.replace(PROGRAM, str(self.program_folder)) if PROGRAM in text else text, words)

    @property
    def kind(self) -> str:
        """Return how it is attached: `python`, `command` or `hook`."""
        if self.run is None:
            return "hook"
        return "python" if self.run.python else "command"


def filled(text: str, words: Mapping[str, str]) -> str:
    """Return a text with its placeholders replaced."""
    for word, value in words.items():
        text = text.replace(word, value)
    return text


def load_manifest(path: Path) -> Manifest:
    """Read and validate a manifest.

    Raises `HookconformError` (`adapter.unreadable`, `adapter.toml`, and as `read_manifest` and `check_claims`).
    """
    raw = read_toml(path, area="adapter", called="manifest")
    manifest = read_manifest(raw, path.resolve())
    check_claims(manifest)
    check_hook(manifest)
    return manifest


def read_manifest(raw: Mapping[str, Any], path: Path) -> Manifest:
    """Return the manifest with this content.

    Raises `HookconformError` (`adapter.protocol`, `adapter.platform`, `schema.adapter`, `adapter.nul`).
    """
    _demand_protocol(raw, path)
    demand_keys(raw, path)
    demand_list_of_platforms(raw, path)
    check_document(dict(raw), "adapter", where=str(path))
    _demand_passable(raw, path)
    run = raw.get("run")
    return Manifest(
        path=path,
        protocol=raw["protocol"],
        name=raw["name"],
        version=raw["version"],
        language=raw["language"],
        homepage=raw.get("homepage"),
        claims=read_claims(raw),
        stated={key: raw[key] for key in ("capabilities", "tier")},
        run=None if run is None else _read_run(run),
        hook=read_hook(raw.get("hook", {}), path.parent),
        known_failures_file=raw.get("known_failures"),
        corpus=raw.get("corpus"),
        needs_program=PROGRAM in str(raw),
        time_limit=raw.get("time_limit", DEFAULT_TIME_LIMIT),
    )


def _demand_protocol(raw: Mapping[str, Any], path: Path) -> None:
    """Refuse a manifest of another protocol first: everything else in it could mean something else."""
    if raw.get("protocol") != PROTOCOL:
        stated = f"names protocol {raw['protocol']!r}" if "protocol" in raw else "names no protocol"
        raise HookconformError(
            "adapter.protocol",
            f"The manifest {stated}; this version speaks protocol {PROTOCOL} only.",
            where=str(path),
            hint=f"Write `protocol = {PROTOCOL}` and `tier`; docs/runner-contract.md describes both.",
        )


def _demand_passable(raw: Mapping[str, Any], path: Path) -> None:
    """Refuse the one character that no program, variable and path can have."""
    for place, text in _texts({key: raw[key] for key in ("run", "hook", "known_failures") if key in raw}, ""):
        if "\0" in text:
            raise HookconformError(
                "adapter.nul",
                f"{place} holds a NUL character, which can be given to no program.",
                where=str(path),
                hint="Take it out.",
            )


def _texts(value: Any, place: str) -> Iterator[tuple[str, str]]:
    """Yield every text in a manifest, names too, each with its place: `run.command.1`."""
    if isinstance(value, str):
        yield place, value
    within = value.items() if isinstance(value, Mapping) else enumerate(value) if isinstance(value, list) else ()
    for key, item in within:
        name = f"{place}.{key}".removeprefix(".")
        yield name, str(key)
        yield from _texts(item, name)


def _read_run(raw: Mapping[str, Any]) -> Run:
    return Run(
        command=tuple(raw.get("command", ())),
        python=raw.get("python", ""),
        path=raw.get("path"),
        interpreter=raw.get("interpreter"),
        env=raw.get("env", {}),
        setup=commands(raw.get("setup", [])),
    )

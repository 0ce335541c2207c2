"""Manifests: what the lab saw of one version of a program, one file a version (`versions/<version>.json`).

A manifest lists every payload that was recorded, by name and hash. The payload itself is filed once for each shape, at
the version that first showed it; a manifest says where. What the version before lists under the same name is not listed
again: the manifest takes the name from there, and only the hash is its own.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import compact, unique_keys
from hookconform.ground.packed import content_of, files_like
from hookconform.ground.versions import in_order

FOLDER = "versions"
# The keys of a payload, sorted.
Envelope = tuple[str, ...]
# An event's envelopes are those of the version before that saw it.
_SAME = "unchanged"
_HASH_BYTES = hashlib.sha256().digest_size


class Recorded(NamedTuple):
    """One recorded payload: its SHA-256, and the version and name of the case that shows its shape.

    `driver` and `recorded` are set where they are others than the manifest's, and no line of its own says so.
    """

    sha256: str
    version: str
    name: str
    driver: str = ""
    recorded: str = ""


class Manifest(NamedTuple):
    """One version as it was recorded; `payloads` are by name, `driver` and `recorded` (a date) hold for most of them.

    `envelopes` are those of every event that was seen, also where the file only says that they did not change.
    """

    version: str
    driver: str
    recorded: str
    payloads: Mapping[str, Recorded]
    envelopes: Mapping[str, tuple[Envelope, ...]] = MappingProxyType({})

    def with_payload(self, name: str, payload: Recorded, event: str, envelope: Envelope) -> Manifest:
        """Return the manifest with one more payload."""
        known = self.envelopes.get(event, ())
        envelopes = self.envelopes if envelope in known else {**self.envelopes, event: (*known, envelope)}
        return self._replace(payloads={**self.payloads, name: payload}, envelopes=envelopes)


def manifest_versions(folder: Path) -> list[str]:
    """Return the recorded versions of a platform's folder, oldest first."""
    return in_order(path.name.removesuffix(".json") for path in files_like(folder / FOLDER, "*.json"))


def manifest_path(folder: Path, version: str) -> Path:
    """Return where the manifest of a version is filed."""
    return folder / FOLDER / f"{version}.json"


def load_manifests(folder: Path, problem: Callable[[HookconformError], None] | None = None) -> dict[str, Manifest]:
    """Return a platform's manifests by version, oldest first.

    `problem` is told of one that cannot be read, which is then left out; without it `HookconformError`
    (`manifest.unreadable`) is raised.
    """
    found: dict[str, Manifest] = {}
    before = _Before()
    for version in manifest_versions(folder):
        try:
            found[version] = _read(manifest_path(folder, version), version, before)
        except HookconformError as error:
            if problem is None:
                raise
            problem(error)
            continue
        before = before.followed_by(found[version])
    return found


def write_manifests(folder: Path, manifests: Iterable[Manifest]) -> None:
    """Write all manifests of a platform, each complete or not at all; a file that would stay the same is left alone."""
    before = _Before()
    by_version = {manifest.version: manifest for manifest in manifests}
    for version in in_order(by_version):
        manifest = by_version[version]
        _write(manifest_path(folder, version), _text(manifest, before))
        before = before.followed_by(manifest)


class _Before(NamedTuple):
    """What was recorded before a version: the last manifest, and of every event the envelopes it had last."""

    version: str = ""
    payloads: Mapping[str, Recorded] = MappingProxyType({})
    envelopes: Mapping[str, tuple[Envelope, ...]] = MappingProxyType({})

    def followed_by(self, manifest: Manifest) -> _Before:
        return _Before(manifest.version, manifest.payloads, {**self.envelopes, **manifest.envelopes})

    def again(self, listed: Mapping[str, Any]) -> list[tuple[str, Recorded]]:
        """Return the payloads that a manifest has under the same names; raises `ValueError` and `KeyError`."""
        if listed["version"] != self.version:
            raise ValueError(
                f"it repeats payloads of {listed['version']}, but the version before it is {self.version or None}"
            )
        without = set(listed["without"])
        if unknown := without - set(self.payloads):
            raise ValueError(f"{self.version} has no payload {min(unknown)!r} to be without")
        names = sorted(set(self.payloads) - without)
        hashes = base64.b85decode(listed["sha256"]).hex()
        width = 2 * _HASH_BYTES
        if len(hashes) != width * len(names):
            raise ValueError(f"{len(names)} payloads are repeated, with {len(hashes) / width:g} hashes")
        return [
            (name, self.payloads[name]._replace(sha256=hashes[width * at : width * (at + 1)]))
            for at, name in enumerate(names)
        ]

    def repeated(self, payloads: Mapping[str, Recorded]) -> list[str]:
        """Return the names, sorted, that a manifest need not list again; none if most are listed otherwise."""
        same = [
            name
            for name, one in sorted(self.payloads.items())
            if name in payloads and one._replace(sha256=payloads[name].sha256) == payloads[name]
        ]
        return same if 2 * len(same) > len(self.payloads) else []

    def listed(self, names: list[str], payloads: Mapping[str, Recorded]) -> dict[str, Any]:
        """Return what a manifest says of the repeated payloads, as `again` reads it."""
        hashes = b"".join(bytes.fromhex(payloads[name].sha256) for name in names)
        without = sorted(set(self.payloads) - set(names))
        return {"version": self.version, "without": without, "sha256": base64.b85encode(hashes).decode("ascii")}


def _read(path: Path, version: str, before: _Before) -> Manifest:
    try:
        raw: dict[str, Any] = json.loads(content_of(path), object_pairs_hook=unique_keys)
        # A name under two versions is a key that stands twice.
        payloads = unique_keys(
            [
                *(before.again(raw["again"]) if "again" in raw else ()),
                *(
                    (name, _recorded(text, name, shown_at))
                    for shown_at, texts in raw["payloads"].items()
                    for name, text in texts.items()
                ),
            ]
        )
        envelopes = {
            event: before.envelopes[event] if keys == _SAME else tuple(tuple(envelope) for envelope in keys)
            for event, keys in raw["envelopes"].items()
        }
        return Manifest(version, raw["driver"], raw["recorded"], payloads, envelopes)
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise HookconformError(
            "manifest.unreadable",
            f"The manifest of the recording cannot be read: {type(error).__name__}: {error}.",
            where=str(path),
            hint="Restore the file from version control; `hookconform corpus lint` checks all of them.",
        ) from error


def _recorded(text: str, name: str, version: str) -> Recorded:
    digest, *more = text.split(" ")
    said = dict(part.split("=", 1) for part in more if "=" in part)
    other = next((part for part in more if "=" not in part), name)
    return Recorded(digest, version, other, **said)


def _text(manifest: Manifest, before: _Before) -> str:
    """Return a manifest as it is filed: payloads by the version that shows them, one a line."""
    again = before.repeated(manifest.payloads)
    payloads: dict[str, dict[str, str]] = {}
    for name, payload in sorted((name, manifest.payloads[name]) for name in manifest.payloads.keys() - set(again)):
        parts = [payload.sha256, *([payload.name] if payload.name != name else [])]
        parts += [f"{key}={value}" for key in ("driver", "recorded") if (value := getattr(payload, key))]
        payloads.setdefault(payload.version, {})[name] = " ".join(parts)
    envelopes = {
        event: compact(_SAME if before.envelopes.get(event) == keys else [list(envelope) for envelope in keys])
        for event, keys in sorted(manifest.envelopes.items())
    }
    head = {
        "$schema": "../../../schema/manifest.schema.json",
        "driver": manifest.driver,
        "recorded": manifest.recorded,
        **({"again": before.listed(again, manifest.payloads)} if again else {}),
        "payloads": {version: payloads[version] for version in in_order(payloads)},
    }
    # One line an event: a list of keys reads worse with a line for each of them.
    lines = ",\n".join(f"  {compact(event)}: {keys}" for event, keys in envelopes.items())
    text = json.dumps(head, ensure_ascii=False, indent=1).removesuffix("\n}")
    return f'{text},\n "envelopes": {{\n{lines}\n }}\n}}\n'


def _write(path: Path, text: str) -> None:
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_suffix(".json.partial")
    partial.write_text(text, encoding="utf-8")
    os.replace(partial, path)  # noqa: PTH105 (known to be atomic)

"""Measured rows: `responses/<version>.json` of a platform, read and written."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.documents import check_document
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.version_files import filed_versions, read_document, version_path
from hookconform.effects.effect import Answer, Observation
from hookconform.effects.forms import Form
from hookconform.ground.packed import is_held
from hookconform.ground.versions import next_to


class Row(NamedTuple):
    """One measured answer: the situation, the answer and what was observed."""

    id: str
    event: str
    registered_event: str
    tool: str | None
    approval: str
    answer: Answer
    effect: Observation


def measured_platforms(root: Path | None = None) -> tuple[str, ...]:
    """Return the platforms that have measured rows, sorted."""
    return _platforms(root or corpus_root())


def measured_versions(platform: str, root: Path | None = None) -> tuple[str, ...]:
    """Return the versions of a platform that have measured rows, oldest first."""
    return _versions(_folder(platform, root))


def load_rows(platform: str, version: str, root: Path | None = None) -> tuple[Row, ...]:
    """Return the rows of one version in file order.

    Raises `HookconformError` (`responses.unreadable`, `changes.damaged`, `schema.responses`).
    """
    return _rows(root or corpus_root(), platform, version)


def rows_for(platform: str, version: str, root: Path | None = None) -> tuple[Row, ...]:
    """Return the rows of the newest measured version that is not newer than `version`.

    A version older than every measured one gets the oldest rows: they are the nearest that is known.
    """
    nearest = neighbours(platform, version, root)
    return load_rows(platform, nearest[0], root) if nearest else ()


def adapter_rows(platform: str, version: str, registered_event: str, root: Path | None = None) -> tuple[Row, ...]:
    """Return the rows of one event that an adapter can answer with (no plugin's steps), each answer once.

    Of a version between two measured ones they are the older one's, then what only the newer one has; none if the event
    was not measured at both.
    """
    found: dict[str, Row] = {}
    for measured in neighbours(platform, version, root):
        mine = (row for row in rows_at(platform, measured, root) if row.registered_event == registered_event)
        rows = {row.id: row for row in mine if row.answer.plugin is None}
        if not rows:
            return ()
        found = rows | found
    return tuple(found.values())


def rows_at(platform: str, version: str, root: Path | None = None) -> tuple[Row, ...]:
    """Return the rows of a measured version, then those that it lacks and that are alike on both sides of it.

    A release beside the change of one answer may have been asked for the answers that change around it only.
    """
    return _filled(root or corpus_root(), platform, version)


@cache
def _filled(root: Path, platform: str, version: str) -> tuple[Row, ...]:
    versions = measured_versions(platform, root)
    place = versions.index(version) if version in versions else len(versions)
    own = {row.id: row for row in load_rows(platform, version, root)}
    older, newer = (
        {row.id: row for one in side for row in load_rows(platform, one, root)}
        for side in (versions[:place], versions[:place:-1])
    )
    alike = (row for name, row in older.items() if name in newer and newer[name].effect == row.effect)
    return (*own.values(), *(row for row in alike if row.id not in own))


def neighbours(platform: str, version: str, root: Path | None = None) -> tuple[str, ...]:
    """Return the version itself if it was measured, else the measured ones next to it, older first.

    A version beyond the oldest or the newest has one neighbour.
    """
    return _neighbours(root or corpus_root(), platform, version)


# Asked of every answer of every case of a run.
@lru_cache(maxsize=1024)
def _neighbours(root: Path, platform: str, version: str) -> tuple[str, ...]:
    return tuple(next_to(measured_versions(platform, root), version))


def rows_path(platform: str, version: str, root: Path | None = None) -> Path:
    """Return where the measured rows of a version are filed."""
    return version_path(platform, "responses", version, root)


def _folder(platform: str, root: Path | None) -> Path:
    return _folder_at(root or corpus_root(), platform)


# Remembered by place, never by "the default": another corpus may be the default next time.
@cache
def _folder_at(root: Path, platform: str) -> Path:
    return rows_path(platform, "", root).parent


@cache
def _platforms(root: Path) -> tuple[str, ...]:
    platforms = sorted(path.name for path in (root / "platforms").glob("*"))
    return tuple(one for one in platforms if filed_versions(_folder(one, root)))


@cache
def _versions(folder: Path) -> tuple[str, ...]:
    return tuple(filed_versions(folder))


@cache
def _rows(root: Path, platform: str, version: str) -> tuple[Row, ...]:
    return tuple(row_from(item) for item in _read(_folder(platform, root) / f"{version}.json", root)["rows"])


def kept_rows(path: Path) -> list[dict[str, Any]]:
    """Return the rows of a version, none if there is no file; errors as `load_rows`."""
    return _read(path)["rows"] if is_held(path) else []


def rows_document(version: str, rows: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return the document of measured rows."""
    return {"$schema": "../../../schema/responses.schema.json", "version": version, "rows": list(rows)}


def merged(fresh: list[dict[str, Any]], kept: list[dict[str, Any]], order: list[str]) -> list[dict[str, Any]]:
    """Return fresh rows, and kept ones where there is no fresh one, in the order of the forms; others are left out."""
    by_id = {row["id"]: row for row in [*kept, *fresh]}
    return [by_id[name] for name in order if name in by_id]


def row_of(form: Form, observed: Observation, *, date: str, how: str) -> dict[str, Any]:
    """Return one row as filed."""
    answer = form.answer
    said: dict[str, Any]
    if answer.plugin is not None:
        said = {"plugin": list(answer.plugin)}
    else:
        said = {"exit_code": answer.exit_code, "stdout": answer.stdout, "stderr": answer.stderr}
        said |= {"late": True} if answer.late else {}
    return {
        "id": form.id,
        "event": form.event,
        "registered_event": form.registered_event,
        "tool": form.tool,
        **({"failing": True} if form.failing else {}),
        "approval": form.approval,
        "answer": said,
        "effect": {
            "tool": observed.tool,
            "input": observed.input,
            "output": observed.output,
            "told": list(observed.told),
            "turn": observed.turn,
        },
        "measured": {"date": date, "how": how},
    }


def _read(path: Path, root: Path | None = None) -> dict[str, Any]:
    raw = read_document("responses", path)
    check_document(raw, "responses", where=str(path), root=root, is_json=True)
    return raw


def row_from(raw: dict[str, Any]) -> Row:
    """Return a row as it is filed."""
    answer, effect = raw["answer"], raw["effect"]
    plugin = answer.get("plugin")
    return Row(
        id=raw["id"],
        event=raw["event"],
        registered_event=raw["registered_event"],
        tool=raw["tool"],
        approval=raw["approval"],
        answer=Answer(
            exit_code=answer.get("exit_code", 0),
            stdout=answer.get("stdout", ""),
            stderr=answer.get("stderr", ""),
            late=answer.get("late", False),
            plugin=None if plugin is None else tuple(plugin),
        ),
        effect=Observation(effect["tool"], effect["input"], effect["output"], tuple(effect["told"]), effect["turn"]),
    )

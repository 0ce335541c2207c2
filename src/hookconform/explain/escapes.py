"""What a hook sees of everything that can happen in a session of one platform, and what it never sees."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform.corpus.escapes import (
    ANOTHER_EVENT,
    NOT_OFFERED,
    NOT_TRIED,
    SEEN_AFTER,
    SEEN_NOT_STOPPED,
    STOPPED,
    UNMEASURED,
    UNSEEN,
    EscapeCell,
    EscapeClaims,
    EscapeTable,
    MeasuredEscapes,
    escape_versions,
    load_escape_claims,
    load_escape_table,
    load_escapes,
    source_of,
)
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import stated
from hookconform.ground.plain_text import columns, counted, folded, listed
from hookconform.ground.versions import is_version

_SEES_BEFORE = frozenset({STOPPED, SEEN_NOT_STOPPED, ANOTHER_EVENT})
_SHORT = {
    STOPPED: "stopped",
    SEEN_NOT_STOPPED: "seen, not stopped",
    SEEN_AFTER: "seen afterwards",
    ANOTHER_EVENT: "another event",
    UNSEEN: "UNSEEN",
    NOT_OFFERED: "not offered",
    NOT_TRIED: "not tried",
}
_PLAIN = frozenset({STOPPED, NOT_TRIED})
_NAMED = 4


def escape_manifest(platform: str, version: str | None = None) -> dict[str, Any]:
    """Return what was measured of a version, by default the newest measured one (schema: escape-manifest).

    Raises `HookconformError` (`platform.unknown`, `escapes.none`, `escapes.version`, and as `load_escapes`).
    """
    documented = load_platform(platform).is_documented
    versions = escape_versions(platform)
    if not versions:
        raise HookconformError(
            "escapes.none",
            f"Nobody has measured what hooks of {platform} see of a session.",
            where=f"corpus/platforms/{platform}/escapes",
            hint=f"It is known from documents only: `hookconform explain {platform}` says what they say."
            if documented
            else f"Measure it with hookconform-lab: `hookconform lab escapes {platform}`.",
        )
    measured = load_escapes(platform, version or versions[-1])
    if measured is None:
        raise HookconformError(
            "escapes.version",
            f"Nobody has measured what hooks of {platform} {version} see of a session."
            if is_version(version or "")
            else f"{version!r} is no version; --escapes is about a whole platform.",
            where=f"corpus/platforms/{platform}/escapes",
            hint=f"Measured versions: {', '.join(versions)}.",
        )
    claims, table = load_escape_claims(platform), load_escape_table()
    effects = [_effect(measured, cell, table, claims) for cell in measured.cells]
    return {
        "platform": platform,
        "version": measured.version,
        "counts": dict(Counter(cell.verdict for cell in measured.cells)),
        "effects": effects,
        **stated(
            not_shown=sorted(table.rows.keys() - {cell.row for cell in measured.cells}), guards=list(claims.guards)
        ),
    }


def _effect(measured: MeasuredEscapes, cell: EscapeCell, table: EscapeTable, claims: EscapeClaims) -> dict[str, Any]:
    row, is_open = table.rows[cell.row], table.verdicts[cell.verdict].is_open
    source = source_of(row, claims) if is_open else None
    door, mode = measured.door_and_mode(cell)
    return {
        "row": row.id,
        "group": row.group,
        "title": row.title,
        "kind": row.acts,
        "step": row.method,
        "verdict": cell.verdict,
        **({} if cell.verdict in UNMEASURED else {"seen_before": cell.verdict in _SEES_BEFORE, "stopped": not is_open}),
        **stated(event=cell.event, door=door, mode=mode, runs=list(cell.runs), note=cell.note),
        **({"source": source.url, **stated(closed_by=source.closed_by)} if source is not None else {}),
    }


def escapes_text(manifest: dict[str, Any], *, whole: bool = False) -> str:
    """Return a manifest as text: the answer in three lines, then every row; `whole` adds runs, sources and notes."""
    table = load_escape_table()
    lines = [*answer_lines(manifest), ""]
    rows: list[list[str]] = []
    for group, title in table.groups.items():
        mine = [effect for effect in manifest["effects"] if effect["group"] == group]
        rows += [[f"{title}:", ""]] if mine else []
        rows += [[f"  {effect['title']}", _SHORT[effect["verdict"]]] for effect in mine]
    lines += columns(rows)
    shown = {effect["verdict"] for effect in manifest["effects"]} - _PLAIN
    legend = [f"{_SHORT[name]}: {verdict.title}" for name, verdict in table.verdicts.items() if name in shown]
    lines += ["", *(line for text in legend for line in folded(text, 2))]
    command = f"hookconform explain {manifest['platform']} --escapes --evidence"
    lines += _details(manifest) if whole else ["", f"Events, runs, sources: {command}"]
    return "\n".join(lines)


def answer_lines(manifest: dict[str, Any]) -> list[str]:
    """Return the answer in three lines: how much a deny stops, what it does not stop, of what nothing is said.

    A way past a deny without a public source is not shown, so that silence about a row says nothing.
    """
    tried = [effect for effect in manifest["effects"] if effect["verdict"] not in UNMEASURED]
    ways = [effect for effect in tried if not effect["stopped"]]
    left = len(manifest["effects"]) - len(tried)
    name, stopped = f"{manifest['platform']} {manifest['version']}", len(tried) - len(ways)
    head = f"{name}: a deny stops {stopped} of {counted(len(tried), 'way')} tried"
    named = listed([f"{way['title']}{_by(way)}" for way in ways], _NAMED)
    past = f"Not stopped: {named}." if ways else "No way past a hook is public."
    silent = len(manifest.get("not_shown", ()))
    hidden = f"; not public yet (SECURITY.md): {silent}" if silent else ""
    return [f"{head}.", *folded(past, 2), f"Not offered or not tried: {counted(left, 'way')}{hidden}."]


def _by(way: dict[str, Any]) -> str:
    return f" ({way['event']} sees it)" if way["verdict"] == ANOTHER_EVENT else ""


def _details(manifest: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    for effect in manifest["effects"]:
        driven = f"{effect['door']}, {effect['mode']}; runs {' '.join(effect['runs'])}" if "runs" in effect else ""
        parts = [effect.get("event", ""), driven, effect.get("note", ""), effect.get("source", "")]
        parts += [f"closed by {effect['closed_by']}"] if "closed_by" in effect else []
        lines += folded(f"{effect['row']}: {'; '.join(part for part in parts if part)}", 2)
    return ["", *lines]

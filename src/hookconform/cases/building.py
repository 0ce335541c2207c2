"""Building the index of a platform: every case it has, filed and composed, and what each is chosen by."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hookconform.cases.composed import compose_all
from hookconform.cases.entry import Entry, case_digest
from hookconform.corpus.case_files import CAPTURED, CaseFiles, in_id_order
from hookconform.corpus.cases import is_probe, unreadable_refused
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.family_templates import load_templates
from hookconform.corpus.native import named_tool, native_event


def build(root: Path, platform: str) -> tuple[list[list[Any]], bytes]:
    """Return head (as a list) and body of the index of a platform; raises as `CaseFiles` and `compose_all` do."""
    files = CaseFiles(root / "platforms" / platform)
    asked = asked_ids(files)
    rows: dict[str, dict[str, Any]] = {}
    for version in files.versions:
        for filed in files.captured(version):
            rows[filed.id] = _row(root, filed.path, filed.content) | {
                "repeats": filed.repeats,
                "is_asked": filed.id in asked,
            }
    clashes: set[str] = set()
    if platform in load_templates(root):
        for case in compose_all(root, platform):
            clashes |= {case.id} & rows.keys()
            composed = {"table": case.table, "row": case.row, "says": case.says, "refused": case.refused}
            rows[case.id] = _row(root, root / case.table, case.content) | {"composed": composed}
    for filed in files.by_hand.values():
        # A case of its own in the place of a row is what lint finds.
        clashes |= {filed.id} & rows.keys()
        rows[filed.id] = _row(root, filed.path, filed.content)
    head: list[list[Any]] = []
    body = bytearray()
    claims = load_platform(platform, root) if (files.folder / "platform.yaml").is_file() else None
    for case_id in in_id_order(rows):
        text = json.dumps(rows[case_id], separators=(",", ":")).encode("ascii")
        with unreadable_refused(root / rows[case_id]["path"], case_id):
            entry = _entry(case_id, rows[case_id]["content"], claims, len(body), text, clash=case_id in clashes)
        head.append(list(entry))
        body += text + b"\n"
    return head, bytes(body)


def asked_ids(files: CaseFiles) -> frozenset[str]:
    """Return the recorded cases that are put to adapters: of each shape its payload, its first and newest version.

    What is in between has the same shape and the same expectation. Contributions are all asked.
    """
    asked: set[str] = set(files.contributed_ids())
    shown: dict[tuple[str, str], list[str]] = {}
    for version, manifest in files.manifests.items():
        for name, payload in manifest.payloads.items():
            shown.setdefault((payload.version, payload.name), []).append(
                f"{files.platform}/{CAPTURED}/{version}/{name}"
            )
    for (version, name), case_ids in shown.items():
        asked.update((f"{files.platform}/{CAPTURED}/{version}/{name}", case_ids[0], case_ids[-1]))
    return frozenset(asked)


def _row(root: Path, path: Path, content: dict[str, Any]) -> dict[str, Any]:
    place = path.relative_to(root).as_posix()
    return {"path": place, "repeats": "", "is_asked": True, "composed": None, "content": content}


def _entry(  # noqa: PLR0913 (what a case says, and where it stands)
    case_id: str, content: dict[str, Any], claims: Platform | None, start: int, text: bytes, *, clash: bool
) -> Entry:
    parts, expected = case_id.split("/"), content["expected"]
    payload, registered = content.get("payload"), content["registered_event"]
    named = (None, None)
    if payload is not None and claims is not None:
        named = native_event(claims, registered, payload), named_tool(claims, payload)
    return Entry(
        case_id,
        content["title"],
        version=parts[2] if parts[1] == CAPTURED else None,
        origin=content["origin"]["kind"],
        registered_event=registered,
        event=expected.get("event"),
        tool_name=expected.get("tool_name"),
        platform_tool_name=expected.get("platform_tool_name"),
        kind=expected.get("kind"),
        native_event=named[0],
        native_tool=named[1],
        may_refuse=expected.get("may_refuse", False),
        is_claimed_twice=clash,
        is_probe=is_probe(content["origin"]),
        tags=tuple(sorted(content.get("tags", ()))),
        start=start,
        end=start + len(text),
        digest=case_digest(text),
    )

"""Pack contributions: file each with the recordings of its version, once for every shape, under the same id."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from hookconform.corpus.case_files import CaseFiles, write_lines
from hookconform.corpus.cases import filed_case, platform_folders
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.manifests import Manifest, write_manifests
from hookconform.ground.errors import HookconformError
from hookconform_lab.intake.adding import refuse_installed
from hookconform_lab.intake.importing import line_of, recorded_as
from hookconform_lab.intake.known import Draft, known_payloads
from hookconform_lab.intake.shapes import envelope_of, shape_of_case

# What `corpus add` writes. A contribution that says more was changed by hand: no other payload says it too.
_DRAFTED = frozenset({"title", "registered_event", "origin", "payload", "expected"})


@dataclass(slots=True)
class Packed:
    """Ids of contributions: `filed` with their payload, `listed` with the id they repeat, or `left` as they are."""

    filed: list[str] = field(default_factory=list[str])
    listed: dict[str, str] = field(default_factory=dict[str, str])
    left: list[str] = field(default_factory=list[str])


def pack(root: Path) -> Packed:
    """File all contributions of a corpus with its recordings; the files they were in are removed last.

    Raises `HookconformError`: `pack.installed`, `pack.changed`, `case.unreadable`, `manifest.unreadable`,
    `file.unwritable`.
    """
    refuse_installed(root, "pack")
    packed = Packed()
    for folder in platform_folders(root):
        files = CaseFiles(folder)
        if files.contributions():
            _pack(files, load_platform(folder.name, root), packed)
    return packed


def _pack(files: CaseFiles, platform: Platform, packed: Packed) -> None:
    known = known_payloads(platform, files)
    done: list[Path] = []
    changed: set[str] = set()
    for contribution in files.contributions():
        version, name = contribution.id.split("/")[2:]
        case = filed_case(contribution)
        if hashlib.sha256(case.payload_text.encode("utf-8")).hexdigest() != case.origin["sha256"]:
            raise HookconformError(
                "pack.changed",
                "The payload is not the one that was contributed.",
                where=str(contribution.path),
                hint="Restore the file from version control.",
            )
        if case.payload is None or contribution.content.keys() - _DRAFTED:
            packed.left.append(case.id)
            continue
        done.append(contribution.path)
        manifest = files.manifests.get(version)
        if manifest is None:
            manifest = Manifest(version, case.origin["driver"], case.origin["recorded"], {})
        elif name in manifest.payloads:
            # Packing was cut short: reading refuses another payload of this id.
            continue
        draft = Draft(case.expected, shape_of_case(platform, case), envelope_of(case.payload))
        shown = known.case_of(draft) or ""
        if shown:
            packed.listed[case.id] = shown
        else:
            files.lines(version)[name] = line_of(name, contribution.content, manifest)
            known.add(draft.shape, draft.envelope, case.id)
            changed.add(version)
            packed.filed.append(case.id)
        recorded = recorded_as(case.origin, case.id, shown, manifest)
        files.manifests[version] = manifest.with_payload(name, recorded, draft.event, draft.envelope)
    if not done:
        return
    for version in sorted(changed):
        write_lines(files.folder, version, files.lines(version).values())
    write_manifests(files.folder, files.manifests.values())
    for path in done:
        path.unlink()

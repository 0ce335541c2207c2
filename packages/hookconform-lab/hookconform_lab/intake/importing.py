"""Turn recordings into captured cases: one case for every shape, filed at the version that showed it first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from hookconform.cases.names import retired_ids
from hookconform.corpus.case_files import CAPTURED, CONTRIBUTED, CaseFiles, write_lines, write_text
from hookconform.corpus.cases import sent_as
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.manifests import Manifest, Recorded, write_manifests
from hookconform.corpus.native import misnamed
from hookconform.drafting.event import draft
from hookconform.ground.errors import HookconformError
from hookconform.ground.file_names import is_version, name_problem, path_in
from hookconform.ground.pointers import resolve
from hookconform.ground.printable import printable_json
from hookconform_lab.intake.known import Draft, Known, known_at, known_payloads
from hookconform_lab.intake.naming import file_stem, title
from hookconform_lab.intake.probing import Probes
from hookconform_lab.intake.recordings import Recording
from hookconform_lab.intake.shapes import case_shape, envelope_of

SCHEMA_REFERENCE = "../../../schema/contribution.schema.json"


@dataclass(slots=True)
class ImportResult:
    """Ids of the new cases, those whose payload was filed and those that repeat one; what was left out, by reason."""

    written: list[str] = field(default_factory=list[str])
    repeated: list[str] = field(default_factory=list[str])
    left_out: Counter[str] = field(default_factory=Counter[str])


class Importer:
    """Files recordings as cases; remembers what it has met of each platform."""

    def __init__(self, root: Path, *, driver: str, recorded: str, probes: Probes | None = None) -> None:
        self._root = root
        self._driver = driver
        self._recorded = recorded
        self._probes = probes or Probes()
        self._files: dict[str, CaseFiles] = {}
        self._payloads: dict[str, Known] = {}
        self._known: dict[tuple[str, str], Known] = {}
        self.result = ImportResult()

    def add(self, recording: Recording) -> str | None:
        """Take in one recording of the lab; returns its case's id, None if its version has the shape. `write` files it.

        A shape that another version has becomes a line of the manifest. Raises `HookconformError`: `import.not-exact`
        if the payload would not survive byte for byte, `schema.case` if its event or tool has no name that is a text,
        `name.unsafe`, `recording.undraftable`.
        """
        if recording.payload is None:
            self.result.left_out["not a JSON object"] += 1
            return None
        check_names(recording)
        platform = load_platform(recording.platform, self._root)
        drafted = self.drafted(recording)
        known = self.known_at(platform, recording.version)
        if known.case_of(drafted) is not None:
            self.result.left_out["shape already in the corpus"] += 1
            return None
        files = self._files_of(platform)
        manifest = files.manifests.get(recording.version)
        if manifest is None:
            _hold_apart(recording, files.versions)
            manifest = Manifest(recording.version, self._driver, recording.recorded or self._recorded, {})
        case = self.case_of(recording, drafted)
        shown = self._shown(platform, drafted)
        name = self._free_name(platform, recording, drafted, shown.rpartition("/")[2])
        case_id = f"{platform.id}/{CAPTURED}/{recording.version}/{name}"
        if shown:
            self.result.repeated.append(case_id)
        else:
            files.lines(recording.version)[name] = line_of(name, case, manifest)
            self.result.written.append(case_id)
            self._payloads[platform.id].add(drafted.shape, drafted.envelope, case_id)
        payload = recorded_as(case["origin"], case_id, shown, manifest)
        files.manifests[recording.version] = manifest.with_payload(name, payload, drafted.event, drafted.envelope)
        known.add(drafted.shape, drafted.envelope, case_id)
        return case_id

    def write(self) -> None:
        """Write what was added, each file complete or not at all; raises `HookconformError` (`file.unwritable`)."""
        for files in self._files.values():
            written = {tuple(case_id.split("/")[:3:2]) for case_id in self.result.written}
            for version in sorted(at for platform, at in written if platform == files.platform):
                write_lines(files.folder, version, files.lines(version).values())
            write_manifests(files.folder, files.manifests.values())

    def contribute(self, recording: Recording, drafted: Draft) -> Path:
        """File one recording of a person's own run as a file of its own; returns the path, raises as `add`."""
        platform = load_platform(recording.platform, self._root)
        case = self.case_of(recording, drafted)
        name = self._free_name(platform, recording, drafted)
        document = {"$schema": SCHEMA_REFERENCE, "id": f"{CAPTURED}/{recording.version}/{name}", **case}
        folder = self._root / "platforms"
        path = path_in(folder, platform.id, CONTRIBUTED, f"{recording.version}-{name}", ending=".json")
        write_text(path, printable_json(document, indent=2) + "\n")
        known = self.known_at(platform, recording.version)
        known.add(drafted.shape, drafted.envelope, f"{platform.id}/{document['id']}")
        self._files.pop(platform.id)
        return path

    def drafted(self, recording: Recording) -> Draft:
        """Return what a recording becomes, drafted from the claims.

        Raises `HookconformError` (`recording.undraftable`) if a name or an argument is of a type that none has.
        """
        platform = load_platform(recording.platform, self._root)
        payload = recording.payload or {}
        try:
            expected = draft(platform, recording.registered_event, payload)
            origin = sent_as(payload, recording.payload_text) or {}
            shape = case_shape(platform, recording.registered_event, payload, expected, origin)
            shape = replace(shape, is_probe=bool(self._probes.mark(platform, recording.version, shape.shape)))
            unnamed = misnamed(platform, payload)
            # A name that is a list is none.
            hash((shape, None if unnamed is None else resolve(payload, unnamed)))
        except (TypeError, ValueError, AttributeError, KeyError, RecursionError) as error:
            raise HookconformError(
                "recording.undraftable",
                f"Nothing can be drafted: a name or argument is of a type that none has ({type(error).__name__}).",
                where=recording.where,
                hint="Please report it with a payload made up like it.",
            ) from error
        return Draft(expected, shape, envelope_of(payload))

    def case_of(self, recording: Recording, drafted: Draft) -> dict[str, Any]:
        """Return the case a recording becomes; raises as `add`."""
        origin: dict[str, Any] = {
            "kind": CAPTURED,
            "driver": self._driver,
            "recorded": recording.recorded or self._recorded,
            "sha256": recording.sha256,
        }
        way = sent_as(recording.payload or {}, recording.payload_text)
        if way is None:
            raise HookconformError(
                "import.not-exact",
                "The payload is neither compact JSON nor JSON with a blank behind each comma and colon, so its bytes "
                "would not survive in a case.",
                where=recording.where,
                hint="File it by hand with payload_text.",
            )
        origin |= way
        if recording.model:
            origin["model"] = recording.model
        platform = load_platform(recording.platform, self._root)
        if drafted.shape.is_probe:
            origin |= self._probes.mark(platform, recording.version, drafted.shape.shape)
        unnamed = misnamed(platform, recording.payload or {})
        if unnamed is not None:
            raise HookconformError(
                "schema.case",
                f"At {unnamed} stands no text where a name should, so there is nothing to draft from.",
                where=recording.where,
                hint="File it by hand, with the error that it must be refused with.",
            )
        return {
            "title": title(drafted.shape.shape, drafted.expected),
            "registered_event": recording.registered_event,
            "origin": origin,
            "payload": recording.payload,
            "expected": drafted.expected.as_json(),
        }

    def known_at(self, platform: Platform, version: str) -> Known:
        """Return what the corpus has of a version."""
        key = (platform.id, version)
        if key not in self._known:
            self._known[key] = known_at(platform, self._files_of(platform), version)
        return self._known[key]

    def _shown(self, platform: Platform, drafted: Draft) -> str:
        """Return the id of the case whose filed payload shows the same, empty if there is none."""
        if platform.id not in self._payloads:
            self._payloads[platform.id] = known_payloads(platform, self._files_of(platform))
        return self._payloads[platform.id].case_of(drafted) or ""

    def _files_of(self, platform: Platform) -> CaseFiles:
        if platform.id not in self._files:
            self._files[platform.id] = CaseFiles(self._root / "platforms" / platform.id)
        return self._files[platform.id]

    def _free_name(self, platform: Platform, recording: Recording, drafted: Draft, preferred: str = "") -> str:
        folder = f"{platform.id}/{CAPTURED}/{recording.version}/"
        known = [*self._files_of(platform).captured_ids(), *retired_ids(self._root)]
        taken = {case_id.removeprefix(folder) for case_id in known if case_id.startswith(folder)}
        if preferred and preferred not in taken:
            return preferred
        return file_stem(platform, drafted.shape.shape, drafted.expected, taken)


def check_names(recording: Recording) -> None:
    """Raise `HookconformError` (`name.unsafe`) unless platform and version can name folders."""
    problem = name_problem(recording.platform)
    if problem is None and not is_version(recording.version):
        problem = "is not a version"
    if problem is not None:
        raise HookconformError(
            "name.unsafe",
            f"The platform or version of a recording {problem}.",
            where=recording.where,
            hint="They name the folder of the case.",
        )


def _hold_apart(recording: Recording, versions: Iterable[str]) -> None:
    """Raise `HookconformError` (`name.unsafe`) for a version that some file systems take for another one."""
    for version in versions:
        if version != recording.version and version.casefold() == recording.version.casefold():
            raise HookconformError(
                "name.unsafe",
                f"The version {recording.version} differs from {version} in upper and lower case alone.",
                where=recording.where,
                hint="They name the files of the recording, which would be one on some systems.",
            )


def recorded_as(origin: dict[str, Any], case_id: str, shown: str, manifest: Manifest) -> Recorded:
    """Return a payload as its manifest lists it; `shown` is the id of the case that it repeats, empty for none."""
    version, name = (shown or case_id).split("/")[2:]
    others = {key: origin[key] for key in ("driver", "recorded") if shown and origin[key] != getattr(manifest, key)}
    return Recorded(origin["sha256"], version, name, **others)


def line_of(name: str, case: dict[str, Any], manifest: Manifest) -> dict[str, Any]:
    """Return a case as its line has it: without what the manifest says of the whole recording, or of the payload."""
    said = {"kind": CAPTURED, "driver": manifest.driver, "recorded": manifest.recorded}
    said["sha256"] = case["origin"]["sha256"]
    origin = {key: value for key, value in case["origin"].items() if said.get(key) != value}
    line = {"name": name, **case, "origin": origin}
    return {key: value for key, value in line.items() if key != "origin" or value}

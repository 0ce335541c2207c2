"""What a corpus already shows of a platform: shapes and envelopes, at one version and at all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from hookconform.corpus.case_files import CaseFiles, captured_path
from hookconform.corpus.cases import filed_case
from hookconform.corpus.claims import Platform
from hookconform.corpus.expected import Expected
from hookconform.corpus.manifests import Envelope
from hookconform_lab.intake.shapes import CaseShape, envelope_of, shape_of_case


@dataclass(frozen=True, slots=True)
class Draft:
    """A recording as a case: what is expected of it, its shape, and the keys around what it is about."""

    expected: Expected
    shape: CaseShape
    envelope: Envelope

    @property
    def event(self) -> str:
        """Return the name under which the hook was registered."""
        return self.shape.shape.registered_event


@dataclass(slots=True)
class Known:
    """The case of each shape, and the envelopes of each event."""

    shapes: dict[CaseShape, str] = field(default_factory=dict[CaseShape, str])
    envelopes: dict[str, set[Envelope]] = field(default_factory=dict[str, set[Envelope]])

    def case_of(self, draft: Draft) -> str | None:
        """Return the id of the case that shows the same, None if there is none."""
        return self.shapes.get(draft.shape) if draft.envelope in self.envelopes.get(draft.event, ()) else None

    def add(self, shape: CaseShape, envelope: Envelope, case_id: str) -> None:
        """Count a case as known."""
        self.shapes.setdefault(shape, case_id)
        self.envelopes.setdefault(shape.shape.registered_event, set()).add(envelope)


def known_at(platform: Platform, files: CaseFiles, version: str) -> Known:
    """Return what was recorded at one version, contributions included."""
    known = Known()
    for filed in files.captured(version):
        case = filed_case(filed)
        payload = case.payload_object
        if payload is None:
            continue
        shape = shape_of_case(platform, case)
        known.shapes.setdefault(shape, case.id)
        if not case.repeats:
            known.add(shape, envelope_of(payload), case.id)
    manifest = files.manifests.get(version)
    for event, envelopes in manifest.envelopes.items() if manifest else ():
        known.envelopes.setdefault(event, set()).update(envelopes)
    return known


def known_payloads(platform: Platform, files: CaseFiles) -> Known:
    """Return what the payloads filed with recordings show, oldest version first; not those of contributions."""
    known = Known()
    for shape, envelope, case_id in _payloads(platform, files):
        known.add(shape, envelope, case_id)
    return known


def _payloads(platform: Platform, files: CaseFiles) -> Iterator[tuple[CaseShape, Envelope, str]]:
    for version in files.manifests:
        for filed in files.captured(version):
            case = filed_case(filed)
            payload = case.payload_object
            if not case.repeats and payload is not None and case.path == captured_path(files.folder, version):
                yield shape_of_case(platform, case), envelope_of(payload), case.id

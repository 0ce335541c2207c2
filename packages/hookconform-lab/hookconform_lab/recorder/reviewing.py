"""Turn what came in into what would be contributed, and say what is new about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hookconform.corpus.cases import sent_as, sent_text
from hookconform.corpus.claims import Platform, load_platform, platform_ids
from hookconform.corpus.expected import Expected
from hookconform.corpus.manifests import Envelope
from hookconform.corpus.native import is_mcp_tool, native_event
from hookconform.corpus.releases import load_releases
from hookconform.ground.errors import HookconformError
from hookconform.ground.file_names import is_version
from hookconform.ground.json_text import is_too_deep
from hookconform.ground.meant import nearest
from hookconform.ground.plain_text import counted
from hookconform.ground.versions import at_least
from hookconform_lab.intake.importing import Importer
from hookconform_lab.intake.known import Draft, Known
from hookconform_lab.intake.recordings import Recording
from hookconform_lab.intake.shapes import CaseShape, Shape
from hookconform_lab.recorder.inbox import UNKNOWN, Received, sets
from hookconform_lab.redaction.editing import MASKABLE, mask
from hookconform_lab.redaction.gate import NAME, PLATFORM_VERSION, REGISTERED_EVENT, Doubt, Gate
from hookconform_lab.redaction.json_in_text import MAX_DEPTH
from hookconform_lab.redaction.private import Private, of_this_machine, with_payloads
from hookconform_lab.redaction.published import Published, published
from hookconform_lab.redaction.redactor import Redaction, Redactor

_UNRECOGNISED = "(not recognised)"


@dataclass(frozen=True, slots=True)
class Review:
    """One recording as it would be contributed.

    `recording` is redacted; `redactions` and `doubts` say where something was taken out and what is not recognised;
    `news` says what the corpus does not have yet, `known_as` which case shows the same already.
    """

    source: Path
    recording: Recording
    redactions: tuple[Redaction, ...]
    doubts: tuple[Doubt, ...]
    drafted: Draft
    news: tuple[str, ...]
    known_as: str | None

    @property
    def expected(self) -> Expected:
        """Return what is expected of it."""
        return self.drafted.expected

    @property
    def shape(self) -> Shape:
        """Return what the program did."""
        return self.drafted.shape.shape

    @property
    def payload(self) -> dict[str, Any]:
        """Return the redacted payload."""
        return self.recording.payload or {}

    @property
    def cleared(self) -> bool:
        """Tell whether the gate recognises everything."""
        return not self.doubts

    @property
    def headline(self) -> str:
        """Return platform, version, event and tool in one line; what is itself in doubt is not told."""
        doubtful = {doubt.pointer for doubt in self.doubts if doubt.kind == NAME}
        version = _UNRECOGNISED if PLATFORM_VERSION in doubtful else self.recording.version
        event = _UNRECOGNISED if REGISTERED_EVENT in doubtful else self.recording.registered_event
        tool = _UNRECOGNISED if doubtful - {PLATFORM_VERSION, REGISTERED_EVENT} else self.shape.tool
        return f"{self.recording.platform} {version}: {event}" + (f", {tool}" if self.shape.tool is not None else "")


@dataclass(frozen=True, slots=True)
class Unusable:
    """One recording that cannot become a case, and why; platform and event are told only if they are known ones.

    `can_be_mended`: a version given by hand makes it usable.
    """

    source: Path
    platform: str
    registered_event: str
    reason: str
    can_be_mended: bool = False


# Says which version of the program sent a recording, empty if nobody knows.
AskVersion = Callable[[Recording], str]
_ANY_VERSION = "1.0.0"
_NO_VERSION = "the program's version is not known: give it with --platform-version"


class Reviewer:
    """Reviews the recordings of one inbox; what it was told to keep counts as known from then on."""

    def __init__(
        self,
        root: Path,
        *,
        version: str | None = None,
        private: Private | None = None,
        ask_version: AskVersion | None = None,
    ) -> None:
        self._root = root
        self._version = version
        self._ask_version = ask_version
        self._told: dict[str, str] = {}
        self._known: Published = published(root)
        self._private = of_this_machine() if private is None else private
        self._importer = Importer(root, driver="live", recorded="")
        self._kept: set[tuple[str, str, CaseShape, Envelope]] = set()

    def reviews(self, received: Iterable[Received], *, masked: bool = False) -> Iterator[Review | Unusable]:
        """Yield each recording reviewed, in order; lazily, so that what was kept meanwhile counts.

        With `masked`, placeholders stand for everything that is not recognised.
        """
        everything = list(received)
        payloads = [
            item.recording.payload
            for item in everything
            if item.recording.payload is not None and not _is_too_deep(item.recording)
        ]
        redactor = Redactor(with_payloads(self._private, payloads), self._known.names)
        for item in map(self._with_version, everything):
            reason = next(self._problems(item.recording, item.waits_for), None)
            yield self._review(item, redactor, masked=masked) if reason is None else self._unusable(item, reason)

    def problem(self, recording: Recording) -> str:
        """Return why a recording cannot become a case, empty if it can."""
        return next(self._problems(recording), "")

    def _with_version(self, item: Received) -> Received:
        """Return a recording with its program's version, asked for once a platform where it could not be told."""
        recording = item.recording
        if self._ask_version is None or self._version is not None or is_version(recording.version):
            return item
        if self.problem(replace(recording, version=_ANY_VERSION)):
            return item
        if recording.platform not in self._told:
            self._told[recording.platform] = self._ask_version(recording)
        return replace(item, recording=replace(recording, version=self._told[recording.platform]))

    def _unusable(self, item: Received, reason: str) -> Unusable:
        platform, event = item.recording.platform, item.recording.registered_event
        known_platform = platform in (UNKNOWN, *platform_ids(self._root))
        return Unusable(
            source=item.path,
            platform=platform if known_platform else _UNRECOGNISED,
            registered_event=event if event in self._known.names else _UNRECOGNISED,
            reason=reason,
            can_be_mended=reason == _NO_VERSION,
        )

    def changed(self, review: Review, payload: dict[str, Any]) -> Review:
        """Return the review of a payload that was masked or edited; what is in doubt no longer counts as redacted."""
        platform = load_platform(review.recording.platform, self._root)
        judged = self._judged(platform, review.source, review.recording, payload, review.redactions)
        left = {doubt.pointer for doubt in judged.doubts}
        replaced_values = (
            Redaction(doubt.pointer.split("#")[0], ("unrecognised",))
            for doubt in review.doubts
            if doubt.pointer not in left and doubt.kind in MASKABLE
        )
        return replace(judged, redactions=(*review.redactions, *replaced_values))

    def keep(self, review: Review) -> None:
        """Count this review's shape as known."""
        self._kept.add(_key(review.recording, review.drafted))

    def _problems(self, recording: Recording, registered_for: str = "") -> Iterator[str]:
        """Yield why a recording cannot become a case, the plainest reason first."""
        if recording.platform == UNKNOWN:
            yield _unknown_caller(registered_for)
        elif recording.platform not in platform_ids(self._root):
            yield "the corpus has no platform of this name"
        if _is_too_deep(recording):
            yield "it is nested too deeply"
        if recording.payload is None:
            yield "the payload is not a JSON object"
            return
        if sent_as(recording.payload, recording.payload_text) is None:
            yield "the payload is not compact JSON, nor spaced as usual: file it by hand, with payload_text"
        text = recording.payload_text
        if not text.isascii() and text != text.encode("utf-8", "replace").decode("utf-8"):
            yield "the payload is not UTF-8 text"
        if not recording.registered_event.isprintable():
            yield "the event it was registered for is no name"
        if self._version is None and not is_version(recording.version):
            yield _NO_VERSION

    def _review(self, item: Received, redactor: Redactor, *, masked: bool) -> Review | Unusable:
        platform = load_platform(item.recording.platform, self._root)
        recording = replace(item.recording, version=self._version or item.recording.version)
        redacted = redactor.redact(item.recording.payload or {}, platform.payload.tool_input)
        try:
            review = self._judged(platform, item.path, recording, redacted.payload, redacted.redactions)
            return self.changed(review, mask(review.payload, review.doubts)) if masked else review
        except HookconformError as error:
            if error.code != "recording.undraftable":
                raise
            return self._unusable(item, "a name or an argument in it is of a type that none has")

    def _judged(
        self,
        platform: Platform,
        source: Path,
        recording: Recording,
        payload: dict[str, Any],
        redactions: tuple[Redaction, ...],
    ) -> Review:
        way = sent_as(recording.payload or {}, recording.payload_text) or {}
        recording = replace(recording, payload=payload, payload_text=sent_text(payload, way))
        drafted = self._importer.drafted(recording)
        known = self._importer.known_at(platform, recording.version)
        seen = "an earlier recording of this review" if _key(recording, drafted) in self._kept else None
        return Review(
            source=source,
            recording=recording,
            redactions=redactions,
            doubts=tuple(Gate(platform, self._known).doubts(payload, recording.registered_event, recording.version)),
            drafted=drafted,
            news=tuple(self._news(platform, recording, payload, drafted, known)),
            known_as=known.case_of(drafted) or seen,
        )

    def _unlisted(self, recording: Recording) -> str:
        """Return what makes a version doubtful: that its registry does not list it among older and newer ones."""
        releases = load_releases(recording.platform, self._root)
        version = recording.version
        if releases is None or version in releases.listed or not at_least(releases.known[-1], version):
            return ""
        near = nearest(version, releases.known)
        return f", nor has {releases.registry}, read on {releases.read}{f'; is it {near}?' if near else ''}"

    def _news(
        self, platform: Platform, recording: Recording, payload: dict[str, Any], drafted: Draft, known: Known
    ) -> Iterator[str]:
        shape = drafted.shape.shape
        if not known.shapes:
            yield f"version {recording.version}: the corpus has nothing of it{self._unlisted(recording)}"
        event = native_event(platform, recording.registered_event, payload)
        if event not in platform.events:
            yield "an event that no claim is about"
        if shape.tool not in (None, *platform.tools) and not is_mcp_tool(platform, shape.tool or "", payload):
            yield "a tool that no claim is about"
        new_keys = {*payload, *shape.argument_keys} - self._known.keys
        if new_keys:
            yield f"{counted(len(new_keys), 'key')} that no published payload has"
        if known.shapes and known.case_of(drafted) is None:
            yield f"a payload of this shape at {recording.version}"


def _unknown_caller(registered_for: str) -> str:
    names = sets(registered_for)
    if not names:
        return "the calling program is unknown: it set no variable by which a platform is known"
    all_of = "all of " if len(names) > 1 else ""
    return (
        f"the calling program is unknown: it did not set {all_of}{', '.join(names)}, as {registered_for} does; "
        "only what the program itself calls is a recording"
    )


def _key(recording: Recording, drafted: Draft) -> tuple[str, str, CaseShape, Envelope]:
    """Return what two recordings have in common that show the same."""
    return recording.platform, recording.version, drafted.shape, drafted.envelope


def _is_too_deep(recording: Recording) -> bool:
    """Tell whether a payload is nested deeper than is followed; recorded ones stay far below."""
    return is_too_deep(recording.payload_text, MAX_DEPTH)

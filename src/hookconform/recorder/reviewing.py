"""Turn what came in into what would be contributed, and say what is new about it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.mcp import is_mcp_tool
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import compact, is_too_deep
from hookconform.intake.drafting import draft, native_event
from hookconform.intake.importing import Importer
from hookconform.intake.recordings import Recording
from hookconform.intake.shapes import Shape, shape_of
from hookconform.recorder.inbox import UNKNOWN, Received
from hookconform.redaction.gate import Doubt, Gate
from hookconform.redaction.private import Private, of_this_machine, with_payloads
from hookconform.redaction.published import Published, published
from hookconform.redaction.redactor import Redaction, Redactor

VERSION = re.compile(r"\d{1,6}(?:\.\d{1,6}){1,3}(?:[-+][0-9A-Za-z.-]{1,32})?")


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
    expected: dict[str, Any]
    shape: Shape
    news: tuple[str, ...]
    known_as: str | None

    @property
    def payload(self) -> dict[str, Any]:
        """Return the redacted payload."""
        return self.recording.payload or {}

    @property
    def cleared(self) -> bool:
        """Tell whether the gate recognises everything."""
        return not self.doubts


@dataclass(frozen=True, slots=True)
class Unusable:
    """One recording that cannot become a case, and why."""

    source: Path
    platform: str
    registered_event: str
    reason: str


class Reviewer:
    """Reviews the recordings of one inbox; what it was told to keep counts as known from then on."""

    def __init__(self, root: Path, *, version: str | None = None, private: Private | None = None) -> None:
        self._root = root
        self._version = version
        self._known: Published = published(root)
        self._private = of_this_machine() if private is None else private
        self._importer = Importer(root, driver="live", recorded="")
        self._kept: set[tuple[str, Shape]] = set()

    def reviews(self, received: Iterable[Received]) -> Iterator[Review | Unusable]:
        """Yield each recording reviewed, in order; lazily, so that what was kept meanwhile counts."""
        everything = list(received)
        payloads = [item.recording.payload for item in everything if item.recording.payload is not None]
        redactor = Redactor(with_payloads(self._private, payloads), self._known.names)
        for item in everything:
            reason = self._problem(item.recording)
            if reason is None:
                try:
                    yield self._review(item, redactor)
                    continue
                except HookconformError as error:
                    if error.code != "platform.unknown":
                        raise
                    reason = f"the corpus has no platform {item.recording.platform}"
            yield Unusable(item.path, item.recording.platform, item.recording.registered_event, reason)

    def changed(self, review: Review, payload: dict[str, Any]) -> Review:
        """Return the review of a payload that was edited further."""
        platform = load_platform(review.recording.platform, self._root)
        return self._judged(platform, review.source, review.recording, payload, review.redactions)

    def keep(self, review: Review) -> None:
        """Count this review's shape as known."""
        self._kept.add((review.recording.platform, review.shape))

    def _problem(self, recording: Recording) -> str | None:
        if recording.platform == UNKNOWN:
            return "it cannot be told which program called the hook"
        if recording.payload is None:
            deep = is_too_deep(recording.payload_text)
            return "it is nested too deeply" if deep else "the payload is not a JSON object"
        text = compact(recording.payload) + ("\n" if recording.payload_text.endswith("\n") else "")
        if text != recording.payload_text:
            return "the payload is not compact JSON: file it by hand, with payload_text"
        if not text.isascii() and text != text.encode("utf-8", "replace").decode("utf-8"):
            return "the payload is not UTF-8 text"
        if self._version is None and not VERSION.fullmatch(recording.version):
            return "the program's version is not known: give it with --platform-version"
        return None

    def _review(self, item: Received, redactor: Redactor) -> Review:
        platform = load_platform(item.recording.platform, self._root)
        recording = replace(item.recording, version=self._version or item.recording.version)
        redacted = redactor.redact(item.recording.payload or {})
        return self._judged(platform, item.path, recording, redacted.payload, redacted.redactions)

    def _judged(
        self,
        platform: Platform,
        source: Path,
        recording: Recording,
        payload: dict[str, Any],
        redactions: tuple[Redaction, ...],
    ) -> Review:
        newline = "\n" if recording.payload_text.endswith("\n") else ""
        recording = replace(recording, payload=payload, payload_text=compact(payload) + newline)
        expected = draft(platform, recording.registered_event, payload)
        shape = shape_of(platform, recording.version, recording.registered_event, payload, expected["matched_rules"])
        known = self._importer.known_shapes(platform, recording.version)
        seen = "an earlier recording of this review" if (platform.id, shape) in self._kept else None
        return Review(
            source=source,
            recording=recording,
            redactions=redactions,
            doubts=tuple(Gate(platform, self._known).doubts(payload, recording.registered_event)),
            expected=expected,
            shape=shape,
            news=tuple(self._news(platform, recording, payload, shape, known)),
            known_as=known.get(shape, seen),
        )

    def _news(
        self, platform: Platform, recording: Recording, payload: dict[str, Any], shape: Shape, known: dict[Shape, str]
    ) -> Iterator[str]:
        if not known:
            yield f"version {recording.version}: the corpus has nothing of it"
        event = native_event(platform, recording.registered_event, payload)
        if event not in platform.events:
            yield "an event that no claim is about"
        if shape.tool not in (None, *platform.tools) and not is_mcp_tool(platform, shape.tool or "", payload):
            yield "a tool that no claim is about"
        new_keys = {*payload, *shape.argument_keys} - self._known.keys
        if new_keys:
            yield f"{len(new_keys)} keys that no published payload has"
        if known and shape not in known:
            yield f"a payload of this shape at {recording.version}"

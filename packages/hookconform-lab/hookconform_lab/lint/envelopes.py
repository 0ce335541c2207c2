"""Manifests list the envelopes that filed payloads show: each of them, and no key that no payload of the event has."""

from __future__ import annotations

from collections.abc import Iterator

from hookconform.corpus.cases import Case
from hookconform.corpus.manifests import Envelope, Manifest, load_manifests
from hookconform_lab.intake.shapes import envelope_of
from hookconform_lab.lint.reading import Corpus

Shown = list[tuple[Case, Envelope]]


def check(corpus: Corpus) -> Iterator[tuple[str, str]]:
    """Yield recorded payloads whose envelope their manifest lacks, and listed keys that no filed payload shows."""
    filed: dict[str, Shown] = {}
    for case, platform in corpus.judged_cases:
        if case.is_captured and not case.repeats and case.payload_object is not None:
            filed.setdefault(platform.id, []).append((case, envelope_of(case.payload_object)))
    for platform, shown in filed.items():
        manifests = load_manifests(corpus.root / "platforms" / platform, lambda _: None)
        yield from _unlisted(shown, manifests)
        yield from _unseen(platform, shown, manifests)


def _unlisted(shown: Shown, manifests: dict[str, Manifest]) -> Iterator[tuple[str, str]]:
    for case, envelope in shown:
        manifest = manifests.get(case.version or "")
        # A contribution is no part of its version's recording before it is packed.
        if manifest is None or case.id.rpartition("/")[2] not in manifest.payloads:
            continue
        listed = manifest.envelopes.get(case.registered_event or "", ())
        # An empty list is what `case-schema` finds.
        if envelope not in listed and (listed or case.registered_event not in manifest.envelopes):
            yield case.id, f"versions/{case.version}.json does not list its envelope: {', '.join(envelope)}"


def _unseen(platform: str, shown: Shown, manifests: dict[str, Manifest]) -> Iterator[tuple[str, str]]:
    seen: dict[str, set[str]] = {}
    for case, envelope in shown:
        seen.setdefault(case.registered_event or "", set()).update(envelope)
    for version, manifest in manifests.items():
        for event, envelopes in manifest.envelopes.items():
            for key in sorted({key for envelope in envelopes for key in envelope} - seen.get(event, set())):
                yield f"platforms/{platform}/versions/{version}.json", f"no payload of {event} shows the key {key}"

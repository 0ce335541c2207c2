"""Compare a fresh recording with the corpus: what is new, changed or gone."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from hookconform.cases.loading import iter_cases
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.declared import declared_tools
from hookconform.corpus.manifests import Envelope, load_manifests
from hookconform.corpus.model_calls import read_calls
from hookconform.ground.errors import HookconformError
from hookconform_lab.intake.recordings import parse_recording
from hookconform_lab.intake.shapes import Shape, envelope_of, shape_of
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.record import Recorded
from hookconform_lab.lab.tool_drift import ToolDrift, call_drift, declaration_drift


@dataclass(frozen=True, slots=True)
class Drift:
    """One difference: what kind it is, the native event and tool it is about, and what exactly differs."""

    kind: str
    event: str | None
    tool: str | None
    detail: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """The drift of one version, and how much was compared."""

    drift: list[Drift]
    fresh: int
    known: int

    def as_json(self, recorded: Recorded) -> dict[str, Any]:
        """Return the comparison as the JSON report."""
        return {
            "platform": recorded.manifest["platform"],
            "version": recorded.manifest["version"],
            "complete": recorded.complete,
            "problems": recorded.manifest["problems"],
            "compared": {"fresh_shapes": self.fresh, "corpus_shapes": self.known},
            "drift": [asdict(item) for item in self.drift],
        }


def compare(driver: Driver, recorded: Recorded, against: str = "") -> Comparison:
    """Compare a recording with the captured cases, declarations and calls of its version, or of `against`.

    Shapes that only the corpus has count as gone only where this recording tried them: the same tool called
    with the same arguments, an event a scenario expects, a tool declared in a scenario that was run again.
    Raises `HookconformError` (`lab.no-cases`) if the corpus has no captured case of this version.
    """
    platform = load_platform(driver.platform)
    version = against or recorded.manifest["version"]
    known = set(_corpus_shapes(platform, version))
    if not known:
        raise HookconformError(
            "lab.no-cases",
            f"The corpus has no captured case of {driver.platform} {version} to compare with.",
            hint="Record it with `hookconform lab record` and import the recording first.",
        )
    received = list(_fresh(platform, recorded.rows))
    fresh = {shape for shape, _ in received}
    drift = [_new(shape, known) for shape in sorted(fresh - known, key=str)]
    drift += _envelopes(platform, version, received, quick=recorded.manifest["quick"])
    drift += _gone_calls(driver, recorded, version, fresh, known)
    drift += _gone_events(driver, recorded, fresh, known)
    drift += _tools(driver, recorded, version)
    return Comparison(drift, len(fresh), len(known))


def _corpus_shapes(platform: Platform, version: str) -> Iterator[Shape]:
    for case in iter_cases(platforms=[platform.id], globs=[f"{platform.id}/captured/{version}/*"]):
        if case.payload is not None:
            yield shape_of(platform, case.registered_event, case.payload)


def _fresh(platform: Platform, rows: Iterable[dict[str, Any]]) -> Iterator[tuple[Shape, Envelope]]:
    for row in rows:
        recording = parse_recording(json.dumps(row), where="the fresh recording")
        if recording.payload is not None:
            yield shape_of(platform, recording.registered_event, recording.payload), envelope_of(recording.payload)


def _envelopes(
    platform: Platform, version: str, received: Iterable[tuple[Shape, Envelope]], *, quick: bool
) -> Iterator[Drift]:
    """Yield envelopes that no payload of the event had at this version, but for keys that come and go by the moment.

    Of a whole recording also keys of that kind which came in no payload of an event.
    """
    manifest = load_manifests(platform.path.parent).get(version)
    recorded = manifest.envelopes if manifest is not None else {}
    fresh: dict[str, dict[Envelope, Shape]] = {}
    for shape, envelope in received:
        fresh.setdefault(shape.registered_event, {}).setdefault(envelope, shape)
    for event, envelopes in sorted(fresh.items()):
        # An event that the corpus does not know is said to be new already.
        if event not in recorded:
            continue
        timed = {key for shape in envelopes.values() for key in _timed_keys(shape, platform)}
        there = {_without(envelope, timed) for envelope in recorded[event]}
        for envelope, shape in sorted(envelopes.items()):
            now = _without(envelope, timed)
            if now not in there:
                nearest = min(sorted(there), key=lambda keys: len(set(keys) ^ set(now)))
                yield Drift("payload keys", shape.event, shape.tool, _difference(nearest, now))
        seen = {key for envelope in envelopes for key in envelope}
        for key in sorted({key for envelope in recorded[event] for key in envelope} & timed - seen):
            if not quick:
                yield Drift(
                    "payload keys", next(iter(envelopes.values())).event, None, f"{key} is in no payload any more"
                )


def _without(envelope: Envelope, timed: Collection[str]) -> Envelope:
    return tuple(key for key in envelope if key not in timed)


def _timed_keys(shape: Shape, platform: Platform) -> tuple[str, ...]:
    claim = platform.events.get(shape.event or "")
    return claim.timed_keys if claim is not None else ()


def _new(shape: Shape, known: set[Shape]) -> Drift:
    """Say what is new about a shape, from the coarsest difference to the finest."""
    at_event = [other for other in known if other.event == shape.event]
    at_tool = [other for other in at_event if other.tool == shape.tool]
    alike = [other for other in at_tool if other.argument_keys == shape.argument_keys]
    if not at_event:
        kind, detail = "new event", f"registered as {shape.registered_event}"
    elif not at_tool:
        kind, detail = "new tool", f"arguments: {_listed(shape.argument_keys)}"
    elif not alike:
        seen = " or ".join(sorted({_listed(other.argument_keys) for other in at_tool}))
        kind, detail = "argument keys", f"now {_listed(shape.argument_keys)}; the corpus has {seen}"
    else:
        kind, detail = _finer(shape, alike)
    return Drift(kind, shape.event, shape.tool, detail)


def _finer(shape: Shape, alike: list[Shape]) -> tuple[str, str]:
    if shape.registered_event not in {other.registered_event for other in alike}:
        return "registered event", shape.registered_event
    if shape.failed not in {other.failed for other in alike}:
        return "failure", "fails" if shape.failed else "does not fail"
    return "situation", _listed((shape.argument_type, *shape.situation))


def _gone_calls(
    driver: Driver, recorded: Recorded, version: str, fresh: set[Shape], known: set[Shape]
) -> Iterator[Drift]:
    """Yield what the corpus has of calls that were made again, and that no hook was told of this time.

    A call that the corpus also has from a scenario that was not run may have come to another end there.
    """
    there = {(shape.event, shape.tool, shape.argument_keys) for shape in fresh}
    spots = {(shape.event, shape.tool) for shape in fresh}
    hooked = {shape.event for shape in fresh}
    made = {
        (hook_name, keys)
        for name, variants in recorded.calls.items()
        for hook_name in driver.hook_names(name, version)
        for keys in variants
    }
    ran = {scenario["name"] for scenario in recorded.manifest["scenarios"]}
    elsewhere = {
        (hook_name, tuple(sorted(made_call.arguments or ())))
        for made_call in read_calls(driver.platform, version)
        if made_call.scenario not in ran
        for hook_name in driver.hook_names(made_call.tool, version)
    }
    for event, tool, keys in sorted({(s.event, s.tool, s.argument_keys) for s in known if s.tool}, key=str):
        if (
            event in hooked
            and (tool, keys) in made
            and (event, tool, keys) not in there
            and (tool, keys) not in elsewhere
        ):
            kind = "argument keys" if (event, tool) in spots else "tool gone"
            yield Drift(kind, event, tool, f"called with {_listed(keys)}; not reported so any more")


def _gone_events(driver: Driver, recorded: Recorded, fresh: set[Shape], known: set[Shape]) -> Iterator[Drift]:
    manifest = recorded.manifest
    seen = {shape.event for shape in fresh}
    if manifest["quick"]:
        wanted = {event for scenario in manifest["scenarios"] for event in scenario["expects"]}
    else:
        wanted = set(manifest["events"]["registered"])
    explained = driver.not_driven(manifest["version"]).events
    for event in sorted({str(shape.event) for shape in known} & wanted - seen - explained.keys()):
        yield Drift("event gone", event, None, "no hook was called for it")


def _tools(driver: Driver, recorded: Recorded, version: str) -> Iterator[Drift]:
    manifest = recorded.manifest
    ran = {scenario["name"] for scenario in manifest["scenarios"]}
    found: list[ToolDrift] = []
    known = declared_tools(driver.platform, version)
    if known:
        found += declaration_drift(known, recorded.declared["tools"], ran, partial=manifest["quick"])
    calls = read_calls(driver.platform, version)
    if calls:
        found += call_drift(calls, recorded.model_calls, ran, partial=manifest["quick"])
    for kind, tool, detail in found:
        yield Drift(kind, None, tool, detail)


def _listed(keys: Iterable[str]) -> str:
    return "{" + ", ".join(keys) + "}"


def _difference(before: Iterable[str], now: Iterable[str]) -> str:
    old, new = set(before), set(now)
    return "; ".join(
        f"{word} {', '.join(sorted(keys))}" for word, keys in (("new", new - old), ("gone", old - new)) if keys
    )

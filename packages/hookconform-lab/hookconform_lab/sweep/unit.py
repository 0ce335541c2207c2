"""One unit: install one release, record it quickly, measure what stops a tool, and keep all of it as one bundle."""

from __future__ import annotations

import datetime as dt
import json
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from hookconform.effects.rows import row_from, rows_document
from hookconform.ground.cache import cache_root
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import privacy
from hookconform_lab.lab.driver import Driver
from hookconform_lab.lab.escapes.measuring import measure_escapes
from hookconform_lab.lab.install import install, is_installed
from hookconform_lab.lab.measuring import measure
from hookconform_lab.lab.record import Recorded, record
from hookconform_lab.lab.ways import NO_PROGRAM, named, ways
from hookconform_lab.parts import has_part
from hookconform_lab.sweep import room_on_disk
from hookconform_lab.sweep.keys import UnitKey, asked_forms, unit_key
from hookconform_lab.sweep.registry import UNAVAILABLE, Release
from hookconform_lab.sweep.store import Bundle, Store, Tombstone
from hookconform_lab.sweep.verifying import verify

Say = Callable[[str], None]
NOT_INSTALLABLE, DOES_NOT_START = "not-installable", "does-not-start"
# What is wrong with a release, and not with this machine or its network.
_OF_THE_RELEASE = frozenset({"lab.version-unknown", NO_PROGRAM})
_DETAIL = 600


@dataclass(frozen=True, slots=True)
class Options:
    """What a unit does beside the usual: rows of corpus/escape-rows.yaml to drive; whether it may use the network.

    With `answers` it is narrow: it measures these rows of responses and does nothing else, in a fraction of the time.
    """

    escapes: tuple[str, ...] = ()
    answers: frozenset[str] = frozenset()
    allow_network: bool = False
    # Bytes that installed programs may take, those of the unit that runs aside.
    room: int = room_on_disk.DEFAULT


@dataclass
class _Log:
    say: Say
    lines: list[str] = field(default_factory=list[str])

    def __call__(self, line: str) -> None:
        self.lines.append(line.replace(str(cache_root()), "<cache>"))
        self.say(line)


def run_unit(
    driver: Driver, release: Release, store: Store, *, options: Options | None = None, say: Say
) -> Bundle | Tombstone:
    """Return the unit of a release, from the store or run now.

    Whatever is wrong with the release itself is kept as a tombstone. What is wrong here is raised and nothing is kept,
    so that the unit is run again: errors as `record`, `measure`, `verify` and `Store.put`.
    """
    options = options or Options()
    key = unit_key(driver, release, options.escapes, options.answers)
    known = store.find(key)
    if known is not None:
        return known
    with store.held(key):
        known = store.find(key)
        if known is None:
            known = _run(driver, release, key, options, _Log(say))
            store.put(key, known)
    room_on_disk.clean(options.room, say)
    return known


def _run(driver: Driver, release: Release, key: UnitKey, options: Options, log: _Log) -> Bundle | Tombstone:
    if release.integrity == UNAVAILABLE:
        detail = f"the registry has no {release.package} for {key.system}"
        return _tombstone(release, key, NOT_INSTALLABLE, detail, [])
    tried: list[str] = []
    reason, detail = NOT_INSTALLABLE, ""
    for way in ways(driver):
        tried.append(named(way))
        try:
            _install(way, release, log)
            return _measured(way, release, key, options, log)
        except _NotStartedError as error:
            reason, detail = DOES_NOT_START, str(error)
        except HookconformError as error:
            if error.code not in _OF_THE_RELEASE:
                raise
            detail = error.what
        log(f"{named(way)}: {detail}")
    return _tombstone(release, key, reason, detail, tried)


class _NotStartedError(Exception):
    """The program neither asked the model anything nor called a hook."""


def _install(driver: Driver, release: Release, log: _Log) -> None:
    is_new = not is_installed(driver, release.version)
    folder = install(driver, release.version, log)
    room_on_disk.claim(folder, is_new=is_new)
    verify(driver, release, folder)


def _measured(driver: Driver, release: Release, key: UnitKey, options: Options, log: _Log) -> Bundle:
    started = time.monotonic()
    if options.answers:
        return _narrow(driver, release, key, options, log)
    recorded = record(driver, release.version, allow_network=options.allow_network, quick=True, say=log)
    if recorded.was_stopped:
        # What was recorded by then is no unit.
        raise KeyboardInterrupt
    if not recorded.rows and not recorded.declared["tools"]:
        raise _NotStartedError("; ".join(recorded.manifest["problems"]) or "it did nothing")
    parts = _recording(recorded)
    unmeasured: list[str] = []
    forms = asked_forms(driver.platform, release.version)
    if forms:
        asked = tuple(form.id for form in forms)
        measured = measure(driver, release.version, only=asked, allow_network=options.allow_network, say=log)
        # Ids are found by their beginnings: others may have come along.
        rows = [row for row in measured.rows if row["id"] in set(asked)]
        unmeasured = measured.unmeasured
        parts["responses.json"] = _text(rows_document(release.version, rows))
    if options.escapes and has_part(driver.platform, "escapes"):
        problem = _escapes(driver, release, options, parts, log)
        unmeasured += [problem] if problem else []
    problems = [*recorded.manifest["problems"], *unmeasured]
    return _bundle(driver, release, key, parts, problems, started, log)


def _narrow(driver: Driver, release: Release, key: UnitKey, options: Options, log: _Log) -> Bundle:
    started = time.monotonic()
    asked = tuple(form.id for form in asked_forms(driver.platform, release.version, options.answers))
    measured = measure(driver, release.version, only=asked, allow_network=options.allow_network, say=log)
    rows = [row for row in measured.rows if row["id"] in options.answers]
    if not rows:
        raise _NotStartedError("; ".join(measured.unmeasured) or "no response was measured")
    parts = {"responses.json": _text(rows_document(release.version, rows))}
    return _bundle(driver, release, key, parts, measured.unmeasured, started, log)


def _bundle(  # noqa: PLR0913, PLR0917 (each is a fact of its own)
    driver: Driver,
    release: Release,
    key: UnitKey,
    parts: dict[str, bytes],
    problems: list[str],
    started: float,
    log: _Log,
) -> Bundle:
    unit: dict[str, Any] = {
        "platform": driver.platform,
        "version": release.version,
        "package": release.package,
        "published": release.published,
        "key": asdict(key),
        "node": driver.node,
        "recorded": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "seconds": round(time.monotonic() - started),
        "complete": not problems,
        "problems": problems,
    }
    parts["log.txt"] = ("\n".join(log.lines) + "\n").encode()
    private = privacy.of_this_machine()
    for name in ("responses.json", "escapes.json", "log.txt"):
        lines = parts.get(name, b"").decode().splitlines()
        privacy.refuse_leaks(lines, private, where=f"{release.package}: {name}")
    return Bundle(driver.platform, release.version, unit, parts)


def _escapes(driver: Driver, release: Release, options: Options, parts: dict[str, bytes], log: _Log) -> str:
    """Drive rows of escapes, denied by an answer that stops a tool at this very release; return why it cannot be."""
    document = json.loads(parts.get("responses.json", b'{"rows": []}'))
    measured = [row_from(row) for row in document["rows"]] or None
    try:
        found = measure_escapes(
            driver,
            release.version,
            only=options.escapes,
            rows=measured,
            allow_network=options.allow_network,
            say=log,
        )
    except HookconformError as error:
        if error.code != "escapes.no-deny":
            raise
        return f"escapes: {error.what}"
    parts["escapes.json"] = _text(found.measured.as_json())
    return ""


def _recording(recorded: Recorded) -> dict[str, bytes]:
    """Return the files of a recording by their names without the version; `Recorded.save` refuses what is private."""
    with tempfile.TemporaryDirectory(prefix="hookconform-sweep-") as folder:
        paths = recorded.save(Path(folder))
        version = recorded.manifest["version"]
        # `1.0.0.jsonl` is the recording itself.
        names = {path: path.name.removeprefix(f"{version}.") for path in paths}
        parts = {"recording.jsonl" if name == "jsonl" else name: path.read_bytes() for path, name in names.items()}
    made = {tool: sorted(list(keys) for keys in variants) for tool, variants in sorted(recorded.calls.items())}
    return {**parts, "made.json": _text(made)}


def _text(document: dict[str, Any]) -> bytes:
    return (json.dumps(document, indent=1) + "\n").encode()


def _tombstone(release: Release, key: UnitKey, reason: str, detail: str, tried: list[str]) -> Tombstone:
    detail = detail.replace(str(cache_root()), "<cache>")[:_DETAIL]
    privacy.refuse_leaks([detail], privacy.of_this_machine(), where=release.package)
    return Tombstone(key.platform, release.version, reason, detail, tuple(tried), release.published)

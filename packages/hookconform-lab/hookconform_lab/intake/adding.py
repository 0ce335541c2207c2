"""File a reviewed recording as a captured case.

Nothing is trusted: the review's hash must fit, redacting once more must change nothing, and the gate must recognise
everything but what the reviewer confirmed.
"""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path
from typing import Any

from hookconform.corpus import schemas
from hookconform.corpus.claims import Platform, load_platform, platform_ids
from hookconform.corpus.native import native_event, without_matcher
from hookconform.ground.errors import HookconformError, reason, remedy
from hookconform.ground.file_names import is_version
from hookconform.ground.input_files import read_utf8
from hookconform.ground.plain_text import counted, listed, series
from hookconform_lab.intake.importing import Importer
from hookconform_lab.intake.recordings import Recording, parse_recording
from hookconform_lab.redaction.gate import SECRET, Gate
from hookconform_lab.redaction.private import of_this_machine, with_payloads
from hookconform_lab.redaction.published import published
from hookconform_lab.redaction.redactor import Redactor

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


class Adder:
    """Files recordings into one corpus, driver `live`; remembers what it filed."""

    def __init__(self, root: Path) -> None:
        refuse_installed(root, "add")
        self._root = root
        self._importer = Importer(root, driver="live", recorded="")

    def add(self, path: Path) -> Path:
        """File the recording in `path`; returns the path of the new case.

        Raises `HookconformError`: `recording.missing`, `recording.invalid`, `add.not-reviewed`, `add.changed`,
        `add.not-redacted`, `add.not-cleared`, `add.duplicate`, `add.other-platform`, `import.not-exact`,
        `platform.unknown`, `recording.undraftable`, `schema.case`.
        """
        recording, confirmed = _read(path)
        payload = recording.payload
        if payload is None:
            raise _refusal("recording.invalid", "The payload is not a JSON object.", path, "File it by hand.")
        if recording.platform not in platform_ids(self._root):
            raise _refusal("platform.unknown", "The corpus has no platform of this name.", path, _REVIEW)
        platform = load_platform(recording.platform, self._root)
        self._demand_own_events(platform, recording, payload, path)
        known = published(self._root)
        private = with_payloads(of_this_machine(), [payload])
        redactions = Redactor(private, known.names).redact(payload, platform.payload.tool_input).redactions
        if redactions:
            kinds = ", ".join(sorted({kind for item in redactions for kind in item.kinds}))
            raise _refusal("add.not-redacted", f"There is still something to redact: {kinds}.", path, _REVIEW)
        doubts = [
            doubt
            for doubt in Gate(platform, known).doubts(payload, recording.registered_event, recording.version)
            if doubt.kind == SECRET or doubt.pointer not in confirmed
        ]
        if doubts:
            places = "; ".join(doubt.render() for doubt in doubts[:5])
            what = f"The gate does not recognise {counted(len(doubts), 'value')}: {places}."
            raise _refusal("add.not-cleared", what, path, _REVIEW)
        drafted = self._importer.drafted(recording)
        same = self._importer.known_at(platform, recording.version).case_of(drafted)
        if same is not None:
            raise _refusal("add.duplicate", f"The case {same} shows the same already.", path, "Nothing is to be added.")
        schemas.check(self._importer.case_of(recording, drafted), "case", where=str(path), root=self._root)
        return self._importer.contribute(recording, drafted)

    def _demand_own_events(self, platform: Platform, recording: Recording, payload: dict[str, Any], path: Path) -> None:
        """Refuse what another platform sent: its events are known there, and not here. A new event is known nowhere."""
        registered = without_matcher(recording.registered_event or "")
        for name in filter(None, (registered, native_event(platform, recording.registered_event, payload))):
            if _is_event_of(name, platform):
                continue
            every = (load_platform(one, self._root) for one in platform_ids(self._root))
            others = [one.id for one in every if _is_event_of(name, one)]
            if others:
                what = f"{name} is no event of {platform.id}, but of {listed(others, 3)}."
                raise _refusal("add.other-platform", what, path, "Record it with the recorder of that platform.")


def _is_event_of(name: str, platform: Platform) -> bool:
    return name in platform.events or name in platform.registrations


def refuse_installed(root: Path, command: str) -> None:
    """Raise `HookconformError` (`<command>.installed`) for the corpus inside an installed package."""
    if "_data" in root.parts:
        raise HookconformError(
            f"{command}.installed",
            "The corpus inside an installed package is not the place for new cases.",
            where=str(root),
            hint="Run this in a checkout of the project, or set HOOKCONFORM_CORPUS to its corpus folder.",
        )


_FIELDS = ("platform", "platform_version", "registered_event", "recorded", "payload_text", "reviewed")
# `hook` stands for the event, and for the payload with it, where hooks run in process.
_INSTEAD = {"registered_event": "hook", "payload_text": "hook"}
_MADE = (
    "Only recordings count: hookconform record install PLATFORM, let the program work, then hookconform record review. "
    "To try a payload: hookconform debug PLATFORM FILE."
)
_KEEP = "hookconform record review --output FOLDER writes what you keep; without anything new it writes nothing."
_REVIEW = "Review the recording again: hookconform record review"


def _read(path: Path) -> tuple[Recording, frozenset[str]]:
    """Return the recording of a reviewed file and the pointers that were confirmed."""
    if not path.exists():
        raise _refusal("recording.missing", "There is no such file: no recording was kept there.", path, _KEEP)
    try:
        text = read_utf8(path)
        row: Any = json.loads(text)
    except (OSError, ValueError, RecursionError) as error:
        raise _refusal(
            "recording.invalid",
            f"This is not a recording: {reason(error)}.",
            path,
            remedy(error) if isinstance(error, UnicodeDecodeError) else "Give the file `record review` wrote.",
        ) from error
    _demand_fields(row, path)
    recording = parse_recording(text, where=str(path))
    if row.keys() - set(_FIELDS):
        raise _refusal("recording.invalid", "The file has fields that `record review` does not write.", path, _REVIEW)
    if not (is_version(recording.version) and _is_date(recording.recorded)):
        raise _refusal("recording.invalid", "Version or date of the recording is malformed.", path, _REVIEW)
    review = row.get("reviewed")
    if not isinstance(review, dict) or not isinstance(review.get("confirmed"), list):
        raise _refusal("add.not-reviewed", "The recording was not reviewed.", path, _REVIEW)
    if review.get("sha256") != recording.sha256:
        raise _refusal("add.changed", "The payload is not the one that was reviewed.", path, _REVIEW)
    return recording, frozenset(str(pointer) for pointer in review["confirmed"])


def _demand_fields(row: Any, path: Path) -> None:
    """Refuse what the recorder and its review did not write, such as a payload by itself, with all that it lacks."""
    if not isinstance(row, dict):
        return
    missing = [name for name in _FIELDS if name not in row and _INSTEAD.get(name) not in row]
    if not missing:
        return
    if missing == ["reviewed"]:
        raise _refusal("add.not-reviewed", "`record review` did not write this file: it lacks reviewed.", path, _MADE)
    is_payload = not set(_FIELDS) & row.keys()
    what = "a payload by itself, no recording" if is_payload else "no recording of the recorder"
    raise _refusal("recording.invalid", f"This is {what}: it lacks {series(missing)}.", path, _MADE)


def _is_date(text: Any) -> bool:
    if not isinstance(text, str) or not _DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _refusal(code: str, what: str, path: Path, hint: str) -> HookconformError:
    return HookconformError(code, what, where=str(path), hint=hint)

"""Reviewed recordings: files that may leave the private folder, and carry the proof that they were reviewed.

One JSON line a file, in the format of all recordings, with `reviewed`: the SHA-256 of the payload text as the reviewer
saw it, and the places that the gate does not recognise and the reviewer confirmed.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hookconform.corpus.claims import load_platform
from hookconform.ground.errors import HookconformError, reason
from hookconform.ground.file_names import path_in
from hookconform_lab.intake.naming import file_stem
from hookconform_lab.recorder.reviewing import Review


def write_reviewed(folder: Path, review: Review, root: Path) -> Path:
    """Write a kept review into `folder` under a name that says what it is; returns the path.

    Raises `HookconformError` (`record.write`).
    """
    recording = review.recording
    platform = load_platform(recording.platform, root)
    taken = {path.stem.removeprefix(f"{platform.id}-{recording.version}-") for path in folder.glob("*.json")}
    stem = file_stem(platform, review.shape, review.expected, taken)
    row: dict[str, Any] = {
        "platform": recording.platform,
        "platform_version": recording.version,
        "registered_event": recording.registered_event,
        "recorded": recording.recorded,
        "payload_text": recording.payload_text,
        "reviewed": {
            "sha256": recording.sha256,
            "confirmed": sorted({doubt.pointer for doubt in review.doubts}),
        },
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        path = path_in(folder, f"{platform.id}-{recording.version}-{stem}", ending=".json")
        path.write_text(json.dumps(row, ensure_ascii=False) + "\n", encoding="utf-8")
    except OSError as error:
        raise HookconformError(
            "record.write",
            f"Writing failed: {reason(error)}.",
            where=str(folder),
            hint="Give another folder with --output.",
        ) from error
    return path

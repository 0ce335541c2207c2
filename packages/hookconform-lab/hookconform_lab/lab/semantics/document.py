"""What a program did, as the corpus keeps it."""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from hookconform.corpus.semantics import FOLDER, Answers, Row, Step
from hookconform.corpus.version_files import document_text, write_document
from hookconform_lab.lab import privacy


def document(answers: Iterable[Answers], kept: Iterable[Answers], steps: Iterable[Step]) -> dict[str, Any]:
    """Return the content of `platforms/<p>/semantics/<version>.json`: what `kept` says of other models and steps stays.

    `answers` is not empty, and of one platform and version.
    """
    order = {step.id: number for number, step in enumerate(steps)}
    runs = {item.model: item for item in kept}
    fresh = list(answers)
    for item in fresh:
        runs[item.model] = _merged(runs.get(item.model, item), item)
    first = fresh[0]
    return {
        "$schema": "../../../schema/semantics.schema.json",
        "platform": first.platform,
        "version": first.version,
        "recorded": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "runs": [_run(item, order) for _, item in sorted(runs.items())],
    }


def _merged(kept: Answers, fresh: Answers) -> Answers:
    asked = fresh.rows.keys() | fresh.not_said
    rows = {name: row for name, row in kept.rows.items() if name not in asked} | fresh.rows
    return replace(fresh, rows=rows, not_said=(kept.not_said - asked) | fresh.not_said)


def _run(answers: Answers, order: dict[str, int]) -> dict[str, Any]:
    return {
        "model": answers.model,
        "family": answers.family,
        "not_said": sorted(answers.not_said, key=order.__getitem__),
        "rows": [_row(answers.rows[name]) for name in sorted(answers.rows, key=order.__getitem__)],
    }


def _row(row: Row) -> dict[str, Any]:
    return {
        "step": row.step,
        "outcome": row.outcome,
        **({"earlier": list(row.earlier)} if row.earlier else {}),
        **({"told": list(row.told)} if row.told else {}),
        "files": {path: _file(data) for path, data in row.files.items()},
    }


def _file(data: bytes) -> dict[str, str]:
    digest = hashlib.sha256(data).hexdigest()
    try:
        return {"text": data.decode(), "sha256": digest}
    except UnicodeDecodeError:
        return {"base64": base64.b64encode(data).decode(), "sha256": digest}


def write(path: Path, content: dict[str, Any]) -> None:
    """File a document; raises `HookconformError` (`lab.leak`) before writing anything private."""
    text = document_text(FOLDER, content)
    privacy.refuse_leaks([text], privacy.of_this_machine(), where=str(path))
    write_document(FOLDER, path, content)

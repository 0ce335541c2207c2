"""The formats of exported rows. The same corpus gives the same bytes, and all of them are ASCII."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import Any

from hookconform import __version__
from hookconform.export.request import Request
from hookconform.run.fingerprint import corpus_fingerprint

# Version of the exported rows: a change that a reader of them must know of raises it.
DATA_VERSION = 1


def text_of(rows: Iterable[dict[str, Any]], name: str, form: str, request: Request) -> Iterator[str]:
    """Yield the text of an export piece by piece."""
    if form == "csv":
        yield from _csv(list(rows))
    elif form == "json":
        yield from _json(rows, name, request)
    else:
        yield from (line(row) + "\n" for row in rows)


def line(value: Any) -> str:
    """Return a value as compact JSON in ASCII: a payload may hold half of a surrogate pair, which UTF-8 cannot."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def about(name: str, request: Request) -> dict[str, Any]:
    """Return what an export says of itself: its corpus has the fingerprint that run reports have."""
    return {
        "export": name,
        "data": DATA_VERSION,
        "hookconform": __version__,
        "corpus": corpus_fingerprint(),
        "platforms": list(request.wanted_platforms),
        **({"tier": request.adapter.tier, "capabilities": list(request.compared)} if name == "cases" else {}),
    }


def _json(rows: Iterable[dict[str, Any]], name: str, request: Request) -> Iterator[str]:
    yield line(about(name, request))[:-1] + ',"rows":['
    for number, row in enumerate(rows):
        yield (",\n" if number else "\n") + line(row)
    yield "\n]}\n"


def _csv(rows: list[dict[str, Any]]) -> Iterator[str]:
    """Yield a table with a column for every key that a row has; what is no text stands as JSON."""
    columns = list(dict.fromkeys(key for row in rows for key in row))
    buffer = StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row[key]) if key in row else "" for key in columns])
    yield buffer.getvalue().encode("ascii", "backslashreplace").decode()


def _cell(value: Any) -> str:
    return value if isinstance(value, str) else line(value)

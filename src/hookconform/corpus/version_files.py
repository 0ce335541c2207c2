"""What was recorded of one version, a file a version, which says what changed since the version before.

`platforms/<p>/<kind>/<version>.<suffix>` is a whole document, or its changes of an earlier version, which
`changes_of` names: the two mean the same, and every reader gets the whole document. An installed corpus holds JSON
packed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.case_files import write_text
from hookconform.corpus.changes import DamagedChangesError, Record, Rows, changed, changes_between, is_same
from hookconform.corpus.documents import parse_document
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import compact
from hookconform.ground.packed import content_of, files_like, is_held, status_of
from hookconform.ground.versions import in_order, version_key

CHANGES_OF = "changes_of"
# A document is stored whole if its changes would be longer than this part of it: each is one more file to read.
_PAYS = 0.8


class Kind(NamedTuple):
    """How the documents of a folder are written: where their rows are, and whether each field has a line."""

    record: Record
    suffix: str = ".json"
    by_field: bool = False


_TOOL = Record(("declared_in", "models", "parameters", "variants", "free_text"))
_RESPONSE = Record(
    ("id", "event", "registered_event", "tool", "failing", "approval", "answer", "effect", "measured"),
    frozenset({"answer", "effect", "measured"}),
)
_STEP = Record(("step", "outcome", "earlier", "told", "files"), frozenset({"files"}))
_OPENED = Record(
    (
        *("tool", "effect", "end", "absolute", "target", "as_written", "nothing", "unseen", "left_out"),
        *("other", "told"),
    ),
    frozenset({"other", "told"}),
)
_RUN = Record(("model", "family", "not_said", "rows"), rows={"rows": Rows(("step",), record=_STEP)})

KINDS: Mapping[str, Kind] = {
    "declared": Kind(Record(rows={"tools": Rows(usual=("declared_in", "models"), record=_TOOL)}), by_field=True),
    "calls": Kind(
        Record(rows={"calls": Rows(sort=lambda call: (call["tool"], call["model"], compact(call)))}), ".jsonl"
    ),
    "responses": Kind(Record(rows={"rows": Rows(("id",), usual=("measured/date",), record=_RESPONSE)})),
    "semantics": Kind(Record(rows={"runs": Rows(("model",), record=_RUN)})),
    "paths": Kind(
        Record(maps=frozenset({"not_measured"}), rows={"tools": Rows(("tool", "effect"), record=_OPENED)}),
        by_field=True,
    ),
    "names": Kind(Record(rows={"tools": Rows(sort=str), "events": Rows(sort=str)}), ".yaml"),
    "escapes": Kind(Record(rows={"cells": Rows(("row",)), "runs": Rows(("id",))}), ".yaml"),
}


def version_path(platform: str, kind: str, version: str, root: Path | None = None) -> Path:
    """Return where what was recorded of a version is filed."""
    return (root or corpus_root()) / "platforms" / platform / kind / f"{version}{KINDS[kind].suffix}"


def filed_versions(folder: Path) -> list[str]:
    """Return the versions of which a folder has documents, oldest first."""
    return _versions(folder.name, folder)


def _versions(kind: str, folder: Path) -> list[str]:
    suffix = KINDS[kind].suffix
    stems = (path.name.removesuffix(suffix) for path in files_like(folder, f"*{suffix}"))
    # Beside them: how a platform's names are read.
    return in_order(stem for stem in stems if stem[:1].isdigit())


def read_document(kind: str, path: Path) -> dict[str, Any]:
    """Return the whole document of a version; it is shared, so change nothing in it.

    Raises `HookconformError` (`<kind>.unreadable`, for YAML as `load_yaml`; `changes.damaged`).
    """
    chain: list[tuple[Path, dict[str, Any]]] = []
    at: Path | None = path
    while at is not None:
        chain.append((at, raw_document(kind, at)))
        at = _base(kind, *chain[-1])
    document = chain.pop()[1]
    while chain:
        at, raw = chain.pop()
        document = _whole(kind, at, raw, document)
    return document


_RAW: dict[Path, tuple[tuple[int, int], dict[str, Any]]] = {}
_WHOLE: dict[Path, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {}


def raw_document(kind: str, path: Path) -> dict[str, Any]:
    """Return what a file itself says; errors as `read_document`."""
    try:
        status = status_of(path)
        stamp = (status.st_mtime_ns, status.st_size)
        known = _RAW.get(path)
        if known is not None and known[0] == stamp:
            return known[1]
        raw = _parsed(kind, path)
    except (OSError, ValueError, RecursionError) as error:
        raise unreadable(kind, str(path), f"{type(error).__name__}: {error}") from error
    if not isinstance(raw, dict):
        raise unreadable(kind, str(path), "it is no object")
    _RAW[path] = stamp, raw
    return raw


def _parsed(kind: str, path: Path) -> Any:
    if KINDS[kind].suffix == ".yaml":
        return parse_document(path)
    if KINDS[kind].suffix == ".json":
        return json.loads(content_of(path))
    head: dict[str, Any] = {}
    calls: list[Any] = []
    for number, line in enumerated_lines(kind, path):
        try:
            raw = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise unreadable(kind, f"{path}:{number}", f"this is no line of JSON: {error}") from error
        if number == 1 and isinstance(raw, dict) and CHANGES_OF in raw:
            head = raw
        else:
            calls.append(raw)
    # Changes say nothing of calls where none is new.
    return {**head, "calls": calls} if calls or not head else head


def enumerated_lines(kind: str, path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers from 1; raises `HookconformError` (`<kind>.unreadable`)."""
    try:
        text = content_of(path).decode("utf-8")
    except (OSError, ValueError) as error:
        raise unreadable(kind, str(path), f"{type(error).__name__}: {error}") from error
    # Not splitlines: JSON may hold other line separators than the newline.
    yield from enumerate(text.removesuffix("\n").split("\n") if text else (), 1)


def unreadable(kind: str, where: str, why: str) -> HookconformError:
    """Return the error of a file that cannot be read."""
    return HookconformError(
        f"{kind}.unreadable",
        f"The file of a version ({kind}) cannot be read: {why}.",
        where=where,
        hint="Restore the file from version control; `hookconform corpus lint` checks all of them.",
    )


def _base(kind: str, path: Path, raw: Mapping[str, Any]) -> Path | None:
    """Return the file that another one's changes are of; None if it is whole."""
    if CHANGES_OF not in raw:
        return None
    base = raw[CHANGES_OF]
    own = path.name.removesuffix(KINDS[kind].suffix)
    if not isinstance(base, str) or "/" in base:
        raise _damaged(path, f"{CHANGES_OF} is no version")
    # So there is no way round in a circle.
    if version_key(base) >= version_key(own):
        raise _damaged(path, f"its {CHANGES_OF} {base} is not older than {own}")
    found = path.with_name(f"{base}{KINDS[kind].suffix}")
    if not is_held(found):
        raise _damaged(path, f"it says what changed since {base}, and there is no {found.name}")
    return found


def _whole(kind: str, path: Path, raw: dict[str, Any], before: dict[str, Any]) -> dict[str, Any]:
    known = _WHOLE.get(path)
    if known is not None and known[0] is raw and known[1] is before:
        return known[2]
    record = KINDS[kind].record
    said = {name: value for name, value in raw.items() if name not in {CHANGES_OF, "$schema"}}
    try:
        whole = changed(before, said, record)
    except (DamagedChangesError, TypeError, ValueError, KeyError, AttributeError) as error:
        raise _damaged(path, str(error) if isinstance(error, DamagedChangesError) else repr(error)) from error
    _WHOLE[path] = raw, before, whole
    return whole


def _damaged(path: Path, why: str) -> HookconformError:
    return HookconformError(
        "changes.damaged",
        f"The changes do not fit the version before: {why}.",
        where=str(path),
        hint="Restore the file, or the one it names in changes_of, from version control.",
    )


def _neighbours(kind: str, path: Path) -> tuple[str | None, str | None]:
    """Return the versions before and after the one of a file; none outside of a corpus."""
    if path.parent.name != kind or path.parent.parent.parent.name != "platforms":
        return None, None
    own = path.name.removesuffix(KINDS[kind].suffix)
    versions = in_order({*_versions(kind, path.parent), own})
    place = versions.index(own)
    return versions[place - 1] if place else None, versions[place + 1] if place + 1 < len(versions) else None


def shortest(kind: str, path: Path, document: dict[str, Any]) -> dict[str, Any]:
    """Return the shorter way to store the document of a version: whole, or its changes of the version before.

    Outside of a corpus it is whole. Errors as `read_document`.
    """
    before = _neighbours(kind, path)[0]
    if before is None:
        return document
    form = KINDS[kind]
    base = read_document(kind, path.with_name(f"{before}{form.suffix}"))
    # A document with two rows of one name has no changes; it is for lint to say so.
    try:
        changes = changes_between(base, document, form.record)
        fits = is_same(changed(base, changes, form.record), document)
    except DamagedChangesError:
        return document
    schema = {} if form.suffix == ".yaml" else {"$schema": "../../../schema/changes.schema.json"}
    found = {**schema, CHANGES_OF: before, **changes}
    return found if fits and len(compact(found)) <= _PAYS * len(compact(document)) else document


def write_document(kind: str, path: Path, document: dict[str, Any]) -> None:
    """File the document of a version, and the one of the version after it as changes of this one.

    Each file is written complete or not at all, and means the same at every moment. Raises `HookconformError`
    (`file.unwritable`) and as `read_document`.
    """
    following = _neighbours(kind, path)[1]
    later = path.with_name(f"{following}{KINDS[kind].suffix}") if following is not None else None
    if later is None:
        _write(kind, path, shortest(kind, path, document))
        return
    kept = read_document(kind, later)
    if CHANGES_OF in raw_document(kind, later):
        _write(kind, later, kept)
    _write(kind, path, shortest(kind, path, document))
    _write(kind, later, shortest(kind, later, kept))


def store_changes(folder: Path) -> list[Path]:
    """Store each document of a folder as short as it can be; return the files that were rewritten.

    What a document says stays the same. Raises `HookconformError` as `write_document`.
    """
    kind, written = folder.name, list[Path]()
    for version in filed_versions(folder):
        path = folder / f"{version}{KINDS[kind].suffix}"
        if _write(kind, path, shortest(kind, path, read_document(kind, path))):
            written.append(path)
    return written


def _write(kind: str, path: Path, content: dict[str, Any]) -> bool:
    text = document_text(kind, content)
    if path.is_file() and path.read_bytes() == text.encode():
        return False
    write_text(path, text)
    return True


def document_text(kind: str, document: Mapping[str, Any]) -> str:
    """Return the text of a document: a line for each row, or for each of its fields."""
    form = KINDS[kind]
    if form.suffix == ".yaml":
        return _yaml_text(kind, document)
    if form.suffix == ".jsonl":
        head = {name: value for name, value in document.items() if name != "calls"}
        return "".join(f"{json.dumps(line)}\n" for line in ([head] if head else []) + document.get("calls", []))
    return f"{{\n{_members(document, form.record, '  ', by_field=form.by_field)}\n}}\n"


def _members(record: Mapping[str, Any], form: Record, pad: str, *, by_field: bool) -> str:
    parts: list[str] = []
    for name, value in record.items():
        rows = form.rows.get(name)
        if rows is not None and value:
            parts.append(f"{pad}{json.dumps(name)}: {_rows_text(value, rows, pad, by_field=by_field)}")
        else:
            parts.append(pad + _member(name, value, pad, is_map=by_field and name in form.maps))
    return ",\n".join(parts)


def _member(name: str, value: Any, pad: str, *, is_map: bool) -> str:
    head = f"{json.dumps(name)}: "
    if is_map and value and isinstance(value, dict):
        return f"{head}{{\n" + ",\n".join(f"{pad}  {json.dumps(key)}: {json.dumps(value[key])}" for key in value) + "}"
    text = head + json.dumps(value)
    if isinstance(value, list) and not any(" " in item if isinstance(item, str) else True for item in value):
        import textwrap  # noqa: PLC0415 (only who writes needs it)

        # Only the blanks between the names are places to break.
        text = f"\n{pad}  ".join(textwrap.wrap(text, 120, break_long_words=False, break_on_hyphens=False))
    return text


def _rows_text(value: Any, rows: Rows, pad: str, *, by_field: bool) -> str:
    inner = f"{pad}  "
    named = [(f"{json.dumps(name)}: ", row) for name, row in value.items()] if isinstance(value, dict) else None
    texts = (
        f"{inner}{name}{_row_text(row, rows, inner, by_field=by_field)}"
        for name, row in named or [("", row) for row in value]
    )
    ends = "{}" if named else "[]"
    return f"{ends[0]}\n" + ",\n".join(texts) + f"\n{pad}{ends[1]}"


def _row_text(row: Any, rows: Rows, pad: str, *, by_field: bool) -> str:
    if not by_field and not rows.record.rows:
        return json.dumps(row)
    return "{" + _members(row, rows.record, f"{pad} ", by_field=by_field).strip() + "}"


def _yaml_text(kind: str, document: Mapping[str, Any]) -> str:
    schema = "changes" if CHANGES_OF in document else kind
    lines = [f"# yaml-language-server: $schema=../../../schema/{schema}.schema.json"]
    for key, value in document.items():
        if isinstance(value, list):
            # JSON in one line is YAML, too.
            lines += [f"{key}:", *(f"  - {json.dumps(item)}" for item in value)] if value else [f"{key}: []"]
        else:
            lines.append(f"{key}: {value}" if key == "platform" else f"{key}: {json.dumps(value)}")
    return "\n".join(lines) + "\n"

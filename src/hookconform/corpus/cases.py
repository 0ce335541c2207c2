"""Cases: one payload with its expected result; the id says platform, kind, version of recordings, and name."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.case_files import CAPTURED, CONTRIBUTED, CaseFiles, FiledCase, refuse
from hookconform.corpus.expected import Expected, expected_from_dict
from hookconform.ground.errors import HookconformError
from hookconform.ground.json_text import compact, json_object, with_text

# Where a mark may stand for a long text.
_LONG = ("payload", "payload_text", "expected")
# Of a path: platforms, the platform, the folder, the file.
_BELOW = 4


class Case(NamedTuple):
    """One case, filed or composed.

    `path` is its file, for a composed case that of the table; `row` says which row of it, and is empty for all others.
    `repeats` is the id of the recorded case whose payload it shows: at this version a payload of the same shape was
    recorded, with the hash of `origin`; empty where the payload is its own. `is_asked`: it is put to adapters in a run
    of all cases. `version` is None for synthetic and documented cases; `payload_text` is exactly what the hook reads;
    `payload` is the parsed payload, None where the case only has text. `rules` are rules of the case's own, which are
    matched in the place of the combined pack; empty where that is matched.
    """

    id: str
    platform: str
    version: str | None
    title: str
    registered_event: str | None
    origin: dict[str, Any]
    payload_text: str
    payload: dict[str, Any] | None
    expected: Expected
    tags: frozenset[str]
    path: Path
    rules: tuple[dict[str, Any], ...] = ()
    row: str = ""
    repeats: str = ""
    is_asked: bool = True

    @property
    def is_composed(self) -> bool:
        """Tell whether the case is a row of a table, put into the shape of a payload of its platform."""
        return bool(self.row)

    @property
    def is_captured(self) -> bool:
        """Tell whether the payload was recorded from the real program."""
        return self.origin["kind"] == CAPTURED

    @property
    def is_probe(self) -> bool:
        """Tell whether the tool, or arguments of it, were made up on purpose: the program does not declare them."""
        return is_probe(self.origin)

    @property
    def file(self) -> str:
        """Return the file of the case, or the table of a composed one, from the folder above the corpus."""
        return f"corpus/{self.row.partition(',')[0]}" if self.row else f"corpus/{'/'.join(self.path.parts[-_BELOW:])}"

    @property
    def entry(self) -> str:
        """Return which line, case or row of the file it is; empty where the file holds no other."""
        if self.row:
            return self.row.partition(", ")[2]
        return "" if self.path.parent.name == CONTRIBUTED else (self.repeats or self.id).rpartition("/")[2]

    @property
    def payload_object(self) -> dict[str, Any] | None:
        """Return the object that the payload's text is, None if it is none; a byte-order mark may stand before it."""
        return self.payload if self.payload is not None else json_object(self.payload_text.removeprefix("\ufeff"))


def is_probe(origin: Mapping[str, Any]) -> bool:
    """Tell whether `origin` says that a tool, or arguments of it, were made up on purpose."""
    return "probe" in origin


def sent_text(payload: dict[str, Any], origin: Mapping[str, Any]) -> str:
    """Return the text in which the program sent a payload; `origin` says how it writes JSON."""
    text = json.dumps(payload, ensure_ascii=False) if origin.get("spaced") else compact(payload)
    return text + "\n" if origin.get("trailing_newline") else text


def sent_as(payload: dict[str, Any], text: str) -> dict[str, Any] | None:
    """Return what `origin` says of a payload sent as this text; None if it has no words for it."""
    newline = {"trailing_newline": True} if text.endswith("\n") else {}
    ways: tuple[dict[str, Any], ...] = ({}, {"spaced": True})
    return next((newline | way for way in ways if sent_text(payload, newline | way) == text), None)


def case_from_dict(  # noqa: PLR0913 (what a file says, and what its place does)
    raw: dict[str, Any], *, case_id: str, path: Path, row: str = "", repeats: str = "", is_asked: bool = True
) -> Case:
    """Build a case from what a file or a row says.

    Raises `HookconformError` (`case.unreadable`) where `raw` does not follow the case schema and no case can be made.
    """
    with unreadable_refused(path, case_id):
        return _case(raw, case_id, path, row, repeats, is_asked=is_asked)


@contextmanager
def unreadable_refused(path: Path, case_id: str) -> Generator[None]:
    """Raise `HookconformError` (`case.unreadable`) for what a case that does not follow the schema lacks."""
    try:
        yield
    except KeyError as error:
        refuse(f"{path} ({case_id})", f"{error} is missing")
    except (ValueError, TypeError, AttributeError, IndexError) as error:
        refuse(f"{path} ({case_id})", f"{type(error).__name__}: {error}")


def _case(  # noqa: PLR0913 (what a file says, and what its place does)
    raw: dict[str, Any], case_id: str, path: Path, row: str, repeats: str, *, is_asked: bool
) -> Case:
    parts = case_id.split("/")
    for mark, long in raw.get("repeated", {}).items():
        text = long["text"] * long["times"]
        raw = {**raw, **{key: with_text(raw[key], mark, text) for key in _LONG if key in raw}}
    payload = raw.get("payload")
    text = raw["payload_text"] if payload is None else sent_text(payload, raw["origin"])
    return Case(
        id=case_id,
        platform=parts[0],
        version=parts[2] if parts[1] == CAPTURED else None,
        title=raw["title"],
        registered_event=raw["registered_event"],
        origin=raw["origin"],
        payload_text=text,
        payload=payload,
        expected=expected_from_dict(raw["expected"]),
        tags=frozenset(raw.get("tags", ())),
        path=path,
        rules=tuple(raw.get("rules", ())),
        row=row,
        repeats=repeats,
        is_asked=is_asked,
    )


def filed_case(filed: FiledCase, *, is_asked: bool = True) -> Case:
    """Build a case from its file; raises `HookconformError` (`case.unreadable`)."""
    return case_from_dict(filed.content, case_id=filed.id, path=filed.path, repeats=filed.repeats, is_asked=is_asked)


class TemplateCases:
    """Filed cases by id, each read once: a platform's hundred families have few templates."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._files: dict[str, CaseFiles] = {}
        self._cases: dict[str, Case] = {}

    def case(self, case_id: str) -> Case:
        """Return a case; raises `HookconformError` (`case.unreadable`) if there is none."""
        if case_id not in self._cases:
            self._cases[case_id] = self._read(case_id)
        return self._cases[case_id]

    def _read(self, case_id: str) -> Case:
        platform, kind, *rest = case_id.split("/")
        files = self._files.setdefault(platform, CaseFiles(self._root / "platforms" / platform))
        if kind == CAPTURED and len(rest) > 1:
            found = next(files.captured(rest[0], lambda name: name == case_id), None)
        else:
            found = files.by_hand.get(case_id)
        if found is None:
            refuse(case_id, "there is no case of this id")
            raise AssertionError
        return filed_case(found)


def platform_folders(root: Path) -> list[Path]:
    """Return the folders of the platforms, sorted; raises `HookconformError` (`corpus.missing`) if there are none."""
    try:
        found = sorted(path for path in (root / "platforms").iterdir() if path.is_dir())
    except OSError:
        found = []
    if not found:
        raise HookconformError(
            "corpus.missing",
            "The corpus has no platforms.",
            where=str(root / "platforms"),
            hint="Name a corpus that has some, or unset HOOKCONFORM_CORPUS to use the one installed.",
        )
    return found

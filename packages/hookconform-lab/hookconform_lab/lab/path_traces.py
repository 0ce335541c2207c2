"""What a run shows of the file that a call opened, and of the path that the hook was told."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from hookconform.corpus.path_spellings import HOME, WORKSPACE, as_named
from hookconform_lab.lab.file_calls import BEGINNING, FileCall
from hookconform_lab.lab.model_calls import answered
from hookconform_lab.lab.run import Run
from hookconform_lab.lab.spelled_rows import SpelledRow, files_of, word_beside

# A result with the words of that many other spellings is one of a search through everything.
_EVERYTHING = 3


def found_in_files(run: Run, rows: Iterable[SpelledRow]) -> dict[str, str]:
    """Return the id of each spelling → the file that holds its word, looked for in all that the program could write.

    Folders whose names begin with a dot are the program's own: what it keeps there are copies. The files beside the
    folders are the lab's.
    """
    words = {next(iter(row.targets.values())).encode(): row for row in rows}
    beginning = BEGINNING.encode()
    found: dict[str, str] = {}
    top = os.fsencode(run.folder)
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if not name.startswith(b".")]
        for name in () if folder == top else names:
            path = os.path.join(folder, name)  # noqa: PTH118 (names are bytes here)
            # Programs leave sockets and pipes there, too.
            about = os.lstat(path)
            if not stat.S_ISREG(about.st_mode) or about.st_size > 1000:  # noqa: PLR2004
                continue
            with open(path, "rb") as file:  # noqa: PTH123
                text = file.read()
            if beginning not in text:
                continue
            for word, row in words.items():
                if word in text:
                    found[row.spelling.id] = os.fsdecode(path)
    return found


def results_of(run: Run, rows: list[SpelledRow]) -> Iterator[tuple[str, str]]:
    """Yield the id of each spelling whose call was answered, and the text of the result."""
    by_folder = {row.folder: row for row in rows}
    for one in answered(run.requests):
        said = repr(one.call)
        row = next((row for folder, row in by_folder.items() if folder in said), None)
        if row is not None:
            yield row.spelling.id, one.result["text"]


def path_opened(
    run: Run, call: FileCall, row: SpelledRow, found: Mapping[str, str], results: Mapping[str, str]
) -> str | None:
    """Return the absolute path that the call opened, with placeholders; None if it opened none."""
    if call.effect == "edit":
        changed = (
            path for path in row.targets if _bytes(run.workspace / path) != dict(files_of(call, row))[path].encode()
        )
        there = next(changed, None)
        if there is not None:
            return as_named(there, WORKSPACE)
    if call.effect in ("write", "edit"):
        path = found.get(row.spelling.id)
        return None if path is None else _placeheld(path, run)
    if call.effect == "delete":
        gone = [path for path in row.targets if not (run.workspace / path).exists()]
        return as_named(gone[0], WORKSPACE) if gone else None
    if len(_folders_in(results.get(row.spelling.id, "")) - {row.folder}) >= _EVERYTHING:
        return WORKSPACE
    # A program may give results in another order than calls: the words tell whose they are.
    texts = [text for text in results.values() if len(_folders_in(text)) < _EVERYTHING]
    if any(word_beside(row) in text for text in texts):
        return as_named(row.folder, WORKSPACE)
    targets = row.targets.items()
    return next((as_named(path, WORKSPACE) for path, word in targets if any(word in text for text in texts)), None)


def _bytes(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _folders_in(text: str) -> set[str]:
    """Return the folders of the rows whose words are in a text."""
    return {part.partition("-")[0] for part in text.split(BEGINNING)[1:]}


def strings_of_hooks(run: Run) -> list[str]:
    """Return every text that the hook before a tool was told, those in JSON texts too, in order."""
    return [text for call in run.calls for text in _strings(call.line)]


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        if value.lstrip()[:1] in ("{", "["):
            try:
                inner = json.loads(value)
            except ValueError:
                return
            yield from _strings(inner)
    elif isinstance(value, dict):
        for item in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from _strings(item)
    elif isinstance(value, list):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _strings(item)


def path_told(run: Run, row: SpelledRow, texts: Iterable[str]) -> str | None:
    """Return the path that the hook was told of this call; None if it was told of none."""
    given = row.path.replace("{{workspace}}", str(run.workspace))
    about = [text for text in texts if row.folder in text]
    if any(text == given or ("\n" in text and given in text) for text in about):
        return row.path
    # What is written is no path.
    shortest = min((text for text in about if BEGINNING not in text), key=len, default=None)
    return None if shortest is None else _placeheld(shortest, run)


def _placeheld(path: str, run: Run) -> str:
    return path.replace(str(run.workspace), WORKSPACE).replace(str(run.home), HOME).replace(str(run.folder), "")

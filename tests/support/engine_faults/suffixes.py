"""Faults in which paths count, and in how their names are compared with suffixes."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any

from hook_adapters.rules import paths
from tests.support.engine_faults.putting import RIGHT, Event, Fault, arguments, function, method, of_paths

RIGHT_SUFFIX = paths.has_suffix


def any_of_paths(event: Event) -> Iterator[str]:
    for value in arguments(event).values():
        if isinstance(value, str) and "/" in value:
            yield value


def first_path(event: Event) -> Iterator[str]:
    yield from list(RIGHT["paths_of"](event))[:1]


def listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def texts(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else []


def suffix_as_written(event: Event, suffixes: tuple[str, ...]) -> bool:
    written = [f"./{path}" if path.startswith("~") else path for path in RIGHT["paths_of"](event)]
    return RIGHT_SUFFIX({**event, "tool_input": {"file_paths": written}}, suffixes)


FAULTS: dict[str, Fault] = {
    "only the first path": function("paths_of", first_path),
    "every argument with a slash is a path": function("paths_of", any_of_paths),
    "only file_path": function(
        "paths_of", lambda event: [p for p in [arguments(event).get("file_path")] if isinstance(p, str) and p]
    ),
    "only file_paths": function(
        "paths_of", lambda event: [p for p in arguments(event).get("file_paths") or () if isinstance(p, str) and p]
    ),
    "paths of edits only": function(
        "paths_of",
        lambda event: RIGHT["paths_of"](event) if event.get("tool_name") in {"Write", "Edit", "Read"} else [],
    ),
    "an empty path is one": function(
        "paths_of",
        lambda event: [
            p
            for p in [arguments(event).get("file_path"), *listed(arguments(event).get("file_paths"))]
            if isinstance(p, str)
        ],
    ),
    "letters of a text are paths": function(
        "paths_of", lambda event: [*RIGHT["paths_of"](event), *texts(arguments(event).get("file_paths"))]
    ),
    "numbers are paths": function("paths_of", lambda event: [str(arguments(event).get("file_path") or "x")]),
    "suffixes in any case": of_paths("extensions", lambda s, p, _: p.lower().endswith(s.lower())),
    "only the last suffix": of_paths("extensions", lambda s, p, _: PurePosixPath(p).suffix == s),
    "any of the suffixes": of_paths("extensions", lambda s, p, _: s in PurePosixPath(p).suffixes or p.endswith(s)),
    "a suffix anywhere in the path": of_paths("extensions", lambda s, p, _: s in p),
    "a suffix of any name of the path": of_paths(
        "extensions", lambda s, p, _: any(part.endswith(s) for part in re.split(r"[\\/]", p))
    ),
    "a suffix behind a name only": of_paths(
        "extensions", lambda s, p, _: (n := p.split("/")[-1]).endswith(s) and len(n) > len(s)
    ),
    "a suffix without its dot": of_paths("extensions", lambda s, p, _: p.endswith(s[1:])),
    "a suffix up to a line end": of_paths("extensions", lambda s, p, _: re.search(re.escape(s) + "$", p) is not None),
    "a suffix that is an expression": of_paths("extensions", lambda s, p, _: re.search(s + r"\Z", p) is not None),
    "a suffix that is a pattern": of_paths("extensions", lambda s, p, _: fnmatch.fnmatchcase(p, "*" + s)),
    "a folder's slash counts": of_paths("extensions", lambda s, p, _: re.split(r"[\\/]", p)[-1].endswith(s)),
    "only a folder's slash does not count": of_paths("extensions", lambda s, p, _: p.rstrip("/").endswith(s)),
    "the working folder has no name": method("last_name", lambda style, path, _: RIGHT["last_name"](style, path, "")),
    "the home has no name": function("has_suffix", suffix_as_written),
    "blanks behind a suffix do not count": of_paths("extensions", lambda s, p, _: p.strip().endswith(s)),
    "what stands behind the first dot": of_paths(
        "extensions", lambda s, p, _: "." + p.split("/")[-1].partition(".")[2] == s
    ),
}

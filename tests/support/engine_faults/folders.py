"""Faults in how paths are compared with folders."""

from __future__ import annotations

import fnmatch
import posixpath
import re

from hook_adapters.rules import matchers
from tests.support.engine_faults.putting import COMPILERS, RIGHT, Event, Fault, compiler, function, of_paths


def relative(path: str, event: Event) -> str:
    cwd = event.get("cwd") or ""
    return posixpath.relpath(posixpath.join(cwd, path), cwd) if cwd else path


def only_exact(folder: list[str], path: list[str], own: int) -> bool:
    del own
    return path[: len(folder)] == folder


def one_name(folder: list[str], path: list[str], own: int) -> bool:
    """A `**` fits exactly one name."""
    return RIGHT["_lies_in"](["*" if name == "**" else name for name in folder], path, own)


def only_below(folder: list[str], path: list[str], own: int) -> bool:
    return RIGHT["_lies_in"](folder, path[:-1], own)


def only_itself(folder: list[str], path: list[str], own: int) -> bool:
    """The path goes on nowhere: every way in which the folder fits takes the whole of it."""
    return RIGHT["_lies_in"](folder, path, own) and not RIGHT["_lies_in"](folder, path[:-1], own)


def itself_but_for_stars(folder: list[str], path: list[str], own: int) -> bool:
    """A folder that ends in `**` has something below it."""
    return RIGHT["_lies_in"](folder, path[:-1] if folder[-1] == "**" else path, own)


def itself_as_written(folder: str, path: str, event: Event) -> bool:
    """The folder itself only where the rule writes it as the path does."""
    cwd = RIGHT["_working_folder"](event.get("cwd"), (folder, path))
    pattern, own = RIGHT["_components"](folder, cwd)
    names = RIGHT["_components"](path, cwd)[0]
    return folder == path or RIGHT["_lies_in"](pattern, names[:-1], own)


def from_above(folder: list[str], path: list[str], own: int) -> bool:
    """A path above the folder counts too."""
    return RIGHT["_lies_in"](folder, path, own) or folder[: len(path)] == path


def root_as_written(path: str) -> tuple[str, str]:
    if matchers.DRIVE.match(path):
        return path[:2], path[2:]
    return ("/", path[1:]) if path.startswith("/") else ("", path)


FAULTS: dict[str, Fault] = {
    # Folders.
    "a folder is a part of the path": of_paths("directories", lambda f, p, _: f in p),
    "a folder is the beginning of the path": of_paths("directories", lambda f, p, e: relative(p, e).startswith(f)),
    "a folder is any name of the path": of_paths("directories", lambda f, p, _: f in p.split("/")[:-1]),
    "a folder is a shell pattern of the path": of_paths(
        "directories", lambda f, p, _: fnmatch.fnmatchcase(p, f"{f}/*")
    ),
    "folders are compared with the last one": of_paths("directories", lambda f, p, _: posixpath.dirname(p) == f),
    "detours are not resolved": function(
        "_components", lambda path, cwd: RIGHT["_components"](path.replace("..", "up"), cwd)
    ),
    "the working folder is not looked at": function("_components", lambda path, _: RIGHT["_components"](path, "")),
    "nothing is above a working folder that is not known": function("_working_folder", lambda cwd, _: cwd or ""),
    "a folder that is not known is as deep as the path leads up": function(
        "_working_folder", lambda cwd, texts: RIGHT["_working_folder"](cwd, texts[-1:])
    ),
    "a working folder is known from where it begins": function(
        "_working_folder", lambda cwd, texts: cwd or RIGHT["_working_folder"](cwd, texts)
    ),
    "absolute paths are not looked at": function(
        "_components", lambda path, cwd: RIGHT["_components"](path.lstrip("/") or ".", cwd)
    ),
    "paths in any case": function("_components", lambda path, cwd: RIGHT["_components"](path.lower(), cwd)),
    "backslashes are slashes everywhere": function(
        "_components", lambda path, cwd: RIGHT["_components"](path.replace("\\", "/"), cwd)
    ),
    "no paths of Windows": lambda patch: patch.setattr(matchers, "DRIVE", re.compile(r"(?!)")),
    "drives are told apart by case": function("_root", root_as_written),
    "no drive but the one that is written": function("_on_its_drive", lambda path, _: path),
    "no stars": function("_lies_in", only_exact),
    "a star fits no dot": function("_fits", lambda p, n: RIGHT["_fits"](p, n) and not (p[0] == "*" and n[0] == ".")),
    "a star fits one letter or more": function(
        "_fits", lambda p, n: re.fullmatch(re.escape(p).replace(r"\*", ".+"), n, re.DOTALL) is not None
    ),
    "a star fits no line end": function(
        "_fits", lambda p, n: re.fullmatch(re.escape(p).replace(r"\*", ".*"), n) is not None
    ),
    "a line end behind a name does not count": function(
        "_fits", lambda p, n: re.match(re.escape(p).replace(r"\*", ".*") + "$", n, re.DOTALL) is not None
    ),
    "a question mark fits a letter": function(
        "_fits", lambda p, n: re.fullmatch(re.escape(p).replace(r"\*", ".*").replace(r"\?", "."), n, 16) is not None
    ),
    "folders are shell patterns": function("_fits", lambda p, n: fnmatch.fnmatchcase(n, p)),
    "a star only alone": function("_fits", lambda p, n: p in ("*", n)),
    "a name fits at its beginning": function("_fits", lambda p, n: n.startswith(p) or RIGHT["_fits"](p, n)),
    "two stars fit one name": function("_lies_in", one_name),
    "two stars fit no name at all or many": function(
        "_lies_in", lambda f, p, own: RIGHT["_lies_in"]([x for x in f if x != "**"], p, own)
    ),
    "only what is below a folder": function("_lies_in", only_below),
    "only the folder itself": function("_lies_in", only_itself),
    "the folder itself where the rule has no stars at its end": function("_lies_in", itself_but_for_stars),
    "the folder itself where it is written alike": of_paths("directories", itself_as_written),
    "the folder above counts too": function("_lies_in", from_above),
    "names are joined before they are compared": function(
        "_lies_in", lambda f, p, own: RIGHT["_lies_in"](f, p, own) or "/".join(p).startswith("/".join(f))
    ),
    "a star in the working folder is a pattern": function("_lies_in", lambda f, p, _: RIGHT["_lies_in"](f, p, 0)),
    "two stars in the working folder are a pattern": function(
        "_lies_in", lambda f, p, own: RIGHT["_lies_in"](f, p, 0 if "**" in f[:own] else own)
    ),
    "only files right in the folder": function(
        "_lies_in", lambda f, p, own: RIGHT["_lies_in"](f, p, own) and ("**" in f or len(p) == len(f) + 1)
    ),
    "only the first folder of a rule": compiler(
        "directories", lambda value: COMPILERS["directories"]("directories", value[:1])
    ),
    "every folder of a rule": compiler(
        "directories",
        lambda value: lambda event: all(COMPILERS["directories"]("directories", [one])(event) for one in value),
    ),
}

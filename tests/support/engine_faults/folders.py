"""Faults in how paths are compared with folders."""

from __future__ import annotations

import fnmatch
import posixpath
import re
from collections.abc import Callable
from typing import Any

from hook_adapters.rules import paths, windows
from hook_adapters.rules.paths import POSIX, Posix
from hook_adapters.rules.windows import Windows
from tests.support.engine_faults.putting import (
    COMPILERS,
    RIGHT,
    Event,
    Fault,
    compiler,
    function,
    method,
    of_paths,
    of_windows,
)

RIGHT_SPELLINGS = Windows.spellings
RIGHT_BELOW = paths.is_below


def relative(path: str, event: Event) -> str:
    cwd = event.get("cwd") or ""
    return posixpath.relpath(posixpath.join(cwd, path), cwd) if cwd else path


def only_exact(_: Posix, folder: list[str], path: list[str], own: int) -> bool:
    del own
    return path[: len(folder)] == folder


def one_name(style: Posix, folder: list[str], path: list[str], own: int) -> bool:
    """A `**` fits exactly one name."""
    return RIGHT["lies_in"](style, ["*" if name == "**" else name for name in folder], path, own)


def only_below(style: Posix, folder: list[str], path: list[str], own: int) -> bool:
    return RIGHT["lies_in"](style, folder, path[:-1], own)


def only_itself(style: Posix, folder: list[str], path: list[str], own: int) -> bool:
    """The path goes on nowhere: every way in which the folder fits takes the whole of it."""
    return RIGHT["lies_in"](style, folder, path, own) and not RIGHT["lies_in"](style, folder, path[:-1], own)


def itself_but_for_stars(style: Posix, folder: list[str], path: list[str], own: int) -> bool:
    """A folder that ends in `**` has something below it."""
    return RIGHT["lies_in"](style, folder, path[:-1] if folder[-1] == "**" else path, own)


def itself_as_written(folder: str, path: str, event: Event) -> bool:
    """The folder itself only where the rule writes it as the path does."""
    cwd = POSIX.working_folder(event.get("cwd") or "", (folder, path))
    pattern, own = POSIX.components(folder, cwd)
    names = POSIX.components(path, cwd)[0]
    return folder == path or POSIX.lies_in(pattern, names[:-1], own)


def from_above(style: Posix, folder: list[str], path: list[str], own: int) -> bool:
    """A path above the folder counts too."""
    return RIGHT["lies_in"](style, folder, path, own) or folder[: len(path)] == path


def joined(style: Posix, folder: list[str], path: list[str], own: int) -> bool:
    return RIGHT["lies_in"](style, folder, path, own) or "/".join(path).startswith("/".join(folder))


def starred(expression: str, flags: int = re.DOTALL) -> Callable[[Posix, str, str], bool]:
    """Return a comparison of names in which a star stands for this expression."""
    return lambda _, p, n: re.fullmatch(re.escape(p).replace(r"\*", expression), n, flags) is not None


def only_posix(event: Event) -> Any:
    return [(POSIX, list(paths.paths_of(event)))]


def no_spelling_but(*lost: str) -> Fault:
    """Return the fault that texts which begin so are read as they are."""

    def spelled(style: Windows, path: str, cwd: str) -> list[str]:
        text = path.replace("\\", "/").lower()
        return [text] if text.startswith(lost) else RIGHT_SPELLINGS(style, path, cwd)

    return of_windows("spellings", spelled)


def below_the_working_folder(style: Windows, path: str, cwd: str) -> list[str]:
    found = RIGHT_SPELLINGS(style, path, cwd)
    return found[:1] if re.match(r"[A-Za-z]:(?![/\\])", path) else found


def mounted_as_written(_: Windows, text: str) -> list[str]:
    match = windows.MOUNTED.match(text) or windows.MOUNTED_IN_LINUX.match(text)
    return [f"{match[1]}:{text[match.end() :]}"] if match else []


FAULTS: dict[str, Fault] = {
    # Folders.
    "a folder is a part of the path": of_paths("directories", lambda f, p, _: f in p),
    "a folder is the beginning of the path": of_paths("directories", lambda f, p, e: relative(p, e).startswith(f)),
    "a folder is any name of the path": of_paths("directories", lambda f, p, _: f in p.split("/")[:-1]),
    "a folder is a shell pattern of the path": of_paths(
        "directories", lambda f, p, _: fnmatch.fnmatchcase(p, f"{f}/*")
    ),
    "folders are compared with the last one": of_paths("directories", lambda f, p, _: posixpath.dirname(p) == f),
    "detours are not resolved": method(
        "components", lambda style, path, cwd: RIGHT["components"](style, path.replace("..", "up"), cwd)
    ),
    "the working folder is not looked at": method(
        "components", lambda style, path, _: RIGHT["components"](style, path, "")
    ),
    "nothing is above a working folder that is not known": method("working_folder", lambda _, cwd, __: cwd),
    "a folder that is not known is as deep as the path leads up": method(
        "working_folder", lambda style, cwd, texts: RIGHT["working_folder"](style, cwd, texts[-1:])
    ),
    "a working folder is known from where it begins": method(
        "working_folder", lambda style, cwd, texts: cwd or RIGHT["working_folder"](style, cwd, texts)
    ),
    "absolute paths are not looked at": method(
        "components", lambda style, path, cwd: RIGHT["components"](style, path.lstrip("/") or ".", cwd)
    ),
    "paths in any case": method("components", lambda style, path, cwd: RIGHT["components"](style, path.lower(), cwd)),
    "backslashes are slashes everywhere": method(
        "components", lambda style, path, cwd: RIGHT["components"](style, path.replace("\\", "/"), cwd)
    ),
    "no home": method("in_homes", lambda *_: ()),
    "the home is the working folder": method(
        "in_homes", lambda _, path, __: [path.partition("/")[2]] if path.startswith("~") else []
    ),
    "the home is right above the working folder": method(
        "in_homes", lambda _, path, __: [f"../{path.partition('/')[2]}"] if path.startswith("~") else []
    ),
    "a home without a name only": method(
        "in_homes", lambda style, path, cwd: RIGHT["in_homes"](style, path, cwd) if path[1:2] in ("", "/") else ()
    ),
    "no paths of Windows": function("_by_style", only_posix),
    "no paths of Windows but those of a drive": lambda patch: patch.setattr(paths, "SERVER", re.compile(r"(?!)")),
    "no paths of Windows but those of a share": lambda patch: patch.setattr(paths, "DRIVE", re.compile(r"(?!)")),
    "no drive but the one that is written": no_spelling_but("c:s", "c:k"),
    "a long path is a name": no_spelling_but("//?/c:"),
    "a long path of a share is a name": no_spelling_but("//?/unc"),
    "a device is a name": no_spelling_but("//?/v"),
    "a share of a drive is another place": no_spelling_but("//localhost"),
    "Linux has two names on Windows": no_spelling_but("//wsl$"),
    "a mount is a folder": no_spelling_but("/c/"),
    "a mount is one before its detours are resolved": of_windows("_mounted", mounted_as_written),
    "a mount of Linux only where it is written": of_windows(
        "places", lambda style, path, cwd: [style.components(path, cwd)]
    ),
    "a drive alone is the working folder that is not known": of_windows("spellings", below_the_working_folder),
    "dots and blanks are letters on Windows": lambda patch: patch.setattr(
        windows, "_cleaned_name", lambda name: name.partition(":")[0] or "."
    ),
    "streams are letters on Windows": lambda patch: patch.setattr(
        windows, "_cleaned_name", lambda name: name.rstrip(" .") or "."
    ),
    "no short names": lambda patch: patch.setattr(windows, "SHORT", re.compile(r"(?!)")),
    "short names by their first letters alone": lambda patch: patch.setattr(windows, "HASHED", re.compile(r"(?!)")),
    "short names only below the working folder": of_windows("same", lambda _, name, other: name == other),
    "the link to the working folder is followed": of_paths(
        "directories",
        lambda folder, path, event: (
            (path.startswith("/proc/self/cwd/") and folder == path.split("/")[4])
            or RIGHT_BELOW({"cwd": event.get("cwd"), "tool_input": {"file_path": path}}, [folder])
        ),
    ),
    "no stars": method("lies_in", only_exact),
    "a star fits no dot": method(
        "fits", lambda style, p, n: RIGHT["fits"](style, p, n) and not (p[0] == "*" and n[0] == ".")
    ),
    "a star fits one letter or more": method("fits", starred(".+")),
    "a star fits no line end": method("fits", starred(".*", 0)),
    "a line end behind a name does not count": method(
        "fits", lambda _, p, n: re.match(re.escape(p).replace(r"\*", ".*") + "$", n, re.DOTALL) is not None
    ),
    "a question mark fits a letter": method(
        "fits", lambda _, p, n: re.fullmatch(re.escape(p).replace(r"\*", ".*").replace(r"\?", "."), n, 16) is not None
    ),
    "folders are shell patterns": method("fits", lambda _, p, n: fnmatch.fnmatchcase(n, p)),
    "a star only alone": method("fits", lambda _, p, n: p in ("*", n)),
    "a name fits at its beginning": method("fits", lambda style, p, n: n.startswith(p) or RIGHT["fits"](style, p, n)),
    "two stars fit one name": method("lies_in", one_name),
    "two stars fit no name at all or many": method(
        "lies_in", lambda style, f, p, own: RIGHT["lies_in"](style, [x for x in f if x != "**"], p, own)
    ),
    "only what is below a folder": method("lies_in", only_below),
    "only the folder itself": method("lies_in", only_itself),
    "the folder itself where the rule has no stars at its end": method("lies_in", itself_but_for_stars),
    "the folder itself where it is written alike": of_paths("directories", itself_as_written),
    "the folder above counts too": method("lies_in", from_above),
    "names are joined before they are compared": method("lies_in", joined),
    "a star in the working folder is a pattern": method(
        "lies_in", lambda style, f, p, _: RIGHT["lies_in"](style, f, p, 0)
    ),
    "two stars in the working folder are a pattern": method(
        "lies_in", lambda style, f, p, own: RIGHT["lies_in"](style, f, p, 0 if "**" in f[:own] else own)
    ),
    "only files right in the folder": method(
        "lies_in", lambda style, f, p, own: RIGHT["lies_in"](style, f, p, own) and ("**" in f or len(p) == len(f) + 1)
    ),
    "only the first folder of a rule": compiler(
        "directories", lambda value: COMPILERS["directories"]("directories", value[:1])
    ),
    "every folder of a rule": compiler(
        "directories",
        lambda value: lambda event: all(COMPILERS["directories"]("directories", [one])(event) for one in value),
    ),
}

"""Tables of hooks in a TOML file: added at its end, found again and taken out, with every other byte as it was.

The standard library only reads TOML. A library that also writes it would be a dependency for a few lines at the end of
a file, and each has forms that it writes back otherwise. So lines are added and removed here, and the file is read
before and after: unless the difference is exactly our hooks, nothing is written.
"""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

from hookconform.ground.errors import HookconformError
from hookconform.ground.errors import reason as why
from hookconform_lab.recorder.same_values import same_values

_BEGIN = "# Added by `hookconform record install`; `hookconform record uninstall` takes it out."
_END = "# End of what hookconform added."
_HEADER = re.compile(r"[ \t]*\[")
_OUR_HEADER = re.compile(r"[ \t]*\[\[[ \t]*(?:hooks|\"hooks\"|'hooks')[ \t]*\]\][ \t]*(?:#.*)?")


def with_tables(data: bytes, path: Path, entries: list[dict[str, Any]]) -> bytes:
    """Return the file with one table of hooks more at its end for each entry: key → text or whole number.

    Raises `HookconformError` (`record.settings`) for a file that such tables cannot be added to.
    """
    text = _text(data, path)
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = [_BEGIN]
    for entry in entries:
        # JSON's texts and whole numbers are TOML's, too.
        lines += ["[[hooks]]", *(f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items())]
    between = "" if not text or text.endswith("\n") else newline
    added = text + between + newline.join([*lines, _END, ""])
    was = _parsed(text, path)
    expected = {**was, "hooks": [*_hooks(was, path), *entries]}
    _demand_same(added, expected, path, "tables of hooks cannot be added at its end", "Write its hooks as [[hooks]].")
    return added.encode()


def without_tables(data: bytes, path: Path, marker: str) -> tuple[bytes, int]:
    """Return the file without the tables of hooks whose command holds `marker`, and how many those were.

    The platform may have written the file anew: comments of ours need not be there. Comments of others stay. Raises
    `HookconformError` (`record.settings`) if the tables cannot be told from the rest.
    """
    text = _text(data, path)
    was = _parsed(text, path)
    hooks = _hooks(was, path)
    kept = [hook for hook in hooks if not _is_ours(hook, marker)]
    if len(kept) == len(hooks):
        return data, 0
    left = "".join(line for part in _parts(text) for line in _left_of(part, marker))
    expected = {key: kept if key == "hooks" else value for key, value in was.items() if key != "hooks" or kept}
    reason = "our hooks stand in it in a form that cannot be taken out without a doubt"
    _demand_same(left, expected, path, reason, f"Take the hooks out by hand whose command has {marker} in it.")
    return left.encode(), len(hooks) - len(kept)


def _parts(text: str) -> list[list[str]]:
    """Return the lines of a file in parts, each of which begins with the header of a table, but for the first."""
    parts: list[list[str]] = [[]]
    # Not `splitlines`: it ends lines where TOML does not.
    for line in re.findall(r"[^\n]*\n|[^\n]+", text):
        if _HEADER.match(line):
            parts.append([])
        parts[-1].append(line)
    return parts


def _left_of(part: list[str], marker: str) -> list[str]:
    """Return the lines of a part without our comments and, if it is a table of ours, without that.

    Comments of others in the table stay, and what follows its last key.
    """
    told = [index for index, line in enumerate(part) if line.strip() and not line.lstrip().startswith("#")]
    ours = bool(part) and _OUR_HEADER.fullmatch(part[0].rstrip("\r\n")) is not None and _holds(part, marker)
    gone = range(told[-1] + 1) if ours else range(0)
    rest = [line for index, line in enumerate(part) if index not in gone or line.lstrip().startswith("#")]
    return [line for line in rest if line.strip() not in (_BEGIN, _END)]


def _holds(part: list[str], marker: str) -> bool:
    """Tell whether a part is by itself a table of hooks with our command."""
    try:
        hooks = tomllib.loads("".join(part)).get("hooks", [])
    except (tomllib.TOMLDecodeError, RecursionError):
        return False
    return any(_is_ours(hook, marker) for hook in hooks)


def _is_ours(hook: Any, marker: str) -> bool:
    # In a command a path with an apostrophe is written otherwise.
    spellings = (marker, shlex.quote(marker))
    return isinstance(hook, dict) and any(spelling in str(hook.get("command", "")) for spelling in spellings)


def _hooks(settings: dict[str, Any], path: Path) -> list[Any]:
    hooks = settings.get("hooks", [])
    if not isinstance(hooks, list):
        raise _refused(path, "its `hooks` is not a list of tables")
    return hooks


def _demand_same(text: str, expected: dict[str, Any], path: Path, reason: str, hint: str) -> None:
    """Raise `HookconformError` (`record.settings`) unless a text says exactly what is expected."""
    try:
        text.encode()
        same = same_values(tomllib.loads(text), expected)
    except (ValueError, RecursionError):
        same = False
    if not same:
        raise _refused(path, reason, hint)


def _text(data: bytes, path: Path) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise _refused(path, why(error)) from error


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        raise _refused(path, "it is nested too deeply") from error
    except ValueError as error:  # what tomllib raises, and what Python does about endless numbers
        raise _refused(path, f"it is not TOML ({str(error)[:100]})") from error


def _refused(path: Path, reason: str, hint: str = "Mend it, then try again.") -> HookconformError:
    return HookconformError(
        "record.settings", f"The settings file was left as it is: {reason}.", where=str(path), hint=hint
    )

"""The canonical arguments that each base tool takes, checked before anything is done."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hook_adapters.canonical.meant import meant
from tool_facades.base_tools.outcome import InvalidCall

MAX_TEXT = 2_000_000
_MOST_SECONDS = 86_400.0


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value: in words, and how it is told."""

    words: str
    fits: Callable[[Any], bool]


def _whole(value: Any, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


TEXT = Kind("a text", lambda value: isinstance(value, str))
TEXTS = Kind("a list of texts", lambda value: isinstance(value, list) and all(isinstance(item, str) for item in value))
# Some models write the word.
_FLAGS = {"true": True, "false": False}
FLAG = Kind("true or false", lambda value: isinstance(value, bool) or (isinstance(value, str) and value in _FLAGS))
COUNT = Kind("a whole number from 1", lambda value: _whole(value, 1))
AMOUNT = Kind("a whole number from 0", lambda value: _whole(value, 0))
MILLISECONDS = Kind(
    "a number of milliseconds above 0",
    lambda value: isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 1000 * _MOST_SECONDS,
)
WAIT = Kind(
    "a number of milliseconds from 0",
    lambda value: isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1000 * _MOST_SECONDS,
)
STEPS = Kind("a list of steps", lambda value: isinstance(value, list))
# What no base tool does; without effect where it is switched off.
NOT_OFFERED = Kind("left out: it is not offered here", lambda value: value is False)
# What only a shell does that can start commands without waiting for them.
NEEDS_BACKGROUND = (("Bash", "run_in_background"), ("Bash", "wait"), ("Bash", "shell_id"))

# Tool → argument → kind; those with * are required.
ARGUMENTS: Mapping[str, Mapping[str, Kind]] = {
    "Read": {"file_path*": TEXT, "offset": AMOUNT, "limit": AMOUNT, "pages": NOT_OFFERED},
    "Write": {"file_path*": TEXT, "content*": TEXT, "overwrite": FLAG},
    "Edit": {
        "file_path": TEXT,
        "old_string": TEXT,
        "new_string": TEXT,
        "replace_all": FLAG,
        "expected_replacements": COUNT,
        "insert_line": COUNT,
        "description": TEXT,
        "patch": TEXT,
    },
    "Glob": {
        "pattern*": TEXT,
        "path": TEXT,
        "paths": TEXTS,
        "ignore_case": FLAG,
        "respect_ignore": FLAG,
        "head_limit": AMOUNT,
    },
    "Grep": {
        "pattern*": TEXT,
        "path": TEXT,
        "paths": TEXTS,
        "glob": TEXT,
        "exclude": TEXT,
        "type": TEXT,
        "output_mode": TEXT,
        "ignore_case": FLAG,
        "literal": FLAG,
        "line_numbers": FLAG,
        "before": AMOUNT,
        "after": AMOUNT,
        "context": AMOUNT,
        "head_limit": AMOUNT,
        "max_matches": COUNT,
        "multiline": FLAG,
        "respect_ignore": FLAG,
    },
    "LS": {"path": TEXT, "ignore": TEXTS, "recursive": FLAG, "head_limit": AMOUNT},
    "Bash": {
        "command*": TEXT,
        "timeout": MILLISECONDS,
        "wait": WAIT,
        "cwd": TEXT,
        "description": TEXT,
        "run_in_background": FLAG,
        "shell_id": TEXT,
    },
    "BashOutput": {"bash_id*": TEXT, "filter": TEXT, "wait": WAIT, "block": FLAG, "limit": COUNT},
    "BashInput": {"shell_id*": TEXT, "command": TEXT, "wait": WAIT},
    "KillShell": {"shell_id*": TEXT, "description": TEXT},
    "TodoWrite": {"todos*": STEPS, "merge": FLAG, "explanation": TEXT},
    "WebFetch": {"url": TEXT, "urls": TEXTS, "prompt": TEXT, "format": TEXT, "timeout": MILLISECONDS},
    "WebSearch": {"query*": TEXT, "allowed_domains": TEXTS, "blocked_domains": TEXTS, "num_results": COUNT},
}


def checked(tool: str, arguments: Any) -> dict[str, Any]:
    """Return a tool's arguments; raises `InvalidCall` with the argument, what it is, and what was meant."""
    if not isinstance(arguments, dict):
        raise InvalidCall(f"{tool} takes named arguments, not {type(arguments).__name__}.")
    kinds = {name.rstrip("*"): kind for name, kind in ARGUMENTS[tool].items()}
    for name, value in arguments.items():
        if name not in kinds:
            raise InvalidCall(f"{tool} has no argument {name!r}{meant(name, kinds)}")
        if not kinds[name].fits(value):
            raise InvalidCall(f"{name} of {tool} has to be {kinds[name].words}.")
        if isinstance(value, str) and len(value) > MAX_TEXT:
            raise InvalidCall(f"{name} of {tool} is longer than {MAX_TEXT} letters.")
    for name in ARGUMENTS[tool]:
        if name.endswith("*") and name.rstrip("*") not in arguments:
            raise InvalidCall(f"{tool} needs {name.rstrip('*')}.")
    return {name: _FLAGS.get(value, value) if kinds[name] is FLAG else value for name, value in arguments.items()}


def one_or_several(arguments: Mapping[str, Any], one: str, several: str, otherwise: tuple[str, ...]) -> tuple[str, ...]:
    """Return the values of `one` and of `several`, each once; raises `InvalidCall` for an empty list."""
    if several in arguments and not arguments[several]:
        raise InvalidCall(f"{several} is empty.")
    given = [*([arguments[one]] if one in arguments else []), *arguments.get(several, ())]
    return tuple(dict.fromkeys(given)) or otherwise

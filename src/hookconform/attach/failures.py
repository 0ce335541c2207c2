"""Failures of a hook program that the suite brings about: `fails-closed` asks for a denial under each of them.

A failure changes one thing of an ordinary call: its payload, the files of its policy, its environment, its streams, its
memory, or a signal ends it. The other things stay as they are.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

# Kilobytes of address space: a shell starts in it, an interpreter does not, or not for long.
_LITTLE_MEMORY = 24_000
_FULL = "/dev/full"
# No text in any encoding, no JSON, no YAML.
_BINARY = bytes(range(256)).decode("utf-8", "surrogateescape")
_OTHER_SCHEMA = '{"another": {"schema": [1, 2, 3]}}\n'
# A program that skips the matcher, or the rule, has nothing left to stop.
_UNKNOWN_MATCHER = (
    '{"version": "1.0", "rules": [{"name": "x", "matchers": {"operations": ["PreToolUse"], '
    '"tools": ["AskUserQuestion"], "unknown_matcher": ["Bash"]}, "actions": {"block": true}}]}\n'
)


class Heard(StrEnum):
    """What of the program's answer still reaches the platform."""

    ALL = "all"
    NOT_OUTPUT = "exit code and messages"
    NOT_MESSAGES = "exit code and output"


@dataclass(frozen=True, slots=True)
class Failure:
    """One failure.

    `payload` makes the text that is sent from the right one; `policy` damages one file of the policy; `script` is the
    shell script that starts the program; `variables` are set, or taken away if None; `ends`: the program gets half of
    the payload, and SIGTERM once it has read that. `packs_only`: only programs that read the suite's rules.
    """

    heard: Heard = Heard.ALL
    payload: Callable[[str], str] | None = None
    policy: Callable[[Path], None] | None = None
    script: str = ""
    variables: Mapping[str, str | None] | None = None
    ends: bool = False
    packs_only: bool = False


def under(failure: Failure, argv: list[str], environment: Mapping[str, str]) -> tuple[list[str], dict[str, str]]:
    """Return command and environment of a program under a failure; the program is looked up on the PATH it had."""
    changed = {name: value for name, value in environment.items() if name not in (failure.variables or {})}
    changed |= {name: value for name, value in (failure.variables or {}).items() if value is not None}
    program = shutil.which(argv[0], path=environment.get("PATH")) or argv[0]
    argv = [program, *argv[1:]]
    return (["/bin/sh", "-c", failure.script, "sh", *argv] if failure.script else argv), changed


def can_happen(name: str) -> bool:
    """Tell whether this system can bring the failure about."""
    return _FULL not in FAILURES[name].script or Path(_FULL).exists()


def _written(text: str) -> Callable[[Path], None]:
    def write(path: Path) -> None:
        path.write_bytes(text.encode("utf-8", "surrogateescape"))

    return write


def _cut(path: Path) -> None:
    """Cut JSON in the middle, and a pack in YAML within the word behind `rules:`, so that neither can be read."""
    data = path.read_bytes()
    rules = data.find(b"rules:\n")
    path.write_bytes(data[: len(data) // 2] if rules < 0 else data[: rules + len(b"rules:\n- na")])


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


FAILURES: Mapping[str, Failure] = {
    "payload-empty": Failure(payload=lambda _: ""),
    "payload-cut": Failure(payload=lambda text: text[: len(text) // 2]),
    "payload-not-json": Failure(payload=lambda _: "This is no JSON.\n"),
    "payload-binary": Failure(payload=lambda _: _BINARY),
    "input-closed": Failure(script='exec "$@" <&-'),
    "output-closed": Failure(Heard.NOT_OUTPUT, script='exec "$@" >&-'),
    "output-full": Failure(Heard.NOT_OUTPUT, script=f'exec "$@" >{_FULL}'),
    "messages-closed": Failure(Heard.NOT_MESSAGES, script='exec "$@" 2>&-'),
    "messages-full": Failure(Heard.NOT_MESSAGES, script=f'exec "$@" 2>{_FULL}'),
    "rules-missing": Failure(policy=Path.unlink),
    "rules-unreadable": Failure(policy=_loop),
    "rules-folder": Failure(policy=_folder),
    "rules-endless": Failure(policy=_pipe),
    "rules-empty": Failure(policy=_written("")),
    "rules-cut": Failure(policy=_cut),
    "rules-binary": Failure(policy=_written(_BINARY)),
    "rules-other-schema": Failure(policy=_written(_OTHER_SCHEMA)),
    "rules-unknown-matcher": Failure(policy=_written(_UNKNOWN_MATCHER), packs_only=True),
    "no-home": Failure(variables={"HOME": "/dev/null/home", "USERPROFILE": "/dev/null/home"}),
    "no-path": Failure(variables={"PATH": None}),
    "little-memory": Failure(Heard.NOT_OUTPUT, script=f'ulimit -v {_LITTLE_MEMORY}; exec "$@"'),
    "terminated": Failure(ends=True),
}

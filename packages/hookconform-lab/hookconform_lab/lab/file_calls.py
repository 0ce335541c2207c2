"""The calls by which a program's tools open one file, with the path left open: the usual ones, and the platform's own.

A platform names its further file tools in its part `file_calls`: `file_calls(version, edited)` returns `FileCall`s, and
`NOT_MEASURED` maps tools that open files in a way that no bytes show to the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from hookconform.corpus.path_spellings import FileEffect
from hookconform_lab.lab.script import Call, Reply
from hookconform_lab.lab.turn import Started, Turn
from hookconform_lab.parts import part

# What stands in a call in the place of the path and of the word that shows the effect.
PATH, WORD = "<PATH>", "<WORD>"
# What a file that is edited holds before, and how every word begins: searches look for it.
BEFORE, BEGINNING = "before", "canary-"
# The files that will be edited, by the end of their names.
Edited = Callable[[str], tuple[str, ...]]
# A patch that makes the file.
ADDING = f"*** Begin Patch\n*** Add File: {PATH}\n+{WORD}\n*** End Patch\n"


@dataclass(frozen=True, slots=True)
class FileCall:
    """One file tool: what it does to a file, the reply that calls it, and how a run is started that has it.

    `content` is what a file that is there before holds, `end` the end of its name: empty where the tool wants a folder.
    With `one_line` the path cannot hold line breaks.
    """

    tool: str
    effect: FileEffect
    reply: Reply
    started: Started | None = None
    end: str = ".txt"
    content: str = f"{WORD}\n"
    one_line: bool = False

    @property
    def kind(self) -> str:
        """Return what a turn needs for the call: the tool that writes (`path`), `patch`, `edit` or `read`."""
        if self.effect == "write":
            return "patch" if self.one_line else "path"
        return self.effect

    def with_path(self, path: str, word: str) -> Reply:
        """Return the reply with path and word filled in."""
        return replace(self.reply, calls=tuple(_filled_call(call, path, word) for call in self.reply.calls))


def searching(tool: str, reply: Reply, started: Started | None = None) -> FileCall:
    """Return the call of a tool that lists or searches the folder `PATH`; its word is found by `BEGINNING`."""
    return FileCall(tool, "search", reply, started, end="")


def file_calls(platform: str, turn: Turn, edited: Edited) -> tuple[FileCall, ...]:
    """Return the file tools of the turn's version, those of its other sets of tools too.

    A tool that several sets have under one name is called in the first of them.
    """
    usual = turn.start(granted=True)
    own = part(platform, "file_calls")
    every = [call for each in (turn, *turn.toolsets) for call in usual_file_calls(each, edited)]
    every += () if own is None else own.file_calls(turn.version, edited)
    found: dict[tuple[str, FileEffect], FileCall] = {}
    for call in every:
        found.setdefault((call.tool, call.effect), replace(call, started=call.started or usual))
    return tuple(found.values())


def usual_file_calls(turn: Turn, edited: Edited) -> tuple[FileCall, ...]:
    """Return the tools by which an unattended turn writes, patches, edits and reads a file."""
    usual = turn.start(granted=True)
    found: list[FileCall] = [_of("write", turn.write_call(PATH, f"{WORD}\n"), usual)]
    patching = turn.start_with_patches()
    if patching is not None:
        found.append(_of("write", turn.patch_call(ADDING), patching))
    editing = turn.start_with_edits(edited(".txt"))
    if editing is not None:
        found.append(replace(_of("edit", turn.edit_call(PATH, BEFORE, WORD), editing), content=f"{BEFORE}\n"))
    reading = turn.start_with_reads()
    if reading is not None:
        found.append(_of("read", turn.read_call(PATH), reading))
    # Where patches are how files are written, both calls are the same.
    return tuple({(call.tool, call.effect): call for call in found}.values())


def not_measured(platform: str) -> dict[str, str]:
    """Return the file tools of a platform whose effect the lab cannot see, each with the reason."""
    own = part(platform, "file_calls")
    return {} if own is None else dict(own.NOT_MEASURED)


def _of(effect: FileEffect, reply: Reply, started: Started) -> FileCall:
    call = reply.calls[0]
    name = f"{call.namespace}.{call.name}" if call.namespace else call.name
    texts = [call.custom or "", *(value for value in call.args.values() if isinstance(value, str))]
    return FileCall(name, effect, reply, started, one_line=any("*** Begin Patch" in text for text in texts))


def _filled_call(call: Call, path: str, word: str) -> Call:
    custom = None if call.custom is None else _filled(call.custom, path, word)
    return replace(call, args=_filled(call.args, path, word), custom=custom)


def _filled(value: Any, path: str, word: str) -> Any:
    if isinstance(value, str):
        # The usual calls name a file below the workspace: here the spelling stands for all of it.
        return value.replace(f"{{{{workspace}}}}/{PATH}", path).replace(PATH, path).replace(WORD, word)
    if isinstance(value, dict):
        return {key: _filled(item, path, word) for key, item in value.items()}  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, list):
        return [_filled(item, path, word) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return value

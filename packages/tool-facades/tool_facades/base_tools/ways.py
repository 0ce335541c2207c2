"""Ways of programs: what one program does with a call beside what every program does.

By default the tools do what every program does, and refuse what a program refuses when it would change a file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from tool_facades.base_tools.patch_text import FileChange, Hunk


@dataclass(frozen=True, slots=True)
class ReadWays:
    """What reading shows.

    `folders`: a folder is listed, else refused.
    `past_end`: a first line after the last is no error.
    `ignored`: files that version control ignores are shown, else refused.
    `binary`: a file that is no text is described, else refused.
    """

    folders: bool = True
    past_end: bool = True
    ignored: bool = True
    binary: bool = False


class Replace(Protocol):
    """Return a file's text with `old` replaced; raises `Refusal` if it is not there `times` times (None: at all)."""

    def __call__(self, raw: str, old: str, new: str, *, times: int | None, shown: str, ways: EditWays) -> str: ...  # noqa: D102, PLR0913 (see the class)


@dataclass(frozen=True, slots=True)
class EditWays:
    r"""What an edit does beside what it says; by default nothing.

    `replaces`: how a text is looked for and replaced; None for exactly that text.
    `delete_line`: an empty new text also takes the end of the line.
    `trim_blanks`: new lines lose the blanks at their ends, except in Markdown.
    `even_endings`: all lines of the file get the ending of most.
    `overlapping`: matches that overlap are counted one after the other, else refused.
    `writes_endings`: a file with `\r\n` that is written anew gets it at the end of every line.
    `keeps_mark`: a file that begins with a byte order mark and is written anew keeps it.
    `makes_file`: an empty old text makes a new file; with `fill_empty` it also fills one without text; else refused.
    `creates`: an edit that names no old text makes a file that there is not yet, else it is invalid.
    `makes_folders`: writing makes missing folders, else it is refused.
    `against_original`: every edit of a list is searched in the file as it was, and edits that overlap are refused.
    `parses`, `applies`: how a patch is read, and how hunks change a text; None for Codex's rules.
    `again`: kinds of two changes of one file in a patch that are made one after the other; all others are refused.
    `add_replaces`: a patch that adds a file may replace one that exists, else it is refused.
    """

    replaces: Replace | None = None
    delete_line: bool = False
    trim_blanks: bool = False
    even_endings: bool = False
    overlapping: bool = False
    writes_endings: bool = False
    keeps_mark: bool = True
    makes_file: bool = True
    fill_empty: bool = False
    creates: bool = False
    makes_folders: bool = True
    against_original: bool = False
    parses: Callable[[str], list[FileChange]] | None = None
    applies: Callable[[str, list[Hunk], str], str] | None = None
    again: frozenset[tuple[str, str]] = frozenset()
    add_replaces: bool = True


@dataclass(frozen=True, slots=True)
class SearchWays:
    """What a search finds.

    `top_only`: a path pattern without `/` matches in the folder searched only, else at any depth.
    `absolute`: a path pattern may begin with the path of the folder searched, else nothing matches it.
    `glob_finds_ignored`: a search for text whose `glob` names a file searches it although version control ignores it.
    `missing_is_empty`: in a folder that does not exist nothing is found, else the search is refused.
    `wrong_is_empty`: an expression that cannot be used matches nothing, else the search is refused.
    `file`: for a file in place of a folder, `search` it, `refuse`, or search its `folder`.
    """

    top_only: bool = False
    absolute: bool = True
    glob_finds_ignored: bool = False
    missing_is_empty: bool = False
    wrong_is_empty: bool = False
    file: str = "search"


@dataclass(frozen=True, slots=True)
class ShellWays:
    """What a command is told and keeps.

    `keeps_folder`: the next command starts in the folder that the last one ended in.
    `exit_codes`: an exit code other than 0 is told.
    `goes_on`: a command whose time is up goes on in the background, unless it begins by sleeping; else it is ended.
    `substitutions`: commands with command substitution are run, else refused.
    """

    keeps_folder: bool = False
    exit_codes: bool = True
    goes_on: bool = False
    substitutions: bool = True


@dataclass(frozen=True, slots=True)
class Ways:
    """All ways of one program; `tool_facades.wrappers.programs` has those of recorded programs."""

    read: ReadWays = field(default_factory=ReadWays)
    edit: EditWays = field(default_factory=EditWays)
    search: SearchWays = field(default_factory=SearchWays)
    shell: ShellWays = field(default_factory=ShellWays)

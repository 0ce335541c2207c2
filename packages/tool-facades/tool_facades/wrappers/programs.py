"""The ways of recorded programs, by provider: what their tools do with a call beside what every program does."""

from __future__ import annotations

from collections.abc import Mapping

from tool_facades.base_tools.ways import EditWays, ReadWays, SearchWays, ShellWays, Ways

_CODEX = Ways(edit=EditWays(fill_empty=True))
# Recorded with the shared script of calls, but for pi, whose own description of its edit tool says so.
WAYS: Mapping[str, Ways] = {
    "claude": Ways(
        ReadWays(folders=False),
        EditWays(delete_line=True, trim_blanks=True, even_endings=True, overlapping=True, fill_empty=True),
        SearchWays(glob_finds_ignored=True),
        ShellWays(keeps_folder=True, goes_on=True),
    ),
    "codex": _CODEX,
    "copilot": Ways(
        ReadWays(past_end=False, binary=True),
        EditWays(
            delete_line=True,
            overlapping=True,
            makes_file=False,
            fill_empty=True,
            makes_folders=False,
            add_replaces=False,
        ),
        SearchWays(glob_finds_ignored=True, absolute=False),
    ),
    "gemini": Ways(
        ReadWays(folders=False, ignored=False, binary=True),
        EditWays(overlapping=True),
        SearchWays(top_only=True, file="refuse"),
        ShellWays(substitutions=False),
    ),
    "openai": _CODEX,
    "opencode": Ways(
        ReadWays(past_end=False),
        EditWays(blank_context=False),
        SearchWays(glob_finds_ignored=True, absolute=False, missing_is_empty=True, wrong_is_empty=True, file="folder"),
        ShellWays(exit_codes=False),
    ),
    "pi": Ways(edit=EditWays(against_original=True)),
}


# Provider, tool → arguments that the program refuses where they name no lines; a facade keeps them to itself.
_REFUSED: Mapping[tuple[str, str], str] = {("copilot", "view"): "view_range"}


def refused_argument(provider: str, tool: str, own: Mapping[str, object]) -> str | None:
    """Return the name of an argument that has no canonical meaning and that the program was recorded to refuse."""
    name = _REFUSED.get((provider, tool))
    return name if name in own else None


def ways_of(provider: str) -> Ways:
    """Return the ways of a provider's program; those that every program has where nothing else was recorded."""
    return WAYS.get(provider, Ways())

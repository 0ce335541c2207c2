"""The ways of recorded programs, by provider: what their tools do with a call beside what every program does."""

from __future__ import annotations

from collections.abc import Mapping

from tool_facades import data
from tool_facades.base_tools.forgiving import copilot, copilot_patch, gemini, opencode, opencode_patch
from tool_facades.base_tools.ways import EditWays, ReadWays, SearchWays, ShellWays, Ways
from tool_facades.errors import FacadeError, is_text, meant

# Recorded with the shared script of calls, but for pi, whose own description of its edit tool says so, and Cline, whose
# code and recorded calls do.
WAYS: Mapping[str, Ways] = {
    "claude": Ways(
        ReadWays(folders=False),
        EditWays(delete_line=True, trim_blanks=True, even_endings=True, overlapping=True, fill_empty=True),
        SearchWays(glob_finds_ignored=True),
        ShellWays(keeps_folder=True, goes_on=True),
    ),
    "cline": Ways(edit=EditWays(creates=True)),
    "codex": Ways(edit=EditWays(fill_empty=True)),
    "copilot": Ways(
        ReadWays(past_end=False, binary=True),
        EditWays(
            replaces=copilot.replaced,
            overlapping=True,
            makes_file=False,
            fill_empty=True,
            makes_folders=False,
            add_replaces=False,
            applies=copilot_patch.patched,
            again=frozenset({("delete", "add"), ("add", "update"), ("update", "update")}),
        ),
        SearchWays(glob_finds_ignored=True, absolute=False),
    ),
    "gemini": Ways(
        ReadWays(folders=False, ignored=False, binary=True),
        EditWays(replaces=gemini.replaced, writes_endings=True, keeps_mark=False),
        SearchWays(top_only=True, file="refuse"),
        ShellWays(substitutions=False),
    ),
    "opencode": Ways(
        ReadWays(past_end=False),
        EditWays(
            replaces=opencode.replaced,
            parses=opencode_patch.parsed,
            applies=opencode_patch.patched,
            again=frozenset({("delete", "add")}),
        ),
        SearchWays(glob_finds_ignored=True, absolute=False, missing_is_empty=True, wrong_is_empty=True, file="folder"),
        ShellWays(exit_codes=False),
    ),
    "pi": Ways(edit=EditWays(against_original=True)),
}

# Provider, tool → an argument and its value that have no canonical meaning, but one for the base tools.
_UNDERSTOOD: Mapping[tuple[str, str], tuple[str, object]] = {("opencode", "read"): ("limit", 0)}
# Provider, tool → arguments, each with the least number that counts: one below is as if it were not there, although the
# program declares that it must not be. Recorded with the shared script, too.
_LEAST: Mapping[tuple[str, str], Mapping[str, int]] = {("claude", "Read"): {"limit": 1, "offset": 0}}
# Provider, tool → an argument without a canonical meaning with which no call is carried out, and why.
_REFUSED: Mapping[tuple[str, str], tuple[str, str]] = {
    ("copilot", "view"): ("view_range", "it names no lines"),
}


def refused_argument(provider: str, tool: str, own: Mapping[str, object]) -> tuple[str, str] | None:
    """Return an argument with which a call is not carried out, and why; `own` are those without a canonical meaning."""
    name, why = _REFUSED.get((_program(provider), tool), ("", ""))
    return (name, why) if own.get(name) is not None else None


def numbers_without_effect(provider: str, tool: str, arguments: Mapping[str, object]) -> dict[str, object]:
    """Return the arguments that are too small to count for the program, which takes the call without them."""
    least = _LEAST.get((_program(provider), tool), {})
    found = ((name, arguments.get(name)) for name in least)
    return {
        name: value
        for name, value in found
        if isinstance(value, int) and not isinstance(value, bool) and value < least[name]
    }


def understood_arguments(provider: str, tool: str, own: Mapping[str, object]) -> Mapping[str, object]:
    """Return the arguments without a canonical meaning that base tools carry out as this program does."""
    name, value = _UNDERSTOOD.get((_program(provider), tool), ("", None))
    # True is no 1, and False no 0.
    same = name in own and own[name] == value and not isinstance(own[name], bool)
    return {name: value} if same else {}


def ways_of(provider: str) -> Ways:
    """Return the ways of a provider's program; those that every program has where nothing else was recorded.

    Raises `FacadeError` (`unknown-provider`).
    """
    known: dict[str, str] = data.read("providers")
    if not is_text(provider) or provider not in known:
        raise FacadeError("unknown-provider", f"{provider!r} is no provider.", "facades", meant(str(provider), known))
    return WAYS.get(known[provider], Ways())


def _program(provider: str) -> str:
    """Return the name that a provider's program has here: `google` is `gemini`; one's own provider is itself."""
    return data.read("providers").get(provider, provider)

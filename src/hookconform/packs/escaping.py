"""Known escapes that rules leave open: calls of which no hook is asked, and ways to switch the hooks off."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from hookconform.corpus.escapes import (
    NOT_OFFERED,
    EscapeRow,
    escape_versions,
    load_escape_claims,
    load_escape_table,
    load_escapes,
    source_of,
)
from hookconform.corpus.path_spellings import HOME, WORKSPACE
from hookconform.packs.rule import Event, Pack, Rule, made_call

# A call of which no hook is asked; a way to switch hooks off; another way to start the program.
UNSEEN_PATH, SELF_DISABLE, DOOR = "unseen-path", "self-disable", "door"
_DOORS = frozenset({"sessions", "sources"})
_SURVIVAL = "survival"
# What a hook itself does wrong, or another one beside it: no rule closes that.
_FAILURES = frozenset({"delivery", "composition"})
# A flag is given by whoever starts the program, not by the model.
_FLAG = "flag-"
# The row of the model's own tool that reads a file.
_READ = "own-read"


@dataclass(frozen=True, slots=True)
class OpenEscape:
    """Rows of one kind that are open on a platform: their ids and titles, and what closes them, if anything does."""

    platform: str
    version: str
    code: str
    rows: tuple[str, ...]
    titles: tuple[str, ...]
    closed_by: tuple[str, ...]


def open_escapes(packs: Iterable[Pack], platforms: Iterable[str]) -> tuple[OpenEscape, ...]:
    """Return the escapes that were measured at each platform's newest version and that no rule of the packs closes.

    Rules close ways to switch hooks off if they deny, of every file on which the hooks depend, an edit and a shell
    command that writes it. Raises `HookconformError` as `load_escapes`.
    """
    rules = [rule for pack in packs for rule in pack.rules if rule.decides]
    return tuple(found for platform in platforms for found in _of_platform(platform, rules))


def read_by_shell(platforms: Iterable[str]) -> tuple[str, ...]:
    """Return the platforms whose models, at the newest measured version, read files by shell commands alone."""
    return tuple(
        platform
        for platform in platforms
        if (versions := escape_versions(platform))
        and (measured := load_escapes(platform, versions[-1])) is not None
        and any((cell.row, cell.verdict) == (_READ, NOT_OFFERED) for cell in measured.cells)
    )


def _of_platform(platform: str, rules: Sequence[Rule]) -> Iterator[OpenEscape]:
    versions = escape_versions(platform)
    measured = load_escapes(platform, versions[-1]) if versions else None
    if measured is None:
        return
    table, claims = load_escape_table(), load_escape_claims(platform)
    rows = [table.rows[cell.row] for cell in measured.cells if table.verdicts[cell.verdict].is_open]
    rows = [row for row in rows if row.group not in _FAILURES]
    for code in (UNSEEN_PATH, SELF_DISABLE, DOOR):
        mine = [row for row in rows if _code(row) == code]
        if not mine or (code == SELF_DISABLE and _are_guarded(claims.guards, rules)):
            continue
        sources = [source for row in mine if (source := source_of(row, claims)) is not None]
        closing = [source.closed_by for source in sources if source.closed_by]
        if code == SELF_DISABLE and claims.guards:
            closing.insert(0, f"rules that deny edits and shell commands about {', '.join(claims.guards)}")
        yield OpenEscape(
            platform,
            measured.version,
            code,
            tuple(row.id for row in mine),
            tuple(row.title for row in mine),
            tuple(dict.fromkeys(closing)),
        )


def _code(row: EscapeRow) -> str:
    if row.group in _DOORS or row.id.startswith(_FLAG):
        return DOOR
    return SELF_DISABLE if row.group == _SURVIVAL else UNSEEN_PATH


def _are_guarded(guards: Sequence[str], rules: Sequence[Rule]) -> bool:
    return bool(guards) and all(
        any(rule.matches(event) for rule in rules) for guard in guards for event in _writing(guard)
    )


def _writing(guard: str) -> Iterator[Event]:
    """Yield calls that write a file on which hooks depend."""
    path = guard.replace("~", HOME, 1) if guard.startswith("~/") else posixpath.join(WORKSPACE, guard)
    yield made_call("Write", "edit", {"file_path": path, "content": "{}"})
    yield made_call("Bash", "execute", {"command": f"echo '{{}}' > {path}"})

"""Attempts whose paths are spelled in the ways by which a program was measured to open the file all the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hookconform.corpus.path_spellings import OpenedPaths, Spelling, load_measurement, load_spellings, measured_versions
from hookconform.ground.versions import at_least
from hookconform_lab.lab.attempts import Attempt
from hookconform_lab.lab.file_calls import WORD, FileCall, usual_file_calls
from hookconform_lab.lab.turn import Turn

_SECRETS, _ENVIRONMENT = ("protect-directory", "a file below secrets/"), ("protect-env-files", "an environment file")
# What is attempted by each effect: rules that look at the folder and at the end of the name.
_RULES = {"write": (_SECRETS, _ENVIRONMENT), "edit": (_SECRETS,), "read": (_ENVIRONMENT,)}


def spelled_attempts_of_sets(platform: str, turns: Iterable[Turn]) -> dict[Turn, tuple[Attempt, ...]]:
    """Return the attempts of each set of tools; a tool that several sets have is attempted in the first of them."""
    found: dict[Turn, tuple[Attempt, ...]] = {}
    seen: set[tuple[str, str]] = set()
    for turn in turns:
        attempts = spelled_attempts(platform, turn)
        found[turn] = tuple(attempt for attempt in attempts if _tool(attempt) not in seen)
        seen |= {_tool(attempt) for attempt in attempts}
    return found


def spelled_attempts(platform: str, turn: Turn) -> tuple[Attempt, ...]:
    """Return an attempt for every spelling that opened its target, links aside; none if nothing was measured."""
    known = [known for known in measured_versions(platform) if at_least(turn.version, known)]
    measurement = load_measurement(platform, known[-1]) if known else None
    if measurement is None:
        return ()
    spellings = load_spellings(platform=platform)
    calls = {(call.tool, call.effect): call for call in usual_file_calls(turn, lambda _: ())}
    rows = ((calls.get((row.tool, row.effect)), row) for row in measurement.tools)
    return tuple(attempt for call, row in rows if call is not None for attempt in _attempts(call, row, spellings))


def _tool(attempt: Attempt) -> tuple[str, str]:
    assert attempt.call is not None  # noqa: S101 (every spelled attempt has one)
    return attempt.call.tool, attempt.call.effect


def _attempts(call: FileCall, row: OpenedPaths, spellings: tuple[Spelling, ...]) -> Iterator[Attempt]:
    for number, spelling in enumerate(spellings):
        if spelling.id not in row.target or spelling.link:
            continue
        for rule, what in _RULES[row.effect]:
            is_secret = (rule, what) == _SECRETS
            folder = "secrets" if is_secret else f"spelled{number:03d}"
            end = f"-{row.tool}-{row.effect}{number:03d}.{'txt' if is_secret else 'env'}"
            word = f"spelled-{row.tool}-{row.effect}-{number:03d}-{rule}"
            path = spelling.target_paths(folder, end)[0]
            yield Attempt(
                f"{row.effect} {what} by {row.tool}",
                "" if row.effect == "read" else path,
                rule,
                words=word,
                spelling=spelling.id,
                spelled=spelling.path(folder, end, workspace="{{workspace}}", is_absolute=row.is_absolute),
                opens=path,
                call=call,
                before=(path, call.content.replace(WORD, word)) if row.effect != "write" else (f"{folder}/", ""),
            )

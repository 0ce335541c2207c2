"""Answers of hooks as text: one in full, several platforms side by side, or a platform's events and verdicts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from hookconform.corpus.claims import Platform
from hookconform.corpus.programs import EVENT, RegistrationFiles
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.effects.rows import neighbours
from hookconform.effects.verdicts import VERDICTS
from hookconform.explain.answering import Advice
from hookconform.explain.asked import older_than_known, position
from hookconform.explain.plugin_steps import step_text
from hookconform.ground.plain_text import columns, folded

# Where any name will do, the claims have the recorder's.
_RECORDER = re.compile(r"hookconform(-[\w-]+)?(?=\.[a-z]+$)")
_LABEL = 19
_BORROWED = "of a recorded call, give your call's: "
_SESSION_END = "SessionEnd"


def answer_text(found: Advice) -> str:
    """Return one answer in full: what to print, what the platform does then, and the row that shows it."""
    far = position(found.asked, found.near)
    head = f"{found.platform} {found.asked}{f' ({far})' if far else ''}, {found.registered_event}: {found.verdict}"
    lines = folded(head, 2)
    if found.in_plugin is not None:
        steps = _steps(found) or "do nothing"
        lines += [f"  in a plugin      {steps}", "  or by a program that the bridge of hook-adapters calls:"]
    lines += [
        *(f"  {part:<15}  {value or '(nothing)'}" for part, value in found.parts.items()),
        *_borrowed(found),
        *folded(f"  effect           {effect_text(found)}", _LABEL, kept="effect           "),
        *([f"  since            {_since(found)}"] if found.since[0] else []),
        *folded(f"  {_basis(found)}", 4),
    ]
    return "\n".join(lines)


def _borrowed(found: Advice) -> Iterator[str]:
    """Yield which arguments of the answer are to be those of the reader's own call."""
    if found.borrowed:
        said = f"  arguments        {_BORROWED}{', '.join(found.borrowed)}"
        yield from folded(said, _LABEL)


def effect_text(found: Advice) -> str:
    """Return what the platform then does, in one line."""
    effect = found.effect
    tool = {"stopped": "the tool does not run", "asked": "the user is asked", "ran": "the tool runs"}
    phase = load_vocabulary().events.get(found.canonical, "tool")
    parts = [tool[effect.tool]] if effect.tool and phase.endswith("tool") else []
    parts[-1:] = [f"{parts[-1]} with the changed input"] if parts and effect.input == "changed" else parts[-1:]
    parts += [f"the model reads {', '.join(sorted(effect.told))}" if effect.told else "the model is not told"]
    return ", ".join([*parts, turn_text(found.canonical, effect.turn)])


def turn_text(event: str, turn: str) -> str:
    """Return what becomes of the turn at a canonical event; where it is over, "as without a hook" is its end."""
    vocabulary = load_vocabulary()
    phase, at_end = vocabulary.events.get(event), event in vocabulary.turn_ends
    who = "the sub-agent" if at_end and phase == "agent" else "the session" if phase == "session" else "the turn"
    over = at_end or phase == "turn" or event == _SESSION_END
    return {
        "continues": f"{who} ends" if over else f"{who} goes on",
        "ended": "the turn ends",
        "extended": f"{who} goes on for another round",
        "hung": "the turn waits for the user",
    }[turn]


def comparison_text(found: Sequence[Advice], without: Mapping[str, str]) -> str:
    """Return name, what to do and what happens then of each platform; `without` says why there is no answer."""
    width = max((len(name) for name in [*(one.platform for one in found), *without]), default=0) + 2
    lines: list[str] = []
    for one in found:
        key = f" at {one.registered_event}" if one.registered_event != one.canonical else ""
        lines += [f"{one.platform}{key}", f"  {_to_do(one)}"]
        lines += folded(f"  {_BORROWED}{', '.join(one.borrowed)}", 2) if one.borrowed else []
        lines += folded(f"  {effect_text(one)}", 2)
    for name, why in without.items():
        lines += folded(f"{name:<{width}}{why}", width)
    return "\n".join(lines)


def overview_text(
    platform: Platform, version: str, verdicts: Mapping[str, frozenset[str]], lacking: Sequence[str] = ()
) -> str:
    """Return the table of a platform's event keys and the verdicts that some measured answer carries out there.

    Below it stand the events that the version lacks, the files hooks are registered in, and the platform's notes.
    """
    near = neighbours(platform.id, version)
    far = position(version, near)
    measured = "measured" if version in near else f"measured at {' and '.join(near)}"
    rows = [["event", *VERDICTS]]
    rows += [[key, *("yes" if name in can else "-" for name in VERDICTS)] for key, can in verdicts.items()]
    first = next(iter(verdicts))
    verdict = next((name for name in ("deny", "context", "allow") if name in verdicts[first]), "allow")
    return "\n".join(
        [
            *folded(f"{platform.id} {version}{f' ({far})' if far else ''}: what a hook's answer can do, {measured}", 2),
            "",
            *columns(rows),
            "",
            *folded("-: not possible on this platform (no measured answer does it).", 2),
            *(folded(f"Not known of {version}: {', '.join(lacking)}.", 2) if lacking else []),
            *(folded(f"Registered in: {files_text(platform.registration)}.", 2) if platform.registration else []),
            "",
            *(
                ["Limits:", *(line for note in platform.notes for line in folded(f"  * {note}", 4)), ""]
                * bool(platform.notes)
            ),
            f"What to print: hookconform respond {platform.id} {first} {verdict}",
            f"What a hook never sees: hookconform explain {platform.id} --escapes",
        ]
    )


def files_text(files: RegistrationFiles, event: str = "EVENT", mark: str = "") -> str:
    """Return the files that hooks are registered in: a project's, if any, and the user's, each between marks."""
    of_project, of_user = (f"{mark}{path}{mark}" if path else "" for path in registered_in(files, event))
    return f"{of_project} of a project, or {of_user}" if of_project else of_user


def registered_in(files: RegistrationFiles, event: str) -> tuple[str, str]:
    """Return the file of a project, empty if there is none, and of a user, under neutral names."""
    names = (str(files.project_file or ""), f"~/{files.user_folder / files.user_file}")
    of_project, of_user = (_RECORDER.sub("my-hook", name.replace(EVENT, event)) for name in names)
    return of_project, of_user


def _to_do(found: Advice) -> str:
    """Return what a hook must do, in one line: a plugin's statement, or what is printed and the exit code."""
    if found.in_plugin is not None:
        return _steps(found) or "do nothing"
    answer = found.answer
    streams = [("stdout", answer.stdout), ("stderr", answer.stderr)]
    said = [f"{name} {value.strip()}" for name, value in streams if value.strip()]
    return ", ".join([f"exit {answer.exit_code}", *said])


def _steps(found: Advice) -> str:
    return "; ".join(map(step_text, found.in_plugin or ()))


def _since(found: Advice) -> str:
    oldest, before = found.since
    return f"{oldest}; not confirmed at {before}" if before else f"{oldest}, the oldest version measured"


def _basis(found: Advice) -> str:
    basis = "predicted from other measured answers" if found.row is None else f"measured: row {found.row}"
    if found.asked in found.near:
        alike = f" at {found.version}; at {found.asked} other answers were measured, and it works on both sides"
        newer = f"; {found.known} is known, but not measured" if found.known else ""
        return basis + newer if found.version == found.asked else basis + alike
    if position(found.asked, found.near):
        oldest = older_than_known(found.platform, found.asked)
        unknown = f"; no version before {oldest} is known" if oldest else ""
        return f"{basis} at {found.version}, not at {found.asked}{unknown}"
    older, newer = found.near
    return f"{basis} at {found.version}; {found.asked} was not measured; it works at {older} and at {newer}"


def ends_with(found: Advice) -> str:
    """Return the lines with which a hook answers: of a plugin's function, or of a shell script."""
    return as_shell(found) if found.in_plugin is None else "\n".join(map(step_text, found.in_plugin))


def as_shell(found: Advice) -> str:
    """Return the answer as lines of a POSIX shell script, which a hook can end with."""
    lines = []
    if found.answer.stdout.strip():
        lines.append(f"printf '%s' {_quoted(found.answer.stdout.strip())}")
    if found.answer.stderr.strip():
        lines.append(f"printf '%s' {_quoted(found.answer.stderr.strip())} >&2")
    return "\n".join([*lines, f"exit {found.answer.exit_code}"])


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"

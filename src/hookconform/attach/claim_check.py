"""Claims that could not be judged, found when a manifest is read: what nobody can judge would look like no fault."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hookconform.attach.manifest_words import demand_platforms
from hookconform.attach.place.environment import search_path
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.effects.rows import measured_platforms
from hookconform.ground.errors import HookconformError
from hookconform.ground.meant import meant, nearest

if TYPE_CHECKING:
    from hookconform.attach.manifest import Manifest

# What a hook program can show; everything else asks for methods, and a program with methods makes no decisions.
HOOK_CAPABILITIES = frozenset({"decision", "refusal", "fails-closed", "neighbours"})
HOOK_ONLY = frozenset({"decision", "fails-closed", "neighbours"})
RUN_PLACEHOLDERS = ("folder", "program", "python")
# Options of interpreters after which code or a module follows, and no script.
_CODE_FOLLOWS = frozenset({"-c", "-e", "-m", "--eval", "--print", "-p"})
_SCRIPT_SUFFIXES = frozenset(
    {".bash", ".cjs", ".cts", ".jar", ".js", ".lua", ".mjs", ".mts", ".php", ".pl", ".ps1", ".py", ".rb", ".sh", ".ts"}
)
# Not `${name}`, which is a shell's.
_PLACEHOLDER = re.compile(r"(?<!\$)\{([a-z_]+)\}")


def check_claims(manifest: Manifest) -> None:
    """Raise `HookconformError` for a claim that cannot be judged.

    Codes: `adapter.capability`, `adapter.platform`, `adapter.no-answers`, `adapter.event`, `adapter.tool`,
    `adapter.further-fields`, `adapter.placeholder`, `adapter.program`.
    """
    _check_capabilities(manifest)
    _check_platforms(manifest)
    _check_names(manifest)
    _check_further_fields(manifest)
    if manifest.run is not None:
        run = manifest.run
        prepared = (part for command in run.setup for part in command)
        texts = (*run.command, *run.env.values(), *([run.interpreter] if run.interpreter else []), *prepared)
        check_placeholders(manifest, "[run]", texts, RUN_PLACEHOLDERS)
        for command in run.setup:
            check_command(manifest, "`setup` below [run]", command)
        if not run.setup:
            check_run_program(manifest)


def check_run_program(manifest: Manifest) -> None:
    """Raise `HookconformError` (`adapter.program`) unless the program of `[run] command` is there.

    Where there is a `setup`, which may make it, that can be told only after it.
    """
    if manifest.run is not None and manifest.run.command:
        check_command(manifest, "`command` below [run]", manifest.run.command)


def check_placeholders(manifest: Manifest, section: str, texts: Iterable[str], known: Iterable[str]) -> None:
    """Raise `HookconformError` (`adapter.placeholder`) for a `{word}` that nothing fills in."""
    names = sorted(known)
    for text in texts:
        for word in _PLACEHOLDER.findall(text):
            if word not in names:
                raise HookconformError(
                    "adapter.placeholder",
                    f"Nothing fills in {{{word}}} below {section}.",
                    where=str(manifest.path),
                    hint=meant(word, names),
                )


def check_command(manifest: Manifest, place: str, command: Sequence[str]) -> None:
    """Raise `HookconformError` (`adapter.program`) unless a command's program and its script are there.

    What has placeholders other than `{folder}` is not looked for, nor is a script outside of the manifest's folder.
    """
    if command[0] != "{python}":
        check_program(manifest, place, _in_folder(manifest, command[0]))
    script = _in_folder(manifest, _script(command[1:]))
    if script and "{" not in script and not Path(script).is_file():
        raise HookconformError(
            "adapter.program",
            f"There is no script {script!r}, which {place} names.",
            where=str(manifest.path),
            hint=f"{_beside(Path(script))}Name a file; {{folder}} is the manifest's folder.",
        )


def _script(arguments: Sequence[str]) -> str:
    """Return the argument with the file that an interpreter runs, if it is below `{folder}`; empty for none."""
    for number, argument in enumerate(arguments):
        if argument in _CODE_FOLLOWS:
            break
        if argument.startswith("{folder}/"):
            is_script = number == 0 or Path(argument).suffix in _SCRIPT_SUFFIXES
            return argument if is_script else ""
    return ""


def _in_folder(manifest: Manifest, text: str) -> str:
    return text.replace("{folder}", str(manifest.folder))


def _beside(path: Path) -> str:
    """Return a sentence with a file beside a missing one that has a similar name, if there is any."""
    with suppress(OSError):
        near = nearest(path.name, [file.name for file in path.parent.iterdir() if file.is_file()])
        return f"Did you mean {near}? " if near else ""
    return ""


def check_program(manifest: Manifest, place: str, program: str) -> None:
    """Raise `HookconformError` (`adapter.program`) unless there is such a program, or it has placeholders."""
    if "{" in program:
        return
    beside = manifest.folder / program
    if shutil.which(str(beside) if os.sep in program else program, path=search_path()) is None:
        raise HookconformError(
            "adapter.program",
            f"There is no program {program!r}, which {place} names.",
            where=str(manifest.path),
            hint=f"{_beside(beside)}Build or install it first; {beside} must be an executable file."
            if os.sep in program
            else "Install it, or name it by its path from the manifest's folder.",
        )


def _check_capabilities(manifest: Manifest) -> None:
    stated = frozenset[str](manifest.stated["capabilities"])
    is_hook = manifest.kind == "hook"
    wrong = sorted(stated - HOOK_CAPABILITIES if is_hook else stated & HOOK_ONLY)
    if wrong:
        raise HookconformError(
            "adapter.capability",
            f"{', '.join(wrong)} cannot be judged of "
            + ("a hook program, which has no methods to call." if is_hook else "a program that serves methods."),
            where=str(manifest.path),
            hint="Claim decision (and refusal), or attach it with [run]; see docs/runner-contract.md."
            if is_hook
            else "Leave it out, or attach the program that users install with [hook] in a manifest of its own.",
        )


def _check_platforms(manifest: Manifest) -> None:
    named = manifest.claims.platforms or frozenset[str]()
    demand_platforms(sorted(named), manifest.path)
    measured = measured_platforms()
    for name in sorted(named.difference(measured)) if manifest.kind == "hook" else ():
        raise HookconformError(
            "adapter.no-answers",
            f"No answer of a hook was measured on {name}, so no decision can be judged there.",
            where=str(manifest.path),
            hint=f"Take it off `platforms`; measured: {', '.join(sorted(measured))}.",
        )


def _check_names(manifest: Manifest) -> None:
    vocabulary, claims = load_vocabulary(), manifest.claims
    stated = {
        "event": ("events", {*(claims.events or ()), *(claims.event_words.table or ())}, vocabulary.events),
        "tool": ("[vocabulary.tools]", set(claims.tools.table or ()), vocabulary.tools),
    }
    for kind, (place, named, known) in stated.items():
        for name in sorted(named.difference(known)):
            raise HookconformError(
                f"adapter.{kind}",
                f"There is no canonical {kind} {name!r}, which {place} names.",
                where=str(manifest.path),
                hint=meant(name, known),
            )


def _check_further_fields(manifest: Manifest) -> None:
    if manifest.claims.further_fields and "event" not in manifest.capabilities:
        raise HookconformError(
            "adapter.further-fields",
            "`further_fields` cannot be judged of an adapter that does not claim the capability event.",
            where=str(manifest.path),
            hint="Take it off, or claim event, of which the fields are a part; see docs/runner-contract.md.",
        )

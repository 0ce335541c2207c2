"""`hookconform known-failures write`: the list that one run gives."""

from __future__ import annotations

import os
from pathlib import Path

import click

from hookconform.attach.registry import find_adapter
from hookconform.cli import completing
from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import counted
from hookconform.ground.printable import printable
from hookconform.run.known_list import known_list, listed, write_list


@click.command()
@click.argument("adapter", shell_complete=completing.adapters)
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the list here.")
@click.option("--reason", default="", metavar="TEXT", help="The reason of every new entry, instead of one to fill in.")
@click.option("--by-claim", is_flag=True, help="Let a new entry stand for every failing check of a claim.")
def command(adapter: str, output: Path | None, reason: str, *, by_claim: bool) -> None:
    """Run ADAPTER once over the whole corpus, and write what fails as a list of known failures.

    New entries stand below their cause, each with a reason to fill in: a list with an empty reason is refused.
    Entries of the list that the manifest names keep their reasons as long as they fail. Errors go on no list.
    """
    manifest = find_adapter(adapter)
    named = manifest.known_failures
    if output is not None and output.exists() and not (named and named.exists() and output.samefile(named)):
        raise HookconformError(
            "file.exists",
            "The file exists, and the manifest names another list or none: the reasons in it would be lost.",
            where=str(output),
            hint="Choose a name that is free, or name this list as `known_failures` in the manifest.",
        )
    found = known_list(manifest, reason, by_claim=by_claim)
    text = listed(found.sections)
    if output is None:
        click.echo(printable(text), nl=False)
    else:
        write_list(output, text)
    notes = [f"{counted(found.new, 'new entry', 'new entries')}, {found.kept} kept, {found.gone} taken off"]
    if found.errors:
        errors = counted(found.errors, "check is an error", "checks are errors")
        notes.append(f"{errors}: no list covers {'it' if found.errors == 1 else 'them'}")
    if found.new and not reason:
        notes.append("say in each empty `reason` why it fails; until then a run refuses the list")
    if output is not None and named is None:
        relative = os.path.relpath(output, manifest.folder)
        notes.append(f'name it in {manifest.path.name}: known_failures = "{Path(relative).as_posix()}"')
    click.echo(printable("\n".join(notes)), err=True)

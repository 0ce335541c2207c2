"""`hookconform corpus compose`: write the cases that the tables of families compose."""

from __future__ import annotations

import sys

import click

from hookconform.corpus.families import load_families
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import EXIT_FAILED, HookconformError
from hookconform.ground.plain_text import counted
from hookconform.intake.family_cases import cases_of


@click.command()
@click.option("--write", is_flag=True, help="Write the cases.")
def command(*, write: bool) -> None:
    """Name the cases that are not what corpus/families composes, or write them.

    The exit code is 1 if there are any and they are not written. Expectations come from the claims and the rule packs.
    """
    root = corpus_root()
    if write and "_data" in root.parts:
        raise HookconformError(
            "compose.installed",
            "The corpus inside an installed package is not to be changed.",
            where=str(root),
            hint="Run this in a checkout of the project, or set HOOKCONFORM_CORPUS to its corpus folder.",
        )
    other = [
        case
        for family in load_families(root)
        for case in cases_of(family, root)
        if not case.path.is_file() or case.path.read_text(encoding="utf-8") != case.text
    ]
    for case in other:
        click.echo(case.id)
        if write:
            case.path.write_text(case.text, encoding="utf-8", newline="\n")
    click.echo(f"{counted(len(other), 'case')} {'written' if write else 'other than the tables say'}", err=True)
    if other and not write:
        sys.exit(EXIT_FAILED)

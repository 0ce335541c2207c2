"""`hookconform corpus redraft`: propose expectations anew where claims or rule packs have changed."""

from __future__ import annotations

import sys

import click

from hookconform.corpus.expected import OPTIONAL
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import EXIT_FAILED, HookconformError
from hookconform.ground.plain_text import counted
from hookconform_lab.intake.redrafting import FIELDS, proposals, summary, unjudged


@click.command()
@click.argument("globs", metavar="[GLOB]...", nargs=-1)
@click.option(
    "--field", "chosen", multiple=True, type=click.Choice(FIELDS), metavar="NAME", help="Only this field; repeatable."
)
@click.option(
    "--add",
    "added",
    multiple=True,
    type=click.Choice(OPTIONAL),
    metavar="NAME",
    help="State this field where a case leaves it out; repeatable.",
)
@click.option("--write", is_flag=True, help="Write the proposed expectations into the case files.")
def command(globs: tuple[str, ...], chosen: tuple[str, ...], added: tuple[str, ...], write: bool) -> None:
    """Propose new expectations for the cases whose id matches GLOB, from the claims and rule packs.

    The proposal is a unified diff on standard output, and the exit code 1 if there is one. Nothing comes from an
    adapter, and no byte but those of the expectation changes: a captured payload stays as it was recorded. A field
    that a case leaves out is not judged, and stays left out unless --add names it.
    """
    root = corpus_root()
    if write and "_data" in root.parts:
        raise HookconformError(
            "redraft.installed",
            "The corpus inside an installed package is not to be changed.",
            where=str(root),
            hint="Run this in a checkout of the project, or set HOOKCONFORM_CORPUS to its corpus folder.",
        )
    found = list(proposals(root, chosen, globs, added))
    count = sum(len(item.changed) for item in found)
    for item in found:
        if write:
            item.write()
        else:
            click.echo(item.diff(root), nl=False)
    for line in summary(found):
        click.echo(line, err=True)
    for line in unjudged(root, globs):
        click.echo(line, err=True)
    if not found:
        click.echo("every expectation is what the claims and rule packs say", err=True)
    elif write:
        click.echo(f"{counted(count, 'case')} written; read the change before you commit it", err=True)
    else:
        click.echo(f"{counted(count, 'case')} would change; --write writes what would", err=True)
        sys.exit(EXIT_FAILED)

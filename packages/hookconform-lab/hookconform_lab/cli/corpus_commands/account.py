"""`hookconform corpus account`: what an earlier corpus judged and this one no longer does."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from hookconform.cli.progress import working
from hookconform.corpus.cases import platform_folders
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import EXIT_FAILED
from hookconform.ground.plain_text import columns, counted

_SHOWN = 20


@click.command()
@click.argument("old", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.argument("new", required=False, type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, with every lost item.")
def command(old: Path, new: Path | None, *, as_json: bool) -> None:
    """Compare the corpus folder OLD with NEW, or with the corpus in use; exit 1 if anything OLD judges is lost.

    OLD may be the corpus of any release. A case that NEW lists as removed in retired.yaml is not lost.
    """
    from hookconform_lab.evidence.account import account

    for folder in (old, new or corpus_root()):
        platform_folders(folder)  # an empty folder would have lost nothing
    with working("comparing"):
        found = account(old.resolve(), (new or corpus_root()).resolve())
    if as_json:
        lines = [{"kind": line.kind, "old": line.before, "new": line.now, "lost": line.lost} for line in found.lines]
        click.echo(json.dumps({"lines": lines, "expectations": found.expectations}, ensure_ascii=False, indent=2))
    else:
        rows = [("judged", "old", "new", "lost")]
        rows += [(line.kind, f"{line.before:,}", f"{line.now:,}", f"{len(line.lost):,}") for line in found.lines]
        for row in columns(rows):
            click.echo(row)
        for line in found.lines:
            for item in line.lost[:_SHOWN]:
                click.echo(f"lost of {line.kind}: {item}")
            if len(line.lost) > _SHOWN:
                click.echo(f"lost of {line.kind}: {len(line.lost) - _SHOWN} more; `--json` lists them")
        if found.expectations:
            click.echo(f"{counted(len(found.expectations), 'case')} expect something else now; `--json` lists them")
        click.echo("nothing is lost" if not found.lost else f"{counted(found.lost, 'item')} lost")
    if found.lost:
        sys.exit(EXIT_FAILED)

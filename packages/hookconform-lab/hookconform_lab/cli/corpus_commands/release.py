"""`hookconform corpus release`: pin the ids and payloads of a release, and its fingerprint."""

from __future__ import annotations

import click

from hookconform.cases.loading import iter_cases
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.released import PAYLOADS, write_release
from hookconform.ground.plain_text import counted
from hookconform.run.fingerprint import corpus_fingerprint


@click.command()
@click.argument("version")
def command(version: str) -> None:
    """Write what is released: from now on lint keeps the ids and captured payloads of VERSION, and it can be pinned."""
    root = corpus_root()
    pinned = write_release(root, version, corpus_fingerprint(root), iter_cases(root=root))
    click.echo(f"{version}: {counted(pinned, 'case')} pinned in {PAYLOADS}")

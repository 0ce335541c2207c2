"""`hookconform corpus release`: pin the ids and payloads of a release, and its fingerprint."""

from __future__ import annotations

import click

from hookconform.cases.loading import iter_cases
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.released import PAYLOADS, write_release
from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import counted
from hookconform.ground.versions import is_version
from hookconform.run.fingerprint import corpus_fingerprint


@click.command()
@click.argument("version")
def command(version: str) -> None:
    """Write what is released: from now on lint keeps the ids and captured payloads of VERSION, and it can be pinned."""
    if not is_version(version):
        raise HookconformError(
            "corpus.release-version",
            f"{version!r} is no version.",
            where="VERSION",
            hint="Write the version of hookconform that is released, such as 1.0.0.",
        )
    root = corpus_root()
    pinned = write_release(root, version, corpus_fingerprint(root), iter_cases(root=root))
    click.echo(f"{version}: {counted(pinned, 'case')} pinned in {PAYLOADS}")

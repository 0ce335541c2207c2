"""`hookconform corpus release`: pin the ids and payloads of a release, and its fingerprint."""

from __future__ import annotations

import json

import click

from hookconform.corpus.cases import iter_cases
from hookconform.corpus.locate import corpus_root
from hookconform.lint.released_ids import payload_digest
from hookconform.run.fingerprint import corpus_fingerprint


@click.command()
@click.argument("version")
def command(version: str) -> None:
    """Write released.json: from now on lint keeps the ids and captured payloads of VERSION, and it can be pinned."""
    root = corpus_root()
    cases = {case.id: payload_digest(case.payload_text) for case in iter_cases(root=root)}
    released = {"release": version, "fingerprint": corpus_fingerprint(root), "cases": cases}
    text = json.dumps(released, indent=1) + "\n"
    (root / "released.json").write_text(text, encoding="utf-8")
    click.echo(f"{version}: {len(cases)} cases pinned in released.json")

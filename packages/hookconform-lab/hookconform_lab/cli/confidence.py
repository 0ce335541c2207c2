"""`hookconform confidence`: how well each claim is proved, computed from the evidence."""

from __future__ import annotations

import click

from hookconform.cli.platform_names import PLATFORM, PlatformFirst
from hookconform.corpus.claims import platform_ids
from hookconform.run.fingerprint import corpus_fingerprint
from hookconform_lab.evidence.claims import evaluate
from hookconform_lab.evidence.document import as_text, confidence_document
from hookconform_lab.evidence.text import overview_text, platform_text


@click.command(cls=PlatformFirst)
@click.argument("platform", type=PLATFORM, required=False)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema: confidence).")
def command(platform: str | None, as_json: bool) -> None:
    """Grade every claim of PLATFORM, or show all platforms."""
    chosen = platform_ids() if platform is None else [platform]
    document = confidence_document((evaluate(name) for name in chosen), corpus_fingerprint())
    if as_json:
        click.echo(as_text(document), nl=False)
    elif platform is None:
        click.echo(overview_text(document))
    else:
        click.echo(platform_text(document["platforms"][platform]))

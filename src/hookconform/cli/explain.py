"""`hookconform explain`: what a native name means, or what platforms call a canonical one."""

from __future__ import annotations

from typing import Any

import click

from hookconform.explain.canonical import explain_canonical
from hookconform.explain.name import explain_name
from hookconform.explain.text import canonical_text, name_text
from hookconform.ground.printable import printable, printable_json


@click.command()
@click.argument("platform", required=False)
@click.argument("native_name", required=False)
@click.option("--canonical", metavar="NAME", help="Show what platforms call this canonical tool or event.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema: explanation).")
def command(platform: str | None, native_name: str | None, canonical: str | None, as_json: bool) -> None:
    """Explain a native tool or event name, or a canonical one.

    \u0008
    hookconform explain PLATFORM NATIVE_NAME
    hookconform explain --canonical Bash
    hookconform explain PLATFORM --canonical Bash
    """
    if canonical is not None:
        if native_name is not None:
            raise click.UsageError("Give a native name or --canonical, not both.")
        _print(explain_canonical(canonical, platform), as_json=as_json)
        return
    if platform is None or not native_name:
        raise click.UsageError("Give a platform and a native name, or --canonical with a canonical name.")
    _print(explain_name(platform, native_name), as_json=as_json)


def _print(explanation: dict[str, Any], *, as_json: bool) -> None:
    if as_json:
        click.echo(printable_json(explanation, indent=2))
    else:
        click.echo(printable(canonical_text(explanation) if "canonical" in explanation else name_text(explanation)))

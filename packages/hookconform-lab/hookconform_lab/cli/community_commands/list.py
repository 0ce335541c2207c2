"""`hookconform community list`: the adapters, their programs, and how old what was measured is."""

from __future__ import annotations

import json

import click


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(*, as_json: bool) -> None:
    """List other people's adapters: version, whether the program is installed here, when it was measured.

    A measurement of another version, or on another corpus than today's, is marked as out of date.
    """
    from hookconform.ground.plain_text import columns, folded
    from hookconform_lab.community.listing import rows

    found = rows()
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    lines = [("adapter", "version", "from", "installed", "measured")]
    for row in found:
        measured = row["measured"] or "never"
        installed = "yes" if row["installed"] else "no"
        note = f"{measured} *" if row["outdated"] else measured
        lines.append((row["name"], row["version"], row["source"], installed, note))
    for line in columns(lines):
        click.echo(line)
    for why in sorted({row["outdated"] for row in found} - {"", None}):
        names = ", ".join(row["name"] for row in found if row["outdated"] == why)
        click.echo("\n".join(folded(f"* out of date, {why}: {names}", 2)))

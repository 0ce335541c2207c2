"""`hookconform corpus pack`: file contributions with the recordings of their version."""

from __future__ import annotations

import click

from hookconform.ground.plain_text import counted


@click.command()
def command() -> None:
    """File contributions with the recordings of their version.

    `corpus add` writes one file for each contribution. This command moves them into captured/ and versions/, where the
    lab's recordings are. Ids and payload hashes stay. A payload whose shape another one shows becomes a line of the
    manifest alone. A contribution with tags or rules is left as it is.
    """
    from hookconform.corpus.locate import corpus_root
    from hookconform_lab.intake.packing import pack

    packed = pack(corpus_root())
    for case_id in packed.filed:
        click.echo(f"packed: {case_id}")
    for case_id, shown in packed.listed.items():
        click.echo(f"listed: {case_id} (the shape of {shown})")
    for case_id in packed.left:
        click.echo(f"left: {case_id} (it says more than its payload)")
    click.echo(f"{counted(len(packed.filed) + len(packed.listed), 'contribution')} packed")

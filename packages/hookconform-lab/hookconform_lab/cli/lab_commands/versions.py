"""`hookconform lab versions`: the versions the registry has and those in the corpus."""

from __future__ import annotations

import click

from hookconform.ground.plain_text import counted


@click.command()
@click.argument("platform")
def command(platform: str) -> None:
    """List the released versions of PLATFORM on npm or PyPI, newest first, and mark those the corpus has."""
    from hookconform.corpus.locate import corpus_root  # noqa: PLC0415 (imported on use)
    from hookconform.corpus.manifests import load_manifests  # noqa: PLC0415
    from hookconform_lab.lab.drivers import load_driver  # noqa: PLC0415
    from hookconform_lab.lab.install import released_versions  # noqa: PLC0415

    driver = load_driver(platform)
    manifests = load_manifests(corpus_root() / "platforms" / platform)
    there = {version: len(manifest.payloads) for version, manifest in manifests.items()}
    for version in reversed(released_versions(driver)):
        click.echo(f"{version}  {counted(there[version], 'captured case')}" if version in there else version)

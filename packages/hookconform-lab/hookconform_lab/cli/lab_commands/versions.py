"""`hookconform lab versions`: the versions the registry has, those in the corpus, and when each came out."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hookconform.cli.platform_names import PLATFORM
from hookconform.ground.errors import EXIT_INCOMPLETE, EXIT_OK, HookconformError
from hookconform.ground.plain_text import counted
from hookconform_lab.cli.lab_commands.sweep_commands.choosing import store_option


@click.command()
@click.argument("platform", type=PLATFORM, required=False)
@click.option("--all", "every", is_flag=True, help="Every platform that the lab can run; needs --write.")
@click.option("--write", is_flag=True, help="File releases and dates in the corpus: platforms/PLATFORM/releases.json.")
@store_option
def command(platform: str | None, *, every: bool, write: bool, folder: Path) -> None:
    """List the released versions of PLATFORM on npm or PyPI, newest first, and mark those the corpus has.

    With --write also every release and its date go into the corpus. The newest of them is the newest release known,
    and how old a platform's evidence is, is counted from the day of this reading. Releases that the sweep could not
    record, by the tombstones of its store, are filed with the reason.
    """
    from hookconform.corpus.locate import corpus_root
    from hookconform.corpus.manifests import load_manifests
    from hookconform_lab.lab.drivers import driven_platforms, load_driver
    from hookconform_lab.lab.install import released_versions
    from hookconform_lab.lab.release_dates import file_releases
    from hookconform_lab.sweep.store import Store

    if every == (platform is not None) or (every and not write):
        raise HookconformError(
            "lab.target", "Name one PLATFORM, or give --all with --write.", hint="hookconform lab versions --help"
        )
    if write:
        complete = True
        tombstones = Store(folder).reasons()
        for name in driven_platforms() if every else [platform or ""]:
            try:
                found = file_releases(load_driver(name), corpus_root(), tombstones.get(name, {}))
            except HookconformError as error:
                if not every:
                    raise
                # One registry that does not answer is no reason to leave the others out.
                click.echo(f"{error.render()}\n\nnot read: {name}", err=True)
                complete = False
                continue
            day = found.date_of(found.newest)
            click.echo(f"{name}: {counted(len(found.listed), 'release')}, newest {found.newest}, released {day}")
        sys.exit(EXIT_OK if complete else EXIT_INCOMPLETE)
    name = platform or ""
    driver = load_driver(name)
    manifests = load_manifests(corpus_root() / "platforms" / name)
    there = {version: len(manifest.payloads) for version, manifest in manifests.items()}
    for version in reversed(released_versions(driver)):
        click.echo(f"{version}  {counted(there[version], 'captured case')}" if version in there else version)

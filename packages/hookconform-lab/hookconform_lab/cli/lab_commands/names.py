"""`hookconform lab names`: read from a released program which tools and hook events it can register."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from hookconform.cli.progress import talking
from hookconform.ground.errors import EXIT_FAILED, EXIT_OK
from hookconform_lab.cli.lab_commands.targets import platform_argument, split_target


@click.command()
@platform_argument()
@click.option(
    "--output",
    "out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write; by default the names in the corpus.",
)
@click.option("--kind", "kinds", type=click.Choice(["event", "tool"]), multiple=True, help="Only names of this kind.")
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if the names differ from the corpus.")
def command(target: str, *, out: Path | None, kinds: tuple[str, ...], check: bool) -> None:
    """Extract the names that PLATFORM[@VERSION] can register from its files, and write them.

    The program is installed but not started. The patterns are in corpus/platforms/PLATFORM/names/patterns.yaml.
    """
    from hookconform.corpus.registered import KINDS, names_folder, read_names
    from hookconform.corpus.version_files import write_document
    from hookconform_lab.lab.names import extract_names, summary

    driver, version = split_target(target)
    with talking(f"reading {driver.platform} {version}") as say:
        names = extract_names(driver, version, say, kinds or KINDS)
    click.echo(summary(names))
    path = out or names_folder(driver.platform) / f"{version}.yaml"
    if not check:
        write_document("names", path, names.as_yaml())
        click.echo(str(path))
        return
    known = read_names(path) if path.is_file() else None
    differs = False
    for kind in kinds or KINDS:
        now, before = set(names.of_kind(kind) or ()), set((known and known.of_kind(kind)) or ())
        for word, changed in (("new", now - before), ("gone", before - now)):
            for name in sorted(changed):
                click.echo(f"{word} {kind}: {name}")
                differs = True
    sys.exit(EXIT_FAILED if differs else EXIT_OK)

"""`hookconform init`: a new adapter or hook program that is green, to start from."""

from __future__ import annotations

from pathlib import Path

import click

from hookconform.cli import completing
from hookconform.cli.platform_names import PLATFORM, chosen


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=".")
@click.argument("only", type=PLATFORM, nargs=-1, metavar="[PLATFORM]...", shell_complete=completing.platforms)
@click.option("--language", metavar="L", help="python, typescript, go, rust or shell.")
@click.option(
    "--platform", "platforms", type=PLATFORM, multiple=True, metavar="P", help="The same as the argument; repeatable."
)
@click.option("--hook", is_flag=True, help="A hook program that denies by a policy, in place of an adapter.")
@click.option("--name", metavar="NAME", help="Name of the adapter; the folder's name by default.")
@click.option(
    "--add-platform",
    "added",
    type=PLATFORM,
    multiple=True,
    metavar="P",
    help="Add this platform to the project in FOLDER.",
)
def command(  # noqa: PLR0913 (one parameter an option)
    folder: Path,
    *,
    only: tuple[str, ...],
    language: str | None,
    platforms: tuple[str, ...],
    hook: bool,
    name: str | None,
    added: tuple[str, ...],
) -> None:
    """Write a new adapter into FOLDER: manifest, program, tables, a test and a CI job.

    It passes all checks of what it claims, on all platforms or on those you name; a hook program is for those
    with measured answers. Existing files are never overwritten.

    \u0008
    hookconform init my-adapter gemini-cli --language go
    hookconform init my-hook --language python --hook
    hookconform init --add-platform codex        one more, in this folder
    """
    if added:
        if language or only or platforms or hook or name:
            raise click.UsageError("--add-platform goes with FOLDER alone: the project says the rest.")
        _add(folder, added)
        return
    if language is None:
        raise click.UsageError("Missing option '--language': python, typescript, go, rust or shell.")
    from hookconform.authoring.new_project import planned, write_project

    project = planned(folder, language=language, platforms=chosen(only, platforms), hook=hook, name=name)
    for path in write_project(project, folder):
        click.echo(str(path))
    click.echo(f"Next: {project.next_steps(folder)}", err=True)


def _add(folder: Path, added: tuple[str, ...]) -> None:
    from hookconform.authoring.add_platform import add_platform, steps_after

    changed = [path for platform in added for path in add_platform(folder, platform)]
    for path in dict.fromkeys(changed):
        click.echo(f"changed {path}")
    click.echo(f"Next: {steps_after(folder, added[0])}", err=True)

"""`hookconform init`: a new adapter or hook program that is green, to start from."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", type=click.Path(path_type=Path), default=".")
@click.option("--language", required=True, metavar="L", help="python, typescript, go, rust or shell.")
@click.option("--platform", "platforms", multiple=True, metavar="P", help="Only this platform; repeatable.")
@click.option("--hook", is_flag=True, help="A hook program that denies by a policy, in place of an adapter.")
@click.option("--name", metavar="NAME", help="What it is called; the folder's name by default.")
def command(folder: Path, *, language: str, platforms: tuple[str, ...], hook: bool, name: str | None) -> None:
    """Write a new adapter into FOLDER: manifest, program, tables, a test and a CI job.

    What it claims is green, on all platforms of the corpus or on those that are named; a hook program is for those
    whose answers are measured. Nothing that is there is overwritten.

    \u0008
    hookconform init my-adapter --language go --platform gemini-cli
    hookconform init my-hook --language python --hook
    """
    from hookconform.authoring.new_project import planned, write_project  # noqa: PLC0415 (imported on use)

    project = planned(folder, language=language, platforms=platforms, hook=hook, name=name)
    for path in write_project(project, folder):
        click.echo(str(path))
    click.echo(f"Its five commands are in {folder / 'README.md'}; the last but one:", err=True)
    click.echo(f"  cd {folder} && hookconform run adapter.toml --platform {project.platforms[0]}", err=True)

"""`python -m tests.fuzz`: hostile input for everything that reads what others wrote.

The same seed gives the same executions. Exit code 0: nothing was found; 1: something was.
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import click

from hookconform.ground.printable import printable
from tests.fuzz import plain
from tests.fuzz.targets import TARGETS, prepare

_EXCERPT = 400


@click.command(help=__doc__)
@click.option("--executions", default=20_000, show_default=True, type=click.IntRange(min=1), help="Over all targets.")
@click.option("--seed", default=0, show_default=True, type=click.IntRange(min=0), help="Where the generator starts.")
@click.option("--target", "names", multiple=True, type=click.Choice(sorted(TARGETS)), help="Only this one; repeatable.")
@click.option("--at", type=click.IntRange(min=0), help="Only the execution of this number; needs one --target.")
@click.option(
    "--engine",
    type=click.Choice(["auto", "plain", "atheris"]),
    default="auto",
    show_default=True,
    help="atheris is guided by coverage; auto is atheris where it is installed, else plain.",
)
def command(*, executions: int, seed: int, names: tuple[str, ...], at: int | None, engine: str) -> None:
    """Run one engine over some targets."""
    chosen = names or tuple(TARGETS)
    prepare()
    if at is not None:
        if len(chosen) != 1:
            raise click.UsageError("--at needs one --target.")
        _again(chosen[0], seed, at)
    guide = engine == "atheris" or (engine == "auto" and importlib.util.find_spec("atheris") is not None)
    (_guided if guide else _plain)(chosen, seed, executions)


def _shares(names: tuple[str, ...], executions: int) -> dict[str, int]:
    return {name: executions // len(names) + (index < executions % len(names)) for index, name in enumerate(names)}


def _guided(names: tuple[str, ...], seed: int, executions: int) -> None:
    """Run a process a target: atheris ends the one it runs in."""
    failed = 0
    for name, share in _shares(names, executions).items():
        code = "import sys; from tests.fuzz import guided; guided.run(*sys.argv[1:])"
        command = [sys.executable, "-c", code, name, str(seed), str(share)]
        result = subprocess.run(command, check=False, capture_output=True, text=True, errors="backslashreplace")
        if result.returncode:
            click.echo(result.stdout.strip() or result.stderr[-_EXCERPT * 5 :])
        click.echo(f"{name}: {share} executions" if result.returncode == 0 else f"{name}: stopped at a finding")
        failed += result.returncode != 0
    click.echo(f"{executions if not failed else 'not all'} executions, {failed} findings")
    sys.exit(1 if failed else 0)


def _plain(names: tuple[str, ...], seed: int, executions: int) -> None:
    done = findings = 0

    def count() -> None:
        nonlocal done
        done += 1

    for name, share in _shares(names, executions).items():
        for found in plain.run(TARGETS[name], seed, share, count):
            findings += 1
            _show(found, seed)
        click.echo(f"{name}: {share} executions")
    click.echo(f"{done} executions, {findings} findings")
    sys.exit(1 if findings else 0)


def _again(name: str, seed: int, number: int) -> None:
    found = plain.execute(TARGETS[name], seed, number)
    if found is not None:
        _show(found, seed)
    click.echo(f"1 execution, {1 if found else 0} findings")
    sys.exit(1 if found else 0)


def _show(found: plain.Found, seed: int) -> None:
    click.echo(f"FOUND {found.target}: {found.finding.kind} at {found.finding.place}")
    click.echo(f"  {printable(found.finding.what)}")
    click.echo(f"  text ({len(found.text)} characters): {printable(found.text[:_EXCERPT])!r}")
    click.echo(
        f"  again: python -m tests.fuzz --engine plain --seed {seed} --target {found.target} --at {found.number}"
    )


if __name__ == "__main__":
    command()

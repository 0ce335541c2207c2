"""`hookconform lab drift`: compare the newest releases with the newest that is known."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hookconform.cli.platform_names import PLATFORM
from hookconform.cli.progress import talking
from hookconform.ground.errors import EXIT_FAILED, EXIT_INCOMPLETE, EXIT_OK, HookconformError
from hookconform_lab.cli.lab_commands.sweep_commands.choosing import store_option
from hookconform_lab.cli.lab_commands.targets import allow_network

if TYPE_CHECKING:
    from hookconform_lab.sweep.watching import Watched


@click.command()
@click.argument("platforms", type=PLATFORM, metavar="[PLATFORM]...", nargs=-1)
@click.option("--all", "every", is_flag=True, help="Every platform that the lab can run.")
@click.option("--escapes/--no-escapes", default=True, show_default=True, help="Drive the usual rows of escapes, too.")
@click.option("--check", is_flag=True, help="Record nothing: only say which releases the corpus lacks.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@click.option(
    "--output",
    "out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Also write PLATFORM.md, PLATFORM.json and PLATFORM.patch into this folder.",
)
@store_option
@allow_network
def command(  # noqa: PLR0913 (click passes each option)
    platforms: tuple[str, ...],
    *,
    every: bool,
    escapes: bool,
    check: bool,
    as_json: bool,
    out: Path | None,
    folder: Path,
    allow_network: bool,
) -> None:
    """Record the newest release of PLATFORM and say what it changes.

    The newest release is read from the registry's metadata. One that the corpus lacks is recorded as a unit of the
    sweep, and compared with the newest that is known. Exit code 0: nothing changed; 1: something changed; 3: a release
    could not be recorded whole.
    """
    from hookconform_lab.lab.drivers import driven_platforms, load_driver
    from hookconform_lab.sweep import room_on_disk
    from hookconform_lab.sweep.reporting import title
    from hookconform_lab.sweep.store import Store
    from hookconform_lab.sweep.unit import Options
    from hookconform_lab.sweep.watching import CHANGED, NOT_RECORDED, USUAL_ROWS, look, watch

    if every == bool(platforms):
        raise HookconformError("lab.target", "Name platforms, or give --all.", hint="hookconform lab drift --help")
    room_on_disk.keep_downloads_here()
    options = Options(USUAL_ROWS if escapes else (), allow_network=allow_network)
    documents: list[dict[str, object]] = []
    code = EXIT_OK
    for platform in driven_platforms() if every else platforms:
        try:
            with talking(f"watching {platform}") as say:
                driver = load_driver(platform)
                watched = look(driver) if check else watch(driver, Store(folder), options, say)
        except HookconformError as error:
            if not every:
                raise
            # One program that cannot be had is no reason to leave the others out.
            click.echo(f"{error.render()}\n{platform}: not watched", err=True)
            code = code or EXIT_INCOMPLETE
            continue
        documents.append({"title": title(watched), **watched.as_json()})
        if out is not None:
            _write(watched, out)
        if not as_json:
            _show(watched)
        if watched.verdict == CHANGED:
            code = EXIT_FAILED
        elif watched.verdict == NOT_RECORDED or watched.problems:
            code = code or EXIT_INCOMPLETE
    if as_json:
        click.echo(json.dumps(documents, indent=1, ensure_ascii=False))
    sys.exit(code)


def _show(watched: Watched) -> None:
    from hookconform_lab.sweep.reporting import title

    click.echo(title(watched))
    for finding in watched.findings:
        click.echo(f"  {finding.category}: {finding.text}")
    for problem in watched.problems:
        click.echo(f"  not complete: {problem}")


def _write(watched: Watched, out: Path) -> None:
    from hookconform_lab.sweep.drafting import draft_patch
    from hookconform_lab.sweep.reporting import page, title

    out.mkdir(parents=True, exist_ok=True)
    document = {"title": title(watched), **watched.as_json()}
    (out / f"{watched.platform}.md").write_text(page(watched) + "\n", encoding="utf-8")
    text = json.dumps(document, indent=1, ensure_ascii=False)
    (out / f"{watched.platform}.json").write_text(f"{text}\n", encoding="utf-8")
    if watched.bundle is not None:
        (out / f"{watched.platform}.patch").write_text(draft_patch(watched.bundle), encoding="utf-8")

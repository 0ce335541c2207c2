"""`hookconform lab since`: find the two releases between which a behaviour changed."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from hookconform.cli.platform_names import PLATFORM
from hookconform.cli.progress import talking
from hookconform.ground.errors import EXIT_INCOMPLETE, EXIT_OK
from hookconform.ground.plain_text import counted
from hookconform_lab.cli.lab_commands.sweep_commands.choosing import pre_option, store_option
from hookconform_lab.cli.lab_commands.targets import allow_network


@click.command()
@click.argument("platform", type=PLATFORM)
@click.argument("claim")
@click.option("--from", "oldest", metavar="VERSION", default="", help="Look no further back than this release.")
@click.option("--to", "newest", metavar="VERSION", default="", help="Look no further than this release.")
@click.option("--most", type=click.IntRange(0), help="Run so many units at the most; 0: only what is in the store.")
@click.option("--whole", is_flag=True, help="Record each release whole, for other questions too.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@pre_option
@store_option
@allow_network
def command(  # noqa: PLR0913 (click passes each option)
    platform: str,
    claim: str,
    *,
    oldest: str,
    newest: str,
    most: int | None,
    whole: bool,
    as_json: bool,
    prereleases: bool,
    folder: Path,
    allow_network: bool,
) -> None:
    """Find the releases between which CLAIM changed on PLATFORM, by bisection.

    CLAIM is answer:EVENT/FORM (a row of responses; * stands for any part), tool:NAME, event:NAME, key:EVENT/NAME or
    escape:ROW. Versions that the corpus knows are compared first; each step between them is a unit of the sweep. For
    answers it is a narrow one, which measures these rows alone, unless --whole is given. Exit code 3: a change is not
    exact, because releases between the two say nothing, or one that --from or --to names says nothing.
    """
    from hookconform.corpus.claims import load_platform
    from hookconform_lab.lab.drivers import load_driver
    from hookconform_lab.sweep import room_on_disk
    from hookconform_lab.sweep.shown_changes import as_document, as_lines
    from hookconform_lab.sweep.since import Asked, changes_since
    from hookconform_lab.sweep.store import Store
    from hookconform_lab.sweep.subjects import parse_subject
    from hookconform_lab.sweep.unit import Options

    driver = load_driver(platform)
    subject = parse_subject(platform, claim, load_platform(platform).newest_measured)
    escapes = (subject.name,) if subject.kind == "escape" else ()
    asked = Asked(oldest, newest, prereleases, most, whole, Options(escapes, allow_network=allow_network))
    room_on_disk.keep_downloads_here()
    with talking(f"bisecting {platform}") as say:
        answer = changes_since(driver, subject, asked, Store(folder), say)
    if as_json:
        click.echo(json.dumps(as_document(platform, claim, answer), indent=1))
    else:
        for line in as_lines(driver, answer):
            click.echo(line)
        click.echo(f"{counted(len(answer.compared), 'version')} compared, {counted(answer.run, 'unit')} run", err=True)
    sys.exit(EXIT_OK if answer.is_exact else EXIT_INCOMPLETE)

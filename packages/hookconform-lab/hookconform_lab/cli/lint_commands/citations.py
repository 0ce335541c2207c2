"""`hookconform lint citations`: open every cited file and look for what is cited."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from hookconform.cli.platform_names import PLATFORM
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import EXIT_FAILED, EXIT_INCOMPLETE
from hookconform.ground.plain_text import counted
from hookconform_lab.citations.checking import Report, check, check_readings
from hookconform_lab.citations.cited import citations
from hookconform_lab.citations.files import Files
from hookconform_lab.citations.read_before import read_before


@click.command()
@click.argument("platforms", type=PLATFORM, nargs=-1, metavar="[PLATFORM]...")
@click.option(
    "--repositories",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder with the repositories that are cited, as OWNER/NAME: clones, or files as COMMIT/PATH.",
)
@click.option("--offline", is_flag=True, help="Fetch no package: only what is in the cache and the folder is opened.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as JSON.")
def command(platforms: tuple[str, ...], repositories: Path | None, *, offline: bool, as_json: bool) -> None:
    """Open every cited file and look for what is cited, on all platforms or on some.

    Released packages are fetched once, with npm or pip, and kept in the lab's cache. For files that cannot be opened
    here, what somebody read in them counts, apart (read-files.yaml of the corpus). Exit code 0: everything that was
    cited stands there, but for pages, which nobody can open as they were; 1: something does not; 3: something could
    not be opened here, and nobody read it.
    """
    cited = [item for name in platforms or platform_ids() for item in citations(load_platform(name))]
    readings = read_before(corpus_root())
    report = check(cited, Files(repositories, offline=offline), readings)
    if not platforms:
        report.findings += check_readings(cited, readings)
    click.echo(json.dumps(report.as_json(), ensure_ascii=False, indent=2) if as_json else _text(report))
    if report.findings:
        sys.exit(EXIT_FAILED)
    if report.incomplete or not cited:
        sys.exit(EXIT_INCOMPLETE)


def _text(report: Report) -> str:
    lines: list[str] = []
    for item in report.findings:
        source = f", source {item.source}" if item.source else ""
        lines += [f"error[{item.code}]: {item.what}", f"  where: {item.where}{source}"]
        lines.append(f"  do:    {item.hint}")
    for reason, places in report.unchecked.items():
        lines.append(f"unchecked, {counted(len(places), 'citation')}: {reason}")
    unchecked = sum(len(places) for places in report.unchecked.values())
    lines.append(
        f"{report.right} right, {report.read} not opened but read before, {len(report.findings)} wrong, "
        f"{report.opened} opened with nothing to look for, {unchecked} unchecked"
    )
    return "\n".join(lines)

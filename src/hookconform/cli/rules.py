"""`hookconform rules`: where the rules of a pack hold, and where they do not."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Literal

import click

from hookconform.ground.errors import EXIT_FAILED
from hookconform.ground.printable import printable_json


@click.command()
@click.argument("packs", nargs=-1, required=True, metavar="RULES...", type=click.Path(path_type=Path))
@click.option("--platform", "names", multiple=True, metavar="NAME", help="Only this platform (may be repeated).")
@click.option(
    "--format",
    "grammar",
    type=click.Choice(["hookconform", "rulez"]),
    help="The format of the packs; without it, it is told from their keys.",
)
@click.option(
    "--accept",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Holes that are known and meant, each with its reason (schema: accepted-holes).",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON (schema: rules-report).")
def command(
    packs: tuple[Path, ...],
    names: tuple[str, ...],
    grammar: Literal["hookconform", "rulez"] | None,
    accept: Path | None,
    *,
    as_json: bool,
) -> None:
    """Say where the rules of a pack fire, where they never can and why, and which tools they do not see.

    RULES is a pack in the suite's grammar, a policy of the corpus, or a `hooks.yaml` of RuleZ. Exit code 0: no
    hole; 1: a hole that is not accepted, or an accepted one that is no longer there; 2: a pack cannot be used.
    """
    from hookconform.corpus.claims import load_platform, platform_ids  # noqa: PLC0415 (imported on use)
    from hookconform.packs.accepting import read_accepted  # noqa: PLC0415
    from hookconform.packs.document import document, has_holes  # noqa: PLC0415
    from hookconform.packs.holding import hold  # noqa: PLC0415
    from hookconform.packs.reading import read_pack  # noqa: PLC0415
    from hookconform.packs.recorded import known_of  # noqa: PLC0415
    from hookconform.packs.text import text_of  # noqa: PLC0415

    read = [read_pack(path, grammar) for path in dict.fromkeys(packs)]
    entries = read_accepted(accept) if accept else ()
    for name in names:
        load_platform(name)
    known = [known_of(name) for name in platform_ids()]
    report = document([(pack, hold(pack, known, names)) for pack in read], entries, is_whole=not names)
    click.echo(printable_json(report, indent=2) if as_json else text_of(report))
    if has_holes(report):
        sys.exit(EXIT_FAILED)

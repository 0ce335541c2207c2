"""`hookconform strength`: how many faults the suite and the tests notice."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hookconform.cli.platform_names import PLATFORM
from hookconform.ground.errors import EXIT_INCOMPLETE
from hookconform.ground.plain_text import counted
from hookconform.ground.printable import printable

if TYPE_CHECKING:
    from hookconform_lab.mutation.mutants import Mutant
    from hookconform_lab.mutation.verdict import Verdict

_SAMPLE = 60
_MISREADINGS = "misreadings"


@click.command()
@click.argument("target", default="adapters")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of the sample.")
@click.option("--sample", type=click.IntRange(min=1), show_default=str(_SAMPLE), help="Number of mutants to judge.")
@click.option("--whole", is_flag=True, help="Judge every mutant; this takes hours.")
@click.option("--kind", metavar="KIND", help="Only faults of this kind: row, value, condition ...")
@click.option("--file", metavar="FILE", help="Only faults in files whose path ends like this.")
@click.option(
    "--platform",
    "platforms",
    type=PLATFORM,
    multiple=True,
    metavar="PLATFORM",
    help="Only misreadings on this platform.",
)
@click.option("--jobs", type=click.IntRange(1, 64), default=1, show_default=True, help="Mutants judged in parallel.")
@click.option(
    "--output",
    "folder",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Folder for strength.json and STRENGTH.md.",
)
def command(  # noqa: C901, PLR0913 (one parameter an option, and which of them go together)
    target: str,
    *,
    seed: int,
    sample: int | None,
    whole: bool,
    kind: str | None,
    file: str | None,
    platforms: tuple[str, ...],
    jobs: int,
    folder: Path | None,
) -> None:
    """Mutation-test TARGET: count how many seeded faults are caught.

    TARGET is adapters or facades, judged by the suite alone, or a room of the harness (run, checks, attach, lint),
    judged by its tests. TARGET misreadings is the catalogue of misread rules: each wraps the reference adapter, and
    the cases of its platforms judge it. --kind and --platform select some. Only the reports in the checkout change.
    Exit codes: 0 measured, 2 wrong use, 3 interrupted.
    """
    if whole and sample is not None:
        raise click.UsageError("Give --sample or --whole, not both.")
    if "" in (kind, file):
        raise click.UsageError("An empty --kind or --file is none: leave it out for all.")
    if folder is not None and (kind or file or platforms):
        raise click.UsageError("The page is about whole targets: leave out --output, or what chooses a part.")
    if target == _MISREADINGS:
        if whole or sample is not None or file:
            raise click.UsageError("Misreadings have no sample and no file: choose some by --kind and --platform.")
        _run_misreadings(kind or "", platforms, folder)
        return
    if platforms:
        raise click.UsageError("--platform is about misreadings.")
    from hookconform.cli.progress import working
    from hookconform.ground.errors import HookconformError
    from hookconform.ground.meant import meant
    from hookconform_lab.mutation.listed import check_files, load_entries
    from hookconform_lab.mutation.measuring import Part, measure
    from hookconform_lab.mutation.page import check_place, write
    from hookconform_lab.mutation.targets import targets

    known = targets()
    if target not in known:
        raise HookconformError(
            "strength.target", f"There is no target {target!r}.", hint=meant(target, [*known, _MISREADINGS])
        )
    chosen, entries = known[target], load_entries()
    check_files(entries, (file for one in known.values() for file in one.files))
    if folder is not None:
        # Before anything is measured, which takes hours.
        check_place(folder)
    try:
        with working("strength") as say:
            measured = measure(
                chosen,
                entries,
                seed=seed,
                sample=0 if whole else sample or _SAMPLE,
                jobs=jobs,
                listener=_print,
                part=Part(kind or "", file or ""),
                say=say,
            )
    except KeyboardInterrupt:
        click.echo("Interrupted: nothing was written.", err=True)
        sys.exit(EXIT_INCOMPLETE)
    share = 100 * measured.caught / measured.judged if measured.judged else 0.0
    late = f", {measured.timed_out} of them by time" if measured.timed_out else ""
    click.echo(f"{target}: {measured.caught} of {measured.judged} noticed ({share:.1f} %){late}.")
    left_out = "".join(f", {number} {what}" for what, number in measured.left_out.items())
    click.echo(f"{counted(measured.mutants, 'mutant')} in all{left_out}.")
    if folder is not None:
        write(folder, measured, judge=f"`{chosen.judge}`")


def _run_misreadings(kind: str, platforms: tuple[str, ...], folder: Path | None) -> None:
    from hookconform.cli.progress import working
    from hookconform.corpus.claims import load_platform, platform_ids
    from hookconform.ground.errors import HookconformError
    from hookconform.ground.meant import meant
    from hookconform_lab.mutation.catalogue.entries import load_catalogue
    from hookconform_lab.mutation.catalogue.figures import figures, shown
    from hookconform_lab.mutation.catalogue.running import Finding, findings
    from hookconform_lab.mutation.page import check_place, write_misreadings

    catalogue = load_catalogue()
    kinds = {entry.kind for entry in catalogue.entries}
    if kind and kind not in kinds:
        raise HookconformError("strength.part", f"There is no kind {kind!r}.", hint=meant(kind, kinds))
    for name in platforms:
        load_platform(name)
    if folder is not None:
        check_place(folder)
    asked = [entry for entry in catalogue.entries if kind in {"", entry.kind}]
    found: list[Finding] = []
    try:
        with working("misreadings") as say:
            for finding in findings(asked, platforms or platform_ids(), say):
                found.append(finding)
                if not finding.is_caught and not finding.reason:
                    entry = finding.misreading
                    sys.stdout.write(printable(f"MISSED  {entry.id} on {finding.platform}\n  {entry.misreads}") + "\n")
                    sys.stdout.flush()
    except KeyboardInterrupt:
        click.echo("Interrupted: nothing was written.", err=True)
        sys.exit(EXIT_INCOMPLETE)
    counted_up = figures(found, catalogue.early)
    click.echo(
        f"{counted(len(asked), 'misreading')}, each on every platform that it is about: {len(found):,} judgements."
    )
    click.echo(shown(counted_up))
    if folder is not None:
        write_misreadings(folder, counted_up)


def _print(mutant: Mutant, verdict: Verdict) -> None:
    if verdict.outcome == "caught":
        return
    what = "SURVIVED" if verdict.outcome == "survived" else "TIMED OUT"
    # Not with click, which would write into the line of the spinner.
    sys.stdout.write(printable(f"{what}  {mutant.id}\n  {mutant.before}\n  {mutant.after or '(nothing)'}") + "\n")
    sys.stdout.flush()

"""`hookconform corpus import`: recordings become captured cases, declared tools and calls of the model."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import click

from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import counted
from hookconform_lab.intake.dating import file_release_date
from hookconform_lab.intake.filing import Filing, declared_by, filing_of
from hookconform_lab.intake.importing import Importer, ImportResult, check_names
from hookconform_lab.intake.lab_manifests import MANIFEST, probed_names
from hookconform_lab.intake.probing import Probes
from hookconform_lab.intake.recordings import Recording, read_recordings


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--recorded",
    required=True,
    metavar="YYYY-MM-DD",
    type=click.DateTime(["%Y-%m-%d"]),
    help="Date of the recordings, where a line has none.",
)
@click.option(
    "--probe",
    "probes",
    multiple=True,
    metavar="NAME",
    help="Another undeclared tool name that was called on purpose.",
)
@click.option("--skip-tool", "skipped", multiple=True, metavar="NAME", help="Leave recordings of this tool name out.")
def command(files: tuple[Path, ...], recorded: dt.datetime, probes: tuple[str, ...], skipped: tuple[str, ...]) -> None:
    """Turn recordings of the lab into captured cases, one for every new shape; file declared tools and calls.

    FILES are those that `hookconform lab record` wrote: VERSION.jsonl, VERSION.declared.json, VERSION.calls.jsonl.
    The release date is taken from the VERSION.manifest.json beside VERSION.jsonl, and so are the names that were
    called on purpose although undeclared. With VERSION.declared.json, calls with undeclared arguments are probes, too.

    A shape is event, tool, forms of arguments and result, failure and matched rules. What another version
    has already becomes a line of the version's manifest. The expectation is drafted from the platform's claims:
    read it before you commit it.
    """
    # Everything is checked before anything is written.
    filings, payloads = _sorted(files)
    known = Probes(frozenset(probes), probed_names(payloads, corpus_root()), declared_by(filings.values()))
    importer = Importer(corpus_root(), driver="scripted-model", recorded=recorded.date().isoformat(), probes=known)
    read = {path: [_staged(recording) for recording in read_recordings(path)] for path in payloads}
    for path, recordings in read.items():
        new, repeated = len(importer.result.written), len(importer.result.repeated)
        for recording in recordings:
            if skipped and _tool_of(recording.payload) in skipped:
                importer.result.left_out["tool skipped"] += 1
                continue
            importer.add(recording)
        new, repeated = len(importer.result.written) - new, len(importer.result.repeated) - repeated
        click.echo(f"{path.name}: {counted(new, 'new case')}, {repeated} known from another version")
    importer.write()
    for path, filing in filings.items():
        filing.write()
        click.echo(f"{path.name}: {filing.path}")
    for path in payloads:
        manifest = path.with_suffix(MANIFEST)
        if manifest.is_file() and file_release_date(manifest, corpus_root()):
            click.echo(f"{manifest.name}: release date")
    _say(importer.result)


def _sorted(files: tuple[Path, ...]) -> tuple[dict[Path, Filing], list[Path]]:
    """Return the documents among the files, and the files of payloads; both must be fit to be filed."""
    filings = {path: filing for path in files if (filing := filing_of(path, corpus_root())) is not None}
    for filing in filings.values():
        filing.refuse_loss()
    payloads = [path for path in files if path not in filings and not path.name.endswith(MANIFEST)]
    if not payloads and not filings:
        raise HookconformError(
            "import.nothing",
            "A manifest alone files nothing.",
            where=str(files[0]),
            hint="Name VERSION.jsonl too; its manifest is read from beside it.",
        )
    return filings, payloads


def _say(result: ImportResult) -> None:
    if result.written:
        click.echo("next: read the new cases (`hookconform case ID` shows one), then hookconform corpus lint")
        for case_id in result.written:
            click.echo(f"  {case_id}")
    for reason, count in sorted(result.left_out.items()):
        click.echo(f"left out: {count} ({reason})")


def _staged(recording: Recording) -> Recording:
    """Return a recording of the lab; a person's own run is refused, because it has not been reviewed."""
    if not recording.staged:
        raise HookconformError(
            "import.real-run",
            "This is not a recording of the lab: it has no scenario, or was made by the recorder of real runs.",
            where=recording.where,
            hint="`hookconform record review PLATFORM` reviews what the recorder kept, and `corpus add` files it.",
        )
    check_names(recording)
    return recording


def _tool_of(payload: dict[str, object] | None) -> object:
    return (payload or {}).get("toolName", (payload or {}).get("tool_name"))

"""`hookconform case`: show one case."""

from __future__ import annotations

import json

import click

from hookconform.cases.loading import content_of
from hookconform.cases.names import known_cases, shown_case
from hookconform.checks.named import without_check
from hookconform.cli.facade_case import case_document, case_text
from hookconform.corpus.cases import Case
from hookconform.corpus.facade_names import facade_case_named, names_facades
from hookconform.corpus.locate import corpus_root
from hookconform.ground.plain_text import folded
from hookconform.ground.printable import printable, printable_json


@click.command()
@click.argument("named", metavar="CASE")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document; invisible characters are escaped.")
def command(named: str, as_json: bool) -> None:
    """Show a case: its source, its payload and its expected result.

    CASE is an id, CASE::CHECK, a file, or a claim like codex#tool:shell; the newest of several cases is shown. A
    composed case comes with its table row. A facade case has no file; its request and expected result are shown.
    """
    root = corpus_root()
    case_id = without_check(named)
    if names_facades(case_id):
        asked = facade_case_named(case_id, root)
        click.echo(printable_json(case_document(asked), indent=2) if as_json else printable(case_text(asked)))
        return
    known = known_cases(root)
    case = shown_case(case_id, known, root)
    if as_json:
        click.echo(printable_json(content_of(case, root), indent=2))
        return
    click.echo(printable(_shown(case)))


_LABEL = 12


def _field(label: str, text: str) -> list[str]:
    return folded(f"{label:<{_LABEL}}{text}", _LABEL, kept=f"{label:<{_LABEL}}")


def _shown(case: Case) -> str:
    lines = [
        f"{case.id}\n{case.title}\n",
        f"{'table' if case.is_composed else 'file':<{_LABEL}}{case.file}",
        *([f"entry       {case.entry}"] if case.entry else []),
        f"registered  {case.registered_event if case.registered_event is not None else '(told none)'}",
        *_field("origin", ", ".join(f"{key} {value}" for key, value in case.origin.items())),
    ]
    if case.repeats:
        lines += _field("payload of", f"{case.repeats}, which has the same shape")
    if case.tags:
        lines += _field("tags", ", ".join(sorted(case.tags)))
    text = f"(as text) {json.dumps(case.payload_text)}"
    payload = printable_json(case.payload, indent=2) if case.payload is not None else text
    return "\n".join([*lines, "\npayload", payload, "\nexpected", printable_json(case.expected.as_json(), indent=2)])

"""`hookconform case`: show one case."""

from __future__ import annotations

import json

import click

from hookconform.corpus.case_names import case_named, known_cases
from hookconform.corpus.cases import Case, load_case
from hookconform.corpus.locate import corpus_root
from hookconform.ground.printable import in_json, printable, printable_json


@click.command()
@click.argument("case_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="The case file as it is, what cannot be seen escaped.")
def command(case_id: str, as_json: bool) -> None:
    """Show one case: where its payload comes from, the payload, and what is expected of it."""
    root = corpus_root()
    known = known_cases(root)
    path = known[case_named(case_id.partition("::")[0], known, root)]
    if as_json:
        click.echo(in_json(path.read_text(encoding="utf-8")), nl=False)
        return
    click.echo(printable(_shown(load_case(path, root))))


def _shown(case: Case) -> str:
    lines = [
        f"{case.id}\n{case.title}\n",
        f"file        corpus/platforms/{case.id}.json",
        f"registered  {case.registered_event if case.registered_event is not None else '(told none)'}",
        f"origin      {', '.join(f'{key} {value}' for key, value in case.origin.items())}",
    ]
    if case.tags:
        lines.append(f"tags        {', '.join(sorted(case.tags))}")
    text = f"(as text) {json.dumps(case.payload_text)}"
    payload = printable_json(case.payload, indent=2) if case.payload is not None else text
    return "\n".join([*lines, "\npayload", payload, "\nexpected", printable_json(case.expected.as_json(), indent=2)])

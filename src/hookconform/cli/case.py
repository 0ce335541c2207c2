"""`hookconform case`: show one case."""

from __future__ import annotations

import difflib
import json
from pathlib import Path

import click

from hookconform.corpus.cases import Case, case_paths, load_case
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.printable import in_json, printable, printable_json
from hookconform.ground.strict_yaml import load_yaml


@click.command()
@click.argument("case_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="The case file as it is, what cannot be seen escaped.")
def command(case_id: str, as_json: bool) -> None:
    """Show one case: where its payload comes from, the payload, and what is expected of it."""
    root = corpus_root()
    path = _path(root, case_id)
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


def _path(root: Path, case_id: str) -> Path:
    """Return the file of a case, by its id or a former one.

    Raises `HookconformError` (`case.unknown`, `case.removed`).
    """
    known = {path.relative_to(root / "platforms").as_posix().removesuffix(".json"): path for path in case_paths(root)}
    retired = load_yaml(root / "retired.yaml")
    named = retired["aliases"].get(case_id, case_id)
    if named in known:
        return known[named]
    if named in retired["tombstones"]:
        raise HookconformError(
            "case.removed",
            f"The case was removed: {retired['tombstones'][named]}",
            where=named,
            hint="Use another case.",
        )
    close = difflib.get_close_matches(case_id, known, n=3)
    raise HookconformError(
        "case.unknown",
        f"There is no case {case_id!r}.",
        hint=f"Did you mean {', '.join(close)}?" if close else "`hookconform cases` lists them all.",
    )

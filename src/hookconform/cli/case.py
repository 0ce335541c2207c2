"""`hookconform case`: show one case."""

from __future__ import annotations

import difflib
import json
from pathlib import Path
from typing import Any

import click

from hookconform.corpus.cases import Case, case_paths, load_case
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform.ground.strict_yaml import load_yaml


@click.command()
@click.argument("case_id", metavar="ID")
@click.option("--json", "as_json", is_flag=True, help="The case file as it is.")
def command(case_id: str, as_json: bool) -> None:
    """Show one case: where its payload comes from, the payload, and what is expected of it."""
    root = corpus_root()
    path = _path(root, case_id)
    if as_json:
        click.echo(path.read_text(encoding="utf-8"), nl=False)
        return
    _show(load_case(path, root))


def _show(case: Case) -> None:
    click.echo(f"{case.id}\n{case.title}\n")
    click.echo(f"file        corpus/platforms/{case.id}.json")
    click.echo(f"registered  {case.registered_event if case.registered_event is not None else '(told none)'}")
    click.echo(f"origin      {', '.join(f'{key} {value}' for key, value in case.origin.items())}")
    if case.tags:
        click.echo(f"tags        {', '.join(sorted(case.tags))}")
    click.echo("\npayload")
    click.echo(_pretty(case.payload) if case.payload is not None else f"(as text) {json.dumps(case.payload_text)}")
    click.echo("\nexpected")
    click.echo(_pretty(case.expected.as_json()))


def _pretty(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2)


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

"""`hookconform corpus lint`: check every rule the corpus must keep."""

from __future__ import annotations

import json
import sys

import click

import hook_adapters
from hookconform.cli.progress import working
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import EXIT_FAILED
from hookconform.ground.plain_text import counted
from hookconform_lab.lint import RULES, lint
from hookconform_lab.lint.platform_rooms import lacks
from hookconform_lab.lint.reading import Corpus


@click.command()
@click.option(
    "--rule",
    "only",
    multiple=True,
    type=click.Choice(list(RULES)),
    metavar="NAME",
    help="Run only this rule; repeatable.",
)
@click.option("--list", "listing", is_flag=True, help="List the rules and stop.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def command(only: tuple[str, ...], listing: bool, as_json: bool) -> None:
    """Check every rule the corpus must keep; exit 1 on a finding."""
    if listing:
        for name, text in RULES.items():
            click.echo(f"{name:<18} {text}")
        return
    with working("checking") as say:
        say("reading the corpus")
        corpus = Corpus(corpus_root())
        findings = list(lint(corpus, only, say))
    total = len(corpus.cases) + len(corpus.problems_of_cases)
    without = dict(lacks(corpus, hook_adapters.platforms()))
    if as_json:
        rows = [item.as_json() for item in findings]
        click.echo(json.dumps({"cases": total, "findings": rows, "lacks": without}, ensure_ascii=False, indent=2))
    else:
        for item in findings:
            click.echo(f"{item.where}\n  {item.rule}: {item.message}" + (f" [{item.code}]" if item.code else ""))
        for platform, what in without.items():
            click.echo(f"{platform} has {what}")
        cases = f"{total} {'case' if total == 1 else 'cases'}"
        click.echo(f"{cases}, {counted(len(corpus.platforms), 'platform')}, {counted(len(findings), 'finding')}")
    if findings or total == 0:
        sys.exit(EXIT_FAILED)

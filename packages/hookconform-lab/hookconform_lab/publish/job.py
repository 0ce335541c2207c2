"""A run report in a CI job: summary, annotations and outputs in the form GitHub Actions reads.

`python -m hookconform_lab.publish.job REPORT --badge FILE` is what the action runs after `hookconform run`.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from hookconform.causes.advice import advice
from hookconform.causes.lines import Line, cause_lines
from hookconform.checks.outcome import RED
from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import counted
from hookconform.ground.printable import printable
from hookconform.run.comparing.report_file import read_report
from hookconform.run.formats.not_applicable import not_applicable
from hookconform_lab.publish.badges import adapter_badge, verdict
from hookconform_lab.publish.markdown import cell, code
from hookconform_lab.publish.site.adapter_page import capabilities_of, table_of

# GitHub shows ten annotations of a kind a step; more would be dropped without a word.
_ANNOTATIONS = 10
_LISTED = 50
_NAMED = 20
_REPAIRED = 10
# What would make a link, a picture or code of a value.
_MARKDOWN = re.compile(r"[\[\]`]")
_MARKS = {"right": "✓", "wrong": "✗", "known": "!", "unclaimed": "-", "unjudged": "-"}


@click.command()
@click.argument("path", type=click.Path(path_type=Path), metavar="REPORT")
@click.option("--badge", type=click.Path(dir_okay=False, path_type=Path), help="Write the endpoint badge here.")
@click.option("--adapter", default="", help="How the adapter is named on the command line, for commands to paste.")
def command(path: Path, badge: Path | None, adapter: str) -> None:
    """Print annotations, and append to the files GITHUB_STEP_SUMMARY and GITHUB_OUTPUT name."""
    report = read_report(path)
    named = adapter or report["adapter"]["name"]
    for line in annotation_lines(report, named):
        click.echo(printable(line))
    _append("GITHUB_STEP_SUMMARY", printable(summary(report, named)))
    _append("GITHUB_OUTPUT", "".join(f"{name}={value}\n" for name, value in outputs(report).items()))
    if badge is not None:
        files = adapter_badge(report)
        badge.write_text(next(text for name, text in files.items() if name.endswith(".json")), encoding="utf-8")


def annotation_lines(report: dict[str, Any], adapter: str) -> Iterator[str]:
    """Yield one `::error` line a line of causes, as many as are shown, then how many there are more."""
    lines = cause_lines(report["causes"])
    for line in lines[:_ANNOTATIONS]:
        yield f"::error title={_property(_title(line))}::{_data(_told(line, adapter))}"
    if len(lines) > _ANNOTATIONS:
        more = counted(len(lines) - _ANNOTATIONS, "more kind", "more kinds")
        yield f"::notice::{more} of failure; see the job summary and the report."
    for entry in report["stale_entries"]:
        yield f"::error title=stale known failure::{_data(entry['check'])}: no check is about it any more"


def summary(report: dict[str, Any], named: str) -> str:
    """Return the job summary as Markdown."""
    adapter = report["adapter"]
    capabilities = capabilities_of(report)
    verdict_line = f"**{report['status']}**: {verdict(report)}, {report['cases']} cases"
    made_with = f"corpus `{report['corpus']['fingerprint'][:12]}`, hookconform {report['hookconform']}"
    lines = [
        f"## hookconform: {_cell(adapter['name'])} {_cell(adapter['version'])}",
        "",
        f"{verdict_line}, {made_with}.",
        "",
        f"| platform | {' | '.join(capabilities)} |",
        f"| --- |{' --- |' * len(capabilities)}",
    ]
    for platform, cells in table_of(report).items():
        shown = [f"{_MARKS[cells[name].state]} {cells[name].words}" for name in capabilities]
        lines.append(f"| {_cell(platform)} | {' | '.join(shown)} |")
    lines += _causes(report, named)
    lines += [f"\n{_cell(line)}" for line in not_applicable(report["not_applicable"])]
    return "\n".join(lines) + "\n\n"


def outputs(report: dict[str, Any]) -> dict[str, str]:
    """Return the outputs of the action's step."""
    counts = report["counts"]
    return {
        "status": report["status"],
        "passed": str(counts["passed"]),
        "failed": str(len(_red(report)) + len(report["stale_entries"])),
    }


def main() -> None:
    """Run the command; a `HookconformError` becomes its message and exit code."""
    try:
        command(standalone_mode=True)
    except HookconformError as error:
        click.echo(error.render(), err=True)
        sys.exit(error.exit_code)


def _red(report: dict[str, Any]) -> list[dict[str, Any]]:
    return [check for check in report["checks"] if check["outcome"] in RED]


def _causes(report: dict[str, Any], adapter: str) -> Iterator[str]:
    """Yield the causes as a table, then the repair of each with a command that shows its newest example."""
    found = cause_lines(report["causes"])
    if not found:
        return
    of = f"{counted(len(report['causes']), 'cause')} of {counted(len(_red(report)), 'red check')}"
    yield from ("", f"### {of}", "")
    yield from ("| checks | what | which | for example |", "| ---: | --- | --- | --- |")
    for line in found[:_LISTED]:
        names = ", ".join(_cell(name) for name in line.names[:_NAMED])
        names += f" and {len(line.names) - _NAMED} more" if len(line.names) > _NAMED else ""
        kind = "missing" if line.gap else "wrong"
        yield f"| {line.checks} | {kind}: {_cell(line.words)} | {names} | {_example(line.rows[0]['example'])} |"
    if len(found) > _LISTED:
        yield from ("", f"In the run report: {counted(len(found) - _LISTED, 'more line')}.")
    yield from ("", "#### What to do", "")
    for line in found[:_REPAIRED]:
        row = line.rows[0]
        yield f"* {_cell(_title(line))}. {_markdown(advice(row))}"
        yield from ("", "  ```sh", f"  {_again(adapter, row)}", "  ```")
    if len(found) > _REPAIRED:
        yield from ("", f"All red checks again: {code(shlex.join(['hookconform', 'run', adapter, '--failed']))}")


def _again(adapter: str, row: Mapping[str, Any]) -> str:
    """Return the command that runs the example of a cause again; it is one line whatever the names are."""
    words = ["hookconform", "run", adapter, "--case", row["example"]["check"]]
    return shlex.join(" ".join(word.split()) for word in words)


def _markdown(text: str) -> str:
    """Return one sentence of advice, whose commands stand in backquotes."""
    parts = text.split("`")
    # Blanks around a command stay.
    plain = [f"{' ' * part.startswith(' ')}{_cell(part)}{' ' * part.endswith(' ')}" for part in parts]
    return "".join(code(part) if place % 2 else plain[place] for place, part in enumerate(parts))


def _example(example: dict[str, str]) -> str:
    shown = code(example["check"])
    if "pointer" in example:
        expected, got = (_cell(example[name]) for name in ("expected", "got"))
        return f"{shown}: {code(example['pointer'])} should be {expected}, got {got}"
    return f"{shown}: {_cell(example['message'])}" if "message" in example else shown


def _title(line: Line) -> str:
    return f"{counted(line.checks, 'red check')}: {line.words}"


def _told(line: Line, adapter: str) -> str:
    row = line.rows[0]
    example = row["example"]
    told = [f"{', '.join(line.names)}." if line.names else "", example.get("message", "")]
    if "pointer" in example:
        told.append(f"{example['pointer']}: expected {example['expected']}, got {example['got']}")
    if "claim" in example:
        told.append(f"{example['claim']}: {example.get('evidence', '')}")
    return "\n".join([*filter(None, told), advice(row), _again(adapter, row)])


def _cell(text: str) -> str:
    return _MARKDOWN.sub(r"\\\g<0>", cell(text))


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _append(variable: str, text: str) -> None:
    path = os.environ.get(variable)
    if path:
        with Path(path).open("a", encoding="utf-8") as stream:
            stream.write(text)


if __name__ == "__main__":
    main()

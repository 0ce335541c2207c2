"""A run report in a CI job: summary, annotations and outputs in the form GitHub Actions reads.

`python -m hookconform.publish.job REPORT --badge FILE` is what the action runs after `hookconform run`.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from hookconform.checks.outcome import RED
from hookconform.ground.errors import HookconformError
from hookconform.ground.printable import printable
from hookconform.publish.badges import adapter_badge, verdict
from hookconform.publish.markdown import cell, code
from hookconform.publish.results import read_report
from hookconform.publish.site.adapter_page import capabilities_of, table_of
from hookconform.publish.site.payload import inline

# GitHub shows ten annotations of a kind a step; more would be dropped without a word.
_ANNOTATIONS = 10
_LISTED = 50
# What would make a link, a picture or code of a value.
_MARKDOWN = re.compile(r"[\[\]`]")
_MARKS = {"right": "✓", "wrong": "✗", "known": "!", "unclaimed": "-", "unjudged": "-"}


@click.command()
@click.argument("path", type=click.Path(dir_okay=False, path_type=Path), metavar="REPORT")
@click.option("--badge", type=click.Path(dir_okay=False, path_type=Path), help="Write the endpoint badge here.")
def command(path: Path, badge: Path | None) -> None:
    """Print annotations, and append to the files GITHUB_STEP_SUMMARY and GITHUB_OUTPUT name."""
    report = read_report(path)
    for line in annotation_lines(report):
        click.echo(printable(line))
    _append("GITHUB_STEP_SUMMARY", printable(summary(report)))
    _append("GITHUB_OUTPUT", "".join(f"{name}={value}\n" for name, value in outputs(report).items()))
    if badge is not None:
        files = adapter_badge(report)
        badge.write_text(next(text for name, text in files.items() if name.endswith(".json")), encoding="utf-8")


def annotation_lines(report: dict[str, Any]) -> Iterator[str]:
    """Yield one `::error` line a red check, as many as are shown, then how many there are more."""
    red = _red(report)
    for check in red[:_ANNOTATIONS]:
        yield f"::error title={_property(check['check'])}::{_data(_told(check))}"
    if len(red) > _ANNOTATIONS:
        yield f"::notice::{len(red) - _ANNOTATIONS} more checks are red; the job summary and the report have them."
    for entry in report["stale_entries"]:
        yield f"::error title=stale known failure::{_data(entry['check'])}: no check is about it any more"


def summary(report: dict[str, Any]) -> str:
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
    red = _red(report)
    if red:
        lines += ["", "### What is not as expected", "", "| check | at | expected | got |", "| --- | --- | --- | --- |"]
        lines += [line for check in red[:_LISTED] for line in _rows(check)]
        if len(red) > _LISTED:
            lines += ["", f"{len(red) - _LISTED} more are in the run report."]
    lines += [
        f"\n{number} cases not applicable: {_cell(reason)}." for reason, number in report["not_applicable"].items()
    ]
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


def _told(check: dict[str, Any]) -> str:
    lines = [check.get("message", "")]
    for row in check.get("differences", []):
        expected, got = (inline(row[key]) if key in row else "absent" for key in ("expected", "got"))
        lines.append(f"{row['pointer']}: expected {expected}, got {got}")
    if check.get("claim"):
        lines.append(f"{check['claim']}: {check.get('evidence', '')}")
    return "\n".join(line for line in lines if line)


def _rows(check: dict[str, Any]) -> Iterator[str]:
    name = code(check["check"])
    if not check.get("differences"):
        yield f"| {name} | | | {_cell(check.get('message', ''))} |"
    for row in check.get("differences", []):
        expected, got = (_cell(inline(row[key])) if key in row else "absent" for key in ("expected", "got"))
        yield f"| {name} | {code(row['pointer'])} | {expected} | {got} |"


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

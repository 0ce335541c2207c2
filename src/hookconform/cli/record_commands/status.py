"""`hookconform record status`: what is installed, and what has come in."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from hookconform.ground.plain_text import counted
from hookconform.recorder.folders import error_log, private_folder
from hookconform.recorder.notes import installations


@click.command()
def command() -> None:
    """Show what is installed, and how many recordings wait for review."""
    installed = list(installations())
    for item in installed:
        if isinstance(item, Path):
            click.echo(f"the note {item} is damaged: install that recorder again, or uninstall it")
            continue
        missing = "" if Path(item.file).exists() else " (the file is gone)"
        click.echo(f"{item.platform} ({item.scope}), version {item.version or 'not known'}: {item.file}{missing}")
    if not installed:
        click.echo("nothing is installed")
    waiting = Counter(path.parent.name for path in (private_folder() / "recordings").glob("*/[!.]*.json"))
    for platform, count in sorted(waiting.items()):
        click.echo(
            f"{platform}: {counted(count, 'recording waits', 'recordings wait')} for `hookconform record review`"
        )
    if not waiting:
        click.echo("no recordings wait")
    log = error_log()
    if log.exists():
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        click.echo(
            f"{counted(len(lines), 'call')} could not be recorded, the last one: {lines[-1] if lines else ''}\n  {log}"
        )

"""`hookconform record status`: what is installed, and what has come in."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import click

from hookconform.ground.plain_text import counted
from hookconform_lab.recorder.folders import error_log, private_folder
from hookconform_lab.recorder.inbox import UNKNOWN, open_inbox
from hookconform_lab.recorder.notes import installations


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
    inbox = open_inbox()
    waiting = Counter(item.waits_for for item in inbox.received)
    for platform, count in sorted(waiting.items()):
        waits = counted(count, "recording waits", "recordings wait")
        click.echo(f"{platform}: {waits} for `hookconform record review {platform}`")
        useless = sum(
            item.recording.platform == UNKNOWN or item.recording.payload is None
            for item in inbox.received
            if item.waits_for == platform
        )
        if useless:
            click.echo(f"  {useless} of them cannot be used: the review says why")
    if inbox.unreadable:
        files = counted(len(inbox.unreadable), "file")
        click.echo(f"{files} cannot be read as recordings: `hookconform record review` names them")
    if not waiting:
        click.echo("no recordings to review")
    if private_folder().exists():
        click.echo(f"private folder: {private_folder()}")
    log = error_log()
    if log.exists():
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
        click.echo(
            f"{counted(len(lines), 'call')} could not be recorded, the last one: {lines[-1] if lines else ''}\n  {log}"
        )

"""The day that a command writes into what it publishes."""

from __future__ import annotations

import datetime as dt

import click


def day_of(text: str | None) -> str:
    """Return the day that `--date` names, today if it is absent; raises `click.UsageError` for anything else."""
    if text is None:
        return dt.datetime.now(tz=dt.UTC).date().isoformat()
    try:
        return dt.date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise click.UsageError(f"--date must be YYYY-MM-DD: {text!r}.") from error

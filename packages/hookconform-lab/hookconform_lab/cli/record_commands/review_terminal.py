"""Ask a person about one recording: keep, drop, edit, leave or stop."""

from __future__ import annotations

from typing import Any

import click

from hookconform.ground.file_names import is_version
from hookconform.ground.plain_text import counted
from hookconform_lab.intake.recordings import Recording
from hookconform_lab.recorder.review_session import Choice
from hookconform_lab.recorder.reviewing import Review, Reviewer
from hookconform_lab.recorder.showing import DOUBTFUL, REDACTED, draft_lines, marked_payload, shown
from hookconform_lab.redaction.editing import MASKABLE, mask, replaced, with_text
from hookconform_lab.redaction.gate import SECRET, Doubt

_COLOURS = {REDACTED: "green", DOUBTFUL: "yellow"}
_ANSWERS: dict[str, Choice] = {"k": "keep", "d": "drop", "l": "leave", "q": "stop"}


def ask(reviewer: Reviewer, review: Review) -> tuple[Review, Choice]:
    """Show a review and return it, edited if the person edited it, with what becomes of it."""
    while True:
        _show(review)
        answer = click.prompt(
            "[k]eep, [d]rop, [e]dit one by one, [m]ask unrecognised,\n[l]eave for later, [q]uit",
            type=click.Choice(["k", "d", "e", "m", "l", "q"]),
            show_choices=False,
        )
        if answer == "m":
            for doubt in review.doubts:
                if doubt.kind not in MASKABLE:
                    _say_irreplaceable(doubt)
            review = reviewer.changed(review, mask(review.payload, review.doubts))
        elif answer == "e":
            review = _edit(reviewer, review)
        elif answer != "k" or _confirmed(review):
            return review, _ANSWERS[answer]


def ask_version(recording: Recording) -> str:
    """Ask for the version of the program that sent a recording; empty if it is unknown."""
    while True:
        answer = click.prompt(
            f"\nWhich version of {recording.platform} sent {shown(recording.registered_event)}? (empty: not known)",
            default="",
            show_default=False,
        ).strip()
        if not answer or is_version(answer):
            return answer
        click.echo(f"{shown(answer[:40])} is not a version; for example: 1.2.3")


def _show(review: Review) -> None:
    click.secho(f"\n{shown(review.headline)}", bold=True)
    click.echo(f"new: {shown('; '.join(review.news))}")
    for mark, line in marked_payload(review):
        click.secho(f"{mark} {line}", fg=_COLOURS.get(mark))
    click.echo("expected, as drafted from the claims:")
    for line in draft_lines(review):
        click.echo(f"  {line}")
    for doubt in review.doubts:
        click.secho(f"not recognised: {shown(doubt.render())}", fg="yellow")


def _confirmed(review: Review) -> bool:
    """Return whether everything not recognised may be published; what looks like a secret may not."""
    if any(doubt.kind == SECRET for doubt in review.doubts):
        click.echo("What looks like a secret cannot be kept: edit it, mask it, or drop the recording.")
        return False
    if review.cleared:
        return True
    number = counted(len(review.doubts), "unrecognised value")
    return click.confirm(f"Publish {number} exactly as shown?", default=False)


def _edit(reviewer: Reviewer, review: Review) -> Review:
    for doubt in review.doubts:
        if doubt.kind in MASKABLE:
            review = reviewer.changed(review, _edited(review.payload, doubt))
        else:
            _say_irreplaceable(doubt)
    return review


def _say_irreplaceable(doubt: Doubt) -> None:
    click.echo(f"{shown(doubt.render())}: the payload is about this name, so it stays: keep or drop")


def _edited(payload: dict[str, Any], doubt: Doubt) -> dict[str, Any]:
    answer = click.prompt(
        f"{shown(doubt.render())}\n  [k]eep for now, [m]ask, or [r]eplace by your own text",
        type=click.Choice(["k", "m", "r"]),
        show_choices=False,
    )
    if answer == "m":
        return mask(payload, [doubt])
    if answer == "r":
        text = click.prompt("  new text")
        return replaced(payload, doubt.pointer, lambda value: with_text(value, text))
    return payload

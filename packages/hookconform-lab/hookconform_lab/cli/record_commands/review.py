"""`hookconform record review`: show what came in, redacted, and keep or drop it."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from hookconform.cli.platform_names import PLATFORM
from hookconform.corpus.claims import load_platform
from hookconform.ground.errors import HookconformError
from hookconform.ground.file_names import is_version


def is_terminal() -> bool:
    """Tell whether somebody is there to answer."""
    return sys.stdin.isatty()


@click.command()
@click.argument("platform", type=PLATFORM, required=False, metavar="[PLATFORM]")
@click.option(
    "--output",
    "out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("contribution"),
    show_default=True,
    help="Folder for the recordings you keep.",
)
@click.option("--platform-version", metavar="VERSION", help="The program's version, if unknown.")
@click.option("--yes", is_flag=True, help="Ask nothing: keep what the gate clears, drop what shows nothing new.")
@click.option("--mask", is_flag=True, help="Put placeholders for everything the gate does not recognise.")
@click.option("--delete-unusable", is_flag=True, help="Delete the recordings that cannot be used.")
@click.option("--json", "as_json", is_flag=True, help="Print the reviews as JSON; without --yes nothing is kept.")
def command(  # noqa: PLR0913 (one parameter an option)
    platform: str | None,
    *,
    out: Path,
    platform_version: str | None,
    yes: bool,
    mask: bool,
    delete_unusable: bool,
    as_json: bool,
) -> None:
    """Show each new recording as it would be contributed, and keep or drop it.

    Redactions are marked ~, what is not recognised as harmless is marked ?. What you keep goes to the folder
    --output, from where `hookconform corpus add` files it; what you drop is deleted.
    """
    from hookconform.corpus.locate import corpus_root
    from hookconform.ground.plain_text import counted
    from hookconform_lab.cli.record_commands.review_terminal import ask, ask_version
    from hookconform_lab.recorder.inbox import open_inbox
    from hookconform_lab.recorder.review_session import Session, accept_cleared, look_only
    from hookconform_lab.recorder.showing import shown

    if platform_version is not None and not is_version(platform_version):
        raise HookconformError(
            "record.version",
            f"{platform_version[:40]!r} is not a version.",
            where="--platform-version",
            hint="For example: --platform-version 1.2.3",
        )
    if platform is not None:
        load_platform(platform)
    inbox = open_inbox(platform)
    if not (yes or as_json or is_terminal()) and (inbox.received or inbox.unreadable):
        only = " To delete what cannot be used and no more: --delete-unusable --json." if delete_unusable else ""
        raise HookconformError(
            "record.no-terminal",
            "There is no terminal to ask on.",
            hint=f"Give --yes to keep what the gate clears, or --json to look only.{only}",
        )
    if inbox.received and not as_json:
        # Reading what is known of a platform takes seconds.
        click.echo(f"Comparing {counted(len(inbox.received), 'recording')} with the corpus ...", err=True)
    decide = accept_cleared if yes else look_only if as_json else ask
    asked = ask_version if decide is ask else None
    session = Session(corpus_root(), out, version=platform_version, mask=mask, ask_version=asked)
    reviews = session.run(inbox, decide, delete_unusable=delete_unusable)
    if as_json:
        rows = list(reviews)
        click.echo(shown(json.dumps({"reviews": rows, **session.summary()}, ensure_ascii=False, indent=2)))
        return
    for _ in reviews:
        pass
    for line in session.report():
        click.echo(line)

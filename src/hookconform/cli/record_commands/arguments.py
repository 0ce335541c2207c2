"""What the `record` commands share: PLATFORM and --scope."""

from __future__ import annotations

import click

PLATFORMS = ("claude-code", "gemini-cli", "copilot-cli", "vscode-copilot", "opencode", "codex", "cursor")

platform_argument = click.argument("platform", type=click.Choice(PLATFORMS), metavar="PLATFORM")
scope_option = click.option(
    "--scope",
    type=click.Choice(["project", "user"]),
    default="project",
    show_default=True,
    help="This folder's settings, or yours for all projects.",
)

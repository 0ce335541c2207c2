"""The --help of every command: it says what the command does, and fits a terminal."""

from __future__ import annotations

from collections.abc import Iterator

import click
import pytest

from hookconform.cli import cli


def commands(command: click.Command, path: tuple[str, ...], parent: click.Context | None) -> Iterator[click.Context]:
    context = click.Context(command, info_name=path[-1], parent=parent, **cli.context_settings)
    yield context
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            inner = command.get_command(context, name)
            assert inner is not None
            yield from commands(inner, (*path, name), context)


CONTEXTS = list(commands(cli, ("hookconform",), None))


@pytest.mark.parametrize("context", CONTEXTS, ids=lambda context: context.command_path.replace(" ", "-"))
def test_the_help_of_a_command_fits_80_columns_and_leaves_no_option_unexplained(context: click.Context) -> None:
    lines = context.command.get_help(context).splitlines()
    assert [line for line in lines if len(line) > 80] == []
    assert (context.command.help or "").strip()
    options = [option for option in context.command.params if isinstance(option, click.Option)]
    assert [option.name for option in options if not option.help] == []
    # One spelling for the file or folder that is written.
    written = [option for option in options if isinstance(option.type, click.Path)]
    assert not {"--out", "-o", "--to"} & {name for option in written for name in option.opts}


def test_every_command_was_looked_at() -> None:
    assert len(CONTEXTS) > 40

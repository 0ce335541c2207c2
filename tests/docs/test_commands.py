"""Every command line the documentation shows is one that this version understands: command, options, choices."""

from __future__ import annotations

import re
import shlex

import click
import pytest
from tests.support import markdown_pages as pages

from hook_adapters.__main__ import OPTIONS, USAGE
from hookconform.cli import cli

SHOWN = re.compile(r"(?:^|&& |\$ )((?:hookconform|hook-adapters) [^&|;<>#]*(?:\|[a-z|]+[^&|;<>#]*)*)")
SPAN = re.compile(r"(?<!\[)`((?:hookconform|hook-adapters) [^`]*)`")


def commands(text: str) -> list[str]:
    """List the command lines of a page, in blocks and in its sentences."""
    found: list[str] = []
    for code, line in pages.lines(text.replace("\\\n", " ")):
        found += SHOWN.findall(line.strip()) if code else SPAN.findall(line)
    return [command.strip() for command in found]


def words(command: str) -> list[str]:
    """Split a command line; brackets of a synopsis go, and of alternatives the first stays."""
    given = shlex.split(re.sub(r"[\[\]…]|(?<=\s)\.\.\.", "", command))
    return [re.sub(r"^([a-z]+)(\|[a-z]+)+$", r"\1", word) for word in given]


def wrong(command: str) -> str | None:
    """Say what this version does not understand of a command line."""
    program, *given = words(command)
    return _wrong_for_hooks(given) if program == "hook-adapters" else _wrong_for_click(cli, given)


def _wrong_for_click(command: click.Command, given: list[str]) -> str | None:
    context = click.Context(command, info_name=command.name)
    if isinstance(command, click.Group) and given and not given[0].startswith("-"):
        below = command.get_command(context, given[0])
        return _wrong_for_click(below, given[1:]) if below else f"no command {given[0]}"
    try:
        options, left, _ = command.make_parser(context).parse_args(list(given))
    except click.UsageError as error:
        return error.format_message()
    if left and not isinstance(command, click.Group):
        return f"too many arguments: {left}"
    for parameter in command.params:
        value = options.get(parameter.name or "")
        if isinstance(parameter.type, click.Choice) and isinstance(value, str) and value not in parameter.type.choices:
            return f"{parameter.opts[-1]} cannot be {value}"
    return None


def _wrong_for_hooks(given: list[str]) -> str | None:
    if given[0] not in {"hook", "serve", "--version", "--help"} or f"hook-adapters {given[0]}" not in USAGE:
        return f"no command {given[0]}"
    names = {word.partition("=")[0] for word in given if word.startswith("--")}
    return f"no options {names - set(OPTIONS)}" if given[0] == "hook" and names - set(OPTIONS) else None


SHOWN_COMMANDS = sorted({command for page in pages.pages() for command in commands(page.read_text(encoding="utf-8"))})


@pytest.mark.parametrize("command", SHOWN_COMMANDS)
def test_a_command_that_is_shown_exists(command: str) -> None:
    assert wrong(command) is None


@pytest.mark.parametrize(
    "command",
    [
        "hookconform run reference",
        "hookconform run ./my-adapter",
        "hookconform explain claude-code --escapes",
        "hookconform corpus add ~/hookconform-contribution/*.json",
        "hookconform lab responses gemini-cli@0.61.0 --only BeforeTool/exit2",
        (
            "hook-adapters hook PLATFORM --rules FILE [--event NAME] [--on-error deny|ask|allow] "
            "[--on-unknown ask|deny|allow] [--deadline SECONDS] "
            "[--platform-version V]"
        ),
    ],
)
def test_commands_are_found_in_blocks_and_in_sentences(command: str) -> None:
    assert command in SHOWN_COMMANDS


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("hookconform nope", "no command nope"),
        ("hookconform corpus nope", "no command nope"),
        ("hookconform run x --nope", "--nope"),
        ("hookconform confidence x y", "too many arguments"),
        ("hookconform run x --format xml", "--format cannot be xml"),
        ("hookconform run x --case", "requires an argument"),
        ("hook-adapters nope", "no command nope"),
        ("hook-adapters hook PLATFORM --nope X", "--nope"),
    ],
)
def test_what_does_not_exist_is_told(command: str, message: str) -> None:
    assert message in (wrong(command) or "")

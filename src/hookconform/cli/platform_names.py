"""Platforms on the command line: an argument everywhere, and `--platform` as an alternative."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import click

from hookconform.ground.meant import spelled

_OPTION = "--platform"


class PlatformName(click.types.StringParamType):
    """A platform, also PLATFORM@VERSION, whatever the case and the hyphens; any other word stays as it is."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Return the platform's own name."""
        return platform_named(value)


PLATFORM = PlatformName()


def platform_named(word: str) -> str:
    """Return the platform that a word names, whatever its case and hyphens; the word itself if it names none."""
    from hookconform.corpus.claims import platform_ids

    name, at, version = word.partition("@")
    return f"{spelled(name, platform_ids())}{at}{version}"


class PlatformFirst(click.Command):
    """A command whose first argument is a platform; `--platform NAME` means the same."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments with the value of `--platform`, if it is given, in the first place."""
        return super().parse_args(ctx, _moved(args))


def _moved(args: list[str]) -> list[str]:
    end = args.index("--") if "--" in args else len(args)
    for place, word in enumerate(args[:end]):
        if word == _OPTION and place + 1 < end:
            return [args[place + 1], *args[:place], *args[place + 2 :]]
        if word.startswith(f"{_OPTION}="):
            return [word.partition("=")[2], *args[:place], *args[place + 1 :]]
    return args


def chosen(*given: Iterable[str]) -> tuple[str, ...]:
    """Return the platforms that arguments and options name, each once, in order."""
    return tuple(dict.fromkeys(name for names in given for name in names))

"""The command line: one module a command, imported only when that command is called.

A command module in this package defines `command`, a click command or group. `COMMANDS` is the table of
contents; start-up imports click and nothing else.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import io
import keyword
import os
import sys
from functools import cache
from pathlib import Path
from typing import IO, Any, NoReturn, TextIO, cast

import click

from hookconform import __version__
from hookconform.ground.errors import EXIT_INCOMPLETE, HookconformError, reason
from hookconform.ground.meant import meant
from hookconform.ground.systems import posix_error

# By heading, in the order of --help.
GROUPS = {
    "Look up": {
        "explain": "What a name means on a platform, or what platforms call it.",
        "respond": "What a hook must answer to deny, ask, allow or change a call.",
        "changes": "What changed for hooks between two versions of a platform.",
        "tables": "The table of names an adapter needs for a platform.",
        "platforms": "The platforms, and how each is known; start a new one.",
        "confidence": "How well each claim is proved, computed from the evidence.",
        "cases": "List the cases of the corpus.",
        "case": "Show one case.",
        "export": "The corpus as data for any language: cases, answers, types.",
    },
    "Check an adapter": {
        "init": "Start a new adapter or hook program that passes at once.",
        "run": "Run the conformance checks against an adapter.",
        "debug": "Show what an adapter returns for one payload.",
        "diff": "Compare two runs: newly failing, fixed, no longer judged.",
        "combine": "Combine the reports of all shards of a run into one.",
        "known-failures": "Write the list of checks that an adapter is known to fail.",
        "community": "Other people's programs: install, measure, list.",
    },
    "Check a policy": {
        "rules": "Check whether a policy holds on every platform.",
    },
    "Contribute": {
        "record": "Record payloads from your own runs of a platform.",
        "corpus": "Import, add and check corpus data.",
    },
    "Maintain": {
        "report": "Write the published reports and the static site.",
        "lint": "Check the sources that claims cite.",
        "lab": "Record, measure and enforce on the real programs, offline.",
        "facades": "Regenerate the tool declarations bundled with the facades.",
        "strength": "Mutation-test the suite: how many seeded faults it catches.",
        "serve-loop": "Write the serve loop for adapters in Python.",
    },
}
COMMANDS = {name: text for group in GROUPS.values() for name, text in group.items()}
# The distribution that has the commands which are not here, and the entry points that name its package of commands.
LAB = "hookconform-lab"
LAB_COMMANDS = frozenset(
    {"community", "confidence", "corpus", "facades", "lab", "lint", "platforms", "record", "report", "strength"}
)
ENTRY_POINTS = "hookconform.commands"
# Objects made before cycles among them are looked for. With Python's 2,000 that took a tenth of a command's time: it
# makes many objects, few of them in cycles, and ends soon.
_OBJECTS_BETWEEN_COLLECTIONS = 100_000


class MeantGroup(click.Group):
    """Group that suggests a command for an unknown one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first argument names; wrong use suggests one."""
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and args[0] not in known:
            ctx.fail(f"No such command {args[0]!r}. {meant(args[0], known)}")
        return super().resolve_command(ctx, args)


class LazyGroup(MeantGroup):
    """A group whose commands live in modules of one package, imported on use."""

    def __init__(self, *args: Any, package: str, table: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._package = package
        self._table = table

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        """Return the names in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import and return one command; None for a name that is not in the table."""
        return _imported(self._package, cmd_name) if cmd_name in self._table else None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the table from the short texts, so that --help imports no command."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._table.items()))


def _imported(package: str, name: str) -> click.Command:
    module = name.replace("-", "_") + ("_" if keyword.iskeyword(name) else "")
    return importlib.import_module(f"{package}.{module}").command


class _ReaderGoneError(Exception):
    """Nobody reads the output any more; click would make exit code 1 of it, which is a failed check."""


class _Root(LazyGroup):
    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command, of this package or of hookconform-lab."""
        return _of_the_lab(cmd_name) if cmd_name in LAB_COMMANDS else super().get_command(ctx, cmd_name)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Write the commands under their headings."""
        width = max(map(len, COMMANDS))
        for heading, table in GROUPS.items():
            with formatter.section(heading):
                formatter.write_dl([(name.ljust(width), text) for name, text in table.items()])

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the options; --help is printed here."""
        try:
            return super().make_context(*args, **kwargs)
        except BrokenPipeError as error:
            raise _ReaderGoneError from error
        except click.UsageError as error:
            raise _unheard(_for_terminal(error)) from error

    def invoke(self, ctx: click.Context) -> Any:
        """Call the command; one that is interrupted has judged nothing, and is no failure."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(EXIT_INCOMPLETE)
        except BrokenPipeError as error:
            raise _ReaderGoneError from error
        except click.UsageError as error:
            raise _unheard(_for_terminal(error)) from error


def _for_terminal(error: click.UsageError) -> click.UsageError:
    """Return an error of wrong use as a terminal shows it, in lines of at most 80 columns; elsewhere as it is."""
    # One that shows the help instead of a message has its own way to do so.
    if not sys.stderr.isatty() or type(error).show is not click.UsageError.show:
        return error
    from hookconform.ground.plain_text import folded

    head = "Error: "
    return click.UsageError("\n".join(folded(head + error.format_message(), 2)).removeprefix(head), error.ctx)


def _unheard(error: click.UsageError) -> click.UsageError:
    """Return an error that keeps its exit code where its message cannot be written."""
    show = error.show

    def shown(file: IO[Any] | None = None) -> None:
        with contextlib.suppress(OSError):
            show(file)

    error.show = shown
    return error


def _of_the_lab(name: str) -> click.Command:
    """Return a command of hookconform-lab; if that is not installed, one that says so whatever is asked of it."""
    package = package_of_the_lab()
    if package is not None:
        return _imported(package, name)

    def missing() -> NoReturn:
        raise HookconformError(
            "command.not-installed",
            f"`hookconform {name}` belongs to {LAB}, which is not installed.",
            hint=f"pip install {LAB}",
        )

    anything = {"ignore_unknown_options": True, "allow_extra_args": True, "allow_interspersed_args": False}
    return click.Command(name, callback=missing, context_settings=anything, add_help_option=False)


@cache
def package_of_the_lab() -> str | None:
    """Return the package of hookconform-lab's commands; None where it is not installed."""
    from importlib.metadata import entry_points

    return next((found.value for found in entry_points(group=ENTRY_POINTS, name=LAB)), None)


@click.group(cls=_Root, package="hookconform.cli", table=COMMANDS, context_settings={"max_content_width": 80})
@click.version_option(__version__, prog_name="hookconform")
def cli() -> None:
    """Check whether hooks for coding agents stop what they should, on every agent."""


def main() -> None:
    """Run the command line; a `HookconformError` becomes its message and exit code."""
    _open_closed_streams()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS, *gc.get_threshold()[1:])
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that cannot show an arrow gets its escape, not a traceback.
            stream.reconfigure(errors="backslashreplace")
    sys.stdout = _whole_writes(sys.stdout)
    try:
        try:
            cli.main(standalone_mode=True)
        finally:
            # Python ends by looking for cycles among all that is left: a tenth of the time of a lookup, for nothing.
            gc.freeze()
            # Commands end by exiting: what is still to be written is written while its failure can be told.
            sys.stdout.flush()
    except HookconformError as error:
        _say(error.for_terminal() if sys.stderr.isatty() else error.render())
        sys.exit(error.exit_code)
    except ImportError as error:
        unsupported = posix_error(error)
        if unsupported is None:
            raise
        _say(unsupported.render())
        sys.exit(unsupported.exit_code)
    except (RecursionError, UnicodeEncodeError) as error:
        refused = _unusable(error)
        _say(refused.render())
        sys.exit(refused.exit_code)
    except (BrokenPipeError, _ReaderGoneError):
        # `head` has read enough: no error to speak of, but what was not written was not judged by anybody either.
        _drop_output()
        sys.exit(EXIT_INCOMPLETE)
    except OSError as error:
        _end_by(error)


_NO_FOLDER = HookconformError(
    "folder.missing", "The current folder does not exist any more.", hint="Change to a folder that exists."
)


def _end_by(error: OSError) -> NoReturn:
    """Say that the output cannot be written, or that there is no current folder to find a path in, and end."""
    if error.filename is None:
        try:
            Path.cwd()
        except FileNotFoundError:
            _say(_NO_FOLDER.render())
            sys.exit(_NO_FOLDER.exit_code)
    _cannot_write(error)


def _open_closed_streams() -> None:
    """Open what the caller has closed: writing to standard output fails then, and nobody reads the messages."""
    if sys.stdout is None:
        sys.stdout = _closed_output()
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 (open to the end)


def _whole_writes(stream: TextIO) -> TextIO:
    """Return a stream of which no write ends early: with PYTHONUNBUFFERED, what did not fit is lost without a word."""
    if not isinstance(stream, io.TextIOWrapper) or not isinstance(stream.buffer, io.RawIOBase):
        return stream
    encoding = stream.encoding
    buffered = io.BufferedWriter(cast("io.RawIOBase", stream.detach()))
    return io.TextIOWrapper(buffered, encoding=encoding, errors="backslashreplace", line_buffering=True)


def _closed_output() -> TextIO:
    """Return a standard output for one that is closed: what is written there fails, and is not lost without a word."""
    unwritable = os.open(os.devnull, os.O_RDONLY)
    if unwritable != 1:
        os.dup2(unwritable, 1)
        os.close(unwritable)
    return open(1, "w", encoding="utf-8")


def _unusable(error: RecursionError | UnicodeEncodeError) -> HookconformError:
    """Return the error of an input that no reader refused by name, but that Python cannot take."""
    if isinstance(error, RecursionError):
        return HookconformError(
            "input.nested",
            "An input is nested too deeply: lists or objects within one another.",
            hint="Look at the files that the command names.",
        )
    return HookconformError(
        "input.surrogate",
        "An input holds half of a surrogate pair, which is no character.",
        hint="Look for `\\ud8` to `\\udf` in the files that the command names.",
    )


def _cannot_write(error: OSError) -> NoReturn:
    """Say that the output cannot be written, and end."""
    failure = HookconformError(
        "output.unwritable",
        f"The output cannot be written: {reason(error)}.",
        where=str(error.filename or "standard output"),
        hint="Check that the disk is not full and that the reader is still there.",
        exit_code=EXIT_INCOMPLETE,
    )
    _say(failure.render())
    _drop_output()
    sys.exit(failure.exit_code)


def _say(text: str) -> None:
    """Write to standard error; where nobody reads it, the exit code says it alone."""
    with contextlib.suppress(OSError):
        click.echo(text, err=True)


def _drop_output() -> None:
    """Keep the interpreter from trying once more at its end to write what cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

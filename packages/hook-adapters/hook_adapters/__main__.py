"""`hook-adapters`: a policy hook for any platform, and the reference adapter as a process.

Options are read by hand: argparse would cost a hook more than all its own work.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

USAGE = """\
usage: hook-adapters hook PLATFORM --rules FILE [--event NAME]
                          [--on-error deny|ask|allow]
                          [--on-unknown ask|deny|allow]
                          [--deadline SECONDS] [--platform-version V]
       hook-adapters serve
       hook-adapters --version

hook    read one hook payload on standard input, match the rules, print the
        platform's own answer
serve   speak the conformance suite's serve protocol

PLATFORM            {platforms}
--rules             rule pack, JSON if the name ends in .json, else YAML; give
                    an absolute path
--event             event the hook is registered for; needed where payloads do
                    not name it (Copilot)
--on-error          answer when the hook itself fails before a tool runs
                    (default: deny)
--on-unknown        answer when no rule stops a tool that neither the
                    platform's table nor a rule names (default: allow)
--deadline          seconds until the hook answers that it failed (default: 8)
--platform-version  version of the platform, if known; the newest is assumed
"""
# On every platform but Copilot CLI a hook that ends so, with a message, stops the call.
WRONG_USE = 2
# What the launcher is told: to have the last word; and 1, with which Python also ends where it cannot start.
NOTHING_SAID = 102
SAID_ONE = 101
_codes: dict[int, int] = {}
COMMANDS = ("hook", "serve")
DECISIONS = ("deny", "ask", "allow")
OPTIONS = {
    "--rules": "rules",
    "--event": "event",
    "--on-error": "on_error",
    "--on-unknown": "on_unknown",
    "--deadline": "deadline",
    "--platform-version": "platform_version",
}
MAX_DEADLINE = 3600.0


def start(*, launched: bool = False) -> NoReturn:
    """Run the command line and end the process: nothing that runs on the way out can change the exit code.

    `launched` is true below the launcher, which must be able to tell exit codes of the program from those of Python.
    """
    failed = NOTHING_SAID if launched else WRONG_USE
    if launched:
        _codes.update({1: SAID_ONE, NOTHING_SAID: NOTHING_SAID})
    try:
        import gc

        # A collector's rounds over many small objects cost the square of their number, and no hook lives to need one.
        gc.disable()
        from hook_adapters.program.interruption import stop_at_signals

        stop_at_signals(failed)
        code = main()
    except BaseException as error:  # noqa: BLE001 (a damaged installation must not let a call pass)
        code = failed
        _complain_alone(f"hook-adapters: {type(error).__name__}: {error}\n")
    try:
        if sys.stdout:
            sys.stdout.flush()
    except OSError:
        code = code or 1
    os._exit(_codes.get(code, code))


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code.

    Wrong use ends with the code that stops a tool, 2 where no platform is named, and a message on standard error.
    """
    given = sys.argv[1:] if arguments is None else arguments
    # Only where no platform is named: a hook that prints its usage and ends with 0 would let every call pass.
    if given[-1:] in (["--help"], ["-h"]) and given[:-1] in ([], ["hook"], ["serve"]):
        sys.stdout.write(_usage())
        return 0
    if given[:1] == ["hook"]:
        return _hook(given[1:])
    if given == ["serve"]:
        from hook_adapters.suite.serve import serve

        return serve()
    if given == ["--version"]:
        from hook_adapters import __version__

        sys.stdout.write(f"hook-adapters {__version__}\n")
        return 0
    return _wrong_use(_no_command(given))


def _no_command(given: list[str]) -> str:
    if not given:
        return "a command is missing"
    if given[0] in {"serve", "--version"}:
        return f"{given[0]} takes no arguments"
    from hook_adapters.canonical.meant import meant

    return f"unknown command {given[0]!r}{meant(given[0], COMMANDS)}"


def _hook(arguments: list[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        return _wrong_use("PLATFORM is missing")
    from hook_adapters.canonical.errors import UnsupportedPlatform
    from hook_adapters.canonical.platform import load
    from hook_adapters.program.hook import run
    from hook_adapters.program.interruption import stop_at_signals
    from hook_adapters.program.streams import OUTPUT, say

    try:
        platform = load(arguments[0])
    except UnsupportedPlatform as error:
        # Its module may be missing: the launcher knows what stops a tool there.
        return _wrong_use(str(error), _codes.get(NOTHING_SAID, WRONG_USE))
    stop, last = (_codes.get(code, code) for code in (platform.stop_exit_code, platform.last_exit_code))
    stop_at_signals(stop, platform.last_answer, last)
    try:
        return run(platform, **_options(arguments[1:]))
    except BaseException as error:  # noqa: BLE001 (whatever it is, the platform must get an answer)
        code = platform.last_exit_code if say(OUTPUT, platform.last_answer) else platform.stop_exit_code
        if isinstance(error, ValueError):
            return _wrong_use(str(error), code)
        _complain(f"{type(error).__name__}: {error}\n")
        return code


def _options(arguments: list[str]) -> dict[str, Any]:
    """Return the keyword arguments of `hook.run`; raises `ValueError` with what is wrong."""
    rest = list(arguments)
    options: dict[str, Any] = {}
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name not in OPTIONS:
            from hook_adapters.canonical.meant import meant

            raise ValueError(f"unknown option {name}{meant(name, OPTIONS)}")
        if OPTIONS[name] in options:
            raise ValueError(f"repeated option {name}")
        if not equals and not rest:
            raise ValueError(f"{name} needs a value")
        options[OPTIONS[name]] = value if equals else rest.pop(0)
    if not options.get("rules"):
        raise ValueError("--rules is missing")
    for name in ("--on-error", "--on-unknown"):
        if (value := options.get(OPTIONS[name], "deny")) not in DECISIONS:
            from hook_adapters.canonical.meant import meant

            raise ValueError(f"{name} {value} is no decision{meant(value, DECISIONS)}")
    if "deadline" in options:
        options["deadline"] = _seconds(options["deadline"])
    return options


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= MAX_DEADLINE:
        raise ValueError(f"--deadline {text} is no number of seconds up to {MAX_DEADLINE:g}")
    return seconds


def _usage() -> str:
    import textwrap

    from hook_adapters import platforms

    names = textwrap.wrap(", ".join(platforms()), 60, break_on_hyphens=False)
    return USAGE.format(platforms=("\n" + " " * 20).join(names))


def _wrong_use(message: str, code: int = WRONG_USE) -> int:
    _complain(f"{message}\n{_usage()}")
    return code


def _complain_alone(message: str) -> None:
    """Write a message without any other module: one of those may be what is missing."""
    try:
        os.write(2, message.encode("utf-8", "backslashreplace"))
    except OSError:
        return  # nobody listens


def _complain(message: str) -> None:
    from hook_adapters.program.streams import MESSAGES, say

    say(MESSAGES, f"hook-adapters: {message}")


if __name__ == "__main__":
    start()

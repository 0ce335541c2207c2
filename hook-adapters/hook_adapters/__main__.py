"""`hook-adapters`: a policy hook for any platform, and the reference adapter as a process.

Options are read by hand: argparse would cost a hook more than all its own work.
"""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

USAGE = """\
usage: hook-adapters hook PLATFORM --rules FILE [--event NAME] [--on-error deny|ask|allow] [--platform-version V]
       hook-adapters serve
       hook-adapters --version

hook    read one hook payload on standard input, match the rules, print the platform's own answer
serve   speak the conformance suite's serve protocol

PLATFORM is one of: {platforms}
--rules             rule pack, JSON if the name ends in .json, else YAML
--event             event the hook is registered for; needed where payloads do not name it (Copilot)
--on-error          answer when the hook itself fails before a tool runs (default: deny)
--platform-version  version of the platform, if known; the newest is assumed
"""
# On every platform but old Copilot CLIs a hook that ends so, with a message, stops the call.
WRONG_USE = 2
ON_ERROR = ("deny", "ask", "allow")
OPTIONS = {"--rules": "rules", "--event": "event", "--on-error": "on_error", "--platform-version": "platform_version"}


def main(arguments: list[str] | None = None) -> int:
    """Run one command and return its exit code; wrong use is 2 with a message on standard error."""
    given = sys.argv[1:] if arguments is None else arguments
    if given[:1] == ["hook"]:
        return _hook(given[1:])
    if given == ["serve"]:
        from hook_adapters.suite.serve import serve  # noqa: PLC0415 (a hook does not need it)

        return serve()
    if given == ["--version"]:
        from hook_adapters import __version__  # noqa: PLC0415 (next to its only use)

        sys.stdout.write(f"hook-adapters {__version__}\n")
        return 0
    if given in (["--help"], ["-h"], ["hook", "--help"]):
        sys.stdout.write(_usage())
        return 0
    return _wrong_use("unknown command" if given else "a command is missing")


def _hook(arguments: list[str]) -> int:
    if not arguments or arguments[0].startswith("-"):
        return _wrong_use("PLATFORM is missing")
    from hook_adapters.canonical.errors import UnsupportedPlatform  # noqa: PLC0415 (nothing is imported for wrong use)
    from hook_adapters.program.hook import run  # noqa: PLC0415 (as above)

    try:
        return run(arguments[0], **_options(arguments[1:]))
    except (UnsupportedPlatform, ValueError) as error:
        return _wrong_use(str(error))


def _options(arguments: list[str]) -> dict[str, Any]:
    """Return the keyword arguments of `hook.run`; raises `ValueError` with what is wrong."""
    rest = list(arguments)
    options: dict[str, str] = {}
    while rest:
        name, equals, value = rest.pop(0).partition("=")
        if name not in OPTIONS or OPTIONS[name] in options:
            raise ValueError(f"unknown or repeated option {name}")
        if not equals and not rest:
            raise ValueError(f"{name} needs a value")
        options[OPTIONS[name]] = value if equals else rest.pop(0)
    if "rules" not in options:
        raise ValueError("--rules is missing")
    if options.get("on_error", "deny") not in ON_ERROR:
        raise ValueError(f"--on-error is one of {', '.join(ON_ERROR)}")
    return options


def _usage() -> str:
    from hook_adapters import platforms  # noqa: PLC0415 (nothing is imported for wrong use)

    return USAGE.format(platforms=", ".join(platforms()))


def _wrong_use(message: str) -> int:
    sys.stderr.write(f"hook-adapters: {message}\n{_usage()}")
    return WRONG_USE


if __name__ == "__main__":
    sys.exit(main())

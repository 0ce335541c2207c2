"""`python -m hookconform` and the `hookconform` command."""

from __future__ import annotations

import sys

# What shells report of a program that was interrupted.
_INTERRUPTED = 130


def main() -> None:
    """Run the command line; who interrupts it before a command has begun sees no traceback."""
    try:
        # Most of the time before a command begins is spent here.
        from hookconform.cli import main as command_line  # noqa: PLC0415

        command_line()
    except KeyboardInterrupt:
        sys.exit(_INTERRUPTED)


if __name__ == "__main__":
    main()

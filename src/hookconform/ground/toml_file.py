"""Files in TOML, which people write by hand: read whole, or refused with what is wrong and where."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

from hookconform.ground.errors import HookconformError, reason, remedy
from hookconform.ground.input_files import read_utf8


def read_toml(path: Path, *, area: str, called: str) -> dict[str, Any]:
    """Return the table that a file holds; `called` is its name in messages.

    Raises `HookconformError` (`<area>.unreadable`, `<area>.toml`).
    """
    try:
        return tomllib.loads(read_utf8(path))
    except (OSError, UnicodeDecodeError) as error:
        raise HookconformError(
            f"{area}.unreadable",
            f"The {called} cannot be read: {reason(error)}.",
            where=str(path),
            hint=remedy(error),
        ) from error
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise HookconformError(
            f"{area}.toml", f"The {called} is not valid TOML: {error}.", where=str(path), hint="Correct the file."
        ) from error

"""The tables as they are shipped, each read once and when it is needed."""

from __future__ import annotations

import functools
from typing import Any


@functools.cache
def read(name: str) -> Any:
    """Return the content of a table: `canonical`, `providers`, `tables/<provider>`, `declarations/<provider>`."""
    import json

    return json.loads(text(f"{name}.json"))


def text(name: str) -> str:
    """Return a shipped file by its path in this package."""
    import pkgutil

    content = pkgutil.get_data("tool_facades", name)
    if content is None:  # pragma: no cover (a loader without data)
        raise FileNotFoundError(name)
    return content.decode()

"""The second net: detect-secrets, over every text that is not recognised as harmless."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from hookconform.ground.errors import HookconformError


def secrets_in(key: str, text: str) -> list[str]:
    """Return the kinds of secret detect-secrets sees in a text under a key, sorted; never the secret.

    Raises `HookconformError` (`contribute.missing`) if detect-secrets is not installed.
    """
    plugins = _plugins()
    lines = [f'{key} = "{line}"' for line in text.splitlines()]
    return sorted(
        {
            secret.type
            for plugin in plugins
            for line in lines
            for secret in plugin.analyze_line(filename="payload", line=line)
        }
    )


def _plugins() -> tuple[Any, ...]:
    try:
        from detect_secrets.settings import (  # noqa: PLC0415 (an extra, imported on use)
            default_settings,
            get_plugins,
        )
    except ImportError as error:
        raise HookconformError(
            "contribute.missing",
            "detect-secrets, the second net behind our own redaction, is not installed.",
            hint="Install hookconform with its extra `contribute`.",
        ) from error
    return _made(default_settings, get_plugins)


@cache
def _made(default_settings: Callable[[], Any], get_plugins: Callable[[], Any]) -> tuple[Any, ...]:
    """Make the plugins once: that costs more than asking them."""
    with default_settings():
        return tuple(get_plugins())

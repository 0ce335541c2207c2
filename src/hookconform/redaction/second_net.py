"""The second net: detect-secrets, over every text that is not recognised as harmless."""

from __future__ import annotations

from hookconform.ground.errors import HookconformError


def secrets_in(key: str, text: str) -> list[str]:
    """Return the kinds of secret detect-secrets sees in a text under a key, sorted; never the secret.

    Raises `HookconformError` (`contribute.missing`) if detect-secrets is not installed.
    """
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
    with default_settings():
        lines = [f'{key} = "{line}"' for line in text.splitlines()]
        return sorted(
            {
                secret.type
                for plugin in get_plugins()
                for line in lines
                for secret in plugin.analyze_line(filename="payload", line=line)
            }
        )

"""What others wrote, on pages: shown as it is, never obeyed."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from markupsafe import Markup

from hookconform.ground.printable import printable


def harmless(value: Any) -> Any:
    """Return what a template is about to write, with control characters, bidi marks and the like as escapes."""
    if isinstance(value, Markup):
        return Markup(printable(value))  # noqa: S704 (escapes hold no markup)
    return printable(value) if isinstance(value, str) else value


def web_address(text: str) -> bool:
    """Tell whether a text may be linked: an address that a browser gets over the web, and nothing that it runs."""
    try:
        parts = urlsplit(text)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.username is None
    except ValueError:
        return False

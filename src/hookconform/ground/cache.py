"""Where things are kept that can be made again: programs that this suite installs for itself, composed cases.

Nothing a user has installed is used or changed.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

ENVIRONMENT_VARIABLE = "HOOKCONFORM_LAB_CACHE"
_NAME = "hookconform"


def cache_root() -> Path:
    """Return the folder programs are installed below; `HOOKCONFORM_LAB_CACHE` overrides the default."""
    named = os.environ.get(ENVIRONMENT_VARIABLE)
    return Path(named).resolve() if named else user_cache() / "lab"


def user_cache() -> Path:
    """Return the user's own folder for what can be made again."""
    found = _plain_cache()
    if found is None:
        import platformdirs  # noqa: PLC0415 (takes half as long to import as Python to start)

        found = platformdirs.user_cache_dir(_NAME)
    return Path(found).resolve()


def _plain_cache() -> str | None:
    """Return what platformdirs says of Linux with a usual environment; None for everything else, which it is asked."""
    if sys.platform != "linux" or "ANDROID_DATA" in os.environ:
        return None
    named, home = os.environ.get("XDG_CACHE_HOME", ""), os.environ.get("HOME", "")
    base = named or (home and f"{home}/.cache")
    return f"{base.rstrip('/')}/{_NAME}" if base.startswith("/") and base == base.strip() else None

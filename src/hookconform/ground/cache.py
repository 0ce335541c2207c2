"""Where programs are kept that this suite installs for itself; nothing a user has installed is used or changed."""

from __future__ import annotations

import os
from pathlib import Path

ENVIRONMENT_VARIABLE = "HOOKCONFORM_LAB_CACHE"


def cache_root() -> Path:
    """Return the folder programs are installed below; `HOOKCONFORM_LAB_CACHE` overrides the default."""
    named = os.environ.get(ENVIRONMENT_VARIABLE)
    if named:
        return Path(named).resolve()
    import platformdirs  # noqa: PLC0415 (only needed here)

    return Path(platformdirs.user_cache_dir("hookconform")).resolve() / "lab"

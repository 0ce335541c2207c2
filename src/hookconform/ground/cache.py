"""Where things are kept that can be made again: programs that this suite installs for itself, composed cases.

Nothing a user has installed is used or changed.
"""

from __future__ import annotations

import os
from pathlib import Path

ENVIRONMENT_VARIABLE = "HOOKCONFORM_LAB_CACHE"


def cache_root() -> Path:
    """Return the folder programs are installed below; `HOOKCONFORM_LAB_CACHE` overrides the default."""
    named = os.environ.get(ENVIRONMENT_VARIABLE)
    return Path(named).resolve() if named else user_cache() / "lab"


def user_cache() -> Path:
    """Return the user's own folder for what can be made again."""
    import platformdirs  # noqa: PLC0415 (only needed here)

    return Path(platformdirs.user_cache_dir("hookconform")).resolve()

"""Whether a process that a test knows by its id is still running."""

from __future__ import annotations

import os
from pathlib import Path


def is_running(process: int) -> bool:
    """Tell whether a process is there, and more than what is left of one that ended."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.is_file() or state.read_text().rpartition(")")[2].split()[0] != "Z"

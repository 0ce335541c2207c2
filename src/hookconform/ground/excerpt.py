"""Values in reports: as JSON, but never so large that nobody can read the report."""

from __future__ import annotations

from typing import Any

from hookconform.ground.pointers import MISSING
from hookconform.ground.printable import printable_json, shortened


def excerpt(value: Any, limit: int) -> str:
    """Return a value as one line of JSON, `absent` for none, with the middle left out above `limit` characters."""
    return "absent" if value is MISSING else shortened(printable_json(value), limit)

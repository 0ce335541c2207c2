"""Made-up folders that stand for a person's own in everything recorded."""

from __future__ import annotations

HOME = "/home/dev"
WORKSPACE = "/home/dev/project"

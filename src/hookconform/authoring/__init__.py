"""What authors of adapters and platforms are handed as files; what they keep imports nothing of the suite."""

from __future__ import annotations

from pathlib import Path

# The serve loop for Python adapters, one file.
SERVE_LOOP = Path(__file__).with_name("serve_loop.py")
# The tables of a new adapter, beside its manifest.
TABLES = "tables.json"
# What an adapter claims next, the easiest first: arguments have more rules than all the rest.
NEXT_CLAIMS = ("result", "kind", "calls", "input", "rules", "response")

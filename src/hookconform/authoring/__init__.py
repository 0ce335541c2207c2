"""What authors of adapters are handed as files, to keep beside their own code; these import nothing of the suite."""

from __future__ import annotations

from pathlib import Path

# The serve loop for Python adapters, one file.
SERVE_LOOP = Path(__file__).with_name("serve_loop.py")

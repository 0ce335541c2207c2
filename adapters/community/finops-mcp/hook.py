"""Calls the guard of finops-mcp as its own command does, and leaves it to tell the program that sent the payload."""

import sys

from finops.guard_adapters import run_hook

sys.exit(run_hook(None, sys.stdin, sys.stdout, sys.stderr) or 0)

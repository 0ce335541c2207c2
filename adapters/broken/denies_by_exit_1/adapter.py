"""Fault: a hook program denies by exit code 1, which most platforms take for a hook that broke."""

from __future__ import annotations

import sys

from hook_adapters.rules import matching, read_pack
from hook_adapters.suite import create


def main(platform: str, rules: str, event: str) -> int:
    """Judge the payload on standard input rightly, and say so wrongly."""
    try:
        events = create().canonicalize(platform, sys.stdin.read(), event)["events"]
    except Exception as error:  # noqa: BLE001 (bad input is left to the platform's own question)
        sys.stderr.write(f"{error}\n")
        return 0
    blocking = [rule.name for rule in matching(read_pack(rules), events) if rule.actions.get("block")]
    if blocking:
        sys.stderr.write(f"Blocked by rule: {', '.join(blocking)}\n")
    return 1 if blocking else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))

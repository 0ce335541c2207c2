"""A host that runs one prompt: without a terminal, or behind one where a hook is registered that nothing else calls.

Run inside the sandbox: `python -m hookconform_lab.platforms.letta_code.host PROMPT LETTA...`.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from hookconform_lab.lab.scenario import Key, Terminal
from hookconform_lab.lab.script import Script
from hookconform_lab.lab.terminal import run_terminal
from hookconform_lab.platforms.letta_code.driver import MATCHED, SETTINGS
from hookconform_lab.platforms.letta_code.scenarios import READY

_WITHOUT = frozenset({*MATCHED, "SubagentStop"})
# Seconds in which a prompt that is not refused is answered, and in which a turn that goes on asks the model again.
_ANSWERED, _QUIET = 25, 6


def main(prompt: str, *argv: str) -> int:
    """Run the program to its end and return its exit code; behind a terminal 0, since it is ended."""
    registered = json.loads((Path.home() / SETTINGS).read_text(encoding="utf-8"))["hooks"]
    if registered.keys() <= _WITHOUT:
        return subprocess.run([*argv, "-p", prompt, "--output-format", "json"], check=False).returncode
    keys = (
        Key(READY, prompt, within=40, settle=3),
        Key("", "\r", settle=1.5),
        # A prompt that is refused stays in its place, where whatever is typed would be added to it.
        Key(Script().finish.text or "", "", within=_ANSWERED, settle=_QUIET),
    )
    run_terminal(Terminal(argv, keys, linger=0), dict(os.environ), Path.cwd())
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

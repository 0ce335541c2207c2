"""The vendor's server that Claude Code asks for its switches, played by the lab: it answers for every host."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hookconform_lab.platforms.claude_code.switches import REMEMBERED, STATE

ASKING = """
import os, ssl, sys, urllib.error, urllib.request
context = ssl.create_default_context(cafile=os.environ["NODE_EXTRA_CA_CERTS"])
request = urllib.request.Request(sys.argv[1], data=b"{}", method="POST")
try:
    print(urllib.request.urlopen(request, context=context, timeout=20).read().decode())
except urllib.error.HTTPError as error:
    print(error.code)
sys.exit(7)
"""


def asked(home: Path, address: str) -> subprocess.CompletedProcess[str]:
    (home / STATE).write_text(json.dumps({REMEMBERED: {"one": True, "two": {"enabled": "enabled"}}}))
    command = [sys.executable, "-m", "hookconform_lab.platforms.claude_code.switches", str(home)]
    program = [sys.executable, "-c", ASKING, address]
    return subprocess.run([*command, *program], capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize("host", ["features.example", "another.example"])
def test_a_program_that_asks_any_host_is_given_what_it_remembers(tmp_path: Path, host: str) -> None:
    done = asked(tmp_path, f"https://{host}/api/eval/sdk-key")
    answer: dict[str, Any] = json.loads(done.stdout)
    assert answer == {"features": {"one": {"defaultValue": True}, "two": {"defaultValue": {"enabled": "enabled"}}}}
    # The exit code is the program's.
    assert (done.returncode, done.stderr) == (7, "")


def test_nothing_else_is_answered(tmp_path: Path) -> None:
    assert asked(tmp_path, "https://features.example/api/event_logging").stdout == "404\n"

"""Starts VS Code without a screen and lets an extension of the lab's drive it; needs nothing but the standard library.

Run inside the sandbox: `python host.py NODE CODE_SERVER`, with the plan on standard input (`driven_window.js` says what
steps there are). Node runs VS Code's server, a headless Chromium shows its window. Prints what the extension said.
Exit code 1 if the plan did not come to its end; one that waits for somebody's consent goes on until it is killed.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import IO

EXTENSIONS, DATA, DRIVEN = ".lab-extensions", ".lab-vscode", "lab.driven-0.0.1"
_LISTENING_SECONDS = 90.0
_POLL_SECONDS = 0.2
# Its last hooks may still be running when an answer is complete.
_SETTLE_SECONDS = 1.5
# What Debian's `chromium`, a script that reads files of /etc, starts.
_BROWSER = Path("/usr/lib/chromium/chromium")
_BROWSER_FLAGS = (
    "--headless=new",
    # The sandbox it is in lets it make none of its own.
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--window-size=1400,1000",
    "--remote-allow-origins=*",
)


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def server_command(node: str, code_server: str, home: Path, port: int) -> list[str]:
    """Return the command that serves the editor to anybody on loopback."""
    return [
        node,
        str(Path(code_server) / "out" / "node" / "entry.js"),
        "--auth=none",
        f"--bind-addr=127.0.0.1:{port}",
        f"--user-data-dir={home / DATA}",
        f"--extensions-dir={home / EXTENSIONS}",
        "--disable-telemetry",
        "--disable-update-check",
        "--disable-workspace-trust",
        "--disable-proxy",
    ]


def browser_command(home: Path, workspace: Path, port: int, debugger: int) -> list[str]:
    """Return the command that shows the workspace's window to nobody."""
    profile, page = home / ".lab-browser", f"http://127.0.0.1:{port}/?folder={workspace}"
    program = str(_BROWSER) if _BROWSER.is_file() else "chromium"
    return [program, *_BROWSER_FLAGS, f"--remote-debugging-port={debugger}", f"--user-data-dir={profile}", page]


def said(folder: Path) -> list[dict[str, object]]:
    """Return what the extension said so far; a line that is being written is left out."""
    path = folder / "said.jsonl"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return [json.loads(line) for line in text.split("\n")[:-1]]


def wait_until_listening(address: str, server: subprocess.Popen[bytes]) -> None:
    """Return when the server answers; raises `OSError` if it ends before, or does not in time."""
    end = time.monotonic() + _LISTENING_SECONDS
    while time.monotonic() < end and server.poll() is None:
        with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=2):  # noqa: S310 (loopback)
            return
        time.sleep(_POLL_SECONDS)
    raise OSError("VS Code's server did not answer")


def follow(folder: Path, programs: list[subprocess.Popen[bytes]]) -> bool:
    """Wait for the plan's end and return whether it was a good one; a program that ends before makes it a bad one."""
    while True:
        lines = said(folder)
        if lines and "ended" in lines[-1]:
            time.sleep(_SETTLE_SECONDS)
            return bool(lines[-1]["ended"])
        if any(program.poll() is not None for program in programs):
            return False
        time.sleep(_POLL_SECONDS)


def main() -> int:
    """Carry out the plan and return the exit code."""
    node, code_server = sys.argv[1:3]
    home, workspace = Path(os.environ["HOME"]), Path.cwd()
    folder = home / EXTENSIONS / DRIVEN
    (folder / "plan.json").write_text(sys.stdin.read(), encoding="utf-8")
    port, debugger = free_port(), free_port()
    programs: list[subprocess.Popen[bytes]] = []
    ended = False

    def start(command: list[str], log: IO[bytes]) -> subprocess.Popen[bytes]:
        program = subprocess.Popen(command, cwd=home, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        programs.append(program)
        return program

    with (home / ".lab-log").open("wb") as log:
        try:
            server = start(server_command(node, code_server, home, port), log)
            wait_until_listening(f"http://127.0.0.1:{port}/healthz", server)
            start(browser_command(home, workspace, port, debugger), log)
            start([node, str(Path(__file__).with_name("consent.mjs")), str(debugger)], log)
            ended = follow(folder, programs)
        except OSError as problem:
            sys.stderr.write(f"{problem}\n")
        finally:
            for program in reversed(programs):
                program.terminate()
            for program in programs:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    program.wait(5)
    sys.stdout.write("".join(json.dumps(line) + "\n" for line in said(folder)))
    if not ended:
        sys.stderr.write((home / ".lab-log").read_text(encoding="utf-8", errors="replace")[-2000:])
    return 0 if ended else 1


if __name__ == "__main__":
    sys.exit(main())

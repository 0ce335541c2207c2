"""The page of the lab over TLS, for fetch tools that take no other address, and the program that is to fetch it.

Run inside the sandbox: `python -m hookconform_lab.lab.secure_page FOLDER PROGRAM...`. A certificate authority is made
for this run alone and written to FOLDER; the program, if it runs on Node.js, trusts it besides those it knows.
"""

from __future__ import annotations

import os
import ssl
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from hookconform_lab.lab.model_server.listener import LOOPBACK, PAGE

# The network is the run's own, so the port is free; a script names it before the run has begun.
PORT = 8443
ADDRESS = f"https://{LOOPBACK}:{PORT}"
AUTHORITY = "lab-authority.pem"


class _Handler(BaseHTTPRequestHandler):
    """Serves the page, and nothing else."""

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (http.server's name)
        """Print nothing: standard error is the program's."""

    def do_GET(self) -> None:
        """Answer with the page at `/page`, with an error anywhere else."""
        there = self.path.split("?")[0] == "/page"
        self.send_response(200 if there else 404)
        self.send_header("content-type", "text/html; charset=utf-8")
        self.send_header("content-length", str(len(PAGE) if there else 0))
        self.end_headers()
        if there:
            self.wfile.write(PAGE)


def serve(port: int, authority: Path) -> ThreadingHTTPServer:
    """Serve the page on a loopback port, and write the certificate of who vouches for it; raises `OSError`."""
    import trustme  # noqa: PLC0415 (drivers read the address without it)

    made = trustme.CA()
    made.cert_pem.write_to_path(authority)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.issue_cert(LOOPBACK).configure_cert(context)
    server = ThreadingHTTPServer((LOOPBACK, port), _Handler)
    server.daemon_threads = True
    server.socket = context.wrap_socket(server.socket, server_side=True)
    start(server)
    return server


def start(server: ThreadingHTTPServer) -> None:
    """Let a server answer in a thread of its own."""
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()


def main(folder: str, *program: str) -> int:
    """Run the program beside the page, and return its exit code."""
    authority = Path(folder) / AUTHORITY
    return run_beside(serve(PORT, authority), authority, program, {})


def run_beside(server: ThreadingHTTPServer, authority: Path, program: Sequence[str], told: Mapping[str, str]) -> int:
    """Run a program that trusts the authority while a server answers, end the server, and return the exit code.

    `told` are further variables of the program.
    """
    try:
        return subprocess.run(
            program, env={**os.environ, **told, "NODE_EXTRA_CA_CERTS": str(authority)}, check=False
        ).returncode
    finally:
        server.shutdown()
        server.server_close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

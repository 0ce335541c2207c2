"""The vendor's server, as far as Claude Code asks it which features are switched on, and the program that asks.

Run inside the sandbox: `python -m hookconform_lab.platforms.claude_code.switches HOME PROGRAM...`. What the program
remembers in HOME of an earlier answer is the answer. The program is given a proxy on loopback that answers for every
host. A certificate authority is made for this run alone and written to HOME; the program trusts it besides those it
knows.
"""

from __future__ import annotations

import json
import ssl
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from hookconform_lab.lab.model_server.listener import LOOPBACK
from hookconform_lab.lab.secure_page import AUTHORITY, run_beside, start

STATE, REMEMBERED = ".claude.json", "cachedGrowthBookFeatures"


class _Proxy(ThreadingHTTPServer):
    """A proxy on a free loopback port that leads nowhere: it is each host itself."""

    daemon_threads = True

    def __init__(self, switches: dict[str, Any], authority: Path) -> None:
        import trustme  # noqa: PLC0415 (drivers read the names above without it)

        super().__init__((LOOPBACK, 0), _Handler)
        self.features = {name: {"defaultValue": value} for name, value in switches.items()}
        self._made = trustme.CA()
        self._made.cert_pem.write_to_path(authority)

    def context(self, host: str) -> ssl.SSLContext:
        """Return what proves to be a host."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._made.issue_cert(host).configure_cert(context)
        return context


class _Handler(BaseHTTPRequestHandler):
    """Answers each question for switches with all of them, and nothing else."""

    server: _Proxy  # pyright: ignore[reportIncompatibleVariableOverride] (the only server there is)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 (http.server's name)
        """Print nothing: standard error is the program's."""

    def do_CONNECT(self) -> None:
        """Become the host that is asked for, and read its request."""
        self.connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        host = self.path.rpartition(":")[0]
        self.connection = self.server.context(host).wrap_socket(self.connection, server_side=True)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb")
        self.handle_one_request()

    def do_POST(self) -> None:
        """Answer a question for switches."""
        self.rfile.read(int(self.headers.get("content-length", 0)))
        asked = self.path.startswith("/api/eval/")
        data = json.dumps({"features": self.server.features} if asked else {}).encode()
        self.send_response(200 if asked else 404)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        self.wfile.flush()
        self.close_connection = True


def main(home: str, *program: str) -> int:
    """Run the program beside the server, and return its exit code."""
    authority = Path(home) / AUTHORITY
    remembered = json.loads((Path(home) / STATE).read_text(encoding="utf-8"))[REMEMBERED]
    server = _Proxy(remembered, authority)
    start(server)
    proxy = f"http://{LOOPBACK}:{server.server_port}"
    return run_beside(server, authority, program, {"HTTPS_PROXY": proxy, "NO_PROXY": LOOPBACK})


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

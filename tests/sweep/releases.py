"""A registry of npm's kind on loopback, releases of `released_agent.py` in it, and the driver of that program."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import sys
import tarfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from hookconform_lab.lab import install
from hookconform_lab.lab.driver import Driver, Hooks, NotDriven, Place
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Script, call

PACKAGE = "released-agent"
AGENT = Path(__file__).with_name("released_agent.py")
BEHAVIOUR: Mapping[str, Any] = {
    "tools": ["bash", "create", "glob"],
    "keys": ["sessionId", "timestamp", "cwd", "toolName", "toolArgs"],
    "asks_before": ["bash", "create", "glob", "summon"],
    "obeys_before": ["bash", "create", "glob", "summon"],
    "exit2_stops": True,
    "starts": True,
}


@dataclass
class Registry:
    """What is published: archives by version. `corrupt` versions are served with other bytes than their hash says."""

    address: str = ""
    archives: dict[str, bytes] = field(default_factory=dict[str, bytes])
    dates: dict[str, str] = field(default_factory=dict[str, str])
    corrupt: set[str] = field(default_factory=set[str])
    absent: set[str] = field(default_factory=set[str])

    def publish(self, version: str, date: str = "2026-01-01", **behaviour: Any) -> None:
        """Publish a release that behaves as usual but for `behaviour`."""
        files = {
            "package.json": json.dumps({"name": PACKAGE, "version": version}).encode(),
            "agent.py": AGENT.read_bytes(),
            "behaviour.json": json.dumps({**BEHAVIOUR, **behaviour}).encode(),
        }
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w:gz") as archive:
            for name, content in files.items():
                member = tarfile.TarInfo(f"package/{name}")
                member.size, member.mode = len(content), 0o644
                archive.addfile(member, io.BytesIO(content))
        self.archives[version] = packed.getvalue()
        self.dates[version] = f"{date}T00:00:00.000Z"

    def document(self) -> dict[str, Any]:
        """Return what the registry says of the package."""
        versions = {version: self._version(version) for version in self.archives if version not in self.absent}
        latest = [version for version in versions if "-" not in version][-1]
        return {
            "_id": PACKAGE,
            "name": PACKAGE,
            "dist-tags": {"latest": latest},
            "versions": versions,
            "time": self.dates,
        }

    def served(self, version: str) -> bytes:
        """Return the bytes that a client gets."""
        return self.archives[version] + (b"\0" if version in self.corrupt else b"")

    def npm(self, *arguments: str, **_: Any) -> str:
        """Answer what the lab asks npm, as npm does, without a process: half a second of Node.js for each question.

        That it answers alike is a test of its own. Archives with other bytes than their hash says are for npm itself.
        """
        versions: dict[str, Any] = self.document()["versions"]
        match arguments:
            case ("view", package, "versions", "time", "--json") if package == PACKAGE:
                return json.dumps({"versions": list(versions), "time": self.dates})
            case ("view", package, "version", "dist.integrity", "--json") if package == f"{PACKAGE}@>=0.0.0-0":
                rows = [
                    {"version": version, "dist.integrity": said["dist"]["integrity"]}
                    for version, said in versions.items()
                    if "-" not in version
                ]
                return json.dumps(rows[0] if len(rows) == 1 else rows)
            case ("view", package, "dist.integrity", "--json"):
                return json.dumps(versions[self._listed(arguments, package)]["dist"]["integrity"])
            case ("view", package, "version", "--json") if package == f"{PACKAGE}@latest":
                return json.dumps(self.document()["dist-tags"]["latest"])
            case ("install", "--prefix", folder, *_, package):
                self._install(Path(folder, "node_modules"), self._listed(arguments, package))
                return ""
            case _:
                raise AssertionError(f"npm is asked something new: {arguments}")

    def _listed(self, arguments: tuple[str, ...], package: str) -> str:
        name, _, version = package.partition("@")
        if name == PACKAGE and version in self.archives and version not in self.absent:
            return version
        said = f"npm error code ETARGET\nnpm error notarget No matching version found for {package}."
        raise install._npm_error(arguments, said)

    def _install(self, modules: Path, version: str) -> None:
        assert version not in self.corrupt
        with tarfile.open(fileobj=io.BytesIO(self.archives[version])) as archive:
            archive.extractall(modules, filter="data")
        (modules / "package").rename(modules / PACKAGE)
        dist = self._version(version)["dist"]
        lock = {"packages": {f"node_modules/{PACKAGE}": {"version": version, "integrity": dist["integrity"]}}}
        (modules / ".package-lock.json").write_text(json.dumps(lock))

    def _version(self, version: str) -> dict[str, Any]:
        digest = base64.b64encode(hashlib.sha512(self.archives[version]).digest()).decode()
        dist = {"tarball": f"{self.address}/{PACKAGE}/-/{version}.tgz", "integrity": f"sha512-{digest}"}
        return {"name": PACKAGE, "version": version, "dist": dist}


@contextmanager
def serving() -> Generator[Registry]:
    """Serve an empty registry."""
    registry = Registry()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.endswith(".tgz"):
                self._say(registry.served(self.path.rpartition("/")[2].removesuffix(".tgz")))
            elif self.path == f"/{PACKAGE}":
                self._say(json.dumps(registry.document()).encode())
            else:
                self.send_error(404)

        def _say(self, content: bytes) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    registry.address = f"http://127.0.0.1:{server.server_port}"
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield registry
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Released(Driver):
    """The driver, under Copilot CLI's name, whose turn and claims fit."""

    platform = "copilot-cli"
    package = PACKAGE

    def executable(self, install: Path, version: str) -> tuple[str, ...]:
        return (sys.executable, str(install / "node_modules" / PACKAGE / "agent.py"))

    def environment(self, place: Place, scenario: Scenario) -> dict[str, str]:
        return {}

    def events(self, version: str) -> tuple[str, ...]:
        return ("preToolUse",)

    def prepare(self, place: Place, scenario: Scenario, hooks: Hooks) -> None:
        config = {"hooks": hooks.installed(("preToolUse",)), "model": place.model_url}
        (place.home / "agent.json").write_text(json.dumps(config))

    def scenarios(self, version: str) -> list[Scenario]:
        calls = (
            call("bash", command="echo hi", description="greet"),
            call("create", path="{{workspace}}/new.txt", file_text="new"),
            call("glob", pattern="*.txt"),
        )
        steps = (Program(("{{program}}", "-p", "go"), timeout=30),)
        return [Scenario(name="tools", title="three calls", script=Script({"main": calls}), steps=steps)]

    def not_driven(self, version: str) -> NotDriven:
        return NotDriven()


DRIVER = Released()

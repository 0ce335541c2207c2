"""A host for the program's `serve`, which reaches what its `run` cannot: questions, commands, compaction, deletion.

Run inside the sandbox: `python -m hookconform_lab.lab.plugins.serve PROGRAM...`, with a list of steps on standard
input. A step is `{"method", "path", "body", "save": {"name": "key"}}`; `$name` in a path becomes the saved value.
Questions are answered with their first option, suggestions taken up with their first action; permissions are granted
once, but rejected where the request mentions `rejected`. With `"optional": true` a step may fail. Exit code 1 if
another one did.
"""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
import urllib.request
from typing import Any

_STEP_SECONDS = 240
_END_SECONDS = 20


class Server:
    """The running program, and requests to it."""

    def __init__(self, argv: list[str]) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        self._address = f"http://127.0.0.1:{port}"
        command = [*argv, "serve", "--hostname", "127.0.0.1", "--port", str(port)]
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        if process.stdout is None:
            raise OSError("no pipe from the program")
        self.process, self._said = process, process.stdout

    def request(self, method: str, path: str, body: Any = None) -> Any:
        """Return the answer as JSON, None if it is empty; raises `OSError` (`HTTPError` is one)."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(self._address + path, data, headers, method=method)  # noqa: S310 (loopback)
        with urllib.request.urlopen(request, timeout=_STEP_SECONDS) as answer:  # noqa: S310 (loopback)
            text = answer.read()
        return json.loads(text) if text else None

    def wait_until_ready(self) -> None:
        """Return when the program says that it listens; a request made before that is never answered.

        Raises `OSError` if it ends without having said so.
        """
        for line in self._said:
            sys.stderr.write(line)
            if "listening on" in line:
                threading.Thread(target=self._said.read, daemon=True).start()
                return
        raise OSError("the program ended before it listened")

    def end(self) -> None:
        """End the program: some versions do not end when they are told to."""
        self.process.terminate()
        try:
            self.process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def events(self) -> Any:
        """Yield the events the program publishes until it ends."""
        with urllib.request.urlopen(self._address + "/event") as stream:  # noqa: S310 (loopback)
            for line in stream:
                if line.startswith(b"data:"):
                    yield json.loads(line[5:])


def answer_questions(server: Server) -> None:
    """Answer questions and permission requests as they are published, in the form of this version."""
    try:
        for event in server.events():
            asked = event.get("properties", {})
            kind = event.get("type")
            granted = "rejected" not in json.dumps(asked)
            if kind == "question.asked":
                answers = [[question["options"][0]["label"]] for question in asked["questions"]]
                server.request("POST", f"/question/{asked['id']}/reply", {"answers": answers})
            elif kind == "suggestion.shown":
                server.request("POST", f"/suggestion/{asked['id']}/accept", {"index": 0})
            elif kind == "permission.asked":
                reply = {"reply": "once"} if granted else {"reply": "reject", "message": "rejected"}
                server.request("POST", f"/permission/{asked['id']}/reply", reply)
            elif kind == "permission.updated":
                path = f"/session/{asked['sessionID']}/permissions/{asked['id']}"
                server.request("POST", path, {"response": "once" if granted else "reject"})
    except OSError as problem:
        sys.stderr.write(f"events ended: {problem}\n")


def main() -> int:
    """Carry out the steps on standard input, then end the program."""
    steps = json.load(sys.stdin)
    server = Server(sys.argv[1:])
    failed = 0
    try:
        server.wait_until_ready()
        threading.Thread(target=answer_questions, args=(server,), daemon=True).start()
        saved: dict[str, str] = {}
        for step in steps:
            path = step["path"]
            for name, value in saved.items():
                path = path.replace(f"${name}", value)
            try:
                answer = server.request(step["method"], path, step.get("body"))
            except OSError as problem:
                sys.stderr.write(f"step failed: {step['method']} {path}: {problem}\n")
                failed += not step.get("optional", False)
                continue
            saved |= {name: answer[key] for name, key in step.get("save", {}).items()}
    finally:
        server.end()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

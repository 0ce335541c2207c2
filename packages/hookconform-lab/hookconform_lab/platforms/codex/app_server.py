"""A host for `codex app-server`, which reaches what `codex exec` cannot: questions, permissions, interrupts.

Run inside the sandbox: `python -m hookconform_lab.platforms.codex.app_server CODEX...`, with a plan on
standard input: `{"answers": {request method: result}, "steps": [step, ...]}`. A step is one of

* `{"call": method, "params": {...}, "save": {"name": "path.in.result"}}`: a request; a string `$name` in later
  parameters becomes the saved value;
* `{"wait": method, "contains": text}`: wait for a notification that has not been waited for yet;
* `{"trust": true}`: trust every installed hook (versions that skip untrusted hooks without a word).

A step with `"optional": true` may fail. Exit code 1 if another one did; each failure is a line on stderr.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from typing import Any

_STEP_SECONDS = 30.0


class StepFailed(Exception):  # noqa: N818 (reads as what happened)
    """A request was refused, or a notification did not come in time."""


class AppServer:
    """The running program: requests out, responses and notifications in, its own questions answered."""

    def __init__(self, argv: list[str], answers: dict[str, Any]) -> None:
        self._answers = answers
        process = subprocess.Popen(
            [*argv, "app-server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
        )
        if process.stdin is None or process.stdout is None:
            raise StepFailed("no pipe to the program")
        self._process, self._input, self._output = process, process.stdin, process.stdout
        self._responses: queue.Queue[dict[str, Any]] = queue.Queue()
        self._notifications: queue.Queue[dict[str, Any]] = queue.Queue()
        self._writing = threading.Lock()
        self._last_id = 0
        threading.Thread(target=self._read, daemon=True).start()

    def request(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Return the result of one request; raises `StepFailed` if it is refused or not answered."""
        self._last_id += 1
        self._send({"id": self._last_id, "method": method, "params": params})
        try:
            while (answer := self._responses.get(timeout=_STEP_SECONDS))["id"] != self._last_id:
                pass
        except queue.Empty:
            raise StepFailed(f"{method}: no answer") from None
        if "error" in answer:
            raise StepFailed(f"{method}: {answer['error']}")
        return answer["result"]

    def notify(self, method: str) -> None:
        """Send a notification without parameters."""
        self._send({"method": method})

    def wait_for(self, method: str, contains: str, seconds: float) -> None:
        """Skip notifications up to one of this method whose text contains `contains`."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            try:
                message = self._notifications.get(timeout=left)
            except queue.Empty:
                break
            if message["method"] == method and contains in json.dumps(message):
                return
        raise StepFailed(f"{method} {contains!r} did not come within {seconds:g} s")

    def close(self) -> None:
        """Close the program's input, which ends it, and wait for that."""
        self._input.close()
        try:
            self._process.wait(_STEP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            raise StepFailed("the program did not end") from None

    def _send(self, message: dict[str, Any]) -> None:
        with self._writing:
            self._input.write(json.dumps(message) + "\n")
            self._input.flush()

    def _read(self) -> None:
        for line in self._output:
            message = json.loads(line)
            if "method" not in message:
                self._responses.put(message)
            elif "id" not in message:
                self._notifications.put(message)
            elif message["method"] in self._answers:
                self._send({"id": message["id"], "result": self._answers[message["method"]]})
            else:
                sys.stderr.write(f"unanswered: {message['method']}\n")
                self._send({"id": message["id"], "error": {"code": -32000, "message": "not scripted"}})


def trust_hooks(server: AppServer) -> None:
    """Record the present content of every hook as trusted, as a user does by approving it.

    0.128 knows no trust: its hooks have no hash.
    """
    listed = server.request("hooks/list", {})
    state = {
        hook["key"]: {"enabled": True, "trusted_hash": hook["currentHash"]}
        for folder in listed["data"]
        for hook in folder["hooks"]
        if "currentHash" in hook
    }
    if not state:
        return
    edit = {"keyPath": "hooks.state", "value": state, "mergeStrategy": "upsert"}
    server.request("config/batchWrite", {"edits": [edit], "reloadUserConfig": True})


def filled_in(value: Any, saved: dict[str, Any]) -> Any:
    """Return `value` with every string `$name` replaced by what was saved under that name."""
    if isinstance(value, str):
        return saved.get(value[1:], value) if value.startswith("$") else value
    if isinstance(value, dict):
        return {key: filled_in(item, saved) for key, item in value.items()}
    if isinstance(value, list):
        return [filled_in(item, saved) for item in value]
    return value


def take(step: dict[str, Any], server: AppServer, saved: dict[str, Any]) -> None:
    """Do one step of the plan; raises `StepFailed`."""
    if "trust" in step:
        trust_hooks(server)
    elif "wait" in step:
        server.wait_for(step["wait"], step.get("contains", ""), step.get("seconds", _STEP_SECONDS))
    else:
        result = server.request(step["call"], filled_in(step.get("params", {}), saved))
        for name, path in step.get("save", {}).items():
            value: Any = result
            for key in path.split("."):
                value = value[key]
            saved[name] = value


def main() -> int:
    """Carry out the plan on standard input; the number of failed steps decides the exit code."""
    plan = json.load(sys.stdin)
    server = AppServer(sys.argv[1:], plan.get("answers", {}))
    client = {"clientInfo": {"name": "hookconform", "version": "1"}, "capabilities": {"experimentalApi": True}}
    failed = 0
    saved: dict[str, Any] = {}
    try:
        server.request("initialize", client)
        server.notify("initialized")
        for step in plan["steps"]:
            try:
                take(step, server, saved)
            except StepFailed as problem:
                sys.stderr.write(f"step failed: {problem}\n")
                failed += not step.get("optional", False)
    finally:
        server.close()
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""A client of the Agent Client Protocol, which gives one prompt and allows whatever it is asked about.

Run inside the sandbox: `python -m hookconform_lab.lab.acp PROGRAM...`, with a plan on standard input: `{"prompt": text,
"auth": method id, "mode": mode id}`, the last two optional. Messages are JSON-RPC, one a line, over the program's
standard input and output. Exit code 1 if a request was not answered.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

_VERSION = 1
_SECONDS = 60.0
_END_SECONDS = 10.0
_NO_METHOD = -32601


class Client:
    """The running program: requests out, their results in, its own questions answered."""

    def __init__(self, argv: list[str]) -> None:
        process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        if process.stdin is None or process.stdout is None:
            raise BrokenPipeError("no pipe to the program")
        self._process, self._input, self._output = process, process.stdin, process.stdout
        self._results: queue.Queue[dict[str, Any]] = queue.Queue()
        self._writing = threading.Lock()
        self._count = 0
        threading.Thread(target=self._read, daemon=True).start()

    def request(self, method: str, **params: Any) -> dict[str, Any]:
        """Return the result of a request; raises `RuntimeError` if there is an error or no answer."""
        self._count += 1
        self._send({"id": self._count, "method": method, "params": params})
        try:
            while (message := self._results.get(timeout=_SECONDS)).get("id") != self._count:
                pass
        except queue.Empty:
            raise RuntimeError(f"{method}: no answer") from None
        if "error" in message:
            raise RuntimeError(f"{method}: {json.dumps(message['error'])}")
        result: dict[str, Any] = message.get("result") or {}
        return result

    def close(self) -> None:
        """Close the program's input, and end the program if that does not end it."""
        self._input.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()

    def _send(self, message: dict[str, Any]) -> None:
        with self._writing:
            self._input.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            self._input.flush()

    def _read(self) -> None:
        for line in self._output:
            sys.stdout.write(line)
            if not line.startswith("{"):  # some programs print words between the messages
                continue
            message: dict[str, Any] = json.loads(line)
            if "method" not in message:
                self._results.put(message)
            elif "id" in message:
                self._send({"id": message["id"], **_answer(message)})
        self._results.put({"id": self._count, "error": "the program has ended"})


def _answer(message: dict[str, Any]) -> dict[str, Any]:
    """Return what the program is answered: the first option that allows, and nothing else is offered."""
    if message["method"] == "session/request_permission":
        options = message["params"]["options"]
        chosen = next((option for option in options if option.get("kind", "").startswith("allow")), options[0])
        return {"result": {"outcome": {"outcome": "selected", "optionId": chosen["optionId"]}}}
    return {"error": {"code": _NO_METHOD, "message": "not offered"}}


def main() -> int:
    """Carry out the plan and return the exit code."""
    plan = json.load(sys.stdin)
    client = Client(sys.argv[1:])
    nothing = {"fs": {"readTextFile": False, "writeTextFile": False}, "terminal": False}
    try:
        client.request("initialize", protocolVersion=_VERSION, clientCapabilities=nothing)
        if "auth" in plan:
            client.request("authenticate", methodId=plan["auth"])
        session = client.request("session/new", cwd=str(Path.cwd()), mcpServers=[])["sessionId"]
        if "mode" in plan:
            client.request("session/set_mode", sessionId=session, modeId=plan["mode"])
        client.request("session/prompt", sessionId=session, prompt=[{"type": "text", "text": plan["prompt"]}])
    except RuntimeError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    finally:
        client.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

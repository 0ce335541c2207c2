"""A host for Claude Code's SDK protocol, which answers what nobody answers without a terminal.

Run inside the sandbox: `python -m hookconform_lab.platforms.claude_code.host CLAUDE...`, with a plan on standard
input: `{"steps": [step, ...], "answers": {tool: answer to its permission request}, "elicited": answer}`.
A step is `{"user": text}`, which waits for the turn to end, `{"control": request}`, which waits for its
response, or `{"pause": seconds}`. A tool without an answer is allowed. Exit code 1 if a step was not answered.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from typing import Any

_FLAGS = ("-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose")
_STEP_SECONDS = 45.0
_END_SECONDS = 20.0


class Host:
    """The running program: turns and control requests out, results in, its own questions answered."""

    def __init__(self, argv: list[str], answers: dict[str, dict[str, Any]], elicited: dict[str, Any]) -> None:
        self._answers = answers
        self._elicited = elicited
        process = subprocess.Popen(
            [*argv, *_FLAGS, "--permission-prompt-tool", "stdio"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        if process.stdin is None or process.stdout is None:
            raise BrokenPipeError("no pipe to the program")
        self._process, self._input, self._output = process, process.stdin, process.stdout
        self._ended: queue.Queue[str] = queue.Queue()
        self._writing = threading.Lock()
        self._count = 0
        threading.Thread(target=self._read, daemon=True).start()

    def user(self, text: str) -> bool:
        """Send a prompt and return whether its turn ended."""
        message = {"role": "user", "content": text}
        self._send({"type": "user", "message": message, "parent_tool_use_id": None, "session_id": ""})
        return self._wait("result")

    def control(self, request: dict[str, Any]) -> bool:
        """Send a control request and return whether it was answered."""
        self._count += 1
        self._send({"type": "control_request", "request_id": f"host-{self._count}", "request": request})
        return self._wait("control_response")

    def close(self) -> int:
        """Close the program's input, which ends it, and return its exit code."""
        self._input.close()
        try:
            return self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return 1

    def _wait(self, kind: str) -> bool:
        try:
            while (seen := self._ended.get(timeout=_STEP_SECONDS)) != kind:
                if not seen:
                    return False
        except queue.Empty:
            return False
        return True

    def _send(self, message: dict[str, Any]) -> None:
        with self._writing:
            self._input.write(json.dumps(message) + "\n")
            self._input.flush()

    def _read(self) -> None:
        for line in self._output:
            sys.stdout.write(line)
            if not line.startswith("{"):  # some versions print words between the messages
                continue
            message: dict[str, Any] = json.loads(line)
            if message["type"] == "control_request":
                self._answer(message)
            elif message["type"] in ("result", "control_response"):
                self._ended.put(message["type"])
        self._ended.put("")

    def _answer(self, message: dict[str, Any]) -> None:
        request = message["request"]
        answer: dict[str, Any] = {}
        if request["subtype"] == "can_use_tool":
            answer = dict(self._answers.get(request["tool_name"], {"behavior": "allow"}))
            if answer["behavior"] == "allow":
                answer["updatedInput"] = {**request["input"], **answer.get("updatedInput", {})}
        elif request["subtype"] == "elicitation":
            answer = self._elicited
        response = {"subtype": "success", "request_id": message["request_id"], "response": answer}
        self._send({"type": "control_response", "response": response})


def main() -> int:
    """Carry out the plan and return the exit code."""
    plan = json.load(sys.stdin)
    host = Host(sys.argv[1:], plan["answers"], plan.get("elicited", {"action": "decline"}))
    host.control({"subtype": "initialize", "hooks": {}})
    failed = False
    for step in plan["steps"]:
        if "pause" in step:
            time.sleep(step["pause"])
        elif not (host.user(step["user"]) if "user" in step else host.control(step["control"])):
            sys.stderr.write(f"not answered: {json.dumps(step)}\n")
            failed = True
    return host.close() or int(failed)


if __name__ == "__main__":
    sys.exit(main())

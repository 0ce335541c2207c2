import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

# Speaks the protocol's other side: prints a stray line, asks for a permission and for a file, then ends the turn.
AGENT = textwrap.dedent(
    """
    import json, sys

    def send(message):
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)

    def ask(number, method, params):
        send({"id": f"q{number}", "method": method, "params": params})
        print("ANSWER " + sys.stdin.readline().strip(), file=sys.stderr, flush=True)

    options = [{"optionId": "no", "kind": "reject_once"}, {"optionId": "yes", "kind": "allow_once"}]
    for line in sys.stdin:
        message = json.loads(line)
        print("ASKED " + message["method"], file=sys.stderr, flush=True)
        if message["method"] == "session/prompt":
            print("Working...", flush=True)
            send({"method": "session/update", "params": {}})
            ask(1, "session/request_permission", {"options": options})
            ask(2, "fs/read_text_file", {"path": "a.txt"})
        if message["method"] == sys.argv[1]:
            send({"id": message["id"], "error": {"code": 1, "message": "not today"}})
        else:
            send({"id": message["id"], "result": {"sessionId": "s1"}})
    """
)


def client(tmp_path: Path, fails_at: str = "", **plan: str) -> subprocess.CompletedProcess[str]:
    program = tmp_path / "agent.py"
    program.write_text(AGENT)
    argv = [sys.executable, "-m", "hookconform_lab.lab.acp", sys.executable, str(program), fails_at]
    text = json.dumps({"prompt": "Go.", **plan})
    return subprocess.run(argv, input=text, text=True, capture_output=True, check=False, timeout=60)


def lines(done: subprocess.CompletedProcess[str], word: str) -> list[str]:
    return [line.removeprefix(word + " ") for line in done.stderr.splitlines() if line.startswith(word)]


def test_a_prompt_is_given_in_a_new_session(tmp_path: Path) -> None:
    done = client(tmp_path, auth="key", mode="yolo")
    assert done.returncode == 0, done.stderr
    expected = ["initialize", "authenticate", "session/new", "session/set_mode", "session/prompt"]
    assert lines(done, "ASKED") == expected


def test_a_permission_is_given_and_nothing_else(tmp_path: Path) -> None:
    permission, file = (json.loads(line) for line in lines(client(tmp_path), "ANSWER"))
    assert permission["result"] == {"outcome": {"outcome": "selected", "optionId": "yes"}}
    assert file["error"]["code"] == -32601


@pytest.mark.parametrize("method", ["initialize", "session/new", "session/prompt"])
def test_a_refused_request_ends_the_run_with_an_error(tmp_path: Path, method: str) -> None:
    done = client(tmp_path, method)
    assert done.returncode == 1
    assert f"{method}: " in done.stderr
    assert "not today" in done.stderr

"""The host of `codex app-server` carries out its plan, answers questions, and reports steps that fail."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

# Speaks the other side of the protocol; writes what it was sent to `sent.jsonl`.
PROGRAM = textwrap.dedent(
    """
    import json, sys

    assert sys.argv[1:] == ["app-server"]
    sent = open("sent.jsonl", "w")

    def send(message):
        print(json.dumps(message), flush=True)

    for line in sys.stdin:
        message = json.loads(line)
        sent.write(line)
        sent.flush()
        method, number = message.get("method"), message.get("id")
        if method == "thread/start":
            send({"id": 100, "method": "item/permissions/requestApproval", "params": {}})
            send({"id": 101, "method": "never/scripted", "params": {}})
            send({"id": number, "result": {"thread": {"id": "t-1"}}})
        elif method == "turn/start":
            send({"id": number, "result": {}})
            send({"method": "item/started", "params": {"type": "message"}})
            send({"method": "item/started", "params": {"type": "commandExecution"}})
            send({"method": "turn/completed", "params": {}})
        elif method == "hooks/list":
            hooks = [{"key": "k", "currentHash": "sha256:1"}, {"key": "no hash yet"}]
            send({"id": number, "result": {"data": [{"hooks": hooks}]}})
        elif method == "refused":
            send({"id": number, "error": {"message": "no"}})
        elif number is not None and method:
            send({"id": number, "result": {}})
    """
)


def host(folder: Path, plan: dict[str, Any]) -> tuple[subprocess.CompletedProcess[str], list[dict[str, Any]]]:
    """Run a plan; return how it ended and the messages the program was sent."""
    (folder / "program.py").write_text(PROGRAM, encoding="utf-8")
    argv = [sys.executable, "-m", "hookconform_lab.platforms.codex.app_server", sys.executable, "program.py"]
    done = subprocess.run(
        argv, input=json.dumps(plan), text=True, capture_output=True, check=False, cwd=folder, timeout=60
    )
    sent = (folder / "sent.jsonl").read_text(encoding="utf-8").splitlines()
    return done, [json.loads(line) for line in sent]


def test_a_saved_value_is_put_into_later_requests(tmp_path: Path) -> None:
    steps = [
        {"call": "thread/start", "save": {"thread": "thread.id"}},
        {"call": "turn/start", "params": {"threadId": "$thread", "input": [{"text": "$other"}]}},
        {"wait": "item/started", "contains": "commandExecution"},
        {"wait": "turn/completed"},
    ]
    done, sent = host(tmp_path, {"steps": steps})
    assert done.returncode == 0, done.stderr
    turn = next(message for message in sent if message.get("method") == "turn/start")
    assert turn["params"] == {"threadId": "t-1", "input": [{"text": "$other"}]}


def test_questions_get_the_plans_answer_and_others_an_error(tmp_path: Path) -> None:
    plan = {"answers": {"item/permissions/requestApproval": {"scope": "turn"}}, "steps": [{"call": "thread/start"}]}
    done, sent = host(tmp_path, plan)
    answers = {message["id"]: message for message in sent if "method" not in message}
    assert answers[100]["result"] == {"scope": "turn"}
    assert "error" in answers[101]
    assert "unanswered: never/scripted" in done.stderr


def test_hooks_that_have_a_hash_are_trusted_by_it(tmp_path: Path) -> None:
    _, sent = host(tmp_path, {"steps": [{"trust": True}]})
    written = next(message for message in sent if message.get("method") == "config/batchWrite")
    assert written["params"]["edits"][0]["value"] == {"k": {"enabled": True, "trusted_hash": "sha256:1"}}


def test_a_refused_request_fails_the_run_unless_it_is_optional(tmp_path: Path) -> None:
    done, _ = host(tmp_path, {"steps": [{"call": "refused"}, {"call": "thread/start"}]})
    assert done.returncode == 1
    assert "step failed: refused" in done.stderr
    assert host(tmp_path, {"steps": [{"call": "refused", "optional": True}]})[0].returncode == 0


def test_a_notification_that_does_not_come_is_a_failure(tmp_path: Path) -> None:
    done, _ = host(tmp_path, {"steps": [{"wait": "turn/completed", "seconds": 0.1}]})
    assert done.returncode == 1
    assert "turn/completed" in done.stderr

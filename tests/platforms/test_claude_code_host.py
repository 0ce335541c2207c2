import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

# Speaks the protocol's other side: asks about two tools and a form, ends turns, prints a stray line.
PROGRAM = textwrap.dedent(
    """
    import json, sys

    def send(message):
        print(json.dumps(message), flush=True)

    def ask(number, request):
        send({"type": "control_request", "request_id": f"q{number}", "request": request})
        answer = json.loads(sys.stdin.readline())
        print("ANSWER " + json.dumps(answer["response"]), file=sys.stderr, flush=True)

    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "control_request":
            if message["request"]["subtype"] == "silence":
                break
            send({"type": "control_response", "response": {"request_id": message["request_id"]}})
            continue
        print("Working...", flush=True)
        ask(1, {"subtype": "can_use_tool", "tool_name": "Bash", "input": {"command": "ls"}})
        ask(2, {"subtype": "can_use_tool", "tool_name": "Ask", "input": {"question": "q"}})
        ask(3, {"subtype": "elicitation"})
        send({"type": "result", "said": message["message"]["content"]})
    """
)
PLAN = {
    "steps": [{"user": "hello"}, {"control": {"subtype": "set_model"}}],
    "answers": {
        "Bash": {"behavior": "deny", "message": "No."},
        "Ask": {"behavior": "allow", "updatedInput": {"answer": "Red"}},
    },
    "elicited": {"action": "accept"},
}


def host(tmp_path: Path, plan: dict[str, object]) -> subprocess.CompletedProcess[str]:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    argv = [sys.executable, "-m", "hookconform_lab.platforms.claude_code.host", sys.executable, str(program)]
    return subprocess.run(argv, input=json.dumps(plan), text=True, capture_output=True, check=False, timeout=60)


@pytest.fixture
def answers(tmp_path: Path) -> list[dict[str, object]]:
    done = host(tmp_path, PLAN)
    assert done.returncode == 0, done.stderr
    return [json.loads(line[7:])["response"] for line in done.stderr.splitlines() if line.startswith("ANSWER ")]


def test_the_host_denies_allows_and_fills_in_as_the_plan_says(answers: list[dict[str, object]]) -> None:
    assert answers == [
        {"behavior": "deny", "message": "No."},
        {"behavior": "allow", "updatedInput": {"question": "q", "answer": "Red"}},
        {"action": "accept"},
    ]


def test_a_step_that_is_not_answered_is_named_and_fails_the_host(tmp_path: Path) -> None:
    done = host(tmp_path, {**PLAN, "steps": [{"control": {"subtype": "silence"}}]})
    assert done.returncode == 1
    assert 'not answered: {"control": {"subtype": "silence"}}' in done.stderr

"""The cost of redaction grows with the text, not with its square, whatever the text is made of."""

import json
import resource
import subprocess
import sys

import pytest

pytestmark = pytest.mark.whole

LENGTH = 60_000
# Seconds of CPU for all texts together: ten times what they need, a fraction of what one alone needs if it is square.
LIMIT = 60
PROGRAM = """
import base64, json, random, sys
from hookconform_lab.redaction.private import Private
from hookconform_lab.redaction.redactor import Redactor

units, length = json.loads(sys.argv[1]), int(sys.argv[2])
drawn = base64.b64encode(random.Random(1).randbytes(length)).decode()
texts = {
    "base64": drawn,
    "lines of base64": "\\n".join(drawn[at : at + 76] for at in range(0, length, 76)),
    "identifiers": json.dumps({"ids": [f"id{at}:{at * 7919}" for at in range(length // 30)]}),
    "JSON": json.dumps(["x y"] * (length // 10)),
    "nested": "[" * length,
    **{unit: unit * (length // len(unit)) for unit in units},
}
private = Private(homes=("/home/ann",), users=("ann",), hosts=("heron",), values=("zebrazebra",))
for name, text in texts.items():
    print(ascii(name), flush=True)
    Redactor(private).redact({"tool_input": {"command": text}, "session_id": text})
print("ended")
"""
UNITS = [
    "A", "a", "0", "=", "-", ":", "/", "\\", "@", '"', "%25", "&amp;", "alpha.beta.gamma.", "some words ", "a@",
    "a.b@c.", "a://", "eyJabcdefghijk-", "sk-a-", "C:\\", "/home/", "%2Fhome", "\\u0041", "1.1.", "ab:", "1 ",
    "password", "password= ", "mysql ", "docker login ", " -p ", "--token ", "machine x login ",
    "-----BEGIN PRIVATE KEY-----",
    "<a>", "session-2026-11-21T", "DE89 3704 ", "4111 1111 ", "+49 ", "a_", " -u a:", "\n", "</a>", "net use ", "&#64;",
]  # fmt: skip


def test_long_texts_of_anything_end() -> None:
    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT, LIMIT))

    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(UNITS), str(LENGTH)],
        preexec_fn=bounded,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert done.stdout.splitlines()[-1] == "ended"

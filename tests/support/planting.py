"""What the tests of redaction plant, in which encodings, and how they look for it afterwards."""

import base64
import json
import re
from urllib.parse import quote, unquote

from hookconform_lab.redaction.private import Private

PRIVATE = Private(
    homes=("/home/waltraud",),
    workspaces=("/home/waltraud/clients/zeppelin-merger",),
    users=("waltraud",),
    hosts=("corvus-42",),
    workspace_names=("zeppelin-merger",),
)
# Every one of these must be recognised by form or because the machine is known, whatever a reviewer confirms.
KNOWN = {
    "home": "/home/waltraud/notes",
    "workspace": "/home/waltraud/clients/zeppelin-merger/src",
    "windows home": "C:\\Users\\waltraud\\notes",
    "mac home": "/Users/gundula/notes",
    "user": "waltraud",
    "host": "corvus-42",
    "e-mail": "waltraud.huber@zeppelin-merger.example.net",
    "anthropic": "sk-ant-api03-Zq7rT2mXw9Lk4VbN8cYd",
    "github": "ghp_Zq7rT2mXw9Lk4VbN8cYdPf3sGh6jQ1aE5uIo",
    "github fine-grained": "github_pat_11ABCDEFG0Zq7rT2mXw9Lk_4VbN8cYdPf3sGh6jQ",
    "aws": "AKIAZQ7RT2MXW9LK4VBN",
    "google": "AIzaSyZq7rT2mXw9Lk4VbN8cYdPf3sGh6jQ1aE5",
    "slack": "xoxb-123456789012-Zq7rT2mXw9Lk",
    "web token": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ3YWx0cmF1ZCJ9.Zq7rT2mXw9Lk4VbN8cYd",
    "url": "https://waltraud:Hunter2Hunter2@git.example.net/x",
    "bearer": "Authorization: Bearer Zq7rT2mXw9Lk",
    "assignment": "DB_PASSWORD=Hunter2Hunter2",
    "drawn": "Zq7rT2mXw9Lk4VbN8cYdPf3sGh6j",
    "private key": "-----BEGIN PRIVATE KEY-----\nZq7rT2mXw9Lk\n-----END PRIVATE KEY-----",
    "address": "203.0.113.77",
}
# What of each must be gone.
NEEDLES = ("waltraud", "gundula", "zeppelin", "corvus-42", "Zq7r", "ZQ7RT2", "Hunter2", "203.0.113.77", "123456789012")

ENCODINGS = {
    "as it is": lambda text: text,
    "inside words": lambda text: f'echo "{text}" > out.txt',
    "JSON in a string": lambda text: json.dumps({"command": text, "n": 1}),
    "JSON in JSON in a string": lambda text: json.dumps({"inner": json.dumps([text])}, indent=2),
    "JSON lines": lambda text: f"first line\n{json.dumps({'a': text})}\nlast",
    "escaped slashes": lambda text: json.dumps({"a": text}).replace("/", "\\/"),
    "percent-encoded": lambda text: f"https://example.com/?q={quote(text, safe='')}&n=1",
    "percent-encoded twice": lambda text: quote(quote(text, safe=""), safe=""),
    "file URL": lambda text: f"file://{quote(text)}",
    "base64": lambda text: base64.b64encode(f"value: {text}".encode()).decode(),
    "base64 without padding": lambda text: base64.urlsafe_b64encode(f"value {text}".encode()).decode().rstrip("="),
    "base64 in an argument": lambda text: f"data={base64.b64encode(text.encode() * 2).decode()};",
    "hexadecimal": lambda text: f"value: {text}".encode().hex(),
}


def survivors(text: str, needles: tuple[str, ...]) -> list[str]:
    """Return the needles found in a text or in anything it decodes to."""
    views = [text]
    for _ in range(3):
        views += [view for text in views[-40:] for view in _decoded(text)]
    return [needle for needle in needles if any(needle.lower() in view.lower() for view in views)]


def _decoded(text: str) -> list[str]:
    found = [unquote(text)] if "%" in text else []
    found += [text.replace("\\/", "/").replace('\\"', '"')] if "\\" in text else []
    for run in re.findall(r"[A-Za-z0-9+/_-]{16,}", text):
        for candidate in (run, run[1:], run[2:], run[3:]):
            cut = candidate[: len(candidate) // 4 * 4].replace("-", "+").replace("_", "/")
            found.append(base64.b64decode(cut).decode("utf-8", "ignore"))
    for run in re.findall(r"(?:[0-9a-f]{2}){8,}", text):
        found.append(bytes.fromhex(run).decode("utf-8", "ignore"))
    return found

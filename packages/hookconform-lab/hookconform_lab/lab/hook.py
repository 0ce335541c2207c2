"""The hook that records: `python -I -S hook.py LOG ANSWERS EVENT`, payload on standard input.

It appends one JSON line to LOG, `{"registered_event", "payload_text", "env_names"}`, and exits 0 in silence,
so that the program goes on as if there were no hook. If ANSWERS is not empty it names a JSON file, a list of
`{"event", "contains", "once", "exit_code", "stdout", "stderr", "sleep", "manner", "unread"}`, all optional: the first
entry whose event is the registered one and whose `contains` (one text or several) stands in the payload is given as
answer (`once`: only the first time; a file beside LOG remembers). Standard library only, because it starts once a
hook call.

`manner` is an unusual way to end: `pieces` (a character at a time), `mute` (standard error is closed), `child` (a child
keeps the streams open for some seconds) or `killed` (by a signal, before it has said anything). With `unread`, a
number, it is the answer to every call after so many, and their payload is not read.

If there is a file LOG.effects, a list of `[path, words]`, the line also has `present`: the paths of files that are
there already and hold the words.
"""

from __future__ import annotations

import json
import os
import sys
import time

# As `typing` has it, whose import would cost start-up time.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# As `signal` has it, likewise.
_SIGKILL = 9
# Seconds for which a child keeps the streams; between two characters of an answer in pieces.
_CHILD_SECONDS, _PIECE_SECONDS = 3, 0.01


def record(log: str, event: str, payload: str) -> None:
    """Append the call to the log in one write, so that concurrent hooks do not mix their lines."""
    line = {"registered_event": event, "payload_text": payload, "env_names": sorted(os.environ)}
    if os.path.exists(f"{log}.effects"):  # noqa: PTH110 (pathlib would cost start-up time)
        line["present"] = present(f"{log}.effects")
    descriptor = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    os.write(descriptor, (json.dumps(line) + "\n").encode())
    os.close(descriptor)


def present(effects: str) -> list[str]:
    """Return the listed files that are there and hold their words."""
    with open(effects, encoding="utf-8") as file:  # noqa: PTH123 (as above)
        return [path for path, words in json.load(file) if _holds(path, words)]


def _holds(path: str, words: str) -> bool:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123 (as above)
            return words in file.read()
    except OSError:
        return False


def answer(log: str, answers: str, event: str, payload: str) -> int:
    """Give the prescribed answer, if any entry fits, and return the exit code."""
    with open(answers, encoding="utf-8") as file:  # noqa: PTH123 (pathlib would cost start-up time)
        entries = json.load(file)
    for index, entry in enumerate(entries):
        wanted = entry.get("contains", "")
        texts = [wanted] if isinstance(wanted, str) else wanted
        if "unread" in entry or entry.get("event", event) != event or not all(text in payload for text in texts):
            continue
        if entry.get("once") and not _first_time(f"{log}.once-{index}"):
            continue
        return give(entry)
    return 0


def give(entry: dict[str, Any]) -> int:
    """Say what an entry prescribes, in its manner, and return the exit code."""
    time.sleep(entry.get("sleep", 0))
    manner = entry.get("manner", "")
    if manner == "killed":
        os.kill(os.getpid(), _SIGKILL)
    if manner == "child":
        os.posix_spawn("/bin/sleep", ["sleep", str(_CHILD_SECONDS)], os.environ)
    if manner == "mute":
        sys.stderr.close()
    for stream, text in ((sys.stdout, entry.get("stdout", "")), (sys.stderr, entry.get("stderr", ""))):
        if stream.closed:
            continue
        for piece in text if manner == "pieces" else (text,):
            stream.write(piece)
            stream.flush()
            if manner == "pieces":
                time.sleep(_PIECE_SECONDS)
    return entry.get("exit_code", 0)


def unread_entry(log: str, answers: str, event: str) -> dict[str, Any] | None:
    """Return the entry that answers this call without its payload, None if it is to be read."""
    with open(answers, encoding="utf-8") as file:  # noqa: PTH123 (as above)
        entries = [entry for entry in json.load(file) if "unread" in entry and entry.get("event", event) == event]
    if not entries or _recorded(log) < entries[0]["unread"]:
        return None
    return entries[0]


def _recorded(log: str) -> int:
    try:
        with open(log, "rb") as file:  # noqa: PTH123 (as above)
            return file.read().count(b"\n")
    except FileNotFoundError:
        return 0


def _first_time(path: str) -> bool:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def main(log: str, answers: str, event: str) -> int:
    """Record one hook call, then answer it."""
    unread = unread_entry(log, answers, event) if answers else None
    if unread is not None:
        os.close(0)
        return give(unread)
    payload = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    record(log, event, payload)
    return answer(log, answers, event, payload) if answers else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))

"""The hook that records: `python -I -S hook.py LOG ANSWERS EVENT`, payload on standard input.

It appends one JSON line to LOG, `{"registered_event", "payload_text", "env_names"}`, and exits 0 in silence,
so that the program goes on as if there were no hook. If ANSWERS is not empty it names a JSON file, a list of
`{"event", "contains", "once", "exit_code", "stdout", "stderr", "sleep"}`, all optional: the first entry whose
event is the registered one and whose `contains` (one text or several) stands in the payload is given as answer
(`once`: only the first time; a file beside LOG remembers). Standard library only, because it starts once a
hook call.

If there is a file LOG.effects, a list of `[path, words]`, the line also has `present`: the paths of files that are
there already and hold the words.
"""

import json
import os
import sys
import time


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
        if entry.get("event", event) != event or not all(text in payload for text in texts):
            continue
        if entry.get("once") and not _first_time(f"{log}.once-{index}"):
            continue
        time.sleep(entry.get("sleep", 0))
        sys.stdout.write(entry.get("stdout", ""))
        sys.stderr.write(entry.get("stderr", ""))
        return entry.get("exit_code", 0)
    return 0


def _first_time(path: str) -> bool:
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return False
    return True


def main(log: str, answers: str, event: str) -> int:
    """Record one hook call, then answer it."""
    payload = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    record(log, event, payload)
    return answer(log, answers, event, payload) if answers else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4]))

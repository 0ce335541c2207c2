"""The walk-throughs of CONTRIBUTING.md, word by word, against the real programs, with secrets in the payloads.

The vendor's program runs in the lab's sandbox with a scripted model that writes secrets; reviewing and filing run
behind a pseudo-terminal, in a copy of the corpus that does not have yet what the run shows.
"""

import base64
import json
import os
import pty
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote, unquote

import pytest

from hookconform.corpus.case_files import CaseFiles, write_lines
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.manifests import Recorded, write_manifests
from hookconform_lab.lab import sandbox
from hookconform_lab.lab.drivers import load_driver
from hookconform_lab.lab.install import install
from hookconform_lab.lab.run import run_scenario
from hookconform_lab.lab.scenario import Program, Scenario
from hookconform_lab.lab.script import Call, Reply, Script

pytestmark = pytest.mark.real
DOCUMENT = Path(__file__).parents[2] / "CONTRIBUTING.md"
USER = "waltraud"
SECRETS = {
    "key": "sk-ant-api03-Zq7rT2mXw9Lk4VbN8cYdPf3s",
    "token": "ghp_Kd8sQw3nBv6xZp1yRt5mLc9jHf2gTa7uEo4i",
    "password": "Hunter2Hunter2",
    "mail": "waltraud.huber@zeppelin-merger.example.net",
    "address": "203.0.113.77",
    "sentence": "The zeppelin merger closes on Friday",
}
NEEDLES = (USER, "zeppelin", "Zq7rT2", "Kd8sQw", "Hunter2", "203.0.113.77", "hookconform-lab-")
TEXT = "\n".join(
    [
        *(f"{name}={secret}" for name, secret in SECRETS.items()),
        json.dumps({"inner": json.dumps(SECRETS)}),
        quote(SECRETS["mail"], safe=""),
        base64.b64encode(SECRETS["key"].encode()).decode(),
    ]
)
# Tool calls a model of each platform would make for the prompt of the document, secrets included.
CALLS = {
    "gemini-cli": (
        Call("write_file", {"file_path": "hello.txt", "content": TEXT}),
        Call("run_shell_command", {"command": f"cat hello.txt; echo {SECRETS['password']}", "description": "show"}),
        Call("run_shell_command", {"command": "ls ~ /home", "description": SECRETS["sentence"]}),
    ),
    "copilot-cli": (
        Call("create", {"path": "{{home}}/../waltraud/hookconform-scratch/hello.txt", "file_text": TEXT}),
        Call("bash", {"command": f"cat hello.txt; echo {SECRETS['password']}", "description": "show"}),
        Call("bash", {"command": "ls ~ /home", "description": SECRETS["sentence"]}),
    ),
}
PLATFORMS = sorted(CALLS)
# What the document's run shows.
LIFE = ("SessionStart", "UserPromptSubmit", "Stop", "SessionEnd")
AROUND_TOOLS = ("PreToolUse", "PostToolUse")
TOOLS = ("Bash", "Write")
ARGUMENTS = {"command", "description", "file_path", "content"}


def block(platform: str, step: str) -> str:
    """Return the shell commands of one step as the document has them."""
    found = re.search(rf"<!-- run: {platform} {step} -->\n```sh\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert found, f"the document has no step {step} for {platform}"
    return found.group(1)


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """Return a folder for PATH with `hookconform` in it."""
    folder = tmp_path / "bin"
    folder.mkdir()
    write_program(folder / "hookconform", sys.executable, "-m", "hookconform")
    return folder


def write_program(path: Path, *argv: str) -> None:
    path.write_text(f'#!/bin/sh\nexec {" ".join(argv)} "$@"\n')
    path.chmod(0o755)


@contextmanager
def recorded(platform: str, programs: Path) -> Iterator[tuple[Path, str]]:
    """Follow the document's first step in the sandbox; gives the person's home and the version."""
    driver, version = load_driver(platform), load_platform(platform).newest
    installed = install(driver, version, print)
    command = {"gemini-cli": "gemini", "copilot-cli": "copilot"}[platform]
    write_program(programs / command, *driver.executable(installed, version))
    home = '"$(realpath {{home}}/..)/' + USER + '"'
    shell = f"set -e; mkdir -p {home}; cp -r {{{{home}}}}/. {home}; export HOME={home}\n{block(platform, 'record')}"
    scenario = Scenario(
        name="contributing",
        title="the document's first step",
        script=Script({"main": tuple(Reply(calls=(call,)) for call in CALLS[platform])}),
        steps=(Program(("/bin/bash", "-c", shell), timeout=300),),
        environment={"PATH": f"{programs}:{os.environ['PATH']}"},
        optional=True,
    )
    prefix = sandbox.enter(allow_network=False)
    with run_scenario(driver, version, installed, scenario, prefix=prefix, commands={}) as run:
        assert run.problems == [], run.outcomes
        yield run.home.parent / USER, version


class CarefulPerson:
    """Answers a review's questions: masks what is not recognised, keeps the rest, drops what cannot be masked."""

    def __init__(self) -> None:
        self._masked = False

    def answer(self, text: str) -> str | None:
        """Return what to type after `text`, None if it does not end with a question."""
        if text.endswith("exactly as shown? [y/N]:"):
            return "n"
        if not text.endswith("[q]uit:"):
            return None
        if "not recognised: " not in text:
            self._masked = False
            return "k"
        self._masked = not self._masked
        return "m" if self._masked else "d"


def at_a_terminal(commands: str, home: Path, programs: Path, corpus: Path) -> str:
    """Run commands as a person would, at a terminal; returns all that was shown."""
    environment = {
        "HOME": str(home),
        "PATH": f"{programs}:{os.environ['PATH']}",
        "HOOKCONFORM_CORPUS": str(corpus),
        "LANG": "C.UTF-8",
        "TERM": "dumb",
    }
    child, terminal = pty.fork()
    if child == 0:
        os.execve("/bin/bash", ["bash", "-ec", commands], environment)
    person, seen, answered = CarefulPerson(), "", 0
    for data in iter(lambda: read(terminal), b""):
        seen += data.decode("utf-8", "replace")
        answer = person.answer(seen[answered:].rstrip())
        if answer is not None:
            answered = len(seen)
            os.write(terminal, answer.encode() + b"\n")
    _, status = os.waitpid(child, 0)
    os.close(terminal)
    assert os.waitstatus_to_exitcode(status) == 0, seen
    return seen


def read(terminal: int) -> bytes:
    """Return what comes next, nothing at the end: Linux reports an error when the other side is gone."""
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""


def everything_in(*folders: Path) -> str:
    """Return the names and contents of all files below some folders."""
    files = [path for folder in folders for path in sorted(folder.rglob("*")) if path.is_file()]
    return "\n".join(f"{path.name}\n{path.read_text(encoding='utf-8')}" for path in files)


def hidden_in(text: str) -> list[str]:
    """Return the secrets in a text, or in anything base64 or percent-encoding hides in it."""
    runs = re.findall(r"[A-Za-z0-9+/]{20,}", text)
    views = [
        text,
        unquote(text),
        *(base64.b64decode(run[: len(run) // 4 * 4]).decode("utf-8", "ignore") for run in runs),
    ]
    return [needle for needle in NEEDLES if any(needle.lower() in view.lower() for view in views)]


def forget_what_the_run_shows(folder: Path, version: str) -> None:
    """Remove what the document's run does from what was recorded at a version of a platform."""
    files = CaseFiles(folder)
    manifests = dict(files.manifests)
    left: dict[str, Recorded] = {}
    for case in files.captured(version):
        expected = case.content["expected"]
        # Calls with further arguments stay: the run makes none, and lint asks for every argument that is declared.
        plain = set(expected.get("tool_input") or ()) <= ARGUMENTS
        shown = expected.get("tool_name") in TOOLS and expected["event"] in AROUND_TOOLS and plain
        if not (expected.get("event") in LIFE or shown):
            name = case.id.rpartition("/")[2]
            left[name] = manifests[version].payloads[name]
    manifests[version] = manifests[version]._replace(payloads=left)
    listed = {(item.version, item.name) for manifest in manifests.values() for item in manifest.payloads.values()}
    write_lines(folder, version, [line for name, line in files.lines(version).items() if (version, name) in listed])
    write_manifests(folder, manifests.values())


@pytest.mark.parametrize("platform", PLATFORMS)
def test_the_walk_through_works_as_written_and_leaks_nothing(platform: str, programs: Path, tmp_path: Path) -> None:
    with recorded(platform, programs) as (home, version):
        corpus = tmp_path / "corpus"
        # Without the pinned release, whose cases the run is about to show anew. What they compose waits for them.
        shutil.copytree(corpus_root(), corpus, ignore=shutil.ignore_patterns("released.json", "families"))
        folder = corpus / "platforms" / platform
        forget_what_the_run_shows(folder, version)
        there = set(folder.glob("contributed/*"))
        raw = everything_in(home / ".local" / "share" / "hookconform" / "recordings")
        assert set(NEEDLES[:-1]) == set(hidden_in(raw)) - {NEEDLES[-1]}, "the secrets must be in the recordings"

        shown = at_a_terminal(block(platform, "review"), home, programs, corpus)
        contribution = home / "hookconform-contribution"
        assert "kept: " in shown
        assert hidden_in(everything_in(contribution)) == []

        add, lint = block(platform, "file").splitlines()
        at_a_terminal(add, home, programs, corpus)
        shutil.copytree(corpus_root() / "families", corpus / "families")
        shown = at_a_terminal(lint, home, programs, corpus)
        assert " 0 findings" in shown
        added = [path for path in sorted(folder.glob("contributed/*")) if path not in there]
        cases = [json.loads(path.read_text(encoding="utf-8")) for path in added]
        assert {case["origin"]["driver"] for case in cases} == {"live"}
        assert {"PreToolUse", "PostToolUse", "UserPromptSubmit"} <= {case["expected"]["event"] for case in cases}
        assert {"Bash", "Write"} <= {case["expected"]["tool_name"] for case in cases}
        assert [path.name for path in added if hidden_in(path.read_text(encoding="utf-8"))] == []

        shown = at_a_terminal(block(platform, "clean"), home, programs, corpus)
        assert "removed: there was no such file before" in shown
        assert not (home / "hookconform-scratch").exists()

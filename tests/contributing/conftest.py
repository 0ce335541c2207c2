import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support.filing import copy_recorded

from hookconform.corpus.locate import corpus_root

Feed = Callable[..., Path]
HOME = "/home/waltraud"
WORKSPACE = f"{HOME}/clients/zeppelin"


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the private folder of a throw-away home."""
    home = tmp_path / "home" / "waltraud"
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    monkeypatch.chdir(tmp_path)
    return home / "data" / "hookconform"


@pytest.fixture(scope="session")
def small_corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus with what is known of every platform, and of one the cases of a few tools at one version."""
    root = tmp_path_factory.mktemp("small") / "corpus"
    # What rows compose from templates is no part of it: these are cases of every platform.
    shutil.copytree(corpus_root(), root, ignore=shutil.ignore_patterns("platforms", "families"))
    for known in corpus_root().glob("platforms/*/platform.yaml"):
        folder = root / "platforms" / known.parent.name
        folder.mkdir(parents=True)
        shutil.copy(known, folder)
    for name in ("run-shell-command", "read-file", "session-start"):
        copy_recorded(root, "gemini-cli", "0.61.0", f"*{name}*")
    return root


@pytest.fixture
def corpus(small_corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a small corpus of one's own, which the commands use."""
    root = tmp_path / "corpus"
    shutil.copytree(small_corpus, root)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return root


@pytest.fixture
def payload() -> Callable[..., dict[str, Any]]:
    """Return a function that makes a payload of Gemini CLI as a person's machine sends it.

    Unless it is given a command, it reads a file of a name that the gate knows.
    """
    return _payload


def _payload(**changes: Any) -> dict[str, Any]:
    return {
        "session_id": "7d2b0a3e-5a0f-4a0e-9d7c-3f6f2f1f0b11",
        "transcript_path": f"{HOME}/.gemini/tmp/zeppelin/chats/session-2026-11-21T02-31-7d2b0a3e.jsonl",
        "cwd": WORKSPACE,
        "hook_event_name": "BeforeTool",
        "timestamp": "2026-11-21T02:31:32.915Z",
        "tool_name": "run_shell_command" if "command" in changes.get("tool_input", {}) else "read_file",
        "tool_input": {"file_path": "README.md"},
        **changes,
    }


@pytest.fixture
def feed(private: Path) -> Feed:
    """Return a function that puts a payload into the inbox as the recorder would."""
    count = 0

    def put(content: Any, *, platform: str = "gemini-cli", event: str = "BeforeTool", **more: Any) -> Path:
        nonlocal count
        count += 1
        folder = private / "recordings" / platform
        folder.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content, separators=(",", ":"), ensure_ascii=False)
        row = {
            "platform": platform,
            "platform_version": "0.99.0",
            "registered_event": event,
            "hook_env_names": ["GEMINI_PROJECT_DIR"],
            "recorded_ns": 1_795_249_943_000_000_000,
            "payload_text": text,
            **more,
        }
        path = folder / f"{1_795_249_943_000_000_000 + count}-1-00000000.json"
        path.write_text(json.dumps(row))
        return path

    return put

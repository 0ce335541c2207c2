"""What `hookconform init` writes passes its platform, in every language."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hookconform.attach.registry import find_adapter
from hookconform.authoring.languages import LANGUAGES
from hookconform.authoring.last_words import event_before_a_tool
from hookconform.authoring.new_project import planned, write_project
from hookconform.checks.outcome import Outcome
from hookconform.corpus.claims import load_platform
from hookconform.effects import effect
from hookconform.effects.effect import Answer
from hookconform.effects.rows import measured_versions
from hookconform.run.engine import run
from hookconform.run.record import RunRecord, Status
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

PLATFORM = "gemini-cli"
NEWEST = f"{PLATFORM}/captured/{load_platform(PLATFORM).newest}/*"
BUILT = [
    pytest.param("typescript", marks=[pytest.mark.slow, pytest.mark.needs("node", "npm")]),
    pytest.param("go", marks=[pytest.mark.slow, pytest.mark.needs("go")]),
    pytest.param("rust", marks=[pytest.mark.slow, pytest.mark.needs("cargo")]),
]
SHELL = pytest.param("shell", marks=pytest.mark.needs("jq"))
EVERY = ["python", SHELL, *BUILT]


def written(language: str, folder: Path, *, hook: bool = False) -> Path:
    """Write a new project for the platform and return its folder."""
    place = folder / language
    write_project(planned(place, language=language, platforms=[PLATFORM], hook=hook), place)
    return place


def judged(folder: Path) -> RunRecord:
    return run(find_adapter(str(folder)), Selection(platforms=(PLATFORM,)), deadline=60)


@pytest.mark.parametrize("language", EVERY)
def test_the_adapter_is_green_in_all_that_it_claims(language: str, tmp_path: Path) -> None:
    record = judged(written(language, tmp_path))
    assert record.status is Status.PASSED, record.verdict
    assert {one.outcome for one in record.notable} == set()
    assert record.total(Outcome.PASSED) > 1900
    assert record.stray.count == 0


@pytest.mark.parametrize("language", ["python", SHELL])
@pytest.mark.parametrize(
    ("old", "new", "capability"),
    [
        ('"run_shell_command": "Bash"', '"run_shell_command": "Shell"', "tool-name"),
        ('"BeforeTool": "PreToolUse"', '"BeforeTool": "BeforeTool"', "event"),
        ('"input": [\n      "/tool_input"', '"input": [\n      "/hook_event_name"', "refusal"),
    ],
)
def test_a_wrong_row_is_red(language: str, old: str, new: str, capability: str, tmp_path: Path) -> None:
    tables = written(language, tmp_path) / "tables.json"
    text = tables.read_text(encoding="utf-8")
    assert old in text
    tables.write_text(text.replace(old, new), encoding="utf-8")
    assert capability in {one.capability for one in judged(tables.parent).notable if one.outcome is Outcome.FAILED}


@pytest.mark.parametrize("language", EVERY)
def test_the_hook_denies_what_its_policy_names_and_nothing_else(language: str, tmp_path: Path) -> None:
    folder = written(language, tmp_path, hook=True)
    for command in LANGUAGES[language].builds("hook"):
        subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL)
    cases = (NEWEST, f"{PLATFORM}/synthetic/refusals-before-*")
    record = run(find_adapter(str(folder)), Selection(cases=cases), deadline=60)
    assert record.status is Status.PASSED, record.verdict
    passed = dict.fromkeys(("decision", "refusal"), 0)
    for (_, capability, outcome), count in record.counts.items():
        passed[capability] = passed.get(capability, 0) + (count if outcome is Outcome.PASSED else 0)
    assert passed["decision"] > 50
    assert passed["refusal"] > 20


# What a language cannot answer: Node needs more memory, and Rust knows no signals and opens a closed output.
UNANSWERED = {"typescript": {"little-memory"}, "rust": {"terminated", "output-closed"}}


@pytest.mark.parametrize("language", EVERY)
def test_the_hook_stops_the_call_whatever_fails(language: str, tmp_path: Path) -> None:
    folder = written(language, tmp_path, hook=True)
    manifest = folder / "adapter.toml"
    text = manifest.read_text(encoding="utf-8")
    assert '"refusal"]' in text
    manifest.write_text(text.replace('"refusal"]', '"refusal", "fails-closed"]'), encoding="utf-8")
    for command in LANGUAGES[language].builds("hook"):
        subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL)
    record = run(
        find_adapter(str(folder)), Selection(platforms=(PLATFORM,), capabilities=("fails-closed",)), deadline=60
    )
    red = {one.variant for one in record.notable if one.outcome in {Outcome.FAILED, Outcome.ERROR}}
    assert red == UNANSWERED.get(language, set())
    assert record.total(Outcome.PASSED) >= 17


@pytest.fixture(scope="module")
def hook_folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Hook programs that need no build."""
    folder = tmp_path_factory.mktemp("hooks")
    return {language: written(language, folder, hook=True) for language in ("python", "shell")}


def started_from(folder: Path, language: str) -> list[str | Path]:
    """Return how such a program is started from any folder."""
    return [sys.executable, "-B", folder / "hook.py"] if language == "python" else ["sh", folder / "hook.sh"]


def started(language: str) -> list[str]:
    """Return how a hook is started in its folder once it is built."""
    if language == "python":
        return [sys.executable, "-B", "hook.py"]
    return [part.replace("{main}", "hook") for part in LANGUAGES[language].run]


# Where exit code 2 alone does not stop a call at every measured version, and one where it does.
LAST_WORDS = ("cline", "code-puppy", "copilot-cli", "hermes-agent", "codex")
# No answer of a hook counted then: row preToolUse/flat-deny.
NOTHING_STOPS = ("0.0.365", "0.0.394")
# Exit codes are all that is left of an answer that cannot be printed; on Cline and Hermes Agent none stops a call.
STOPPED_UNPRINTED = {"code-puppy", "copilot-cli", "codex"}


@pytest.mark.parametrize("language", EVERY)
def test_what_no_hook_can_judge_is_stopped_on_every_platform(language: str, tmp_path: Path) -> None:
    folder = tmp_path / language
    write_project(planned(folder, language=language, platforms=LAST_WORDS, hook=True), folder)
    for command in LANGUAGES[language].builds("hook"):
        subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL)
    (folder / "other.json").write_text('{"deny": "Bash"}', encoding="utf-8")
    for platform in LAST_WORDS:
        event = event_before_a_tool(platform)
        unjudged = [[event], ["NoSuchEvent", "policy.json"], [event, "missing.json"], [event, "other.json"]]
        for arguments in unjudged:
            assert runs(platform, [*started(language), platform, *arguments], folder) == [], arguments
        closed = ["/bin/sh", "-c", 'exec "$@" >/dev/full', "sh", *started(language), platform]
        newest = measured_versions(platform)[-1]
        assert platform not in STOPPED_UNPRINTED or newest not in runs(platform, [*closed, event], folder)


def runs(platform: str, command: list[str], folder: Path) -> list[str]:
    """Return the measured versions that run a tool after what a hook said to a payload that is none."""
    done = subprocess.run(command, cwd=folder, input=b"", capture_output=True, check=False)
    said = Answer(exit_code=done.returncode, stdout=done.stdout.decode(), stderr=done.stderr.decode())
    event = event_before_a_tool(platform)
    found = {one: effect(platform, one, "PreToolUse", event, said).tool for one in measured_versions(platform)}
    return [one for one, tool in found.items() if tool != "stopped" and one not in NOTHING_STOPS]


CALL = '{"hook_event_name": "BeforeTool", "tool_name": "read_file", "tool_input": {"file_path": "x"}}'


@pytest.mark.parametrize("language", ["python", SHELL])
@pytest.mark.parametrize(
    ("event", "policy", "payload", "stops"),
    [
        ("BeforeTool", '{"deny": ["Read"]}', CALL, True),
        ("BeforeTool[read_file]", '{"deny": ["Read"]}', CALL, True),
        ("BeforeTool", '{"deny": ["Bash"]}', CALL, False),
        ("BeforeTool", '{"deny": []}', CALL, False),
        ("SessionStart", '{"deny": ["Read"]}', '{"hook_event_name": "SessionStart"}', False),
        ("BeforeTool", '{"deny": "Bash"}', CALL, True),
        ("BeforeTool", '{"deny": [1]}', CALL, True),
        ("BeforeTool", "{}", CALL, True),
        ("BeforeTool", "deny: [Bash]", CALL, True),
        ("BeforeTool", None, CALL, True),
        ("BeforeTool", '{"deny": ["Bash"], "deny": []}', CALL, True),
        ("BeforeTool", '{"deny": [], "Deny": ["Read"]}', CALL, True),
        ("BeforeTool", '{"deny": [" "]}', CALL, True),
        ("BeforeTool", "[]", CALL, True),
        ("BeforeTool", "null", CALL, True),
        ("BeforeTool", '{"deny": ["Bash"]}', "", True),
        ("BeforeTool", '{"deny": ["Bash"]}', "\xff\xfe", True),
        ("BeforeTool", '{"deny": ["Bash"]}', CALL + CALL, True),
        ("BeforeTool", '{"deny": ["Bash"]}', CALL.replace('"tool_name"', '"tool_name": "glob", "tool_name"'), True),
    ],
)
def test_a_hook_that_cannot_judge_stops_the_call(  # noqa: PLR0913, PLR0917 (one a column)
    hook_folders: dict[str, Path],
    language: str,
    event: str,
    policy: str | None,
    payload: str,
    stops: bool,
    tmp_path: Path,
) -> None:
    if policy is not None:
        (tmp_path / "policy.json").write_text(policy, encoding="utf-8")
    done = subprocess.run(
        [*started_from(hook_folders[language], language), PLATFORM, event, tmp_path / "policy.json"],
        input=payload.encode("latin-1"),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0
    assert (b'"decision":"deny"' in done.stdout) == stops
    assert stops or (done.stdout, done.stderr) == (b"", b"")


NEVER_MATCH = {
    "bash": "Bash",
    "BASH": "Bash",
    " Bash\n": "Bash",
    "run_shell_command": "Bash",
    "Run_Shell_Command": "Bash",
    "apply_patch": "Edit",  # another platform's word
    "webfetch": "WebFetch",
}
# They stand for themselves: a server's tools, and those that no table has.
OWN = ["mcp__lab__echo", "github-edit", "a_tool_of_the_future"]


@pytest.mark.parametrize("language", EVERY)
def test_a_policy_under_a_name_that_would_never_match_stops_every_call_and_says_what_was_meant(
    language: str, tmp_path: Path
) -> None:
    folder = written(language, tmp_path, hook=True)
    for command in LANGUAGES[language].builds("hook"):
        subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL)
    run_with = started(language)
    policy = tmp_path / "policy.json"
    for name in (*NEVER_MATCH, *OWN):
        policy.write_text(json.dumps({"deny": [name]}), encoding="utf-8")
        done = subprocess.run(
            [*run_with, PLATFORM, "BeforeTool", policy],
            cwd=folder,
            input=CALL.encode(),
            capture_output=True,
            check=False,
        )
        meant = NEVER_MATCH.get(name)
        assert (b'"decision":"deny"' in done.stdout) == (meant is not None), name
        assert (f"write {meant}".encode() in done.stderr) == (meant is not None), name


@pytest.mark.parametrize("language", ["python", SHELL])
@pytest.mark.parametrize("arguments", [(), (PLATFORM,), ("nowhere", "BeforeTool", "policy.json")])
def test_a_hook_that_is_started_wrongly_ends_as_a_denial(
    hook_folders: dict[str, Path], language: str, arguments: tuple[str, ...]
) -> None:
    command = [*started_from(hook_folders[language], language), *arguments]
    done = subprocess.run(command, input=CALL.encode(), capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr


# `JSON.parse` has no bound: if the stack of Node suffices, the program reads the call, which its policy allows.
WITHOUT_BOUND = {"typescript"}


@pytest.mark.parametrize("language", EVERY)
def test_encoded_arguments_too_deep_for_the_programs_reader_are_no_harmless_text(language: str, tmp_path: Path) -> None:
    folder = tmp_path / language
    write_project(planned(folder, language=language, platforms=["copilot-cli"], hook=True), folder)
    for command in LANGUAGES[language].builds("hook"):
        subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL)
    (folder / "policy.json").write_text('{"deny": ["Read"]}', encoding="utf-8")
    for depth, stops in ((0, {False}), (40_000, {True, language not in WITHOUT_BOUND})):
        encoded = '{"command":"rm -rf out","x":[' + "[" * depth + "]" * depth + "]}"
        payload = {"sessionId": "s", "cwd": "/", "toolName": "bash", "toolArgs": encoded}
        done = subprocess.run(
            [*started(language), "copilot-cli", "preToolUse", "policy.json"],
            cwd=folder,
            input=json.dumps(payload).encode(),
            capture_output=True,
            check=False,
        )
        assert (b"deny" in done.stdout) in stops, (depth, done)

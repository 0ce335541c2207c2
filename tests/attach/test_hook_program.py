"""Hook programs, run as users install them, and the capability `decision` that judges what they answer."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hookconform.attach import hook_host
from hookconform.attach.hook_program import HookProgramSession
from hookconform.attach.manifest import Manifest, load_manifest
from hookconform.checks.outcome import Outcome
from hookconform.run.engine import run
from hookconform.run.record import RunRecord, Status
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

READS = "sys.stdin.read()"
BLOCK = '{"decision": "deny", "reason": "no"}'
NOTHING = ""
READS_RULES = "import pathlib, sys; assert pathlib.Path(sys.argv[1]).read_text().startswith('version:'); "


def hook(folder: Path, code: str, **more: Any) -> Manifest:
    """Write a manifest for a one-line hook program of Gemini CLI and load it."""
    (folder / "hook.py").write_text(code, encoding="utf-8")
    lines = [
        'name = "tiny"', 'version = "1"', 'language = "python"', "protocol = 2", 'tier = "extended"',
        'platforms = ["gemini-cli"]', 'capabilities = ["decision", "refusal"]',
        "[hook]", 'rules = "pack"', 'rules_path = "policy/rules.yaml"',
        'command = ["{python}", "-S", "{folder}/hook.py", "{rules}", "{platform}", "{event}"]',
        *(f"{key} = {value}" for key, value in more.items()),
    ]  # fmt: skip
    (folder / "adapter.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_manifest(folder / "adapter.toml")


def judged(manifest: Manifest, *, deadline: float = 10, cases: str = "*0.61.0/before-tool-*shell*") -> RunRecord:
    """Run the decision checks of some shell calls of Gemini CLI."""
    return run(manifest, Selection(capabilities=("decision", "refusal"), cases=(cases,)), deadline=deadline)


def answer(stdout: str, code: int = 0) -> str:
    return f"import sys; sys.stdin.read(); sys.stdout.write({stdout!r}); sys.exit({code})"


def outcomes(record: RunRecord) -> dict[Outcome, int]:
    return {outcome: number for (_, _, outcome), number in record.counts.items()}


def test_a_program_that_blocks_everything_fails_the_calls_it_must_let_run(tmp_path: Path) -> None:
    found = judged(hook(tmp_path, READS_RULES + answer(BLOCK)))
    assert outcomes(found)[Outcome.PASSED]
    assert outcomes(found)[Outcome.FAILED]
    assert all("runs as without a hook" in item.differences[0].expected for item in found.notable)


def test_nothing_is_left_where_programs_ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = tmp_path / "places"
    places.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(places))
    session = HookProgramSession(hook(tmp_path, answer(NOTHING)), deadline=10)
    assert list(places.iterdir())
    session.close()
    assert not list(places.iterdir())


def test_a_program_that_blocks_nothing_fails_the_calls_it_must_stop(tmp_path: Path) -> None:
    found = judged(hook(tmp_path, answer(NOTHING)))
    assert outcomes(found)[Outcome.FAILED]
    assert all(item.differences[0].expected.startswith("the tool is stopped") for item in found.notable)


def test_a_deny_the_platform_ignores_fails_with_the_reason(tmp_path: Path) -> None:
    found = judged(hook(tmp_path, answer('{"permissionDecision": "deny"}')))
    assert any("means nothing to this platform" in item.differences[0].got for item in found.notable)


def test_bad_input_need_not_be_denied_but_must_not_be_vouched_for(tmp_path: Path) -> None:
    found = judged(hook(tmp_path, answer(NOTHING)), cases="gemini-cli/synthetic/not-json")
    assert outcomes(found) == {Outcome.PASSED: 1}


@pytest.mark.parametrize(
    ("code", "says"),
    [
        ("import time; time.sleep(60)", "did not end within 0.5 s"),
        ("import os; os.kill(os.getpid(), 9)", "ended by signal 9"),
    ],
)
def test_a_program_that_hangs_or_dies_is_an_error(tmp_path: Path, code: str, says: str) -> None:
    found = judged(hook(tmp_path, code), deadline=0.5, cases="gemini-cli/synthetic/not-json")
    assert outcomes(found) == {Outcome.ERROR: 1}
    assert says in found.notable[0].message


def test_a_program_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    manifest = hook(tmp_path, "")
    gone = replace(manifest, hook=replace(manifest.hook, command=("./no-such-program",)))
    found = judged(gone, cases="gemini-cli/synthetic/not-json")
    assert "cannot be started" in found.notable[0].message


def test_the_program_gets_rules_variables_and_placeholders(tmp_path: Path) -> None:
    code = (
        "import os, pathlib, sys; "
        "seen = [pathlib.Path(sys.argv[1]).is_file(), pathlib.Path('policy/rules.yaml').is_file(), *sys.argv[2:], "
        "os.environ['POLICY_MODE']]; "
        f"pathlib.Path({str(tmp_path)!r}, 'seen').write_text(repr(seen))"
    )
    judged(hook(tmp_path, code, env='{POLICY_MODE = "on {platform}"}'), cases="gemini-cli/synthetic/not-json")
    assert (tmp_path / "seen").read_text() == repr([True, True, "gemini-cli", "BeforeTool", "on gemini-cli"])


ONE = "gemini-cli/synthetic/not-json"


def message(manifest: Manifest, *, cases: str = ONE, deadline: float = 600) -> str:
    found = judged(manifest, deadline=deadline, cases=cases)
    assert outcomes(found) == {Outcome.ERROR: 1}
    return found.notable[0].message


@pytest.mark.parametrize(
    "code",
    [
        "import os\nwhile True: os.write(1, b'x' * 65536)",
        "import os\nwhile True: os.write(2, b'x' * 65536)",
        "import os\nfor stream in (1, 2) * 9: os.write(stream, b'x' * 65536)",
        "import subprocess\nsubprocess.run(['yes'])",
    ],
)
def test_a_program_that_writes_without_end_is_ended_at_once(tmp_path: Path, code: str) -> None:
    assert message(hook(tmp_path, code)) == "the hook program wrote more than 1 MB"


@pytest.mark.parametrize("more", [0, 1])
def test_one_megabyte_is_not_too_much_and_one_byte_more_is(tmp_path: Path, more: int) -> None:
    whole = hook_host.MAX_OUTPUT_BYTES
    code = f"import os, sys; {READS}\nfor size in [65536] * {whole // 65536} + [{more}]: os.write(1, b' ' * size)"
    if more:
        assert message(hook(tmp_path, code)) == "the hook program wrote more than 1 MB"
    else:
        assert outcomes(judged(hook(tmp_path, code), cases=ONE)) == {Outcome.PASSED: 1}


def test_a_program_may_write_much(tmp_path: Path) -> None:
    code = f"import sys; print(' ' * 500_000); print('x' * 500_000, file=sys.stderr); {READS}"
    found = judged(hook(tmp_path, code), cases=ONE)
    assert outcomes(found) == {Outcome.PASSED: 1}


# Leaves a process behind that holds the pipes; `{how}` may have it leave the session and its parent too.
LEAVES = """
import os, pathlib, sys, time
sys.stdin.read()
if os.fork() == 0:
    {how}
    new = pathlib.Path({note!r} + str(os.getpid()))
    new.touch()
    time.sleep(600)
while not list(pathlib.Path({note!r}).parent.glob("left-*")):
    time.sleep(0.01)
"""


@pytest.mark.parametrize("how", ["pass", "os.setsid()", "os.setsid(); os.fork() and os._exit(0)"])
def test_what_a_program_leaves_running_neither_holds_its_answer_nor_outlives_it(tmp_path: Path, how: str) -> None:
    manifest = hook(tmp_path, LEAVES.format(how=how, note=str(tmp_path / "left-")))
    # The answer does not wait for a deadline of ten minutes.
    found = judged(manifest, deadline=600, cases=ONE)
    assert outcomes(found) == {Outcome.PASSED: 1}
    left = [path.name.removeprefix("left-") for path in tmp_path.glob("left-*")]
    assert left
    assert not [pid for pid in left if Path(f"/proc/{pid}").exists()]


def test_a_run_in_which_every_program_hangs_ends_after_ten_of_them(tmp_path: Path) -> None:
    code = (
        f"import pathlib, os, time; pathlib.Path({str(tmp_path)!r}, f'asked-{{os.getpid()}}').touch(); time.sleep(600)"
    )
    found = judged(hook(tmp_path, code), deadline=0.4, cases="gemini-cli/captured/*")
    assert (found.status, found.exit_code) == (Status.INCOMPLETE, 3)
    assert "the deadline of 0.4 s was missed 10 times in a row" in found.verdict
    assert "decide of gemini-cli/captured/" in found.verdict
    assert found.total(Outcome.ERROR) == 10
    asked = [path.name.removeprefix("asked-") for path in tmp_path.glob("asked-*")]
    assert not [pid for pid in asked if Path(f"/proc/{pid}").exists()]


def test_ten_programs_that_hang_among_others_do_not_end_a_run(tmp_path: Path) -> None:
    # Every second call hangs: a counter in a file tells which.
    code = (
        f"import os, pathlib, time; here = pathlib.Path({str(tmp_path)!r})\n"
        "for number in range(1000):\n"
        "    try: os.close(os.open(here / f'call-{number}', os.O_CREAT | os.O_EXCL))\n"
        "    except FileExistsError: continue\n"
        "    break\n"
        "if number < 26 and number % 2: time.sleep(600)\n"
    )
    found = judged(hook(tmp_path, code), deadline=0.6, cases="gemini-cli/captured/0.61.0/*")
    assert found.status is Status.FAILED
    assert found.total(Outcome.ERROR) > 10


def test_a_program_that_ends_its_keeper_is_an_error_and_the_next_one_runs(tmp_path: Path) -> None:
    code = (
        "import os, signal, sys; sys.stdin.read()\n"
        f"try: os.close(os.open({str(tmp_path / 'done')!r}, os.O_CREAT | os.O_EXCL))\n"
        "except FileExistsError: sys.exit(0)\n"
        "os.kill(os.getppid(), signal.SIGKILL)"
    )
    found = judged(hook(tmp_path, code), cases="gemini-cli/synthetic/*")
    broken = [item.message for item in found.notable if item.outcome is Outcome.ERROR]
    assert broken == ["the hook program's keeper was ended"]
    assert found.total(Outcome.PASSED)


def test_a_payload_that_nobody_reads_is_no_error(tmp_path: Path) -> None:
    found = judged(hook(tmp_path, "import os; os.close(0)"), cases="gemini-cli/synthetic/*large*")
    assert not found.total(Outcome.ERROR)

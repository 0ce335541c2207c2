"""The commands run, cases, case and debug as users call them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.support import fakes, filing

from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import case_with_id, iter_cases
from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.manifests import load_manifests
from hookconform.ground.errors import HookconformError
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

SMALL = ("--case", "gemini-cli/captured/*/before-tool-*")


def call(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments))


def error(*arguments: str) -> HookconformError:
    raised = call(*arguments).exception
    assert isinstance(raised, HookconformError), raised
    return raised


def test_run_reports_on_a_selection() -> None:
    result = call("run", "reference", *SMALL, "--capability", "tool-name")
    assert result.exit_code == 0
    assert result.output.splitlines()[-1].startswith("passed: ")


def test_run_writes_a_file_and_says_how_it_ended(tmp_path: Path) -> None:
    target = tmp_path / "report.json"
    result = call("run", "reference", *SMALL, "--format", "json", "--output", str(target))
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr.startswith("reference: passed: ")
    assert schemas.problems(json.loads(target.read_text(encoding="utf-8")), "run-report") == []


def test_run_fails_with_exit_code_1() -> None:
    assert call("run", "reference", "--case", "no/such/case").exit_code == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("run", "no-such-adapter"), "adapter.unknown"),
        (("run", "reference", "--platform", "emacs"), "platform.unknown"),
        (("run", "reference", "--capability", "colour"), "capability.unknown"),
        (("run", "reference", "--output", "/no/such/folder/x"), "output.unwritable"),
        (("case", "gemini-cli/synthetic/duplicate-argumen"), "case.unknown"),
        (("debug", "emacs", "PreToolUse"), "platform.unknown"),
        (("debug", "gemini-cli", "BeforeLunch"), "compose.event"),
        (("debug", "gemini-cli", "SessionStart", "--tool", "glob"), "compose.event"),
        (("debug", "gemini-cli", "BeforeTool", "--input", "{}"), "compose.arguments"),
        (("debug", "gemini-cli", "BeforeTool", "--tool", "glob", "--input", "{"), "debug.input"),
        (("debug", "gemini-cli", "BeforeTool", "--tool", "glob", "--input", "[]"), "debug.input"),
        (("debug", "gemini-cli", "BeforeTool", "--tool", ""), "debug.refused"),
        (("debug", "gemini-cli", "BeforeTool", "--rules", "/no/such/file"), "file.unreadable"),
    ],
)
def test_wrong_use_is_an_error_with_a_code_and_a_way_out(arguments: tuple[str, ...], code: str) -> None:
    raised = error(*arguments)
    assert raised.code == code
    assert code in raised.render()


def test_a_near_miss_is_answered_with_what_was_meant() -> None:
    assert "gemini-cli/synthetic/duplicate-argument" in error("case", "gemini-cli/synthetic/duplicate-argumen").hint


def test_cases_are_listed_by_tag_and_tool() -> None:
    lines = call(
        "cases", "--platform", "gemini-cli", "--tag", "bad-input", "--tag", "duplicate-key"
    ).output.splitlines()
    assert "gemini-cli/synthetic/duplicate-argument" in {line.split()[0] for line in lines}
    rows = [json.loads(line) for line in call("cases", "--tool", "grep_search", "--json").output.splitlines()]
    # Servers have tools that are called alike, too.
    of_servers = [row for row in rows if "servers-tools-called-alike" in row["tags"]]
    assert {(row["tool_name"], row["platform_tool_name"]) for row in of_servers} == {("grep_search", None)}
    own = [row for row in rows if row not in of_servers]
    assert {row["platform_tool_name"] for row in own if row["platform"] == "gemini-cli"} == {"grep_search"}
    assert call("cases", "--tool", "no-such-tool").exit_code == 1


def test_a_case_is_shown_for_people_and_as_json() -> None:
    name = "gemini-cli/synthetic/duplicate-argument"
    shown = call("case", name).output
    assert "file        corpus/platforms/gemini-cli/cases/bad-input.json\n" in shown
    assert "entry       duplicate-argument\n" in shown
    assert '"error": "invalid-payload"' in shown
    assert json.loads(call("case", name, "--json").output)["expected"] == {"error": "invalid-payload"}


def test_a_repeated_shape_is_shown_with_the_line_of_its_payload() -> None:
    name = "gemini-cli/captured/0.61.0/before-tool-glob"
    own = case_with_id(case_with_id(name, corpus_root()).repeats, corpus_root())
    shown = call("case", name).output
    assert f"payload of {own.id}, which has the same shape " in " ".join(shown.split())
    assert f"file        corpus/platforms/gemini-cli/captured/{own.version}.jsonl\n" in shown
    assert f"entry       {own.id.rpartition('/')[2]}\n" in shown
    assert json.loads(call("case", name, "--json").output)["payload"] == own.payload


def test_a_removed_case_says_why_and_a_renamed_one_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = fakes.tiny_corpus(tmp_path, "duplicate-argument")
    (root / "retired.yaml").write_text(
        "aliases: {gemini-cli/synthetic/old: gemini-cli/synthetic/duplicate-argument}\n"
        "tombstones: {gemini-cli/synthetic/gone: It was twice there.}\n"
    )
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    assert "duplicate-argument" in call("case", "gemini-cli/synthetic/old").output
    assert "It was twice there." in error("case", "gemini-cli/synthetic/gone").what


@pytest.mark.parametrize("event", ["PreToolUse", "BeforeTool"])
def test_debug_shows_native_and_canonical_name_and_the_rules(event: str) -> None:
    shown = call("debug", "gemini-cli", event, "--tool", "write_file").output
    assert "event    BeforeTool → PreToolUse\n" in shown
    assert "tool     write_file → Write\n" in shown
    assert "  audit-write\n" in shown


def test_debug_takes_arguments_and_a_rule_pack(tmp_path: Path) -> None:
    rules = tmp_path / "rules.yaml"
    rules.write_text(
        "rules: [{name: no-rm, matchers: {tools: [Bash], command_match: rm}, actions: {block: true}},"
        " {name: other, event: Stop, action: audit}]"
    )
    given = ("--tool", "bash", "--input", '{"command": "rm x"}', "--rules", str(rules), "--json")
    for event in ("preToolUse", "PreToolUse"):
        row = json.loads(call("debug", "copilot-cli", event, *given).output)
        assert row["events"][0]["tool_input"] == {"command": "rm x", "platform_tool_name": "bash"}
        assert row["matched_rules"] == ["no-rm"]


def test_debug_of_an_event_that_implies_its_tool() -> None:
    shown = call("debug", "cursor", "beforeShellExecution").output
    assert "tool     (implied by the event) → Bash\n" in shown


def test_debug_of_an_unknown_tool_shows_that_it_passes_through() -> None:
    row = json.loads(call("debug", "opencode", "tool.execute.before", "--tool", "my_tool", "--json").output)
    assert row["events"][0]["tool_name"] == "my_tool"
    assert "tool_input" not in row["events"][0]


ADAPTER = """
import os, sys
import hook_adapters.suite
print("imported")


class Adapter:
    def __init__(self):
        self.right = hook_adapters.suite.create()

    def initialize(self, **params):
        return self.right.initialize(**params) | {"name": "hostile"}

    def __getattr__(self, name):
        print("asked")
        {body}
        return getattr(self.right, name)


create = Adapter
"""


def hostile(folder: Path, body: str = "pass") -> str:
    """Write an adapter that is the reference adapter, but for what it does when it is asked."""
    (folder / "hostile_adapter.py").write_text(ADAPTER.replace("{body}", body))
    raw = tomllib.loads(find_adapter("reference").path.read_text())
    lines = [f"{key} = {json.dumps(value)}" for key, value in raw.items() if key != "run"]
    run = '[run]\npython = "hostile_adapter:create"\npath = "."\n'
    text = "\n".join([*lines, run]).replace('"reference"', '"hostile"')
    (folder / "adapter.toml").write_text(text)
    return str(folder)


def in_a_process(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hookconform", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("body", ["os._exit(0)", "os.kill(os.getpid(), 9)"])
def test_an_adapter_that_ends_its_process_cannot_end_a_run_with_0_or_without_a_report(
    tmp_path: Path, body: str
) -> None:
    done = in_a_process("run", hostile(tmp_path, body), *SMALL, "--format", "json")
    document = json.loads(done.stdout)
    assert (done.returncode, document["status"]) == (3, "incomplete")
    assert "it was restarted 8 times" in document["verdict"]


def test_an_adapter_that_exits_is_red_everywhere_and_the_run_goes_on(tmp_path: Path) -> None:
    done = in_a_process("run", hostile(tmp_path, "sys.exit(0)"), *SMALL, "--format", "json", "--capability", "event")
    document = json.loads(done.stdout)
    assert (done.returncode, document["status"], document["counts"]["passed"]) == (1, "failed", 0)
    # What lies between the first and the newest version of a shape is not asked about.
    filed = list(Selection(cases=SMALL[1:]).iter_cases())
    assert document["cases"] == len(filed)
    assert document["counts"]["error"] == sum(case.is_asked for case in filed) > 0
    assert "hostile_adapter.py:16 in __getattr__" in document["checks"][0]["message"]


def test_what_an_adapter_prints_stands_in_the_report_and_nowhere_else(tmp_path: Path) -> None:
    for name in ("json", "ndjson"):
        done = in_a_process("run", hostile(tmp_path), *SMALL, "--format", name, "--capability", "event")
        assert (done.returncode, done.stderr) == (0, "")
        documents = (
            [json.loads(done.stdout)] if name == "json" else [json.loads(row) for row in done.stdout.splitlines()]
        )
        assert documents[-1]["status"] == "passed"
    stray = json.loads(in_a_process("run", hostile(tmp_path), *SMALL, "--format", "json").stdout)["stray_output"]
    assert stray["lines"][:2] == ["imported", "asked"]


def test_a_python_adapter_can_run_in_process_for_debuggers(tmp_path: Path) -> None:
    done = in_a_process("run", hostile(tmp_path, "sys.exit(0)"), *SMALL, "--in-process", "--capability", "event")
    assert done.returncode == 1
    assert "raised SystemExit: 0 (at hostile_adapter.py:16 in __getattr__)" in " ".join(done.stdout.split())
    assert call("run", "reference", *SMALL, "--in-process").exit_code == 0
    assert error("run", "reference-hook", "--in-process").code == "adapter.in-process"
    assert "event    BeforeTool" in call("debug", "gemini-cli", "BeforeTool", "--in-process").output


def test_debug_of_an_adapter_that_ends_says_so(tmp_path: Path) -> None:
    raised = error("debug", "gemini-cli", "BeforeTool", "--adapter", hostile(tmp_path, "os._exit(1)"))
    assert (raised.code, raised.exit_code) == ("debug.broken", 3)


def test_what_a_payload_holds_is_shown_but_steers_no_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = fakes.tiny_corpus(tmp_path, "arguments-empty")
    name = "gemini-cli/synthetic/arguments-empty"
    path = root / "platforms" / "gemini-cli" / "cases" / f"{filing.TOPIC}.json"
    raw = json.loads(path.read_bytes())["cases"]["arguments-empty"]
    raw["title"] = raw["payload"]["session_id"] = "\x9b2J\u202e\u200b"
    filing.file_by_hand(root, name, raw)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    for arguments in (("case", name), ("case", name, "--json"), ("cases",), ("cases", "--json")):
        output = call(*arguments).output
        assert "\\u202e" in output
        assert not set("\x9b\u202e\u200b") & set(output)
    assert json.loads(call("case", name, "--json").output) == raw


def test_case_of_a_repeat_shows_whose_payload_it_has() -> None:
    repeat = next(case for case in iter_cases(platforms=["gemini-cli"]) if case.repeats)
    manifest = load_manifests(corpus_root() / "platforms" / "gemini-cli")[str(repeat.version)]
    shown = call("case", repeat.id).output
    assert re.search(rf"^payload of +{re.escape(repeat.repeats)}, ", shown, re.MULTILINE)
    assert manifest.payloads[repeat.id.rpartition("/")[2]].sha256 in shown

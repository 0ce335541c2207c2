"""`decision` by policy: what programs with one fault each are red for, and that a right one is green."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.support import fakes
from tests.support.hooks import POLICIES, decisions, guard, hook_manifest, red

from hookconform.cases.loading import iter_cases
from hookconform.checks.capability import Subject
from hookconform.checks.decision import policies
from hookconform.checks.decision.questions import questions
from hookconform.checks.outcome import Outcome
from hookconform.corpus.cases import Case
from hookconform.effects.policy_calls import stand_for_tool
from hookconform.run.engine import run
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

STOPPED = "the tool is stopped, because of the policy"
RUNS = "the tool runs as without a hook"


def expected(record_of_red: dict, *, policy: str) -> set[str]:
    """Return the beginnings of what was expected in the red checks of a policy."""
    of_policy = [item for check, item in record_of_red.items() if check.endswith(f"[{policy}]")]
    texts = [difference.expected for item in of_policy for difference in item.differences]
    return {STOPPED if text.startswith(STOPPED) else RUNS for text in texts}


def test_a_right_program_is_green_under_every_policy_it_brings_and_unjudged_under_the_others(tmp_path: Path) -> None:
    record = decisions(hook_manifest(tmp_path, guard()))
    assert not red(record)
    unclaimed = record.total(Outcome.UNSUPPORTED)
    assert unclaimed
    assert record.total(Outcome.PASSED) > unclaimed


@pytest.mark.parametrize(
    ("case", "tier", "applies"),
    [
        (fakes.case(), "core", True),
        (fakes.case(), "extended", True),
        (fakes.case(error=True), "extended", False),
        (fakes.case()._replace(registered_event="AfterTool"), "extended", False),
        (fakes.case()._replace(registered_event="BeforeAgent"), "extended", False),
        (fakes.case()._replace(registered_event=None), "extended", False),
        (fakes.case()._replace(platform="cursor", registered_event="preToolUse"), "extended", False),
        (fakes.case(tool_name="WebSearch", platform_tool_name="google_web_search"), "core", False),
        (fakes.case(tool_name="WebSearch", platform_tool_name="google_web_search"), "extended", True),
    ],
)
def test_decisions_are_about_calls_that_have_not_run_of_tools_that_the_program_knows(
    case: Case, tier: str, applies: bool
) -> None:
    assert policies.applies(Subject(case, fakes.manifest(Path(), tier=tier), fakes.PACK)) is applies


def test_blocking_everything_is_red_for_every_call_of_another_tool(tmp_path: Path) -> None:
    found = red(decisions(hook_manifest(tmp_path, guard(denies="True")), "no-shell", "no-write"))
    assert expected(found, policy="no-shell") == expected(found, policy="no-write") == {RUNS}


def test_blocking_nothing_is_red_for_every_call_of_the_tool(tmp_path: Path) -> None:
    found = red(decisions(hook_manifest(tmp_path, guard(denies="False")), "no-shell", "no-write"))
    assert expected(found, policy="no-shell") == expected(found, policy="no-write") == {STOPPED}


def test_blocking_the_shell_alone_is_red_under_every_other_policy(tmp_path: Path) -> None:
    shell_only = guard(denies='call["tool_name"] in denied and call["tool_name"] == "run_shell_command"')
    found = red(decisions(hook_manifest(tmp_path, shell_only), "no-shell", "no-write", "no-task"))
    assert expected(found, policy="no-shell") == set()
    assert expected(found, policy="no-write") == expected(found, policy="no-task") == {STOPPED}


def test_ending_with_an_error_at_harmless_calls_is_red_although_the_platform_lets_them_run(tmp_path: Path) -> None:
    found = red(decisions(hook_manifest(tmp_path, guard(code=1)), "no-shell"))
    assert expected(found, policy="no-shell") == {RUNS}
    assert all(
        "only because this platform lets it when a hook fails" in item.differences[0].got for item in found.values()
    )


@pytest.mark.parametrize(
    "read",
    ["sys.stdin.buffer.readline()", "__import__('os').read(0, 4096)", "sys.stdin.buffer.read().decode('ascii')"],
    ids=["one line", "4 kB", "ASCII"],
)
@pytest.mark.parametrize("when_unread", [0, 2], ids=["lets run", "blocks"])
def test_a_program_that_reads_a_part_only_is_red_whatever_it_then_does(
    tmp_path: Path, read: str, when_unread: int
) -> None:
    unread = f"sys.stderr.write('unread'); sys.exit({when_unread})"
    code = f"import sys\ntry:\n  exec({guard(read=read)!r})\nexcept ValueError: {unread}\n"
    found = red(decisions(hook_manifest(tmp_path, code), "no-shell"))
    assert len(found) == 1
    assert [item.pointer for item in next(iter(found.values())).differences] == ["/varied"]


def test_knowing_the_names_of_one_platform_only_is_red_on_the_other(tmp_path: Path) -> None:
    one = guard(denies='call["tool_name"] in denied and not call["tool_name"][0].isupper()')
    manifest = hook_manifest(tmp_path, one, platforms='["claude-code", "gemini-cli"]')
    cases = ("gemini-cli/captured/0.61.0/before-tool-*", "claude-code/captured/2.1.329/pre-tool-use-*")
    found = red(decisions(manifest, "no-shell", "no-read", cases=cases))
    assert {check.split("/")[0] for check in found} == {"claude-code"}
    assert expected(found, policy="no-shell") == expected(found, policy="no-read") == {STOPPED}


def test_a_crash_by_a_signal_is_an_error_with_what_the_program_said(tmp_path: Path) -> None:
    code = "import os, sys\nsys.stderr.write('about to die\\n'); sys.stderr.flush(); os.abort()"
    found = red(decisions(hook_manifest(tmp_path, code), "no-shell"))
    assert {item.outcome for item in found.values()} == {Outcome.ERROR}
    assert all("ended by signal 6; it said: about to die" in item.message for item in found.values())


def test_a_red_check_shows_what_was_started_how_it_ended_and_what_the_platform_would_do(tmp_path: Path) -> None:
    code = 'import os, sys\nsys.stderr.write("in " + os.getcwd() + chr(27))\nsys.exit(1)'
    found = red(decisions(hook_manifest(tmp_path, code), "no-shell"))
    shown = next(item for item in found.values() if item.differences[0].expected.startswith(STOPPED))
    assert shown.message == (
        "command: {python} -I -S {folder}/hook.py\nexit code: 1\nstandard output: (nothing)\n"
        "standard error: in {project}\x1b"
    )
    assert shown.differences[0].got.startswith("the tool would run: ")


def test_programs_with_rules_of_their_own_are_asked_with_the_texts_the_manifest_gives(tmp_path: Path) -> None:
    triggers = ("[hook.triggers]", 'Bash = { block = "terraform destroy", allow = "terraform plan" }')
    right = "import sys\nif b'terraform destroy' in sys.stdin.buffer.read(): sys.stderr.write('no'); sys.exit(2)"
    record = decisions(hook_manifest(tmp_path, right, *triggers))
    assert not red(record)
    assert record.total(Outcome.PASSED)
    assert record.total(Outcome.UNSUPPORTED)
    for wrong, pointers in (("0", {"/block", "/varied"}), ("2", {"/allow", "/answer", "/varied"})):
        found = red(
            decisions(
                hook_manifest(tmp_path, f"import sys\nsys.stderr.write('no')\nsys.exit({wrong})", *triggers), "Bash"
            )
        )
        assert {difference.pointer for item in found.values() for difference in item.differences} == pointers


@pytest.mark.parametrize(
    ("read", "policies"),
    [("", set()), ("[:2]", {"no-shell", "no-write"}), ("[-2:]", {"no-shell", "no-write"})],
    ids=["every rule", "the first that blocks", "the last"],
)
def test_a_program_that_reads_one_rule_of_a_file_is_red_under_every_policy(
    tmp_path: Path, read: str, policies: set[str]
) -> None:
    """Beside it stands a rule that only notes."""
    native = {tool: name for tool, *names in map(str.split, POLICIES.values()) for name in names}
    code = (
        f"import json, sys\nrules = json.load(open(sys.argv[1]))['rules']{read}\nnative = {native}\n"
        "call = json.load(sys.stdin)\n"
        "blocking = [rule for rule in rules if rule['action'] == 'block']\n"
        "if any(native.get(tool) == call['tool_name'] for rule in blocking for tool in rule['tools']):\n"
        "    sys.stderr.write('no')\n    sys.exit(2)\n"
    )
    command = 'command = ["{python}", "-I", "-S", "{folder}/hook.py", "{rules}"]'
    pack = ('rules = "pack"', 'rules_path = "pack.json"')
    found = red(decisions(hook_manifest(tmp_path, code, *pack, command=command), "no-shell", "no-write"))
    assert {check.rpartition("[")[2].rstrip("]") for check in found} == policies


def test_bad_input_is_asked_about_once_and_must_not_be_vouched_for(tmp_path: Path) -> None:
    approves = 'print(\'{"hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}}\')'
    for code, outcome in ((approves, Outcome.FAILED), (guard(), Outcome.PASSED)):
        manifest = hook_manifest(tmp_path, code, platforms='["claude-code"]')
        record = decisions(manifest, cases=("claude-code/synthetic/not-json",))
        assert not record.counts
        refused = run(manifest, Selection(capabilities=("refusal",), cases=("claude-code/synthetic/not-json",)))
        assert {found: number for (_, _, found), number in refused.counts.items()} == {outcome: 1}


def test_another_tool_is_asked_about_with_the_text_that_the_program_allows_of_it(tmp_path: Path) -> None:
    heading, bash = "[hook.triggers]", 'Bash = { block = "b", allow = "a" }'
    manifest = hook_manifest(tmp_path, "", heading, bash, 'Glob = { block = "**/*.pem", allow = "**/*.rst" }')
    case = next(
        case
        for case in iter_cases(platforms=["gemini-cli"], globs=["gemini-cli/captured/0.61.0/before-tool-glob*"])
        if (stand := stand_for_tool(case, "Bash")) is not None and stand.varied
    )
    subject = Subject(case, manifest, fakes.PACK, variant="Bash")
    asked = questions(subject)
    assert [(question.name, question.stopped) for question in asked] == [("answer", False), ("varied", False)]
    for question in asked:
        arguments = json.loads(question.payload)["tool_input"]
        assert case.expected.arguments["pattern"] != arguments["pattern"]
        assert arguments["pattern"].startswith("**/*.rst")
    # A program without one for this tool gets the call as it was recorded.
    without = hook_manifest(tmp_path, "", heading, bash)
    recorded = questions(subject._replace(manifest=without))[0]
    assert json.loads(recorded.payload)["tool_input"]["pattern"] == case.expected.arguments["pattern"]

"""What to do about a cause names commands that answer, places of the payload, and parts of pages that are there."""

from __future__ import annotations

import json
import re
import shlex
from typing import Any

import pytest
from click.testing import CliRunner
from tests.prose.pages import ROOT

from hookconform.attach.failures import FAILURES
from hookconform.causes.advice import advice
from hookconform.causes.grouping import find_causes
from hookconform.causes.lines import cause_lines
from hookconform.causes.rows import cause_as_json
from hookconform.checks.decision.policies import UNTOUCHED
from hookconform.checks.outcome import CheckResult, Difference, Outcome, split_name
from hookconform.checks.refusal import NOT_VOUCHED_FOR
from hookconform.cli import cli
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.ground.pointers import MISSING
from hookconform.run.formats.cause_text import cause_summary

SHAPE = "the answer does not follow the protocol: `calls` must be a list with at least one call"


def red(*differences: tuple[str, Any, Any], capability: str, claim: str = "gemini-cli#tool:read_file") -> CheckResult:
    found = tuple(Difference(*item) for item in differences)
    platform = claim.partition("#")[0]
    name, variant = split_name(capability)
    return CheckResult(
        f"{platform}/synthetic/a", name, platform, Outcome.FAILED, variant=variant, differences=found, claim=claim
    )


def told(result: CheckResult) -> tuple[str, str]:
    """Return what a red check says, and what to do about it."""
    (cause,) = find_causes([result])
    row = cause_as_json(cause)
    return cause_lines([row])[0].said(), advice(row)


def commands(text: str) -> list[list[str]]:
    return [shlex.split(one)[1:] for one in re.findall(r"`(hookconform [^`]*)`", text)]


def test_an_argument_is_looked_up_at_its_tool() -> None:
    result = red(("/events/0/tool_input/file_paths", ["a"], MISSING), capability="input")
    _, do = told(result)
    assert commands(do) == [["explain", "gemini-cli", "read_file", "--evidence"]]
    assert "opened as" in CliRunner().invoke(cli, commands(do)[0]).output


@pytest.mark.parametrize(("got", "is_told"), [(7, True), (MISSING, False)])
def test_of_two_arguments_for_one_the_platforms_own_is_named(got: object, is_told: bool) -> None:
    renamed = load_platform("gemini-cli").tools["read_file"].renamed
    (native,) = [name for name, to in renamed.items() if to == "offset"]
    _, do = told(red(("/events/0/tool_input/offset", 3, got), capability="input"))
    assert (f"{native} becomes it, also beside an argument of that name." in do) == is_told


def test_the_tool_to_look_up_is_the_one_of_the_example() -> None:
    older = red(("/events/0/tool_input/file_paths/0", "a", "b"), capability="input", claim="gemini-cli#tool:glob")
    newer = red(("/events/0/tool_input/file_paths/1", "a", "b"), capability="input", claim="gemini-cli#tool:write_file")
    (cause,) = find_causes([older, newer._replace(case_id="gemini-cli/captured/9.0.0/a")])
    do = advice(cause_as_json(cause))
    assert commands(do) == [["explain", "gemini-cli", "write_file", "--evidence"]]
    assert do.startswith("Set each item of tool_input.file_paths to the expected value.")


@pytest.mark.parametrize(
    ("claim", "key", "row"),
    [
        ("codex#tool:view_image", "file_paths", "under paths: view_image: /path."),
        ("codex#tool:view_image", "file_path", "under paths: view_image: /path."),
        ("hermes-agent#tool:web_extract", "urls", "under urls: web_extract: listed urls."),
        ("hermes-agent#tool:delegate_task", "commands", "under commands: delegate_task: /acp_command → acp_args,"),
    ],
)
def test_a_path_under_another_name_is_told_its_row(claim: str, key: str, row: str) -> None:
    platform = claim.partition("#")[0]
    place = f"/events/0/tool_input/{key}"
    for difference in ((place, ["a"], MISSING), (place, MISSING, ["a"])):
        _, do = told(red(difference, capability="input", claim=claim))
        assert f"`hookconform tables {platform}` has the row, {row}" in do
    shown = " ".join(CliRunner().invoke(cli, ["tables", platform]).output.split())
    assert row.partition(": ")[2].rstrip(".,") in shown


def test_what_an_unknown_tool_lacks_is_a_cause_of_its_own() -> None:
    place = ("/events/0/tool_input/urls", ["a"], MISSING)
    unknown = red(place, capability="input", claim="codex#event:PreToolUse")
    known = red(place, capability="input", claim="codex#tool:spawn_agent")
    rows = [cause_as_json(cause) for cause in find_causes([unknown, known])]
    of_unknown, of_known = sorted(rows, key=lambda row: row.get("where", ""), reverse=True)
    assert (of_unknown["where"], of_unknown["example"]["claim"]) == ("unknown tools", "codex#event:PreToolUse")
    assert "spawn_agent" not in advice(of_unknown)
    assert "Unknown tools" in advice(of_unknown)
    assert "spawn_agent" in advice(of_known)


def test_paths_that_a_tool_opens_instead_are_a_cause_of_their_own() -> None:
    place = "/events/0/tool_input/file_paths"
    both = ["secrets\\key", "secrets/key"]
    for got in (MISSING, both[:1]):
        said, do = told(red((place, both, got), capability="input", claim="kimi-code#tool:Read"))
        assert said.endswith("tool_input.file_paths (as opened)")
        assert commands(do) == [["explain", "kimi-code", "Read", "--evidence"]]
        assert "backslashes as slashes" in CliRunner().invoke(cli, commands(do)[0]).output
    for expected, got in ((["a"], MISSING), (["a", "b"], ["a"])):
        said, _ = told(red((place, expected, got), capability="input", claim="kimi-code#tool:Read"))
        assert said.endswith("tool_input.file_paths")


def test_an_argument_in_another_unit_is_told_its_row() -> None:
    _, do = told(red(("/events/0/tool_input/timeout", 5000, 5), capability="input", claim="kimi-code#tool:Bash"))
    assert "`hookconform tables kimi-code` has the row, under units: Bash: timeout counts seconds." in do


def test_a_field_of_nobody_is_told_where_it_comes_from() -> None:
    for name, is_told in (("extra_field", True), ("timeout", False), ("command", False)):
        _, do = told(red((f"/events/0/tool_input/{name}", 1, MISSING), capability="input", claim="kimi-code#tool:Bash"))
        assert ("Unknown fields of the payload go into tool_input" in do) == is_told, name


def test_a_reserved_argument_is_dropped() -> None:
    _, do = told(red(("/events/0/tool_input/platform_tool_name", MISSING, "x"), capability="input"))
    assert "one in the payload is dropped" in do


def test_a_key_of_any_name_can_be_told() -> None:
    _, do = told(red(("/events/0/tool_input/{0}/{x", "a", MISSING), capability="input"))
    assert do.startswith("Set tool_input.{0}.{x to the expected value.")
    _, do = told(red(("/events/0/tool_input/{x}/0", "a", "b"), capability="input"))
    assert do.startswith("Set each item of tool_input.{x} to the expected value.")


@pytest.mark.parametrize("claim", ["gemini-cli#event:BeforeTool", ""])
def test_no_command_is_about_a_tool_that_no_row_has(claim: str) -> None:
    result = red(("/events/0/tool_input/file_paths/0", "a", "b"), capability="input", claim=claim)
    _, do = told(result._replace(platform="gemini-cli"))
    # The words by which the roles of its arguments are told, and their order.
    assert commands(do) == [["tables", "gemini-cli", "--json"]]
    assert "unknown_tools" in json.loads(CliRunner().invoke(cli, commands(do)[0]).stdout)
    assert "file_path comes first, then the others in their order" in do
    assert "docs/canonical-event.md, Unknown tools" in do
    assert "TOOL" not in do


def test_the_kind_of_a_canonical_name_is_looked_up_at_that_name() -> None:
    _, do = told(red(("/events/0/tool_kind", "execute", "other"), capability="kind", claim=""))
    assert ["explain", "--canonical", "NAME"] in commands(do)
    assert "of kind execute" in CliRunner().invoke(cli, ["explain", "--canonical", "Bash"]).output


@pytest.mark.parametrize("platform", platform_ids())
def test_a_result_is_copied_from_its_place(platform: str) -> None:
    tool = next(iter(load_platform(platform).tools))
    _, do = told(red(("/events/0/tool_response", "x", MISSING), capability="result", claim=f"{platform}#tool:{tool}"))
    for place in load_platform(platform).payload.tool_response:
        assert place in do
    assert "expected value" not in do


def test_a_result_before_a_tool_is_removed_with_the_reason() -> None:
    result = red(("/events/0/tool_response", MISSING, {"error": "x"}), capability="result")
    assert told(result)[1] == "Remove tool_response: only an event after the tool has it."


def test_an_absent_event_is_one_cause_whatever_it_would_hold() -> None:
    within = red(
        ("/events/1/tool_name", "Bash", MISSING),
        ("/events/1/tool_kind", "execute", MISSING),
        ("/events/1/tool_input", {"command": "ls"}, MISSING),
        ("/events/2/tool_name", "Bash", MISSING),
        capability="calls",
    )
    says, do = told(within)
    assert says == "returns no event for a call within a call"
    assert do.startswith("Return one event more for each call within the call")
    says, do = told(red(("/events/1/hook_event_name", "PermissionRequest", MISSING), capability="event"))
    assert says == "returns no event that fires besides: PermissionRequest"
    assert do.startswith("Return this event, too")


def test_an_event_of_which_something_is_there_is_not_absent() -> None:
    half = red(
        ("/events/1/tool_name", "Bash", MISSING), ("/events/1/tool_kind", "execute", "other"), capability="calls"
    )
    said = [line.said() for line in cause_lines(map(cause_as_json, find_causes([half])))]
    assert not any("returns no event" in one for one in said)
    assert told(red(("/events/0/tool_name", "Bash", MISSING), capability="tool-name"))[0] == "missing value: tool_name"


def test_an_event_too_many_is_one_cause_and_no_value_to_remove() -> None:
    says, do = told(
        red(
            ("/events/1/hook_event_name", MISSING, "PostToolUse"),
            ("/events/1/tool_name", MISSING, "Bash"),
            capability="event",
        )
    )
    assert says == "returns an event that does not fire: PostToolUse"
    assert do.startswith("Return one event for each that the payload tells")


def test_the_native_event_follows_from_the_event() -> None:
    wrong = red(
        ("/events/0/platform_event_name", MISSING, "preToolUse"),
        ("/events/0/hook_event_name", "PreToolUse", "Other"),
        capability="event",
        claim="gemini-cli#event:BeforeTool",
    )
    assert told(wrong)[0] == "gemini-cli: hook_event_name is Other, expected PreToolUse"
    alone = red(("/events/0/platform_event_name", MISSING, "preToolUse"), capability="event")
    assert told(alone)[0] == "value where none is expected: platform_event_name"


def test_a_name_with_outer_blanks_keeps_its_quotes() -> None:
    blank = red(("/events/0/tool_name", " Read ", "Read"), capability="tool-name")
    assert told(blank) == ('gemini-cli: tool_name is Read, expected " Read "', 'Set tool_name to " Read ".')


def test_what_is_said_of_a_refusal_is_so_of_made_up_payloads_too() -> None:
    refused = CheckResult(
        "gemini-cli/synthetic/a", "refusal", "gemini-cli", Outcome.FAILED, "a good payload was refused with -32001: no"
    )
    assert "platform sends" not in told(refused)[1]


def test_pages_that_advice_names_have_the_part() -> None:
    source = (ROOT / "src/hookconform/causes/advice.py").read_text(encoding="utf-8").replace('"\n    "', "")
    parts = re.findall(r"(docs/[a-z-]+\.md), ([A-Z][a-z ]+?)(?:[.,\"])", source)
    assert len(parts) >= 4
    for page, part in parts:
        assert re.search(rf"^#+ {part}$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE), (page, part)


def test_numbers_that_do_not_add_up_are_explained() -> None:
    two = red(("/events/0/cwd", "a", "b"), ("/events/0/session_id", "a", MISSING), capability="event")
    rows = [cause_as_json(cause) for cause in find_causes([two])]
    assert "is counted at each" in " ".join(cause_summary(rows, red=1))
    one = [cause_as_json(cause) for cause in find_causes([red(("/events/0/cwd", "a", "b"), capability="event")])]
    assert "is counted at each" not in " ".join(cause_summary(one, red=1))


STOPPED = "the tool is stopped, because the hook has failed"


@pytest.mark.parametrize("failure", FAILURES)
def test_each_failure_has_advice_of_its_own_kind(failure: str) -> None:
    said, do = told(
        red((f"/{failure}", STOPPED, "the tool would run: no answer"), capability=f"fails-closed[{failure}]")
    )
    assert failure in said
    assert not commands(do), "a printed answer mends no failure"
    assert {"output-full": "exit code", "rules-endless": "regular file", "terminated": "SIGTERM"}.get(failure, "") in do


@pytest.mark.parametrize("capability", ["decision[no-shell]", "refusal"])
def test_a_harmless_call_is_to_be_answered_by_nothing(capability: str) -> None:
    said, do = told(red(("/answer", UNTOUCHED, "the tool is stopped: exit code 2"), capability=capability))
    assert "the tool is stopped" in said
    assert do.startswith("Print nothing and end with exit code 0")


@pytest.mark.parametrize(("check", "verdict"), [("decision[no-shell]", "deny"), ("response[ask]", "ask")])
def test_answers_are_looked_up_by_a_command_that_runs(check: str, verdict: str) -> None:
    _, do = told(red(("/answer", STOPPED, "the tool would run: no answer"), capability=check))
    assert f"with an event and {verdict} " in do
    (command,) = commands(do)
    assert CliRunner().invoke(cli, command).exit_code == 0


def test_an_unreadable_payload_is_never_allowed() -> None:
    _, do = told(red(("/answer", NOT_VOUCHED_FOR, "the tool runs: allowed"), capability="refusal"))
    assert "never allow it" in do


@pytest.mark.parametrize(
    ("difference", "check", "start"),
    [
        (("/tools/bash", "offered", MISSING), "tools", "Offer the tool bash."),
        (("/tools/sh", MISSING, "offered"), "tools", "Do not offer the tool sh."),
        (("/tools/bash/canonical", "Bash", "Shell"), "tools", "Set /tools/bash/canonical to the expected value."),
        (("/calls/0/arguments/path", MISSING, "a"), "to-canonical", "Remove /calls/*/arguments/path."),
    ],
)
def test_a_tool_facade_is_told_in_its_own_words(difference: tuple[str, Any, Any], check: str, start: str) -> None:
    result = red(difference, capability=f"facade[{check}]", claim="pi#tool:bash")
    _, do = told(result._replace(case_id="pi/facade/0.74.0/tools/any-at-0.74.1"))
    assert do.startswith(start)
    (command,) = commands(do)
    shown = CliRunner().invoke(cli, command)
    assert (shown.exit_code, "asked" in shown.output, "expected" in shown.output) == (0, True, True)


@pytest.mark.parametrize(
    ("message", "says", "does"),
    [
        ("it must be refused with -32004: not allowed", "maps calls it must refuse: not allowed", "Refuse this call"),
        (
            "refused, and there is an answer: -32004: no",
            "refuses calls that can be mapped: -32004: no",
            "Map this call",
        ),
    ],
)
def test_calls_of_a_facade_are_no_payloads(message: str, says: str, does: str) -> None:
    result = red(capability="facade[to-canonical]", claim="pi#tool:bash")
    said, do = told(result._replace(case_id="pi/facade/0.74.0/tools/any-at-0.74.1", message=message))
    assert said == says
    assert do.startswith(does)
    assert "payload" not in do


@pytest.mark.parametrize("message", ["the adapter answered error -32601: there is no method 'map'", SHAPE])
def test_the_form_of_facade_answers_is_on_its_own_page(message: str) -> None:
    result = red(capability="facade[tools]", claim="pi#tool:bash")
    _, do = told(result._replace(outcome=Outcome.ERROR, message=message))
    assert "docs/facade-cases.md" in do
    assert "runner-contract" not in do

"""`hookconform explain`: what it says of a name is what the claims say, readable in 80 columns."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from click.testing import CliRunner

from hookconform.cases.loading import iter_cases
from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.path_readings import PathReading
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.explain import kept_grades
from hookconform.explain import name as explain_name_module
from hookconform.explain.canonical import explain_canonical
from hookconform.explain.grading import grades
from hookconform.explain.name import explain_name, showing
from hookconform.explain.opened_as import all_opened_as
from hookconform.explain.short import short_text
from hookconform.explain.text import canonical_text, name_text
from hookconform.ground.errors import HookconformError
from hookconform_lab.evidence.claims import evaluate

pytestmark = pytest.mark.whole

PLATFORMS = platform_ids()
CANONICAL = [*load_vocabulary().tools, *load_vocabulary().events]


@pytest.fixture
def without_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the corpus's thousands of cases alone where only the claims matter."""
    monkeypatch.setattr(explain_name_module, "iter_cases", lambda **_: iter(()))
    monkeypatch.setattr(kept_grades, "write_kept", lambda *_, **__: None)


def short(*arguments: str, exit_code: int = 0) -> str:
    result = CliRunner().invoke(cli, ["explain", *arguments])
    assert result.exit_code == exit_code, result.output
    return result.output


def explain(*arguments: str, exit_code: int = 0) -> str:
    result = CliRunner().invoke(cli, ["explain", *arguments, "--evidence"])
    assert result.exit_code == exit_code, result.output
    return result.output


def too_long(text: str) -> list[str]:
    """Return lines over 80 columns that could have been broken: ids, addresses and commands cannot."""
    lines = [line for line in text.splitlines() if "hookconform " not in line]
    return [line for line in lines if len(line) > 80 and len(line.split()) > 2]


def test_a_mapped_name_shows_mapping_renames_evidence_and_cases() -> None:
    text = explain("gemini-cli", "run_shell_command")
    assert text.startswith("gemini-cli tool: run_shell_command → Bash (core)\n")
    assert "is_background → run_in_background" in text
    assert re.search(r"captured: 0\.27\.0, .*0\.61\.0\n", text)
    assert "google-gemini/gemini-cli" in text
    assert "commit 5411f113cafae26161b4969b0237b8e1e024e2c2" in text
    assert "gemini-cli/captured/0.61.0/before-tool-run-shell-command" in text


def test_a_version_range_is_shown() -> None:
    assert "versions    0.22.0 to 0.26.0" in explain("gemini-cli", "delegate_to_agent")


def test_a_file_tool_says_how_it_reads_a_path() -> None:
    text = explain("gemini-cli", "read_file")
    assert "opened as   without NUL, without a match of @[/\\\\]* at the start, with\n" in text
    assert "%-escapes decoded; or without NUL, with %-escapes decoded\n" in text
    assert "opened as   as written\n" in explain("copilot-cli", "view")
    for name in ("run_shell_command", "BeforeTool"):
        assert "opened as" not in explain("gemini-cli", name)


def test_a_platform_says_how_its_tools_read_paths() -> None:
    text = " ".join(short("grok-build").split())
    assert "path as opened by file tools: without blanks and quotes at both ends, ~ as the home" in text
    assert "path as opened by apply_patch: without blanks at the end" in text
    assert "a blank as \\u202f" in text
    assert "path as opened" not in short("cursor")


@pytest.mark.parametrize(
    ("step", "words"),
    [
        ("backslash-is-slash", "backslashes as slashes"),
        ({"trim": " \t'"}, "without blanks and quotes at both ends"),
        ({"trim-start": "\\"}, "without \\ at the start"),
        ({"trim-end": "\ufeff"}, "without \\ufeff at the end"),
        ({"drop-start": "@"}, "without @ at the start"),
        ({"drop-suffix": ":[0-9]+"}, "without a match of :[0-9]+ at the end"),
        ({"replace": {"from": "\u00a0\u3000", "to": " "}}, "other blanks as a blank"),
        ({"replace": {"from": "\t", "to": ""}}, "without \\t"),
        ({"replace": {"from": "'", "to": "\u2019"}}, "' as \\u2019"),
    ],
)
def test_each_step_of_a_path_reading_has_words(step: Any, words: str) -> None:
    way = PathReading((step,), ())
    assert all_opened_as(replace(load_platform("pi"), paths_read_as=(way,))) == [{"tools": [], "as": words}]


def test_an_unknown_name_passes_through_and_near_names_are_shown() -> None:
    text = explain("gemini-cli", "RUN_SHELL_COMMAND", exit_code=1)
    assert "RUN_SHELL_COMMAND passes through unchanged" in text
    assert "run_shell_command (tool, current) → Bash" in text


def test_a_question_about_answers_leads_to_the_command_for_them() -> None:
    text = short("copilot-cli", "exit code 2", exit_code=1)
    assert "What a hook's answers do: hookconform respond copilot-cli" in text


def test_an_unknown_name_of_the_platforms_mcp_form_is_called_that() -> None:
    assert "mcp_<server>_<tool>" in explain("gemini-cli", "mcp_tracker_create")
    assert "MCP" not in explain("gemini-cli", "some_custom_tool", exit_code=1)


def test_a_refuted_name_passes_through_and_says_why() -> None:
    text = explain("gemini-cli", "list_files")
    assert "passes through unchanged" in text
    assert "declared (against): 0.27.0, 0.35.3, 0.61.0" in text


def test_a_legacy_alias_shows_its_mapping_and_the_evidence_against_it() -> None:
    text = explain("copilot-cli", "shell")
    assert "shell → Bash (core)" in text
    assert "legacy alias" in text
    assert "(against)" in text


@pytest.mark.parametrize(
    ("platform", "name", "headline"),
    [
        ("cline", "PreToolUse", "cline event: tool_call → PreToolUse"),
        ("gemini-cli", "PreToolUse", "gemini-cli event: BeforeTool → PreToolUse"),
        ("cursor", "UserPromptSubmit", "cursor event: beforeSubmitPrompt → UserPromptSubmit"),
    ],
)
def test_registered_and_canonical_event_names_are_explained(platform: str, name: str, headline: str) -> None:
    assert headline in explain(platform, name)


@pytest.mark.usefixtures("without_cases")
def test_every_registered_event_is_explained() -> None:
    for platform in map(load_platform, platform_ids()):
        for name, claim in platform.registrations.items():
            rows = explain_name(platform.id, name)["rows"]
            assert any(row["canonical"] == claim.canonical for row in rows), (platform.id, name)


def test_a_name_that_is_event_and_tool_is_explained_as_both(monkeypatch: pytest.MonkeyPatch) -> None:
    platform = load_platform("gemini-cli")
    monkeypatch.setitem(platform.events, "glob", platform.events["BeforeTool"])
    text = name_text(explain_name("gemini-cli", "glob"))
    assert "gemini-cli tool: glob → Glob (core)" in text
    assert "gemini-cli event: glob → PreToolUse" in text


def test_examples_carry_the_name_and_captured_ones_come_first() -> None:
    row = explain_name("copilot-cli", "apply_patch")["rows"][0]
    ids = row["cases"]["examples"]
    assert 0 < len(ids) <= row["cases"]["count"]
    cases = list(iter_cases(globs=ids))
    assert {case.id for case in cases} == set(ids)
    names = [{(case.payload or {}).get(key) for key in ("toolName", "tool_name")} for case in cases]
    assert all("apply_patch" in name for name in names)
    captured = ["/captured/" in case_id for case_id in ids]
    assert captured == sorted(captured, reverse=True)


def test_examples_show_real_calls_before_probes() -> None:
    ids = explain_name("copilot-cli", "Bash")["rows"][0]["cases"]["examples"]
    assert not any("probe" in case.origin for case in iter_cases(globs=ids))


@pytest.mark.usefixtures("without_cases")
@pytest.mark.parametrize("platform_id", PLATFORMS)
def test_every_claim_can_be_explained(platform_id: str) -> None:
    platform = load_platform(platform_id)
    for claim in (*platform.tools.values(), *platform.events.values()):
        explanation = explain_name(platform_id, claim.native)
        assert schemas.problems(explanation, "explanation") == [], claim.id
        row = next(row for row in explanation["rows"] if row["kind"] == claim.kind)
        assert (row["canonical"], row["status"]) == (claim.canonical, claim.status)
        assert len(row["evidence"]) == len(claim.evidence)
        assert too_long(name_text(explanation)) == []
        assert too_long(short_text(explanation)) == []


@pytest.mark.parametrize("platform_id", PLATFORMS)
def test_the_table_of_a_platform_fits_80_columns(platform_id: str) -> None:
    assert [line for line in short(platform_id).splitlines() if len(line) > 80] == []


def test_a_name_is_answered_in_three_lines_and_a_command() -> None:
    name, kind, versions, _, command = short("gemini-cli", "replace").splitlines()
    assert name == "gemini-cli tool: replace → Edit (core)"
    assert kind == "  kind edit; renames allow_multiple → replace_all"
    assert versions == "  current; newest known version 0.61.0; evidence HIGH"
    assert command == "Evidence: hookconform explain gemini-cli replace --evidence"


def test_a_historic_name_says_when_it_was_last_sent() -> None:
    assert "  last sent at 0.32.8; newest known version " in short("letta-code", "replace")


def test_the_grade_is_that_of_the_confidence_report() -> None:
    graded = {item.claim.id: item.grade.value for item in evaluate("gemini-cli").claims}
    for claim in list(load_platform("gemini-cli").claims)[::7]:
        rows = explain_name("gemini-cli", claim.native)["rows"]
        assert graded[claim.id] in {row["grade"] for row in rows}, claim.id


def test_unknown_name_gets_one_near_name() -> None:
    text = short("gemini-cli", "RUN_SHELL_COMMAND", exit_code=1)
    assert "Did you mean run_shell_command (tool)?" in text
    assert "Did you mean" not in short("gemini-cli", "zzz", exit_code=1)


@pytest.mark.parametrize("arguments", [("--platform", "cline", "PreToolUse"), ("PreToolUse", "--platform=cline")])
def test_platform_may_be_an_option(arguments: tuple[str, ...]) -> None:
    assert short(*arguments) == short("cline", "PreToolUse")


def test_a_canonical_name_has_one_line_for_each_platform() -> None:
    text = short("--canonical", "Bash")
    assert re.search(r"^gemini-cli +run_shell_command$", text, re.MULTILINE)
    assert re.search(r"^cursor \* +Shell, beforeShellExecution \(event\)", text, re.MULTILINE)
    assert "no name known" in short("codex", "--canonical", "Glob")
    assert text.count("shell") < explain("--canonical", "Bash").count("shell")


@pytest.mark.parametrize("name", CANONICAL)
def test_the_reverse_table_is_the_inverse_of_the_claims(name: str) -> None:
    explanation = explain_canonical(name)
    assert schemas.problems(explanation, "explanation") == []
    assert list(explanation["platforms"]) == PLATFORMS
    for platform_id, rows in explanation["platforms"].items():
        platform = load_platform(platform_id)
        claims = [*platform.tools.values(), *platform.events.values()]
        direct = [row["name"] for row in rows if "implied" not in row and "when" not in row]
        assert direct == [c.native for c in claims if c.canonical == name and c.status != "refuted"]
        implied = [row["name"] for row in rows if "implied" in row]
        assert implied == [c.native for c in claims if c.implies_tool == name]
    assert too_long(canonical_text(explanation)) == []


def test_the_reverse_table_names_the_shell_of_every_platform() -> None:
    text = explain("--canonical", "Bash")
    for native in ("run_shell_command", "bash", "run_in_terminal", "Shell", "beforeShellExecution (event)"):
        assert f"  {native} " in text
    assert all(re.search(rf"^{platform}( \(documented\))?$", text, re.MULTILINE) for platform in PLATFORMS)


def test_the_reverse_table_of_one_platform() -> None:
    text = explain("gemini-cli", "--canonical", "Write")
    assert "write_file" in text
    assert "copilot-cli" not in text


def test_an_event_that_also_fires_is_in_the_reverse_table() -> None:
    assert "/notification_type is ToolPermission" in explain("gemini-cli", "--canonical", "PermissionRequest")


def test_a_platform_without_a_name_says_so() -> None:
    assert "no name known" in explain("codex", "--canonical", "Glob")


@pytest.mark.parametrize(
    ("arguments", "exit_code"),
    [(("gemini-cli", "replace"), 0), (("gemini-cli", "nothing_known"), 1), (("--canonical", "Edit"), 0)],
)
def test_json_follows_the_published_schema(arguments: tuple[str, ...], exit_code: int) -> None:
    parsed: dict[str, Any] = json.loads(explain(*arguments, "--json", exit_code=exit_code))
    assert schemas.problems(parsed, "explanation") == []


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("gemini", "replace"), "platform.unknown", "gemini-cli"),
        (("--canonical", "bash"), "canonical.unknown", "Bash"),
        (("--canonical", "TodoRead"), "canonical.unknown", "Todo"),
    ],
)
def test_what_is_not_known_is_an_error_with_a_hint(arguments: tuple[str, ...], code: str, says: str) -> None:
    result = CliRunner().invoke(cli, ["explain", *arguments])
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == code
    assert says in result.exception.hint


@pytest.mark.parametrize("arguments", [(), ("gemini-cli", ""), ("gemini-cli", "replace", "--canonical", "Edit")])
def test_wrong_use_is_exit_code_2(arguments: tuple[str, ...]) -> None:
    assert CliRunner().invoke(cli, ["explain", *arguments]).exit_code == 2


def test_arguments_stand_one_a_line_as_native_and_canonical() -> None:
    text = explain("gemini-cli", "grep_search")
    assert re.search(r"  arguments   dir_path → path\n {14}include_pattern → glob\n {14}include → glob\n", text)
    below = explain("gemini-cli", "--canonical", "Grep").partition("  grep_search ")[2]
    assert below.splitlines()[1:4] == ["    dir_path → path", "    include_pattern → glob", "    include → glob"]


def test_the_key_of_patch_text_is_an_argument_like_any_other() -> None:
    assert "  arguments   command → patch\n" in explain("codex", "apply_patch")
    assert "the arguments may be bare patch text" in explain("copilot-cli", "apply_patch")


def test_a_documented_platform_is_called_that_beside_recorded_ones() -> None:
    text = explain("--canonical", "Bash")
    assert "\ncursor (documented)\n" in text
    assert "\ngemini-cli\n" in text
    assert "known from documents only" in explain("cursor", "Shell")
    assert "known from documents only" not in explain("gemini-cli", "run_shell_command")


@pytest.mark.parametrize("platform_id", ["code-puppy", "copilot-cli"])
def test_a_grade_needs_no_more_cases_than_those_that_show_the_name(platform_id: str) -> None:
    platform = load_platform(platform_id)
    cases = list(iter_cases(platforms=[platform_id]))
    expected = {row.claim.id: str(row.grade) for row in evaluate(platform_id, cases=cases).claims}
    found: dict[str, str] = {}
    for claim in platform.claims:
        ids = showing(platform, [claim], None)
        assert len(ids) < len(cases)
        found |= grades(platform, [claim], [case for case in cases if case.id in ids])
    assert found == expected

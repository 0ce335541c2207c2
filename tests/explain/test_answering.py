"""`hookconform respond`: the answer it prints does what was asked, by the model and by the row that it cites."""

from __future__ import annotations

import json
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hookconform.cli import cli
from hookconform.corpus import schemas
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.effects import effects_near
from hookconform.effects.effect import Answer
from hookconform.effects.rows import load_rows, measured_platforms, measured_versions, rows_for
from hookconform.effects.verdicts import VERDICTS, honoured, shortfall
from hookconform.explain.answer_text import as_shell
from hookconform.explain.answerable import answerable, registered_events
from hookconform.explain.answering import WIRE, advice
from hookconform.explain.plugin_steps import step_text
from hookconform.ground.errors import HookconformError
from hookconform.ground.plain_text import WIDTH

MEASURED = [
    (platform, event)
    for platform in measured_platforms()
    for event in dict.fromkeys(row.registered_event for row in rows_for(platform, measured_versions(platform)[-1]))
]
# The claims say of one event that the newest measured version no longer has it.
EVENTS = [
    (platform, event)
    for platform, event in MEASURED
    if load_platform(platform).registrations[event].covers(measured_versions(platform)[-1])
]
# A version right before the first that has an event, and one right behind the last; what the claims say of both.
WITHOUT = [
    (platform, event, version, bound)
    for platform, event in MEASURED
    for claim in [load_platform(platform).registrations[event]]
    for version, bound in ((f"{claim.since}-0", claim.since), (f"{claim.until}.1", claim.until))
    if bound
]


def respond(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["respond", *arguments])


def answers(*arguments: str) -> list[dict[str, Any]]:
    result = respond(*arguments, "--json")
    assert result.exit_code == 0, result.output
    document = json.loads(result.output)
    assert schemas.problems(document, "answer-advice") == []
    return document["answers"]


def test_the_verdicts_are_those_of_the_suite() -> None:
    assert set(WIRE) == set(VERDICTS)


@pytest.mark.parametrize(("platform", "event"), EVENTS)
def test_an_answer_is_given_where_one_was_measured_and_nowhere_else(platform: str, event: str) -> None:
    version = measured_versions(platform)[-1]
    canonical = next(row.event for row in rows_for(platform, version) if row.registered_event == event)
    for verdict, wire in WIRE.items():
        if verdict not in honoured(platform, version, event):
            with pytest.raises(HookconformError) as caught:
                advice(platform, event, verdict, wire)
            assert caught.value.code == "respond.unsupported"
            continue
        found = advice(platform, event, verdict, wire)
        words = {"deny": "TEXT", "context": "TEXT"}.get(verdict, "")
        if canonical == "PreToolUse" or verdict != "deny":
            words = words if verdict == "context" else ""
        assert shortfall(verdict, canonical, found.effect, words=words) == ""


def test_a_row_that_is_cited_has_that_answer_but_for_its_words() -> None:
    [found] = answers("gemini-cli", "BeforeTool", "deny", "--text", "Not here.")
    assert found["answer"] == {"exit_code": 0, "stdout": '{"decision":"deny","reason":"Not here."}', "stderr": ""}
    assert found["effect"]["told"] == ["Not here."]
    row = next(row for row in load_rows("gemini-cli", found["measured_version"]) if row.id == found["row"])
    said = json.loads(row.answer.stdout)
    assert said == {"decision": "deny", "reason": said["reason"]}
    assert row.effect.tool == "stopped"


def test_a_canonical_event_means_all_its_keys_and_a_key_means_itself() -> None:
    assert [one["registered_event"] for one in answers("gemini-cli", "PreToolUse", "deny")] == ["BeforeTool"]
    assert [one["registered_event"] for one in answers("copilot-cli", "preToolUse", "deny")] == ["preToolUse"]
    assert registered_events("opencode", "UserPromptSubmit") == ("chat.message",)


def test_a_plugin_s_own_function_is_told_beside_the_bridge() -> None:
    [found] = answers("opencode", "tool.execute.before", "deny", "--text", "No.")
    assert found["in_plugin"] == [{"throw": "No.", "as": "error"}]
    assert found["answer"]["stdout"] == '{"throw":"No."}'
    assert 'throw new Error("No.")' in respond("opencode", "tool.execute.before", "deny", "--text", "No.").output


def test_a_changed_input_is_under_the_platform_s_own_name() -> None:
    [found] = answers("codex", "PreToolUse", "input", "--input", '{"command": "ls"}')
    assert json.loads(found["answer"]["stdout"])["hookSpecificOutput"]["updatedInput"] == {"command": "ls"}
    assert found["effect"]["input"] == "changed"


def test_a_version_that_was_not_measured_says_which_one_it_rests_on() -> None:
    [found] = answers("codex", "PreToolUse", "deny", "--platform-version", "0.150.0")
    assert (found["version"], found["measured_version"]) == ("0.150.0", "0.142.3")
    assert found["neighbours"] == ["0.142.3", "0.169.0"]
    told = " ".join(respond("codex", "PreToolUse", "deny", "--platform-version", "0.150.0").output.split())
    assert "at 0.142.3; 0.150.0 was not measured; it works at 0.142.3 and at 0.169.0" in told
    # Asked about answers after a tool only.
    told = " ".join(respond("copilot-cli", "PreToolUse", "deny", "--platform-version", "1.0.49").output.split())
    assert "flat-deny at 1.0.34; at 1.0.49 other answers were measured" in told
    beyond = respond("codex", "PreToolUse", "deny", "--platform-version", "0.999.0").output
    assert beyond.startswith("codex 0.999.0 (newer than all measured versions), PreToolUse: deny\n")
    measured = respond("codex", "PreToolUse", "deny", "--platform-version", "0.169.0").output
    assert measured.startswith("codex 0.169.0, PreToolUse: deny\n")
    assert "at 0.169.0, not at 0.999.0" in beyond


@pytest.mark.parametrize(("platform", "event", "version", "bound"), WITHOUT)
def test_an_event_that_a_version_lacks_is_refused_with_the_version_that_has_it(
    platform: str, event: str, version: str, bound: str
) -> None:
    for words in ((event,), (event, "allow"), (event, "deny")):
        caught = respond(platform, *words, "--platform-version", version).exception
        assert isinstance(caught, HookconformError), words
        assert caught.code == "respond.no-event"
        assert bound in caught.hint
    rows = respond(platform, "--platform-version", bound).output.splitlines()
    assert [row for row in rows if row.split(" ")[0] == event], rows


def test_both_ends_of_a_claim_are_tried() -> None:
    ends = {bound == load_platform(platform).registrations[event].until for platform, event, _, bound in WITHOUT}
    assert ends == {True, False}


def test_an_older_name_of_an_event_is_said_where_the_version_has_one() -> None:
    caught = respond("copilot-cli", "PreToolUse", "deny", "--platform-version", "0.0.399").exception
    assert isinstance(caught, HookconformError)
    assert "At 0.0.399 hooks are registered as preToolUse." in caught.hint


@pytest.mark.parametrize("platform", measured_platforms())
def test_a_version_outside_all_measured_ones_is_older_or_newer(platform: str) -> None:
    oldest, newest = (measured_versions(platform)[place] for place in (0, -1))
    for version, said in ((f"{oldest}-0", "older"), (f"{newest}.1", "newer")):
        for words in ((), (answerable(platform, version)[0], "allow")):
            told = " ".join(respond(platform, *words, "--platform-version", version).output.split())
            assert told.startswith(f"{platform} {version} ({said} than all measured versions)"), told
            assert "beyond" not in told


def test_the_table_of_a_version_has_its_events_only() -> None:
    claims = load_platform("codex")
    told = respond("codex", "--platform-version", "0.116.0").output
    rows = {line.split(" ")[0] for line in told.splitlines()}
    for platform, event in MEASURED:
        if platform == "codex":
            assert (event in rows) == claims.registrations[event].covers("0.116.0")
            assert (f"{event} (since" in told) != claims.registrations[event].covers("0.116.0")
    caught = respond("codex", "--platform-version", "0.113.0").exception
    assert isinstance(caught, HookconformError)
    assert "SessionStart (since 0.114.0)" in caught.hint


def test_of_several_events_those_answer_that_can() -> None:
    """Hermes Agent has two at the end of a turn: a deny of the one, and nothing at the other, was measured to work."""
    [found] = answers("hermes-agent", "Stop", "deny")
    assert found["registered_event"] == "pre_verify"
    assert "on_session_end: 'deny' is not possible here" in respond("hermes-agent", "Stop", "deny").output
    caught = respond("hermes-agent", "Stop", "deny", "--platform-version", "0.15.0").exception
    assert isinstance(caught, HookconformError)
    assert caught.code == "respond.unsupported"


# What the measured rows call `continues`: the program went on as if no hook had answered.
ENDS = {"Stop": "the turn ends", "SubagentStop": "the sub-agent ends", "SessionEnd": "the session ends"}


@pytest.mark.parametrize(("platform", "event"), EVENTS)
def test_what_happens_is_true_where_a_turn_is_over(platform: str, event: str) -> None:
    canonical = next(
        row.event for row in load_rows(platform, measured_versions(platform)[-1]) if row.registered_event == event
    )
    for one in answers(platform, event):
        said = " ".join(respond(platform, event, one["verdict"]).output.split())
        if canonical not in ENDS:
            assert not any(end in said for end in ENDS.values() if end != "the turn ends")
        elif one["effect"]["turn"] == "continues":
            assert f", {ENDS[canonical]}" in said
            assert "goes on" not in said
            assert "the tool" not in said
        else:
            assert one["effect"]["turn"] == "extended"
            assert "goes on for another round" in said


@pytest.mark.parametrize("version", ["0.37.3", "0.38.0-preview.1"])
def test_what_stops_at_one_neighbour_only_is_not_advised(version: str) -> None:
    caught = respond("gemini-cli", "BeforeTool", "ask", "--platform-version", version).exception
    assert isinstance(caught, HookconformError)
    assert caught.code == "respond.unsupported"
    assert f"0.38.0 can, 0.37.2 cannot, and nobody measured {version}" in str(caught)


def versions_of(platform: str) -> list[str]:
    """Measured and recorded versions, one between each two measured ones, and one beyond each end."""
    measured = list(measured_versions(platform))
    return [*measured, *load_platform(platform).versions, *(f"{one}.1" for one in measured), "0.0.1", "99999.0"]


@pytest.mark.whole
@pytest.mark.parametrize("platform", measured_platforms())
def test_no_advice_cites_a_row_that_shows_otherwise(platform: str) -> None:
    cited = 0
    for version in versions_of(platform):
        for event in dict.fromkeys(row.registered_event for row in rows_for(platform, version)):
            for verdict, wire in WIRE.items():
                found = None
                with suppress(HookconformError):
                    found = advice(platform, event, verdict, wire, version)
                if not load_platform(platform).registrations[event].covers(version):
                    assert found is None, (version, event, verdict)
                    continue
                if found is None:
                    # hook_adapters changes no input at versions older than any that was measured.
                    known = verdict not in honoured(platform, version, event) or verdict == "input"
                    assert known, (version, event, verdict)
                    continue
                near = effects_near(platform, version, found.canonical, event, found.answer)
                assert not any(shortfall(verdict, found.canonical, one) for one in near.values()), (version, event)
                if found.row is None:
                    continue
                [row] = [row for row in load_rows(platform, found.version) if row.id == found.row]
                cited += 1
                if verdict in {"deny", "ask"} and row.event == "PreToolUse":
                    assert row.effect.tool == "stopped", (version, event, verdict, row.id)
                if verdict == "input":
                    assert row.effect.input == "changed", (version, event, row.id)
    assert cited


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (("gemini", "BeforeTool", "deny"), "respond.platform", "gemini-cli"),
        (("gemini-cli", "Beforetol", "deny"), "respond.event", "BeforeTool"),
        (("gemini-cli", "BeforeTool", "Denny"), "respond.verdict", "deny"),
        (("gemini-cli", "deny"), "respond.event", "hookconform respond gemini-cli BeforeTool deny"),
        (("codex", "SubagentStart", "deny"), "respond.event", "The platform has this event. Measured: PreToolUse"),
        (("cursor", "preToolUse", "deny"), "respond.no-answers", "Measured: claude-code"),
        (("codex", "PreToolUse", "ask"), "respond.unsupported", "Where nobody can be asked, deny."),
    ],
)
def test_what_cannot_be_answered_is_an_error_with_the_way_out(arguments: tuple[str, ...], code: str, hint: str) -> None:
    caught = respond(*arguments).exception
    assert isinstance(caught, HookconformError)
    assert caught.code == code
    assert hint in (caught.hint or "")


@pytest.mark.parametrize("words", [("BeforeTool", "deny"), ("BeforeTool",), ()])
@pytest.mark.parametrize("version", ["", " ", "newest"])
def test_what_is_no_version_is_an_error_and_not_the_newest(words: tuple[str, ...], version: str) -> None:
    caught = respond("gemini-cli", *words, "--platform-version", version).exception
    assert isinstance(caught, HookconformError)
    assert (caught.code, "0.61.0" in caught.hint) == ("respond.version", True)


def test_a_version_may_be_written_otherwise() -> None:
    told = respond("gemini-cli", "BeforeTool", "deny", "--platform-version", "v0.61").output
    assert told == respond("gemini-cli", "BeforeTool", "deny").output


@pytest.mark.parametrize("word", ["change", "Modify", "rewrite", "update"])
def test_words_for_a_change_are_understood_as_input(word: str) -> None:
    changed = ("--input", '{"command": "ls"}')
    assert answers("codex", "PreToolUse", word, *changed) == answers("codex", "PreToolUse", "input", *changed)
    assert respond("--all", "PreToolUse", word).output == respond("--all", "PreToolUse", "input").output


def test_block_is_understood_as_deny() -> None:
    assert answers("codex", "PreToolUse", "block") == answers("codex", "PreToolUse", "deny")
    assert respond("--all", "PreToolUse", "block").output == respond("--all", "PreToolUse", "deny").output


@pytest.mark.parametrize("platform", measured_platforms())
def test_a_platform_alone_is_a_table_of_what_is_honoured(platform: str) -> None:
    result = respond(platform)
    assert result.exit_code == 0, result.output
    assert [line for line in result.output.splitlines() if len(line) > 80] == []
    lines = [line.split() for line in result.output.splitlines()]
    rows = {first: cells for first, *cells in filter(None, lines) if set(cells) <= {"yes", "-"} and cells}
    version = measured_versions(platform)[-1]
    assert set(rows) == set(answerable(platform))
    for event, cells in rows.items():
        can = honoured(platform, version, event)
        assert cells == ["yes" if verdict in can else "-" for verdict in VERDICTS], event


def test_a_platform_alone_names_its_files_and_limits() -> None:
    said = " ".join(respond("gemini-cli").output.split())
    assert "Registered in: .gemini/settings.json of a project, or ~/.gemini/settings.json." in said
    assert all(note in said for note in load_platform("gemini-cli").notes)
    assert "~/.cline/hooks/EVENT.bash" in respond("cline").output


def test_the_table_begins_with_events_before_a_tool() -> None:
    for platform in measured_platforms():
        first = load_platform(platform).registrations[answerable(platform)[0]]
        assert first.becomes in load_vocabulary().pre_tool, platform


def test_an_event_alone_has_an_answer_for_each_verdict_honoured() -> None:
    found = answers("codex", "PreToolUse")
    assert {one["verdict"] for one in found} == honoured("codex", "0.169.0", "PreToolUse")


def test_all_platforms_are_answered_or_say_why_not() -> None:
    text = " ".join(respond("--all", "PreToolUse", "ask").output.split())
    for platform in platform_ids():
        assert f" {platform} " in f" {text}", platform
    assert "codex not possible at PreToolUse: it can allow, context, deny, input" in text
    assert "cursor not measured" in text
    found = {(one["platform"], one["registered_event"]) for one in answers("--all", "PreToolUse", "deny")}
    assert {platform for platform, _ in found} == set(measured_platforms())


def test_a_platform_s_own_name_of_an_event_is_asked_everywhere() -> None:
    """By the claims BeforeTool, pre_tool_call and tool.execute.before are PreToolUse, each on one or two platforms."""
    plain = respond("--all", "PreToolUse", "deny").output
    for name in ("BeforeTool", "pre_tool_call", "tool.execute.before"):
        assert respond("--all", name, "deny").output == f"{name} is taken as the canonical PreToolUse.\n\n{plain}"
        assert answers("--all", name, "deny") == answers("--all", "PreToolUse", "deny")


def test_who_lacks_an_event_is_told_from_who_was_not_measured() -> None:
    own = " ".join(respond("--all", "BeforeModel", "deny").output.split())
    assert own.startswith("gemini-cli ")
    assert "codex no event BeforeModel is known" in own
    assert "no answer" not in own
    common = " ".join(respond("--all", "SubagentStop", "allow").output.split())
    assert "claude-code not measured" in common
    assert "cline no event SubagentStop is known" in common


def test_an_event_that_was_measured_nowhere_is_an_error() -> None:
    caught = respond("--all", "PreCompact", "deny").exception
    assert isinstance(caught, HookconformError)
    assert (caught.code, caught.hint) == ("respond.event", "Who has the event: hookconform explain PreCompact")


def test_all_platforms_answer_as_each_alone() -> None:
    for one in answers("--all", "PreToolUse", "deny"):
        assert one in answers(one["platform"], "PreToolUse", "deny")


@pytest.mark.parametrize("arguments", [(), ("--all",), ("--all", "PreToolUse"), ("codex", "a", "b", "c")])
def test_wrong_number_of_words_is_wrong_use(arguments: tuple[str, ...]) -> None:
    result = respond(*arguments)
    assert result.exit_code == 2
    assert "hookconform respond" in result.output


def test_an_event_of_no_platform_is_refused_with_a_near_one() -> None:
    caught = respond("--all", "PreToolUs", "deny").exception
    assert isinstance(caught, HookconformError)
    assert (caught.code, caught.hint) == ("respond.event", "Did you mean PreToolUse?")


def test_shell_lines_print_the_answer(tmp_path: Path) -> None:
    for one, text in (("codex", "It's not \\n allowed."), ("letta-code", "No.")):
        found = advice(one, "PreToolUse", "deny", {"decision": "deny", "reason": text})
        script = tmp_path / "hook.sh"
        script.write_text(as_shell(found), encoding="utf-8")
        ran = subprocess.run(["sh", str(script)], capture_output=True, text=True, check=False)
        assert ran.returncode == found.answer.exit_code
        assert (ran.stdout, ran.stderr) == (found.answer.stdout.strip(), found.answer.stderr.strip())


@pytest.mark.parametrize("changed", ["[]", "not JSON", "42"])
def test_an_input_that_is_no_object_is_wrong_use(changed: str) -> None:
    assert respond("codex", "PreToolUse", "input", "--input", changed).exit_code == 2


def test_every_step_that_was_measured_reads_as_what_it_is() -> None:
    rows = [row for platform in measured_platforms() for row in rows_for(platform, measured_versions(platform)[-1])]
    for step in (step for row in rows for step in row.answer.plugin or ()):
        assert not step_text(step).startswith("{"), step
    assert step_text({"throw": "x", "as": "detached"}) != step_text({"throw": "x", "as": "rejection"})


def test_the_wire_form_of_an_answer_is_what_the_model_was_given() -> None:
    found = advice("claude-code", "PreToolUse", "deny", WIRE["deny"])
    assert found.answer == Answer(stdout=found.as_json()["answer"]["stdout"])


def test_an_answer_says_since_when_it_works() -> None:
    lines = respond("codex", "PreToolUse", "deny").output.splitlines()
    assert f"  since            {measured_versions('codex')[0]}, the oldest version measured" in lines
    # Before, no answer of a hook counts.
    assert "  since            0.0.399; not confirmed at 0.0.394" in respond("copilot-cli", "preToolUse", "deny").output


def test_since_is_the_first_version_of_an_unbroken_row() -> None:
    """At Claude Code 2.1.84 no measured answer asks, at 2.1.85 this one does: the rows in the corpus."""
    text = respond("claude-code", "PreToolUse", "ask").output
    assert "  since            2.1.85; not confirmed at 2.1.84\n" in text
    kept = respond("claude-code", "PreToolUse", "deny", "--platform-version", "2.1.50").output
    assert "  since            1.0.100, the oldest version measured\n" in kept


def test_sentences_of_answers_fit_a_terminal() -> None:
    asked = [("--all", "PreToolUse", "deny"), ("codex", "PreToolUse", "deny", "--platform-version", "0.150.0")]
    asked += [(platform, answerable(platform)[0]) for platform in measured_platforms()]
    for words in asked:
        lines = respond(*words).output.splitlines()
        assert [line for line in lines if len(line) > WIDTH and '{"' not in line] == []


@pytest.mark.parametrize(
    ("platform", "event", "names"),
    [
        ("gemini-cli", "BeforeTool", {"file_path", "content"}),
        ("opencode", "tool.execute.before", {"filePath", "content"}),
        ("pi", "tool_call", {"path", "content"}),
        ("vscode-copilot", "PreToolUse", {"filePath", "content"}),
    ],
)
def test_changed_arguments_are_those_of_a_call_that_has_them(platform: str, event: str, names: set[str]) -> None:
    [answer] = answers(platform, event, "input", "--input", '{"file_path": "a.txt", "content": "b"}')
    given = json.loads(answer["answer"]["stdout"])
    while not {"a.txt", "b"} <= set(map(str, given.values())):
        given = next(inner for inner in given.values() if isinstance(inner, dict))
    # Nothing of the call that was measured, which ran a command.
    assert given.keys() == names
    assert answer["borrowed_arguments"] == []
    if "in_plugin" in answer:
        assert {step.get("set", step.get("set_input", "")).split(".")[-1] for step in answer["in_plugin"]} == names


def test_arguments_of_a_recorded_call_are_named() -> None:
    [answer] = answers("gemini-cli", "BeforeTool", "input", "--input", '{"nobody-has-this": 1}')
    assert answer["borrowed_arguments"] == ["command"]
    said = "of a recorded call, give your call's: command"
    assert said in respond("gemini-cli", "BeforeTool", "input", "--input", '{"nobody-has-this": 1}').output
    assert said in respond("--all", "PreToolUse", "input", "--input", '{"nobody-has-this": 1}').output
    for other in (["input"], ["input", "--input", '{"command": "ls"}'], ["deny"]):
        assert answers("gemini-cli", "BeforeTool", *other)[0]["borrowed_arguments"] == []
    assert answers("letta-code", "PreToolUse", "input")[0]["borrowed_arguments"] == ["description"]

"""Does my policy hold: the verdict, the matrix, gaps by weight, and repairs that close them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from hookconform.corpus import schemas
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.locate import data_root
from hookconform.explain import answerable
from hookconform.explain.answerable import without_ask
from hookconform.ground.errors import EXIT_FAILED, EXIT_OK
from hookconform.ground.plain_text import WIDTH
from tests.packs.conftest import run

pytestmark = pytest.mark.whole

Write = Callable[..., Path]
SHELL = {"name": "no-shell", "event": "PreToolUse", "tools": ["Bash"], "action": "block"}
RM = {
    "name": "no-rm",
    "matchers": {"operations": ["PreToolUse"], "tools": ["Bash"], "command_match": "rm -rf"},
    "actions": {"block": True},
}
BLOCK = {"actions": {"block": True}}
PROMPT = {"name": "ask-first", "event": "PermissionRequest", "action": "ask"}
NOTED = {"name": "noted", "event": "PreToolUse", "tools": ["Bash"], "action": "audit"}
PACK = re.compile(r"```yaml\n(rules:\n.*?)```", re.DOTALL)
# Pages that print a whole pack, which readers copy.
PAGES = [path for path in sorted((data_root() / "docs").glob("*.md")) if PACK.search(path.read_text(encoding="utf-8"))]


def verdict_of(text: str) -> str:
    """Return the verdict, which begins the answer, in one line."""
    return " ".join(text.split("\n\n", maxsplit=1)[0].split())


def document(path: Path, *options: object) -> dict[str, Any]:
    return json.loads(run(path, "--json", *options).stdout)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_pack_of_the_docs_holds_on_every_platform(page: Path, tmp_path: Path) -> None:
    for text in PACK.findall(page.read_text(encoding="utf-8")):
        path = tmp_path / "policy.yaml"
        path.write_text(text, encoding="utf-8")
        result = run(path)
        assert result.exit_code == EXIT_OK, result.output
        assert verdict_of(result.stdout).startswith(f"HOLDS: {path} ")


@pytest.mark.parametrize("actions", [{"deny": True}, {"block": True}, {"ask": True, "inject": "No."}])
def test_a_repair_keeps_the_actions_as_written(write: Write, actions: dict[str, Any]) -> None:
    text = run(write([RM | {"actions": actions}])).stdout
    assert re.findall(r"^    actions: (.*)$", text, re.MULTILINE) == [
        yaml.safe_dump(actions, default_flow_style=True, sort_keys=False).strip()
    ]


def test_a_repair_keeps_the_short_action_as_written(write: Write) -> None:
    text = run(write([{"name": "short", "event": "PreToolUse", "tools": ["Bash"], "action": "deny"}])).stdout
    assert "actions: {deny: true}" in text


def test_a_repair_of_settings_names_the_rule_file(write: Write) -> None:
    text = run(write('{"permissions": {"deny": ["Bash"]}}', "settings.json")).stdout
    assert "\nRepair of block-bash, in a rule file of the policy hook:\n" in text
    assert "actions: {deny: true}" in text


def test_no_sentence_of_the_answer_is_wide(write: Write) -> None:
    long_name = {"name": "no-" + "x" * 40, "event": "PreToolUse", "tools": ["Bash"], "action": "deny"}
    lines = run(write([SHELL, RM, PROMPT, long_name])).stdout.splitlines()
    # Only the file, which is one word, may be longer than a line.
    assert [line for line in lines[1:] if len(line) > WIDTH] == []
    assert long_name["name"] in " ".join(lines).split()


def test_the_docs_print_a_pack() -> None:
    assert {"rule-packs", "tutorial-rules"} <= {page.stem for page in PAGES}


def test_the_first_line_is_the_verdict(write: Write) -> None:
    result = run(write([SHELL, RM]))
    assert result.exit_code == EXIT_FAILED
    first = verdict_of(result.stdout)
    assert first.startswith("DOES NOT HOLD: ")
    assert "2 of 2 rules have gaps, on " in first
    assert document(write([SHELL, RM]))["summary"]["verdict"] == "does-not-hold"


def test_the_matrix_has_a_row_for_each_platform(write: Write) -> None:
    lines = run(write([SHELL, PROMPT])).stdout.splitlines()
    rows = {
        line.split()[0]: line.split()[1:] for line in lines if line.split()[:1] and line.split()[0] in platform_ids()
    }
    assert list(rows) == platform_ids()
    assert rows["copilot-cli"] == ["partly", "partly"]
    # Cline has no such event, so that nothing is asked.
    assert rows["cline"][1] == "NO"


def test_platforms_of_which_only_documents_are_known_are_marked(write: Write) -> None:
    text = run(write([SHELL, PROMPT])).stdout
    documented = {platform for platform in platform_ids() if load_platform(platform).is_documented}
    assert {line.split()[0] for line in text.splitlines() if re.match(r"\S+ \* ", line)} == documented != set()
    assert "*: from documents only, no deny was measured there" in " ".join(text.split())
    held = run(write([{"name": "a", "event": "PreToolUse", "action": "block"}])).stdout
    assert f"on all 17 platforms, {len(documented)} of them from documents only." in verdict_of(held)


def test_a_call_that_nobody_recorded_is_not_said_to_pass(write: Write) -> None:
    """VS Code's calls of WebFetch have no payload: whether the rule stops them nobody saw."""
    rules = [{"name": tool, "event": "PreToolUse", "tools": [tool], "action": "block"} for tool in ("WebFetch", "Read")]
    fetch, read = (
        {row["platform"]: (row["state"], row["holds"]) for row in rule["platforms"]}
        for rule in document(write(rules))["packs"][0]["rules"]
    )
    assert fetch["vscode-copilot"] == ("never", "partly")
    # Codex has no such tool at all, so that nothing is stopped.
    assert read["codex"] == ("never", "no")


def test_cells_of_the_matrix_are_those_of_the_document(write: Write) -> None:
    path = write(
        [SHELL, PROMPT, {"name": "no-notebook", "event": "PreToolUse", "tools": ["NotebookEdit"], "action": "block"}]
    )
    report = document(path)
    words = {"holds": "holds", "partly": "partly", "no": "NO", "nothing": "-", "untried": "?"}
    lines = run(path).stdout.splitlines()
    for name in platform_ids():
        (line,) = [line.replace(" *", "").split() for line in lines if line.startswith(f"{name} ")]
        cells = [
            words[row["holds"]]
            for rule in report["packs"][0]["rules"]
            for row in rule["platforms"]
            if row["platform"] == name
        ]
        assert line[1:] == cells


def test_gaps_of_core_tools_come_before_others(write: Write) -> None:
    gaps = document(write([NOTED, SHELL, PROMPT]))["gaps"]
    weights = [gap["weight"] for gap in gaps]
    assert weights == sorted(weights, key=["high", "medium", "low"].index)
    assert gaps[0]["rule"] == "ask-first"
    assert {gap["weight"] for gap in gaps if gap["rule"] == "noted"} == {"low"}
    (typed,) = [gap for gap in gaps if (gap["rule"], gap["name"]) == ("no-shell", "BashInput")]
    assert typed["weight"] == "medium"
    assert len(typed["platforms"]) > 1


@pytest.mark.parametrize(
    "rule",
    [
        SHELL,
        RM,
        PROMPT,
        {
            "name": "no-secrets",
            "description": "Keep out.",
            "matchers": {"operations": ["PreToolUse"], "tools": ["Write", "Edit"], "directories": ["secrets"]},
            "actions": {"block": True, "inject": "No."},
        },
        {"name": "no-read", "event": "PreToolUse", "tools": ["Read"], "action": "ask"},
    ],
    ids=lambda rule: rule["name"],
)
def test_the_repair_closes_the_gaps(write: Write, rule: dict[str, Any]) -> None:
    text = run(write([rule])).stdout
    copied = re.search(r"Repair: put this in place of [^\n]*:\n((?:  [^\n]*\n?)+)", text)
    assert copied is not None, text
    rules = yaml.safe_load(copied[1])
    assert [one["name"] for one in rules] == [rule["name"]]
    result = run(write(yaml.safe_dump({"rules": rules}), "repaired.yaml"))
    assert result.exit_code == EXIT_OK, result.stdout


def test_a_platform_may_be_an_argument_or_an_option(write: Write) -> None:
    path = write([SHELL])
    assert (
        run(path, "gemini-cli", "codex").stdout == run(path, "--platform", "gemini-cli", "--platform", "codex").stdout
    )
    assert run("gemini-cli").exit_code == 2


def test_rules_about_paths_come_with_what_they_do_not_match(write: Write) -> None:
    keys = {"name": "no-keys", "matchers": {"operations": ["PreToolUse"], "directories": ["keys"]}}
    told = "Paths in shell commands are not matched: `cat PATH` passes no-keys."
    assert told in run(write([RM, {**keys, "actions": {"block": True}}]), "codex").stdout
    assert "not matched" not in run(write([RM]), "codex").stdout


def test_where_files_are_read_by_shell_commands_alone_is_said(write: Write) -> None:
    reads = {"operations": ["PreToolUse"], "kinds": ["read"], "extensions": [".env"]}
    pack = write([{"name": "no-env", "matchers": reads, **BLOCK}])
    assert "On codex text files are read in no other way." in " ".join(run(pack).stdout.split())
    assert "in no other way" not in run(pack, "gemini-cli").stdout


def test_a_rule_about_searches_comes_with_the_folders_that_pass_it(write: Write) -> None:
    both = {"operations": ["PreToolUse"], "kinds": ["read", "search"], "extensions": [".env"]}
    said = "Searches of a folder above a file pass no-env"
    assert said in run(write([{"name": "no-env", "matchers": both, **BLOCK}]), "codex").stdout
    edits = {**both, "kinds": ["edit"]}
    assert said not in run(write([{"name": "no-env", "matchers": edits, **BLOCK}]), "codex").stdout
    every = {"name": "no-searches", "matchers": {"operations": ["PreToolUse"], "kinds": ["search"]}, **BLOCK}
    assert said not in run(write([{"name": "no-env", "matchers": both, **BLOCK}, every]), "codex").stdout


@pytest.mark.parametrize(
    ("names", "is_told"),
    [
        ({"tools": ["Read"]}, True),
        ({"kinds": ["read"]}, True),
        ({"kinds": ["read", "search"]}, False),
        ({"tools": ["Read", "Grep"]}, False),
        ({"kinds": ["edit"]}, False),
        ({}, False),
    ],
)
def test_searches_pass_rules_about_reads_only(write: Write, names: dict[str, Any], is_told: bool) -> None:
    rule = {"name": "no-env", "matchers": {"operations": ["PreToolUse"], "extensions": [".env"], **names}, **BLOCK}
    assert (
        "Searches that name a file show its lines, and pass no-env." in run(write([rule]), "codex").stdout
    ) is is_told


def test_all_ends_with_the_verdict(write: Write) -> None:
    text = run(write([SHELL]), "--all").stdout
    verdict = text.split("\n\n")[0]
    assert text.endswith(f"\n\n{verdict}\n")
    assert len(text.splitlines()) > len(run(write([SHELL])).stdout.splitlines())


def test_every_document_follows_its_schema(write: Write) -> None:
    for pack in ([SHELL, RM, PROMPT, NOTED], [RM]):
        assert schemas.problems(document(write(pack)), "rules-report") == []


def test_a_rule_about_paths_gets_one_about_commands_beside_it_that_closes_what_it_says(write: Write) -> None:
    files = {"operations": ["PreToolUse"], "kinds": ["read"], "extensions": [".env"], "directories": ["my+secrets/"]}
    no_env = {"name": "no-env", "matchers": files, "actions": {"ask": True}}
    text = run(write([no_env])).stdout
    assert "`cat PATH` passes no-env." in " ".join(text.split())
    [offered] = re.findall(r"calls with the path as written:\n((?:  .*\n)+)", text)
    commands, *others = yaml.safe_load(offered)
    assert commands["matchers"]["kinds"] == ["execute"]
    assert {str(beside["actions"]) for beside in (commands, *others)} == {"{'ask': True}"}
    path = write([no_env, commands])
    report = document(path)
    assert all(rule["gaps"] == 0 for rule in report["packs"][0]["rules"])
    closed = " ".join(run(path).stdout.split())
    assert "`cat PATH` passes" not in closed
    assert "spell a path otherwise (`cat .e*`) still pass no-env." in closed


@pytest.mark.parametrize(
    ("matchers", "command", "is_found"),
    [
        ({"extensions": [".env"]}, "cat prod.env", True),
        ({"extensions": [".env"]}, "cat '.env'", True),
        # As the rule about longer names, which is offered beside it, stops reads of them.
        ({"extensions": [".env"]}, "cat .env.local", True),
        ({"kinds": ["edit"], "extensions": [".env"]}, "cat .env.local", False),
        ({"extensions": [".env"]}, "cat .envrc", False),
        ({"extensions": [".pem"]}, "cat a.pem.txt", False),
        ({"extensions": [".env"]}, "cat xenv", False),
        ({"directories": ["a/secrets"]}, "cat ./a/secrets/key", True),
        ({"directories": ["a/secrets"]}, "ls a/secrets", True),
        ({"directories": ["a/secrets"]}, "ls a/secrets-old", False),
        ({"directories": ["~/.ssh"]}, "cat ~/.ssh/id", True),
    ],
)
def test_the_rule_about_commands_finds_the_path_as_written(
    matchers: dict[str, Any], command: str, is_found: bool, write: Write
) -> None:
    path = write([{"name": "a", "matchers": {"operations": ["PreToolUse"], **matchers}, **BLOCK}])
    commands = document(path, "codex")["packs"][0]["beside"][0]
    assert bool(re.search(commands["matchers"]["command_match"], command)) is is_found


@pytest.mark.parametrize(
    ("folder", "stopped", "runs"),
    [
        ("**/.env*", ["cat .env", "cat a/.env.local", 'cat "$PWD"/.envrc'], ["cat prod.env", "printenv"]),
        ("**/*.pem", ["cat a.pem", "openssl -in 'my key.pem'"], ["cat a.pem.txt", "cat pem"]),
        ("config/*/secret-*", ["cat config/a/secret-1", 'cat config/"a b"/secret-2'], ["cat config/secret-1"]),
        ("a/**/keys", ["cat a/keys", "cat ./a/b/c/keys/d"], ["cat a/b/keys-old"]),
        ("src/*", ["cat src/a"], ["ls src", "cat mysrc/a"]),
    ],
)
def test_a_pattern_of_paths_is_found_in_commands(
    folder: str, stopped: list[str], runs: list[str], write: Write
) -> None:
    rule = {"name": "a", "matchers": {"operations": ["PreToolUse"], "directories": [folder]}, **BLOCK}
    [pack] = document(write([rule]), "codex")["packs"]
    assert pack["rules"][0]["passed_by_commands"]
    expression = pack["beside"][0]["matchers"]["command_match"]
    assert {command: bool(re.search(expression, command)) for command in (*stopped, *runs)} == {
        **dict.fromkeys(stopped, True),
        **dict.fromkeys(runs, False),
    }
    # With what is offered, nothing passes as written.
    both = document(write([rule, *pack["beside"]]), "codex")["packs"][0]
    assert (both["beside"], both["rules"][0]["passed_by_commands"]) == ([], False)


@pytest.mark.parametrize("folder", ["**", "*", "**/*.*", "*a*"])
def test_of_a_pattern_that_says_little_no_rule_about_commands_is_made(folder: str, write: Write) -> None:
    path = write([{"name": "a", "matchers": {"operations": ["PreToolUse"], "directories": [folder]}, **BLOCK}])
    [pack] = document(path, "codex")["packs"]
    assert pack["rules"][0]["passed_by_commands"]
    assert [row["name"] for row in pack["beside"] if "in-commands" in row["name"]] == []


def test_that_reads_by_shell_commands_pass_is_said_at_once(write: Write) -> None:
    reads = {"operations": ["PreToolUse"], "kinds": ["read"], "directories": ["secrets"]}
    pack = write([{"name": "no-secrets", "matchers": reads, **BLOCK}])
    said = "On codex only shell commands read text files, and they pass no-secrets: see below."
    head = " ".join(run(pack, "codex").stdout.partition("\n\n")[0].split())
    assert said in head
    assert "only shell commands" not in run(pack, "gemini-cli").stdout


@pytest.mark.parametrize("folder", ["**/keys", "/**/keys", "keys/**", "**/keys/**", "**/**/keys"])
def test_a_folder_at_any_depth_is_found_in_commands(folder: str, write: Write) -> None:
    path = write([{"name": "a", "matchers": {"operations": ["PreToolUse"], "directories": [folder]}, **BLOCK}])
    [pack] = document(path, "codex")["packs"]
    expression = pack["beside"][0]["matchers"]["command_match"]
    assert all(re.search(expression, text) for text in ("cat keys", "cat a/keys/b", "cat /keys/b"))
    assert not re.search(expression, "cat monkeys keys-old .keys")
    both = write(
        [{"name": "a", "matchers": {"operations": ["PreToolUse"], "directories": [folder]}, **BLOCK}, *pack["beside"]]
    )
    assert not document(both, "codex")["packs"][0]["rules"][0]["passed_by_commands"]


def test_a_rule_that_stops_commands_by_half_closes_nothing(write: Write) -> None:
    files = {"operations": ["PreToolUse"], "kinds": ["read"], "extensions": [".env", ".pem"]}
    half = {"operations": ["PreToolUse"], "kinds": ["execute"], "command_match": r"\.env"}
    rules = [{"name": "files", "matchers": files, **BLOCK}, {"name": "half", "matchers": half, **BLOCK}]
    assert document(write(rules), "codex")["packs"][0]["rules"][0]["passed_by_commands"]


def test_a_gap_where_the_rule_stops_nothing_comes_first(write: Write) -> None:
    reads = {"operations": ["PreToolUse"], "tools": ["Read"], "extensions": [".env"]}
    report = document(write([{"name": "no-env", "matchers": reads, **BLOCK}]))
    [nowhere] = (row["platform"] for row in report["packs"][0]["rules"][0]["platforms"] if row["holds"] == "no")
    assert report["gaps"][0]["weight"] == "high"
    assert nowhere in report["gaps"][0]["platforms"]


def test_where_nobody_can_be_asked_is_said_of_rules_that_ask_before_a_tool(write: Write) -> None:
    asks = {"name": "ask-shell", "event": "PreToolUse", "tools": ["Bash"], "action": "ask"}
    said = "the policy hook denies there for ask-shell."
    assert f"No hook can make codex ask: {said}" in " ".join(run(write([asks]), "codex").stdout.split())
    assert said in " ".join(run(write([asks])).stdout.split())
    assert "can make" not in run(write([asks]), "gemini-cli").stdout
    assert "can make" not in run(write([PROMPT]), "codex").stdout
    assert "can make" not in run(write([SHELL]), "codex").stdout


def test_a_repair_with_many_tools_fits_a_terminal(write: Write) -> None:
    reads = {"operations": ["PreToolUse"], "tools": ["Read"], "extensions": [".env"]}
    _verdict, *lines = run(write([{"name": "no-env", "matchers": reads, **BLOCK}])).stdout.splitlines()
    assert max(map(len, lines)) <= WIDTH


def test_what_is_offered_beside_a_rule_about_files_disarms_nothing(write: Write) -> None:
    """Each matcher of a rule must hold, so that another one in the same rule would stop less."""
    files = {"operations": ["PreToolUse"], "tools": ["Read", "Write", "Edit"], "extensions": [".env"]}
    rules = [{"name": "files", "matchers": files, **BLOCK}]
    [pack] = document(write(rules))["packs"]
    both = document(write([*rules, *pack["beside"]]))["packs"][0]["rules"]
    assert both[0]["platforms"] == pack["rules"][0]["platforms"]
    assert len(both) > 1


def test_names_that_go_on_behind_a_suffix_are_told_until_a_rule_stops_them(write: Write) -> None:
    about: dict[str, list[str]] = {"operations": ["PreToolUse"], "extensions": [".env", ".pem"]}
    files = {"name": "files", "matchers": about, **BLOCK}
    said = " ".join(run(write([files]), "codex").stdout.split())
    assert "as `.env.local`, pass files. " in said
    assert "directories: ['**/*.env.*']" in said
    [rule] = document(write([files]), "codex")["packs"][0]["rules"]
    assert rule["longer_names"] == ["**/*.env.*"]
    longer = {"name": "more", "matchers": {"operations": ["PreToolUse"], "directories": ["**/*.env.*"]}, **BLOCK}
    both = document(write([files, longer]), "codex")["packs"][0]["rules"]
    assert [one["longer_names"] for one in both] == [[], []]
    edits = {**files, "matchers": {**about, "kinds": ["edit"]}}
    assert document(write([edits]), "codex")["packs"][0]["rules"][0]["longer_names"] == []


def test_the_repair_of_a_rule_whose_kinds_leave_out_its_tools_closes_every_gap(write: Write) -> None:
    both = {"operations": ["PreToolUse"], "kinds": ["search"], "tools": ["Read", "Write"], "extensions": [".env"]}
    [rule] = document(write([{"name": "files", "matchers": both, **BLOCK}]))["packs"][0]["rules"]
    [repaired] = document(write([rule["repair"]]))["packs"][0]["rules"]
    assert repaired["gaps"] == 0
    assert all(row["holds"] in {"holds", "nothing"} for row in repaired["platforms"])


def test_a_pattern_in_brackets_is_put_into_a_matcher(write: Write) -> None:
    rule: dict[str, Any] = {"name": "rm", **BLOCK}
    rule["matchers"] = {"operations": ["PreToolUse"], "tools": ["Bash(rm *)"]}
    said = " ".join(run(write([rule])).stdout.split())
    assert "Write `tools: [Bash]`, and the pattern in a matcher of its own, such as `command_match`." in said
    for name in ("Bash(rm *", "Bahs(rm *)"):
        rule["matchers"]["tools"] = [name]
        assert "matcher of its own" not in run(write([rule])).stdout


def test_only_what_stops_a_command_closes_what_passes_a_rule_about_files(write: Write) -> None:
    files = {"name": "files", "matchers": {"operations": ["PreToolUse"], "extensions": [".env"]}, **BLOCK}
    about_commands = {"operations": ["PreToolUse"], "kinds": ["execute"], "command_match": r"\.env"}
    noted = {"name": "noted", "matchers": about_commands, "actions": {"audit": True}}
    [rule, _] = document(write([files, noted]), "codex")["packs"][0]["rules"]
    assert rule["passed_by_commands"]
    assert rule["longer_names"]
    [audit] = document(write([{**files, "actions": {"audit": True}}]), "codex")["packs"]
    assert audit["beside"] == []


def test_a_rule_that_only_notes_has_no_heavy_gap_where_it_notes_nothing(write: Write) -> None:
    reads = {"operations": ["PreToolUse"], "tools": ["Read"], "extensions": [".env"]}
    report = document(write([{"name": "noted", "matchers": reads, "actions": {"audit": True}}]))
    assert any(row["holds"] == "no" for row in report["packs"][0]["rules"][0]["platforms"])
    assert {gap["weight"] for gap in report["gaps"]} == {"low"}


def test_where_no_answer_before_a_tool_was_measured_nothing_is_said_of_asking(monkeypatch: pytest.MonkeyPatch) -> None:
    assert without_ask(["codex", "gemini-cli"]) == ("codex",)
    monkeypatch.setattr(answerable, "_measured_events", lambda _: ("Stop",))
    assert without_ask(["codex", "gemini-cli"]) == ()


def test_missed_tools_of_one_kind_are_one_line(write: Write) -> None:
    glob = {"name": "no-glob", "matchers": {"operations": ["PreToolUse"], "tools": ["Glob"]}, **BLOCK}
    said, report = run(write([glob]), "code-puppy").stdout, document(write([glob]), "code-puppy")
    lines = [gap for gap in report["gaps"] if gap["code"] == "missed-tool"]
    assert len({(gap["weight"], gap["kind"]) for gap in lines}) < len(lines)
    assert len(re.findall(r"misses .*", said)) == len({(gap["weight"], gap["kind"]) for gap in lines})
    assert len(re.findall(r"misses .*", run(write([glob]), "code-puppy", "--all").stdout)) >= len(lines)

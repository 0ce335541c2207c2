"""Parts of expressions in a pack: put in place once, by the program and by the corpus alike, or refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support.miniature import build

from hook_adapters import InvalidRules
from hook_adapters.rules import compile_pack, load_pack, matching, without_parts
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.rule_packs import combined_rules
from hookconform.ground.errors import HookconformError


def pack(parts: Any, expression: str = "(?&a)c") -> dict[str, Any]:
    return {
        "parts": parts,
        "rules": [{"name": "r", "matchers": {"command_match": expression}, "actions": {"block": True}}],
    }


def matches(given: dict[str, Any], command: str) -> bool:
    return bool(matching(compile_pack(given), [{"hook_event_name": "PreToolUse", "tool_input": {"command": command}}]))


def test_a_part_stands_for_a_group() -> None:
    given = pack({"a": "x|y", "b": "(?&a)z"}, "^(?&a)(?&b)$")
    assert without_parts(given)["rules"][0]["matchers"]["command_match"] == "^(?:x|y)(?:(?:x|y)z)$"
    assert [matches(given, text) for text in ("xyz", "yxz", "xz", "xy")] == [True, True, False, False]


def test_prompts_have_parts_too() -> None:
    given = pack({"a": "x"}) | {
        "rules": [{"name": "r", "matchers": {"prompt_match": "(?&a)"}, "actions": {"block": True}}]
    }
    assert without_parts(given)["rules"][0]["matchers"] == {"prompt_match": "(?:x)"}


@pytest.mark.parametrize(
    ("given", "message"),
    [
        (pack({"b": "x"}), "undefined part 'a'; did you mean b?"),
        (pack({"a": "(?&a)"}), "the part a is a part of itself"),
        (pack({"a": "(?&b)", "b": "(?&a)"}), "a part of itself"),
        (pack({"a": 7}), "the part a is not a regular expression"),
        (pack({"a": ""}), "the part a is not a regular expression"),
        (pack({"A": "x"}), "lower-case letters"),
        (pack({}), "`parts` is not a table"),
        (pack(["a"]), "`parts` is not a table"),
        (pack({"a": "("}), "bad regular expression"),
        (pack({"a": "(?&b)" * 99, "b": "(?&c)" * 99, "c": "x" * 99}), "more than 65536 characters"),
    ],
)
def test_parts_without_a_meaning_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidRules) as caught:
        compile_pack(given)
    assert message.partition(";")[0] in str(caught.value)


def test_a_reference_without_parts_is_refused() -> None:
    given = pack({"a": "x"})
    with pytest.raises(InvalidRules):
        compile_pack({"rules": given["rules"]})


def test_program_and_corpus_read_the_same() -> None:
    shipped = {rule["name"]: rule for rule in combined_rules()}
    read = without_parts(load_pack(corpus_root() / "rules" / "10-shell.yaml"))
    assert read["rules"] == [shipped[rule["name"]] for rule in read["rules"]]
    assert "(?&" not in json.dumps(list(shipped.values()))


@pytest.mark.parametrize("parts", ["{b: x}", "{a: '(?&a)'}"])
def test_the_corpus_refuses_them_too(tmp_path: Path, parts: str) -> None:
    build(tmp_path / "corpus")
    text = f"parts: {parts}\nrules: [{{name: r, matchers: {{command_match: '(?&a)'}}, actions: {{block: true}}}}]\n"
    (tmp_path / "corpus" / "rules" / "90-parts.yaml").write_text(text)
    with pytest.raises(HookconformError) as caught:
        combined_rules(tmp_path / "corpus")
    assert caught.value.code == "rules.part"


def test_a_wrong_part_of_one_rule_is_none_of_the_next() -> None:
    given = pack({"a": "(?&b)", "c": "x"})
    given["rules"] += [{"name": name, "matchers": {"command_match": "(?&c)(?&a)"}} for name in ("s", "t")]
    with pytest.raises(InvalidRules) as caught:
        compile_pack(given)
    assert [problem.partition(";")[0] for problem in caught.value.problems] == [
        f"{name}: undefined part 'b'" for name in ("r", "s", "t")
    ]

"""One meaning of YAML: the hook, `hookconform debug` and the reader of the corpus agree on every document."""

from __future__ import annotations

import builtins
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import example, given, settings
from hypothesis import strategies as st

from hook_adapters import InvalidRules
from hook_adapters.rules import read_pack
from hook_adapters.rules.strict_yaml import StrictYamlError, load
from hookconform.cli import cli
from hookconform.ground.errors import HookconformError
from hookconform.ground.strict_yaml import load_yaml, parse_yaml

RULE = "- name: {name}\n  event: PreToolUse\n  tools: [Bash]\n  action: block\n"
LONG = "- name: r\n  matchers: {{tools: [Bash]{more}}}\n  actions: {{block: {block}}}\n"
ALIAS = """
- {name: r, matchers: &m {tools: [Bash]}, actions: {block: true}}
- {name: s, matchers: *m, actions: {ask: true}}
"""
ARGUMENTS = ("debug", "claude-code", "PreToolUse", "--tool", "Bash", "--input", '{"command": "ls"}', "--json")

# Document → the rules that match a shell call, None for one that is refused.
PACKS: dict[str, tuple[str, list[str] | None]] = {
    "a rule named no": (RULE.format(name="no"), ["no"]),
    "a rule named yes": (RULE.format(name="yes"), ["yes"]),
    "a rule named like a date": (RULE.format(name="2026-11-21"), ["2026-11-21"]),
    "a rule named like a version": (RULE.format(name="1.0"), ["1.0"]),
    "a rule named by a number": (RULE.format(name="12"), None),
    "a rule named true": (RULE.format(name="true"), None),
    "a rule named true in quotes": (RULE.format(name='"true"'), ["true"]),
    "a rule without a name": (RULE.format(name="~"), None),
    "a rule named by an empty word": (RULE.format(name=""), None),
    "block: true": (LONG.format(block="true", more=""), ["r"]),
    "block: yes": (LONG.format(block="yes", more=""), None),
    "block: on": (LONG.format(block="on", more=""), None),
    "block: True": (LONG.format(block="True", more=""), None),
    "block: y": (LONG.format(block="y", more=""), None),
    "an octal number": (LONG.format(block="true", more=", command_match: 0o17"), []),
    "a number for a text": (LONG.format(block="true", more=", command_match: 12"), None),
    "a key twice": (LONG.format(block="true", more=", tools: [Bash]"), None),
    "a merge key": ("- &a {name: r, event: Stop, action: block}\n- {<<: *a, name: s}\n", None),
    "an alias": (ALIAS, ["r", "s"]),
    "a tag": ("- {name: !!binary aGk=, event: Stop, action: block}\n", None),
    "an object's tag": ("!!python/object/apply:os.system [true]\n", None),
    "two documents": (RULE.format(name="r") + "---\n" + RULE.format(name="s"), None),
    "an unquoted version": ("version: 1.0\nrules:\n" + RULE.format(name="r"), ["r"]),
    "another version": ("version: 2.0\nrules:\n" + RULE.format(name="r"), None),
    "a key that is a list": ("? [a]\n: b\n", None),
    "an undefined alias": ("- *r\n", None),
    "nothing": ("", None),
    "nested without end": ("[" * 50_000, None),
    "a tab for blanks": ("rules:\n\t- r\n", None),
    "a native name": ("- {name: r, event: PreToolUse, tools: [bash], action: block}\n", None),
}


@pytest.mark.whole
@pytest.mark.parametrize("what", PACKS)
def test_a_pack_means_the_same_everywhere(tmp_path: Path, what: str) -> None:
    text, matched = PACKS[what]
    path = tmp_path / "pack.yaml"
    path.write_text(text)
    result = CliRunner().invoke(cli, [*ARGUMENTS, "--rules", str(path)])
    if matched is None:
        with pytest.raises(InvalidRules):
            read_pack(path)
        assert isinstance(result.exception, HookconformError)
        assert result.exception.code == "rules.invalid"
        return
    event = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "ls"}}
    assert [rule.name for rule in read_pack(path) if rule.matches(event)] == matched
    assert json.loads(result.output)["matched_rules"] == matched


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("a: 1\nb: 2\na: 3", "3:1"),
        ("a: b: c", "1:5"),
        ("a: !!bool yes", "1:4"),
        ("a: 1\n---\nb: 2", "2:1"),
        ("? [a]\n: b", "1:3"),
        ("n: " + "9" * 5000, "1:4"),
        ("- *r", "1:3"),
    ],
)
def test_what_is_refused_is_refused_at_the_same_place(tmp_path: Path, text: str, place: str) -> None:
    path = tmp_path / "pack.yaml"
    path.write_text(text)
    line, _, column = place.partition(":")
    with pytest.raises(InvalidRules, match=rf"\(line {line}, column {column}\)"):
        read_pack(path)
    with pytest.raises(HookconformError) as caught:
        load_yaml(path)
    assert caught.value.where == f"{path}:{place}"


PIECES = st.sampled_from(
    [
        *("a", "b", "1", "-1", "+0", "01", "0x1", "1_0", "1.0", "1e3", ".inf", "2026-11-21", "2026-11-21 08:00:00"),
        *("true", "True", "yes", "on", "y", "false", "null", "Null", "~", "", "''", '"1"', "'true'", "<<", "=", "é"),
        *("&x ", "&y ", "*x", "*y", "! ", "!!str ", "!!int ", "!!map ", "!!seq ", "!!set ", "!!null ", "!t "),
        *(": ", ", ", "- ", "? ", "[", "]", "{", "}", "\n", "\n  ", "\n- ", "|\n ", ">\n ", "# c", "---\n", "...\n"),
        *("%YAML 1.1\n---\n", "\t", "\x00", "\ud800", "\u2028", "\\", '"', "'", "@", "`", "%"),
    ]
)


def _outcome(read: Any, text: str) -> Any:
    """Return the value as text that tells types apart, or the place where it is refused."""
    try:
        return repr(read(text))
    except StrictYamlError as error:
        return f"t:{error.line}:{error.column}" if error.line else "t"
    except HookconformError as error:
        return error.where


@pytest.mark.whole
@settings(max_examples=1500, deadline=None)
@given(st.lists(PIECES, max_size=12).map("".join))
@example("[" * 201 + "]" * 201)
@example("[" * 202 + "]" * 202)
@example("{a: " * 201 + "1" + "}" * 201)
@example("&x [*x]")
@example("&x {a: *x}")
@example("[&x [1], *x, &x [2], *x]")
@example("[&x 1, &y [*x, &x [*y]]]")
@example("? &x a\n: *x\n? *x\n: 1")
@example("{true: 1, 1: 2}")
@example("{~: 1, : 2}")
@example("- ! 5\n- ! true\n- !!str 5\n- !!int 5")
def test_both_readers_give_every_text_the_same_meaning(text: str) -> None:
    assert _outcome(lambda text: parse_yaml(text, where="t"), text) == _outcome(load, text)


def test_without_pyyaml_a_pack_in_yaml_is_refused_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "pack.yaml"
    path.write_text(RULE.format(name="r"))
    right = builtins.__import__

    def without_yaml(name: str, *arguments: Any) -> Any:
        if name == "hook_adapters.rules.strict_yaml":
            raise ModuleNotFoundError("No module named 'yaml'", name="yaml")
        return right(name, *arguments)

    monkeypatch.setattr(builtins, "__import__", without_yaml)
    with pytest.raises(InvalidRules, match=r"hook-adapters\[yaml\]"):
        read_pack(path)

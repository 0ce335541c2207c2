"""The tables: no row without a declared argument, no canonical name that the vocabulary lacks, nothing said twice."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from tests.support.facade_tables import CANONICAL, REGISTRY, TABLES, all_facades, rows

from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.vocabulary import load_vocabulary
from tool_facades import FacadeError, ToolFacade
from tool_facades.mapping import Mapping

DOCS = corpus_root().parent / "docs" / "facades.md"
# Keys that a row may have.
ROW_KEYS = {
    "tool", "names", "arguments", "groups", "single", "each", "text", "absent", "fill", "lenient", "advisory",
    "neutral", "describe", "description", "hints",
}  # fmt: skip

# What hooks are told that a call was of.
HOOKED_AS = {
    ("codex", "exec_command"): "Bash",
    ("letta", "Agent"): "Task",
    ("letta", "glob"): "glob_gemini",
    ("letta", "read_file"): "read_file_gemini",
    ("letta", "write_file"): "write_file_gemini",
}
# Arguments of events that say again what others say.
OF_EVENTS = {"file_paths"}


def vocabulary_of(tool: str) -> set[str]:
    raw: dict[str, Any] = yaml.safe_load((corpus_root() / "vocabulary.yaml").read_text(encoding="utf-8"))
    return {*raw["tools"][tool]["arguments"], *raw["facade_arguments"].get(tool, ())} - OF_EVENTS


def test_the_canonical_arguments_are_those_of_the_vocabulary() -> None:
    assert {tool: set(said["arguments"]) for tool, said in CANONICAL.items()} == {
        tool: vocabulary_of(tool) for tool in CANONICAL
    }
    assert set(load_vocabulary().tools) - CANONICAL.keys() == {"Delete"}  # no recorded program declares one


def test_the_page_lists_the_canonical_arguments() -> None:
    text = DOCS.read_text(encoding="utf-8").partition("## Canonical arguments")[2].partition("\n## ")[0]
    listed: dict[str, list[str]] = {}
    for line in text.splitlines():
        if line.startswith("| `"):
            tool, said = (part.strip() for part in line.strip("|").split("|", 1))
            outside = re.sub(r"\[.*?\]|\(.*?\)", "", re.sub(r"\[[^\[\]]*\]", "", said))
            listed[tool.strip("`")] = re.findall(r"`([^`]+)`", outside)
    assert {tool: sorted(names) for tool, names in listed.items()} == {
        tool: sorted(said["arguments"]) for tool, said in CANONICAL.items()
    }


def test_the_defaults_are_those_of_the_vocabulary() -> None:
    raw: dict[str, Any] = yaml.safe_load((corpus_root() / "vocabulary.yaml").read_text(encoding="utf-8"))
    words = {"is": "default"}
    wanted = {
        (tool, name): {words.get(word, word): value for word, value in said.items()}
        for tool, row in raw["facade_defaults"].items()
        for name, said in row.items()
    }
    keys = {"default", "at_least", "may_differ", "unless"}
    assert wanted == {
        (tool, name): {key: value for key, value in schema.items() if key in keys}
        for tool, said in CANONICAL.items()
        for name, schema in said["arguments"].items()
        if keys & schema.keys()
    }


def test_required_and_advisory_arguments_are_arguments() -> None:
    for said in CANONICAL.values():
        assert set(said.get("required", ())) <= said["arguments"].keys()
        assert {place.split("/")[0] for place in said["advisory"]} <= said["arguments"].keys()


@pytest.mark.parametrize("provider", TABLES)
def test_a_row_speaks_of_declared_arguments_alone(provider: str) -> None:
    facades = [one for one in all_facades() if one.provider == provider]
    for row in TABLES[provider]["tools"]:
        mine = [one for one in facades if one.tool_name in row["names"]]
        assert {one.tool_name for one in mine} == set(row["names"]), "a name that was never declared"
        there = {name for one in mine for schema in one.parameters for name in schema.get("properties", {})}
        assert Mapping(row, CANONICAL[row["tool"]]["arguments"]).natives <= there, row["names"]
        assert row.get("describe", {}).keys() <= there, row["names"]
        own = {*row.get("advisory", ()), *row.get("neutral", {})}
        assert own <= there - row.get("arguments", {}).keys(), row["names"]


@pytest.mark.parametrize("provider", TABLES)
def test_a_row_speaks_of_canonical_arguments_alone(provider: str) -> None:
    for row in TABLES[provider]["tools"]:
        assert row.keys() <= ROW_KEYS
        known = {"/".join(place) for place in _places(CANONICAL[row["tool"]]["arguments"])}
        assert set(_canonical_places(row)) <= known, row["names"]


def _places(properties: dict[str, Any]) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for name, schema in properties.items():
        inner = schema.get("items", {}).get("properties", {})
        found += [(name,), *((name, *place) for place in _places(inner))]
    return found


def _canonical_places(row: dict[str, Any], at: str = "") -> list[str]:
    found = [at + name for name in row.get("absent", {})] + [at + name for name in row.get("hints", {})]
    for said in row.get("arguments", {}).values():
        one = {"to": said} if isinstance(said, str) else said
        names = [one["to"]] if "to" in one else [one["one"], one["many"]]
        found += [at + name for name in names]
        if isinstance(one.get("items"), dict):
            found += _canonical_places(one["items"], f"{at}{one['to']}/")
        elif "items" in one:
            found.append(f"{at}{one['to']}/{one['items']}")
    for key in ("single", "each"):
        if key in row and isinstance(row[key]["items"], dict):
            found += _canonical_places(row[key]["items"], f"{at}{row[key]['to']}/" if key == "single" else at)
        elif key in row:
            found.append(at + row[key]["items"])
    return found + ([at + row["text"]] if "text" in row else [])


@pytest.mark.parametrize("provider", TABLES)
def test_a_tool_has_the_canonical_name_of_its_claim(provider: str) -> None:
    claims = load_platform(TABLES[provider]["platform"]).tools
    for row in TABLES[provider]["tools"]:
        for name in row["names"]:
            claim = claims.get(HOOKED_AS.get((provider, name), name)) or claims[name.rpartition(".")[2]]
            assert (claim.canonical or claim.native) == row["tool"], name


def test_a_name_stands_in_one_row() -> None:
    for provider, table in TABLES.items():
        names = [name for row in table["tools"] for name in row["names"]]
        assert len(names) == len(set(names)), provider


def test_a_filling_is_of_an_argument_that_is_required_somewhere() -> None:
    for provider, row in rows():
        mine = [one for one in all_facades() if one.provider == provider and one.tool_name in row["names"]]
        required = {name for one in mine for schema in one.parameters for name in schema.get("required", ())}
        assert row.get("fill", {}).keys() <= required, row["names"]


def test_no_description_of_a_vendor_is_shipped() -> None:
    assert not [one for facade in all_facades() for one in facade.parameters if "description" in str(one.get("title"))]
    for facade in all_facades():
        for schema in facade.parameters:
            assert not list(_texts(schema)), facade


def _texts(schema: Any) -> list[str]:
    if isinstance(schema, list):
        return [text for item in schema for text in _texts(item)]
    if not isinstance(schema, dict):
        return []
    here = [schema[key] for key in ("description", "title", "examples") if isinstance(schema.get(key), str)]
    return here + [
        text
        for key, value in schema.items()
        for text in (_texts(list(value.values())) if key == "properties" else _texts(value))
    ]


def test_ones_own_facade_is_mapped_as_the_others() -> None:
    registry = type(REGISTRY)()
    schema = {"type": "object", "properties": {"cmd": {"type": "string"}}, "required": ["cmd"]}
    mine = ToolFacade("mine", "sh", "Bash", [schema], {"arguments": {"cmd": "command"}})
    registry.register(mine)
    assert "mine" in registry.providers()
    assert registry.tool("mine", "sh") is mine
    assert (mine.family, mine.version) == ("any", "own")
    assert registry.to_native("mine", "Bash", {"command": "ls"}).calls[0].arguments == {"cmd": "ls"}
    with pytest.raises(FacadeError):
        REGISTRY.tool("mine", "sh")


def test_ones_own_facade_takes_the_place_of_a_shipped_one() -> None:
    registry = type(REGISTRY)()
    mine = ToolFacade(
        "claude", "Bash", "Bash", [{"properties": {"command": {}}}], {"arguments": {"command": "command"}}
    )
    registry.register(mine)
    assert registry.tool("claude", "Bash") is mine
    assert [one for one in registry.tools_for_provider("claude") if one.tool_name == "Bash"] == [mine]
    assert registry.tool("claude", "Read").version == registry.versions("claude")[-1]

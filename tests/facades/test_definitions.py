"""What a facade offers is what the real program was recorded to declare."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from tests.support.facade_tables import FOLDER, REGISTRY, TABLES, all_facades, declared, given, named

from hookconform.corpus.claims import load_platform
from hookconform_lab.publish import facade_declarations
from tool_facades import FacadeError, ToolFacade
from tool_facades.canonical_tools import canonical_tool
from tool_facades.definitions import descriptions

NEWEST = list(all_facades(newest=True))
# What programs declare under a name that claims map, and no facade offers.
WITHOUT_FACADE = {
    ("codex", "functions.request_user_input_async"): "asks without waiting for the answer",
    ("copilot", "update_todo"): "a text of its own in the place of a list",
    ("gemini", "cli_help"): "one tool an agent, before there was one for all",
    ("gemini", "codebase_investigator"): "one tool an agent, before there was one for all",
    ("gemini", "delegate_to_agent"): "each agent has an argument of its own for what to do",
    ("gemini", "generalist"): "one tool an agent, before there was one for all",
    ("grok", "hashline_edit"): "its anchors are hashes of lines, which only the program tells",
    ("hermes", "process"): "one tool for all that is done with a command in the background",
    ("kilo", "background_process"): "one tool for all that is done with a command in the background",
    ("kimi", "AgentSwarm"): "several agents from a template",
    ("puppy", "browser_initialize"): "starts the browser, with a page or without",
    ("puppy", "delete_file"): "no canonical tool of facades takes a file away",
    ("puppy", "delete_snippet"): "takes a text out, which replace_in_file says too",
    ("vscode", "insert_edit_into_file"): "a sketch of a file that another model applies",
}


def without(schema: Any, *names: str) -> Any:
    """Return a schema without its own words for people."""
    if isinstance(schema, list):
        return [without(item, *names) for item in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: without(item, *names) for name, item in value.items()}
        if key == "properties"
        else without(value, *names)
        for key, value in schema.items()
        if key not in names
    }


def offered(schema: Any) -> Any:
    """Return a recorded schema as it can be offered elsewhere: without the names of what one machine has installed."""
    if isinstance(schema, list):
        return [offered(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    left_out = ("enum", "environment") if schema.get("environment") else ()
    return {key: offered(value) for key, value in schema.items() if key not in left_out}


def of(provider: str, facades: Iterable[ToolFacade]) -> list[ToolFacade]:
    """Return those facades that are of a provider; there are some."""
    found = [one for one in facades if one.provider == provider]
    assert found
    return found


@pytest.mark.parametrize("provider", TABLES)
def test_the_parameters_are_those_that_were_recorded(provider: str) -> None:
    for facade in of(provider, all_facades()):
        forms = given(provider, facade.version, facade.family)[facade.tool_name]
        recorded = [offered(one) for one in forms if one is not None]
        different = [one for number, one in enumerate(recorded) if one not in recorded[:number]]
        assert list(facade.parameters) == different, named(facade)
        assert facade.free_text == (not recorded), named(facade)


@pytest.mark.parametrize("provider", TABLES)
def test_a_definition_adds_nothing_but_descriptions(provider: str) -> None:
    for facade in of(provider, NEWEST):
        if facade.free_text:
            continue
        definition = facade.definition("responses")
        space, _, name = facade.tool_name.rpartition(".")
        if space:
            assert definition["name"] == space
            (definition,) = definition["tools"]
        assert definition["name"] == name
        assert definition["description"].endswith(".")
        recorded = [offered(one) for one in declared(provider, facade.version)[facade.tool_name]["parameters"]]
        shown = without(definition["parameters"], "description")
        assert any(shown == {"properties": {}, **without(one, "description")} for one in recorded), named(facade)


@pytest.mark.parametrize("provider", TABLES)
def test_every_parameter_at_the_top_is_described(provider: str) -> None:
    for facade in of(provider, all_facades()):
        described = descriptions(facade.row, canonical_tool(facade.canonical))
        assert {name for schema in facade.parameters for name in schema.get("properties", {})} <= described.keys()
        assert all(text.endswith(".") for text in described.values())


@pytest.mark.parametrize("provider", TABLES)
def test_every_mapped_tool_that_was_declared_has_a_facade(provider: str) -> None:
    claims = load_platform(TABLES[provider]["platform"]).tools
    for version in REGISTRY.versions(provider):
        mine = {
            one.tool_name
            for family in REGISTRY.families(provider, version)
            for one in REGISTRY.tools_for_provider(provider, family, version)
        }
        mapped = {
            name
            for name in declared(provider, version)
            if (claim := claims.get(name) or claims.get(name.rpartition(".")[2])) and claim.canonical
        }
        assert {name for name in mapped - mine if (provider, name) not in WITHOUT_FACADE} == set()


def test_the_shipped_declarations_are_those_of_the_corpus() -> None:
    assert facade_declarations.outdated(FOLDER) == []


def test_a_version_has_only_what_is_other_than_before() -> None:
    table = TABLES["codex"]
    family, *_ = table["families"]
    first, second = sorted({name for row in table["tools"] for name in row["names"]})[:2]
    tool = {"parameters": [{"type": "object"}], "declared_in": ["a"]}
    known: dict[str, dict[str, Any]] = {
        "1.0": {first: tool, second: tool},
        "1.1": {first: tool, second: tool},
        "1.2": {first: {**tool, "parameters": [{"type": "array"}]}},
        "1.10": {},
    }
    assert facade_declarations.declarations(table, known)["versions"] == {
        "1.0": {family: {first: [0], second: [0]}},
        "1.1": {},
        "1.2": {family: {first: [1], second: None}},
        "1.10": {family: None},
    }


@pytest.mark.parametrize("provider", TABLES)
def test_the_tools_of_every_version_are_those_that_the_corpus_says_of_it(provider: str) -> None:
    mapped = {name for row in TABLES[provider]["tools"] for name in row["names"]}
    for version in REGISTRY.versions(provider):
        for family in REGISTRY.families(provider, version):
            facades = REGISTRY.tools_for_provider(provider, family, version)
            there = given(provider, version, family).keys() & mapped
            assert {one.tool_name for one in facades} == there, (version, family)


def test_a_family_that_a_recording_left_out_keeps_the_tools_that_it_had() -> None:
    table = TABLES["copilot"]
    both, one, other = (
        {"parameters": [{"type": kind}], "declared_in": places}
        for kind, places in (
            ("object", ["claude-model", "gpt-model"]),
            ("array", ["gpt-model"]),
            ("null", ["claude-model"]),
        )
    )
    changed = {"parameters": [{"type": "string"}], "declared_in": ["claude-model"]}
    recorded = {"1.0": {"bash": both, "rg": one, "grep": other}, "1.1": {"bash": changed}, "1.2": {"bash": both}}
    shipped = facade_declarations.declarations(table, recorded)
    schemas = [one["type"] for one in shipped["schemas"]]
    assert {
        version: {family: {name: schemas[n] for name, (n,) in tools.items()} for family, tools in families.items()}
        for version, families in resolved(shipped["versions"]).items()
    } == {
        "1.0": {"claude": {"bash": "object", "grep": "null"}, "gpt": {"bash": "object", "rg": "array"}},
        "1.1": {"claude": {"bash": "string"}, "gpt": {"bash": "object", "rg": "array"}},
        "1.2": {"claude": {"bash": "object"}, "gpt": {"bash": "object"}},
    }
    # What no later recording shows again may be gone.
    gone = facade_declarations.declarations(table, {"1.0": recorded["1.0"], "1.1": recorded["1.1"]})
    assert gone["versions"]["1.1"]["gpt"] is None


def resolved(versions: dict[str, Any]) -> dict[str, Any]:
    """Return each version whole, of changes against the one before (RFC 7396)."""

    def merged(old: Any, new: Any) -> Any:
        if not isinstance(old, dict) or not isinstance(new, dict):
            return new
        both = {**old, **{key: merged(old.get(key), value) for key, value in new.items()}}
        return {key: value for key, value in both.items() if value is not None}

    found: dict[str, Any] = {}
    whole: Any = {}
    for version, changes in versions.items():
        whole = found[version] = merged(whole, changes)
    return found


def changed_in_one_place(schema: Any) -> Iterator[Any]:
    """Yield copies of a schema with one key left out, one value changed, or one name added."""
    if isinstance(schema, list):
        for number, item in enumerate(schema):
            yield [*schema[:number], *schema[number + 1 :]]
            yield from ([*schema[:number], other, *schema[number + 1 :]] for other in changed_in_one_place(item))
    elif isinstance(schema, dict):
        for key, value in schema.items():
            yield {name: item for name, item in schema.items() if name != key}
            yield from ({**schema, key: other} for other in changed_in_one_place(value))
        yield {**schema, "minLength": 7}
    elif isinstance(schema, bool):
        yield not schema
    elif isinstance(schema, str):
        yield schema + "x"
    elif schema is not None:
        yield schema + 1


@pytest.mark.parametrize("provider", TABLES)
def test_a_declaration_changed_in_one_place_is_noticed(provider: str) -> None:
    table = TABLES[provider]
    version = REGISTRY.versions(provider)[-1]
    tools = declared(provider, version)
    names = {one.tool_name for one in NEWEST if one.provider == provider}
    seen = 0
    for name in names:
        recorded = tools[name]
        shipped = facade_declarations.declarations(table, {version: {name: recorded}})
        for number, schema in enumerate(recorded["parameters"]):
            for other in changed_in_one_place(schema):
                parameters = [*recorded["parameters"][:number], other, *recorded["parameters"][number + 1 :]]
                if {repr(offered(one)) for one in parameters} == {repr(offered(one)) for one in recorded["parameters"]}:
                    continue  # another name of what is installed on one machine
                changed = {version: {name: {**recorded, "parameters": parameters}}}
                assert facade_declarations.declarations(table, changed) != shipped, (name, other)
                seen += 1
    assert seen > 50


def test_the_five_interfaces_have_their_own_words() -> None:
    facade = REGISTRY.tool("kimi", "FetchURL")
    schema = {
        "type": "object",
        "required": ["url"],
        "additionalProperties": False,
        "properties": {"url": {"description": "Its address.", "type": "string"}},
    }
    shipped = without(facade.definition("messages")["input_schema"], "description")
    schema = {**shipped, "properties": {"url": {"description": "Its address.", **shipped["properties"]["url"]}}}
    head = {"name": "FetchURL", "description": "Fetch a page."}
    assert facade.definition("messages") == {**head, "input_schema": schema}
    assert facade.definition("responses") == {"type": "function", **head, "parameters": schema, "strict": False}
    assert facade.definition("chat") == {"type": "function", "function": {**head, "parameters": schema}}
    assert facade.definition("gemini") == {**head, "parametersJsonSchema": schema}
    assert facade.definition("mcp") == {**head, "inputSchema": schema}


def test_a_definition_is_the_callers_own() -> None:
    facade = REGISTRY.tool("gemini", "run_shell_command")
    facade.definition("mcp")["inputSchema"]["properties"].clear()
    assert "command" in facade.definition("mcp")["inputSchema"]["properties"]


def test_free_text_is_offered_where_there_is_a_word_for_it() -> None:
    facade = REGISTRY.tool("codex", "apply_patch")
    responses = facade.definition("responses")
    assert (responses["type"], responses["name"]) == ("custom", "apply_patch")
    assert (responses["format"]["type"], responses["format"]["syntax"]) == ("grammar", "lark")
    assert facade.definition("chat")["custom"]["format"]["grammar"]["syntax"] == "lark"
    for api in ("messages", "gemini", "mcp"):
        with pytest.raises(FacadeError, match="text_as='input'") as caught:
            facade.definition(api)
        assert caught.value.code == "no-free-text"


def test_a_namespace_is_offered_where_there_is_a_word_for_it() -> None:
    facade = REGISTRY.tool("codex", "multi_agent_v1.spawn_agent")
    definition = facade.definition("responses")
    assert (definition["type"], definition["name"]) == ("namespace", "multi_agent_v1")
    assert [tool["name"] for tool in definition["tools"]] == ["spawn_agent"]
    with pytest.raises(FacadeError) as caught:
        facade.definition("messages")
    assert caught.value.code == "no-namespace"


def test_choices_of_the_machine_are_the_callers() -> None:
    facade = REGISTRY.tool("gemini", "activate_skill")
    for choices in (["invoices", "letters"], ("invoices", "letters"), {"invoices": 1, "letters": 2}.keys()):
        shown = facade.definition("gemini", {"name": choices})["parametersJsonSchema"]
        assert shown["properties"]["name"]["enum"] == ["invoices", "letters"]
    with pytest.raises(FacadeError, match="'name' was perhaps meant") as caught:
        facade.definition("gemini", {"nmae": []})
    assert caught.value.code == "unknown-argument"


@pytest.mark.parametrize(
    ("choices", "where"),
    [
        (["name"], ""),
        ("name", ""),
        (0, ""),
        ({"name": "invoices"}, " name"),
        ({"name": 5}, " name"),
        ({"name": None}, " name"),
        ({"name": [5]}, " name"),
        ({"name": {"a": "b"}}, " name"),
        ({"name": b"ab"}, " name"),
    ],
)
@pytest.mark.parametrize(("provider", "tool"), [("gemini", "activate_skill"), ("codex", "apply_patch")])
def test_choices_are_lists_of_texts_by_name(provider: str, tool: str, choices: Any, where: str) -> None:
    with pytest.raises(FacadeError) as caught:
        REGISTRY.tool(provider, tool).definition("responses", choices)
    assert (caught.value.code, caught.value.where) == ("wrong-argument", f"{provider} {tool}{where}")


def test_a_tool_of_free_text_has_no_choices() -> None:
    with pytest.raises(FacadeError) as caught:
        REGISTRY.tool("codex", "apply_patch").definition("responses", {"patch": ["a"]})
    assert (caught.value.code, caught.value.where) == ("unknown-argument", "codex apply_patch patch")


@pytest.mark.parametrize("api", [None, 5, [], {}, ["messages"], b"messages"])
def test_an_interface_is_named_by_a_text(api: Any) -> None:
    with pytest.raises(FacadeError) as caught:
        REGISTRY.tool("claude", "Bash").definition(api)
    assert caught.value.code == "unknown-api"


def test_an_unknown_interface_is_refused() -> None:
    with pytest.raises(FacadeError, match="'messages' was perhaps meant") as caught:
        REGISTRY.tool("claude", "Bash").definition("message")
    assert caught.value.code == "unknown-api"

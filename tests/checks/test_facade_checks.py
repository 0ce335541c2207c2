"""Each kind of answer about a facade is judged for what is wrong with it, and for nothing else."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from tests.support.facade_judged import (
    CALL,
    DECIDED,
    FROM,
    ILL,
    MEANING,
    OFFER,
    REFUSED,
    ROUND,
    SCHEMA,
    TO_CANONICAL,
    TO_NATIVE,
    TOOLS,
    canonical,
    filled,
    mapped,
    native,
    places,
)

from hookconform.attach.calls import CANNOT_MAP, Broken, Refusal, Result
from hookconform.checks.facade.answers import Mapped
from hookconform.checks.facade.mapping import without_filled
from hookconform.checks.facade.questions import Again, first_question, judged
from hookconform.checks.outcome import Judgement, Outcome
from hookconform.corpus import schemas
from hookconform.corpus.facade_case import FacadeCase
from hookconform.corpus.facade_table import NativeCall


@pytest.mark.parametrize("case", [TOOLS, TO_CANONICAL, ROUND, TO_NATIVE, FROM], ids=lambda case: case.variant)
def test_what_is_asked_follows_the_protocol(case: FacadeCase) -> None:
    asked = first_question(case)
    request = {"jsonrpc": "2.0", "id": 1, "method": asked.method, "params": asked.params}
    schema = schemas.load_schema("protocol")
    jsonschema.Draft202012Validator({**schema["$defs"][f"{asked.method}_params"], "$defs": schema["$defs"]}).validate(
        request["params"]
    )


def changed(**change: Any) -> dict[str, Any]:
    """Return the offer with one property of its schema put in another form."""
    return {"tools": [{**OFFER["tools"][0], "parameters": {**SCHEMA, **change}}, OFFER["tools"][1]]}


PROPERTIES: dict[str, Any] = SCHEMA["properties"]  # type: ignore[assignment]


@pytest.mark.parametrize(
    ("offer", "found"),
    [
        (OFFER, []),
        (changed(description="words", properties={**PROPERTIES, "path": {"type": "string", "description": "a"}}), []),
        (changed(required=["why", "path"]), []),
        (changed(required=["path"]), ["/tools/edit/parameters/required"]),
        (
            changed(properties={**PROPERTIES, "path": {"type": "number"}}),
            ["/tools/edit/parameters/properties/path/type"],
        ),
        (
            changed(properties={**PROPERTIES, "path": {"type": "string", "enum": ["a"]}}),
            ["/tools/edit/parameters/properties/path/enum"],
        ),
        (
            changed(properties={**PROPERTIES, "mode": {"type": "string", "enum": ["a"]}}),
            ["/tools/edit/parameters/properties/mode/enum"],
        ),
        ({"tools": OFFER["tools"][:1]}, ["/tools/patch"]),
        ({"tools": [*OFFER["tools"], {"name": "new", "canonical": "Edit", "parameters": {}}]}, ["/tools/new"]),
        (
            {"tools": [*OFFER["tools"], {"name": "own", "canonical": "Edit", "parameters": {"type": "object"}}]},
            ["/tools/own/canonical"],
        ),
        ({"tools": [*OFFER["tools"], {"name": "a~b/c", "canonical": "Edit", "parameters": {}}]}, ["/tools/a~0b~1c"]),
        ({"tools": [{**OFFER["tools"][0], "canonical": "Write"}, OFFER["tools"][1]]}, ["/tools/edit/canonical"]),
        (
            {"tools": [OFFER["tools"][0], {**OFFER["tools"][1], "parameters": {"type": "object"}}]},
            ["/tools/patch/parameters"],
        ),
    ],
)
def test_tools_are_offered_as_declared(offer: dict[str, Any], found: list[str]) -> None:
    # Names of what one machine has installed are left out.
    without = {name: item for name, item in PROPERTIES.items() if name != "agent"} | {"agent": {"type": "string"}}
    for tool in offer["tools"]:
        if tool["parameters"] and "agent" in tool["parameters"].get("properties", {}):
            kept = {**without, **{k: v for k, v in tool["parameters"]["properties"].items() if k != "agent"}}
            tool["parameters"] = {**tool["parameters"], "properties": kept}
    assert places(TOOLS, Result(offer)) == found


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (mapped(canonical(**MEANING)), []),
        (mapped(canonical(**MEANING, offset=1)), ["/calls/0/arguments/offset"]),
        (mapped(canonical(file_path="a", description="w")), ["/calls/0/arguments/replace_all"]),
        (mapped({"tool": "Write", "arguments": MEANING}), ["/calls/0/tool"]),
        (mapped(canonical(**MEANING), canonical(**MEANING)), ["/calls"]),
        (mapped(canonical(**MEANING), native_only={"tag": 1}), ["/native_only/tag"]),
        (mapped(canonical(**MEANING), dropped=["x"]), ["/dropped"]),
        (mapped(canonical(**MEANING), filled=filled(x=1)), ["/filled"]),
    ],
)
def test_a_call_means_what_its_row_says(answer: Result, found: list[str]) -> None:
    assert places(TO_CANONICAL, answer) == found


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (mapped(native(path="a", why="any words"), filled=filled(why="any words")), []),
        (mapped(native(path="a", why="w")), ["/calls/0/arguments/why", "/filled"]),
        (mapped(native(path="a", why="w"), filled=filled(why="other")), ["/filled/why"]),
        (mapped(native(path="a", why="w", all=False), filled=filled(why="w")), ["/calls/0/arguments/all"]),
        (mapped(native(path="a"), filled=filled(why="w")), ["/calls/0", "/filled/why"]),
        (mapped(native(path="a", why="w"), filled=filled(why="w"), dropped=["description"]), ["/dropped"]),
        (
            mapped({"tool": "edit2", "arguments": {"path": "a", "why": "w"}}, filled=filled(why="w")),
            ["/calls/0/tool", "/calls/0"],
        ),
    ],
)
def test_a_canonical_call_becomes_the_calls_of_its_row(answer: Result, found: list[str]) -> None:
    assert places(TO_NATIVE, answer) == found


def test_a_value_that_decides_what_a_call_does_is_not_filled_in_at_will() -> None:
    said = [mapped(native(path="a", why=word), filled=filled(why=word)) for word in ("w", "any words")]
    assert [places(DECIDED, one) for one in said] == [[], ["/filled/why"]]
    assert places(DECIDED, mapped(native(path="a"))) == ["/filled", "/calls/0"]


def test_what_was_filled_in_is_taken_out_where_it_stands() -> None:
    given = {"items": [{"id": "1", "say": "a"}, {"id": "2", "say": "b"}], "deep": {"id": "3"}, "id": "4"}
    got = Mapped((NativeCall("t", given), NativeCall("free", "text")), (("items/0/id", "1"), ("id", "4")), (), {})
    rest = {"items": [{"say": "a"}, {"id": "2", "say": "b"}], "deep": {"id": "3"}}
    assert without_filled(got) == (NativeCall("t", rest), NativeCall("free", "text"))


def test_words_within_one_of_several_schemas_say_nothing_and_their_types_do() -> None:
    def either(second: dict[str, Any]) -> dict[str, Any]:
        return {"type": "object", "properties": {"a": {"anyOf": [{"type": "string", "description": "x"}, second]}}}

    case = replace(TOOLS, declared={"edit": [either({"type": "null"})]}, needed=frozenset({"edit"}))
    for second, found in (({"type": "null", "title": "t"}, []), ({"type": "number"}, ["/tools/edit/parameters"])):
        offer = {"name": "edit", "canonical": "Edit", "parameters": either(second)}
        assert [place[:22] for place in places(case, Result({"tools": [offer]}))] == found


FORM: dict[str, Any] = {"type": "object", "required": ["path"], "properties": {"path": {"type": "string"}}}
OTHER: dict[str, Any] = {"type": "object", "properties": {"path": {"type": "string"}}}
TYPED: dict[str, Any] = {**FORM, "properties": {"path": {"type": "number"}}}


@pytest.mark.parametrize(
    ("forms", "found"),
    [
        (None, []),
        ([FORM, OTHER], []),
        ([OTHER, FORM], []),
        ([OTHER, {**FORM, "description": "words"}, FORM], []),
        ([FORM], ["/tools/edit/forms"]),
        ([], ["/tools/edit/forms", "/tools/edit/forms"]),
        ([FORM, OTHER, TYPED], ["/tools/edit/forms/2/properties/path/type"]),
        ([FORM, OTHER, None], ["/tools/edit/forms/2"]),
    ],
)
def test_forms_are_judged_whole_where_they_are_said(forms: list[Any] | None, found: list[str]) -> None:
    case = replace(TOOLS, declared={"edit": [FORM, OTHER]}, needed=frozenset({"edit"}))
    edit = {"name": "edit", "canonical": "Edit", "parameters": FORM} | ({} if forms is None else {"forms": forms})
    assert places(case, Result({"tools": [edit]})) == found


@pytest.mark.parametrize("forms", [{}, "all", [1], [[SCHEMA]]], ids=str)
def test_forms_are_a_list_of_schemas(forms: Any) -> None:
    answer = judged(TOOLS, Result({"tools": [{**OFFER["tools"][0], "forms": forms}, OFFER["tools"][1]]}))
    assert isinstance(answer, Judgement)
    assert answer.outcome is Outcome.ERROR
    assert "`forms` that are no list of schemas" in answer.message


def test_what_cannot_be_said_is_refused_and_nothing_else() -> None:
    refusal = Refusal(CANNOT_MAP, "no")
    assert places(REFUSED, refusal) == places(ILL, refusal) == places(FROM, refusal) == []
    assert "no such tool" in places(REFUSED, mapped(native(path="a", why="w")))[0]
    assert "why is missing" in places(ILL, mapped(canonical(**MEANING)))[0]
    for case in (TOOLS, TO_CANONICAL, ROUND, TO_NATIVE):
        assert places(case, refusal)[0].startswith("refused")


@pytest.mark.parametrize(
    ("first", "back", "found"),
    [
        (mapped(canonical(**MEANING)), mapped({"tool": "edit", "arguments": CALL.given}), []),
        (mapped(canonical(**MEANING)), mapped(native(path="a", why="w")), ["/calls/0/given/all"]),
        (mapped(canonical(**MEANING)), mapped(native(path="a", why="w", all=True), dropped=["x"]), ["/dropped"]),
        (
            mapped(canonical(**MEANING)),
            mapped(native(path="a", why="w", all=True), filled=filled(why="w")),
            ["/filled"],
        ),
        (mapped(canonical(path="a")), None, ["/calls/0/arguments/path"]),
        (mapped({"tool": "edit", "arguments": {}}), None, ["/calls/0/tool"]),
        (mapped(canonical(**MEANING), dropped=["description"]), None, ["/dropped"]),
    ],
)
def test_a_recorded_call_comes_back(first: Result, back: Result | None, found: list[str]) -> None:
    assert places(ROUND, first, *([back] if back else [])) == found


@pytest.mark.parametrize(
    ("said", "back", "found"),
    [
        (mapped(native(path="a", why="w", all=True)), canonical(**MEANING), []),
        (mapped(native(path="a", why="w")), canonical(file_path="a", description="w"), ["/calls/0/replace_all"]),
        (
            mapped(native(path="a", why="x", all=True), filled=filled(why="x"), dropped=["description"]),
            canonical(file_path="a", replace_all=True),
            [],
        ),
        (mapped(native(path="a", why="w", all=True)), canonical(**MEANING, content="new"), ["/calls/0/content"]),
        (mapped(native(path="a", why="w", all=True), filled=filled(why="w")), canonical(**MEANING, content="new"), []),
        (
            mapped(native(path="b", why="w", all=True)),
            canonical(**{**MEANING, "file_path": "b"}),
            ["/calls/0/file_path"],
        ),
        (mapped(native(path="a", why=1, all=True)), None, ["/calls/0"]),
        (mapped(native(path="a", why="w", all=True), dropped=["nothing"]), None, ["/dropped"]),
        (mapped(native(path="a", why="w", all=True), filled=filled(mode="b")), None, ["/filled/mode"]),
    ],
)
def test_nothing_is_lost_on_the_way_to_another_tool(
    said: Result, back: dict[str, Any] | None, found: list[str]
) -> None:
    assert places(FROM, said, *([mapped(back)] if back else [])) == found


def test_a_value_that_a_tool_has_anyway_is_no_loss() -> None:
    case = replace(FROM, canonical=({"file_path": "a", "replace_all": False, "limit": 5},))
    said, back = mapped(native(path="a", why="w"), filled=filled(why="w")), mapped(canonical(file_path="a"))
    assert places(case, said, back) == ["/calls/0/limit"]
    assert places(replace(case, had_anyway={"limit": [5]}), said, back) == []


def test_a_value_in_a_list_is_had_anyway_whatever_its_place() -> None:
    case = replace(FROM, canonical=({"questions": [{"question": "a"}, {"question": "b", "type": "choice"}]},))
    said = mapped(native(path="a", why="w"), filled=filled(why="w"))
    back = mapped(canonical(questions=[{"question": "a"}, {"question": "b"}]))
    assert places(case, said, back) == ["/calls/0/questions/1/type"]
    assert places(replace(case, had_anyway={"questions/type": ["choice"]}), said, back) == []


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        ({"url": "x://a"}, {"url": "x://a", "prompt": "x://a"}, []),
        ({"urls": ["x://a", "x://b"]}, {"url": "x://a", "urls": ["x://a", "x://b"], "prompt": "x://a x://b"}, ["url"]),
        ({"url": "x://a"}, {"url": "x://a", "prompt": "x://a now"}, ["prompt"]),
        ({"url": "x://a"}, {"url": "x://a", "prompt": ""}, ["prompt"]),
        ({"url": "x://a", "prompt": "why"}, {"url": "x://a", "prompt": "x://a"}, ["prompt"]),
    ],
)
def test_a_question_of_addresses_alone_is_no_question(
    before: dict[str, Any], after: dict[str, Any], found: list[str]
) -> None:
    case = replace(FROM, tool="WebFetch", canonical=(before,))
    back = mapped({"tool": "WebFetch", "arguments": after})
    assert places(case, mapped(native(path="a", why="w")), back) == [f"/calls/0/{name}" for name in found]


def test_a_call_without_arguments_has_none_to_lose() -> None:
    case = replace(FROM, canonical=({"description": "why"},))
    said = mapped(native(path="a", why="w"), filled=filled(why="w"), dropped=["description"])
    assert places(case, said, mapped(canonical())) == []


def test_its_own_result_must_be_taken_back() -> None:
    for code, outcome in ((CANNOT_MAP, Outcome.FAILED), (-32603, Outcome.ERROR)):
        found = judged(ROUND, mapped(canonical(**MEANING)))
        assert isinstance(found, Again)
        refused = found.judge([Refusal(code, "no")])
        assert (refused.outcome, "its own result was not taken back" in refused.message) == (outcome, True)
    found = judged(ROUND, mapped(canonical(**MEANING)))
    assert isinstance(found, Again)
    assert found.judge([Broken("gone")]) == Judgement(Outcome.ERROR, "gone")


def test_a_call_that_comes_back_as_text_has_no_arguments() -> None:
    said = mapped(native(path="a", why="w", all=True))
    assert places(FROM, said, mapped({"tool": "Edit", "text": "as words"})) == ["/calls"]


def test_each_call_of_several_is_carried() -> None:
    several = replace(FROM, canonical=(MEANING, {"file_path": "b", "description": "w"}))
    both = mapped(native(path="a", why="w", all=True), native(path="b", why="w"))
    first, second = mapped(canonical(**MEANING)), mapped(canonical(file_path="b", description="w"))
    assert places(several, both, first, second) == []
    assert places(several, both, second, first) == [
        *("/calls/0/file_path", "/calls/0/replace_all"),
        *("/calls/1/file_path", "/calls/1/replace_all"),
    ]
    one = mapped(native(path="a", why="w", all=True))
    assert places(several, one, first) == ["/calls"]


@pytest.mark.parametrize(
    ("said", "own", "found"),
    [
        ({"file_path": "a", "replace_all": True}, {"why": "w"}, []),
        # Kept as the tool's own, where a name or a row says that it means something.
        ({"replace_all": True}, {"path": "a", "why": "w"}, ["/calls/0/arguments/file_path"]),
        ({"file_path": "a"}, {"all": True, "why": "w"}, ["/calls/0/arguments/replace_all"]),
        ({"file_path": "a", "replace_all": True}, {"why": "w", "mode": "a"}, ["/native_only/mode"]),
        # Under its name, with another value.
        ({"file_path": "b", "replace_all": True}, {"why": "w"}, ["/calls/0/arguments/file_path"]),
        ({"file_path": "a", "replace_all": False}, {"why": "w"}, ["/calls/0/arguments/replace_all"]),
    ],
)
def test_what_has_a_known_meaning_is_said(said: dict[str, Any], own: dict[str, Any], found: list[str]) -> None:
    meanings = {"path": "file_path", "all": "replace_all", "mode": ""}
    given: dict[str, Any] = {"path": "a", "why": "w", "all": True} | ({"mode": "a"} if "mode" in own else {})
    call = NativeCall("edit", given)
    case = replace(ROUND, call=call, meanings=meanings)
    answer = mapped({"tool": "Edit", "arguments": said}, native_only=own)
    back = mapped({"tool": "edit", "arguments": given})
    assert places(case, answer, *([] if found else [back])) == found


def test_a_list_of_one_path_and_another_unit_are_no_other_value() -> None:
    given = NativeCall("edit", {"path": "a", "most": 5})
    case = replace(ROUND, call=given, tool="Grep", meanings={"path": "path", "most": "head_limit"})
    answer = mapped({"tool": "Grep", "arguments": {"paths": ["a"], "head_limit": 5000}})
    assert places(case, answer, mapped({"tool": "edit", "arguments": {"path": "a", "most": 5}})) == []

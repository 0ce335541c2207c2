"""What a recording of some scenarios does not show is as in the recording before, and nothing stays that is gone."""

from __future__ import annotations

from typing import Any

from hookconform.corpus.declared import forms_of, has_models
from hookconform.corpus.known_tools import completed

OLD, NEW = {"properties": {"a": {}}}, {"properties": {"b": {}}}


def tool(**places: dict[str, Any]) -> dict[str, Any]:
    """Return a recorded tool; `places` are its schema in each scenario."""
    forms = [form for number, form in enumerate(places.values()) if form not in list(places.values())[:number]]
    return {
        "declared_in": list(places),
        "parameters": forms,
        "variants": [{"declared_in": [one for one, its in places.items() if its == form]} for form in forms],
    }


def offered(*recordings: dict[str, Any]) -> list[dict[str, list[Any]]]:
    """Return tool → schemas, as known at each of some recorded versions, oldest first."""
    found = completed({f"{number}.0.0": tools for number, tools in enumerate(recordings, 1)})
    return [{name: tool["parameters"] for name, tool in sorted(tools.items())} for tools in found.values()]


WHOLE = {"run": tool(long=OLD, short=OLD), "ask": tool(long=OLD)}
SHORT = {"run": tool(short=OLD)}


def test_a_tool_of_a_scenario_that_was_left_out_stays() -> None:
    assert offered(WHOLE, SHORT, WHOLE)[1] == {"run": [OLD], "ask": [OLD]}


def test_a_tool_that_would_have_shown_is_gone_and_stays_gone() -> None:
    without = {"run": tool(long=OLD, short=OLD)}
    assert [list(tools) for tools in offered(WHOLE, without, SHORT, without)] == [
        ["ask", "run"],
        ["run"],
        ["run"],
        ["run"],
    ]


def test_a_scenario_that_is_run_no_more_keeps_nothing() -> None:
    """The lab leaves out a scenario where the program no longer has what it asks for."""
    assert [list(tools) for tools in offered(WHOLE, SHORT, SHORT)] == [["ask", "run"], ["run"], ["run"]]


def test_a_form_stays_unless_its_scenario_ran_with_another() -> None:
    two = {"run": tool(long=OLD, short=NEW)}
    assert offered(two, {"run": tool(short=NEW)}, two)[1]["run"] == [NEW, OLD]
    assert offered(two, {"run": tool(long=NEW)}, two)[1]["run"] == [NEW]
    assert offered(WHOLE, {"run": tool(long=NEW, short=NEW)}, WHOLE)[1]["run"] == [NEW]


def test_a_tool_that_changed_scenarios_was_there_all_the_time() -> None:
    """Newer versions give it to `long` only; that `short` lacks it says nothing of a version between."""
    before = {"run": tool(long=OLD, short=OLD), "ask": tool(long=OLD, short=OLD)}
    assert offered(before, SHORT, WHOLE)[1] == {"run": [OLD], "ask": [OLD]}


def test_a_form_keeps_its_models_and_free_text_stays_free_text() -> None:
    text = {"declared_in": ["long"], "models": ["m1"], "kind": "text"}
    whole = {
        "run": {"declared_in": ["short"], "models": ["m2"], "parameters": [OLD]},
        "patch": {
            "declared_in": ["long", "other"],
            "models": ["m1", "m2"],
            "parameters": [NEW],
            "free_text": [text],
            "variants": [{"declared_in": ["other"], "models": ["m2"]}],
        },
        "note": {"declared_in": ["long"], "models": ["m1"], "parameters": []},
    }
    found = completed({"1.0.0": whole, "2.0.0": {"run": whole["run"]}, "3.0.0": whole})
    assert found["2.0.0"]["run"] is whole["run"]
    assert forms_of(found["2.0.0"]["patch"], lambda seen: seen["models"] == ["m1"]) == [None]
    assert forms_of(found["2.0.0"]["patch"], lambda seen: seen["models"] == ["m2"]) == [NEW]
    assert forms_of(found["2.0.0"]["note"], lambda seen: seen["models"] == ["m1"]) == [None]
    assert found["2.0.0"]["note"]["free_text"] == [{"declared_in": ["long"], "models": ["m1"]}]
    assert has_models(dict(found["2.0.0"]))
    assert found["3.0.0"] == whole


def test_forms_that_python_takes_for_equal_are_two() -> None:
    number, truth = {"default": 1}, {"default": True}
    two: dict[str, Any] = {"run": {"declared_in": ["long", "short"], "parameters": [number, truth]}}
    two["run"]["variants"] = [{"declared_in": ["long"]}, {"declared_in": ["short"]}]
    found = completed({"1": two, "2": {"run": tool(short=truth)}, "3": two})["2"]["run"]
    assert [repr(schema) for schema in found["parameters"]] == [repr(truth), repr(number)]


def test_a_form_stays_for_the_models_that_were_not_asked_again() -> None:
    def run(*models: str) -> dict[str, Any]:
        scenario = "long" if len(models) > 1 else "short"
        return {"run": {"declared_in": [scenario], "models": list(models), "parameters": [OLD]}}

    found = completed({"1": run("m1", "m2"), "2": run("m1"), "3": run("m1", "m2")})["2"]["run"]
    assert found["models"] == ["m1", "m2"]
    assert completed({"1": run("m1"), "2": run("m1", "m2"), "3": run("m1")})["2"]["run"]["parameters"] == [OLD]

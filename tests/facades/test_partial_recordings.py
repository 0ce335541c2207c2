"""What a recording of some scenarios does not show is offered as in the recording before, and nothing that is gone."""

from __future__ import annotations

from typing import Any

from hookconform_lab.publish.facade_declarations import declarations

TABLE: dict[str, Any] = {"families": {"any": ["*"]}, "tools": [{"names": ["run"]}, {"names": ["ask"]}]}
OLD, NEW = {"properties": {"a": {}}}, {"properties": {"b": {}}}


def tool(**places: dict[str, Any]) -> dict[str, Any]:
    """Return a recorded tool with one form for each scenario."""
    return {
        "declared_in": list(places),
        "parameters": list(places.values()),
        "variants": [{"declared_in": [one]} for one in places],
    }


def offered(*recordings: dict[str, Any]) -> list[dict[str, list[Any]]]:
    """Return tool → schemas, as offered at each of some recorded versions, oldest first."""
    documents = [{"version": f"{number}.0.0", "tools": tools} for number, tools in enumerate(recordings, 1)]
    found = declarations(TABLE, documents)
    return [
        {name: [found["schemas"][number] for number in numbers] for name, numbers in version.get("any", {}).items()}
        for version in found["versions"].values()
    ]


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

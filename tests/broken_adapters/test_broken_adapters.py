"""Every broken adapter is rejected, for the checks its fault is about and for no others.

What must fail is computed here from the authored expectations: `FAULTS` says what each fault does to a right
event, and a check must fail if the part of the event it looks at is no longer the authored one. Rules are
matched by the corpus's own reading of the grammar, not by the rule engine the adapters use.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any
from zlib import crc32

import pytest

from hook_adapters import InvalidPayload, platforms
from hook_adapters.suite import create
from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import iter_cases
from hookconform.checks.outcome import Outcome
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import Platform, load_platform
from hookconform.corpus.expected import Expected
from hookconform.corpus.locate import data_root
from hookconform.corpus.rule_packs import combined_rules
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.drafting import arguments as argument_drafting
from hookconform.drafting.event import canonical_events, draft
from hookconform.drafting.rules import matched_rules
from hookconform.effects.good_payloads import stands_for_good
from hookconform.ground.json_text import json_object
from hookconform.ground.pointers import first
from hookconform.run.engine import run
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

BROKEN = data_root() / "adapters" / "broken"
RESERVED = "platform_tool_name"
CALL = frozenset({"tool_name", "tool_kind", "tool_input"})
CAPABILITIES = ("tool-name", "event", "input", "result", "kind", "calls", "rules", "refusal")
Event = dict[str, Any]
Fault = Callable[[Case, Event], Event]


def arguments(event: Event) -> Event:
    return event.get("tool_input", {})


def with_arguments(event: Event, new: Event) -> Event:
    rest = {key: value for key, value in event.items() if key != "tool_input"}
    return rest | ({"tool_input": new} if new else {})


def called(event: Event, canonical: str) -> Event:
    native = arguments(event).get(RESERVED, event["tool_name"])
    rest = {key: value for key, value in arguments(event).items() if key != RESERVED}
    return with_arguments(event | {"tool_name": canonical}, rest | ({} if canonical == native else {RESERVED: native}))


def unmapped(platform: str, *natives: str) -> Fault:
    def fault(case: Case, event: Event) -> Event:
        native = arguments(event).get(RESERVED)
        return called(event, native) if case.platform == platform and native in natives else event

    return fault


def planned_table(case: Case, event: Event) -> Event:
    invented = {"list_files": "Glob", "search_files": "Grep", "run_agent": "Task"}
    if case.platform == "gemini-cli" and event.get("tool_name") in invented and RESERVED not in arguments(event):
        return called(event, invented[event["tool_name"]])
    core = {"Bash", "Glob", "Grep", "Task"}
    lost = event.get("tool_name") in core and arguments(event).get(RESERVED) != "execute_code"
    return unmapped("gemini-cli", arguments(event).get(RESERVED, ""))(case, event) if lost else event


def native_name_lost(_: Case, event: Event) -> Event:
    return with_arguments(event, {key: value for key, value in arguments(event).items() if key != RESERVED})


def native_name_everywhere(_: Case, event: Event) -> Event:
    if "tool_name" not in event or RESERVED in arguments(event):
        return event
    return with_arguments(event, arguments(event) | {RESERVED: event["tool_name"]})


def passed_through(event: Event) -> bool:
    return "tool_name" in event and RESERVED not in arguments(event)


def case_insensitive(case: Case, event: Event) -> Event:
    if not passed_through(event):
        return event
    claims = load_platform(case.platform).tools.values()
    folded = {claim.native.lower(): claim.canonical for claim in claims if claim.maps}
    return called(event, folded.get(event["tool_name"].lower()) or event["tool_name"])


def pascal_cased(_: Case, event: Event) -> Event:
    if not passed_through(event):
        return event
    words = re.findall("[A-Za-z0-9]+", event["tool_name"])
    return event | {"tool_name": "".join(word[0].upper() + word[1:] for word in words)}


def input_dropped(_: Case, event: Event) -> Event:
    return with_arguments(event, {})


def kinds_of_native_tools_lost(_: Case, event: Event) -> Event:
    if event.get("tool_name", "Bash") in load_vocabulary().tools:
        return event
    return event | {"tool_kind": "other"}


def strings_not_decoded(case: Case, event: Event) -> Event:
    platform = load_platform(case.platform)
    sent = first(case.payload, platform.payload.tool_input) if case.payload else None
    if not platform.payload.string_arguments or not sent or not isinstance(sent[1], str):
        return event
    try:
        decodable = isinstance(json.loads(sent[1]), dict)
    except ValueError:
        decodable = False
    kept = {key: value for key, value in arguments(event).items() if key == RESERVED}
    return with_arguments(event, {"tool_input": sent[1]} | kept) if decodable else event


def reserved_name_kept(case: Case, event: Event) -> Event:
    sent = first(case.payload, load_platform(case.platform).payload.tool_input) if case.payload else None
    forged = sent[1] if sent and isinstance(sent[1], dict) else {}
    if RESERVED not in forged or RESERVED in arguments(event):
        return event
    return with_arguments(event, arguments(event) | {RESERVED: forged[RESERVED]})


def canonical_name_wins(case: Case, event: Event) -> Event:
    """On a tool that takes a patch the decoys are others: only plain renames are undone."""
    platform = load_platform(case.platform)
    sent = first(case.payload, platform.payload.tool_input) if case.payload else None
    native = arguments(event).get(RESERVED) or event.get("tool_name")
    claim = platform.tools.get(native or "")
    given = json_object(sent[1]) if sent and isinstance(sent[1], str) else sent and sent[1]
    if claim is None or not isinstance(given, dict):
        return event
    back = {own: given[own] for own, name in claim.arguments.items() if own in given and name in given}
    decoys = {name: given[name] for own, name in claim.arguments.items() if own in back}
    return with_arguments(event, arguments(event) | back | decoys)


def all_notifications(_: Case, event: Event) -> Event:
    return event | {"hook_event_name": "Notification"}


FAULTS: dict[str, Fault] = {
    "gemini_planned_table": planned_table,
    "opencode_fetch": unmapped("opencode", "webfetch"),
    "copilot_shell": unmapped("copilot-cli", "bash"),
    "native_name_lost": native_name_lost,
    "native_name_everywhere": native_name_everywhere,
    "case_insensitive": case_insensitive,
    "pascal_cased": pascal_cased,
    "input_dropped": input_dropped,
    "kinds_of_native_tools_lost": kinds_of_native_tools_lost,
    "strings_not_decoded": strings_not_decoded,
    "reserved_name_kept": reserved_name_kept,
    "canonical_name_wins": canonical_name_wins,
    "all_notifications": all_notifications,
}


@cache
def corpus() -> tuple[Case, ...]:
    """Cases of the platforms the adapters know, and that a run asks about; one that has claims only is not judged.

    A row of a table is composed for every platform: a sixth of the rows is taken, for all of them, and every one with
    contained calls, which are few. Of the recorded cases a half is taken, by id.
    """
    known = platforms()

    def is_taken(case: Case) -> bool:
        every = 2 if case.is_captured else 6 if case.is_composed and not case.expected.calls else 1
        return case.platform in known and case.is_asked and not crc32((case.row or case.id).encode()) % every

    return tuple(filter(is_taken, iter_cases()))


@cache
def refused_by_the_reference() -> frozenset[str]:
    """Cases that may be refused or read, and that the reference adapter refuses: no fault shows there."""
    refused = set[str]()
    for case in corpus():
        if case.expected.may_refuse:
            try:
                create().canonicalize(case.platform, case.payload_text, case.registered_event)
            except InvalidPayload:
                refused.add(case.id)
    return frozenset(refused)


def failing(name: str, expected: set[str], cases: Sequence[Case] | None = None) -> set[str]:
    """Return the checks that fail of the cases that must, and of a quarter of the others, another for each adapter."""
    wrong = {check.partition("::")[0] for check in expected}
    chosen = [
        case
        for case in (corpus() if cases is None else cases)
        if case.id in wrong or not crc32(f"{name} {case.id}".encode()) % 4
    ]
    assert len(chosen) > len(wrong)
    record = run(find_adapter(str(BROKEN / name)), Selection(capabilities=CAPABILITIES), cases=chosen)
    assert {result.outcome for result in record.notable} == {Outcome.FAILED}
    assert record.exit_code == 1
    return {result.id for result in record.notable}


def predicted(fault: Fault) -> set[str]:
    return {
        f"{case.id}::{capability}"
        for case in corpus()
        if not case.expected.is_refusal and case.id not in refused_by_the_reference()
        for capability in spoiled(case, [fault(case, dict(event)) for event in canonical_events(case.expected)])
    }


# The faults distort the same events, one after another.
@cache
def fired(case_id: str) -> list[str]:
    """Return the rules that match the events of a case as it is."""
    case = by_id()[case_id]
    return matched_rules(canonical_events(case.expected), case.rules or combined_rules())


@cache
def by_id() -> dict[str, Case]:
    return {case.id: case for case in corpus()}


def spoiled(case: Case, events: list[Event]) -> set[str]:
    authored = canonical_events(case.expected)
    if events == authored:
        return set()
    own = 1 + len(case.expected.also_fires)
    views: dict[str, Callable[[list[Event]], Any]] = {
        "tool-name": lambda all_: (all_[0].get("tool_name"), arguments(all_[0]).get(RESERVED)),
        "event": lambda all_: [event["hook_event_name"] for event in all_[:own]],
        "calls": lambda all_: [
            CALL.intersection(event) and {key: event.get(key) for key in CALL} for event in all_[own:]
        ],
        "input": lambda all_: {key: value for key, value in arguments(all_[0]).items() if key != RESERVED},
        "kind": lambda all_: all_[0].get("tool_kind"),
        # The engine refuses rules that may be refused, whatever the event.
        "rules": lambda all_: (
            case.expected.may_refuse_rules
            or (fired(case.id) if all_ is authored else matched_rules(all_, case.rules or combined_rules()))
        ),
    }
    return {name for name, view in views.items() if view(events) != view(authored)}


def test_every_broken_adapter_is_tested() -> None:
    elsewhere = {"missing_field_ignored", "silent_allow", "further_events_lost", "contained_calls_lost"}
    elsewhere |= {"further_fields_lost", "refuses_everything"}
    elsewhere |= {"raw_path_only", "role_forgotten", "unknown_tools_ignored"}
    # What only another form of the payloads shows: tests/run/perturb/test_broken_adapter.py.
    elsewhere |= {"knows_the_corpus"}
    # Those that answer wrongly: tests/responses/test_broken_answers.py.
    elsewhere |= {"claude_answers_everywhere", "approves_for_the_user", "denies_by_exit_1", "fails_open"}
    # Registries of tools: test_broken_facades.py.
    elsewhere |= {path.parent.name for path in BROKEN.glob("facade_*/adapter.toml")}
    assert {path.parent.name for path in BROKEN.glob("*/adapter.toml")} == set(FAULTS) | elsewhere


@pytest.mark.parametrize("name", FAULTS)
def test_a_distorted_event_fails_where_it_is_distorted(name: str) -> None:
    expected = predicted(FAULTS[name])
    assert expected
    assert failing(name, expected) == expected


@pytest.mark.parametrize(
    ("name", "capability", "lost", "kept"),
    [
        ("further_events_lost", "event", lambda case: case.expected.also_fires, lambda _: 1),
        ("contained_calls_lost", "calls", lambda _: False, lambda case: 1 + len(case.expected.also_fires)),
    ],
)
def test_losing_events_fails_where_there_are_any(name: str, capability: str, lost: Any, kept: Any) -> None:
    read = [case for case in corpus() if case.id not in refused_by_the_reference()]
    expected = {f"{case.id}::{capability}" for case in read if lost(case)}
    expected |= {f"{case.id}::calls" for case in read if case.expected.calls}
    expected |= {
        f"{case.id}::rules"
        for case in read
        if (case.expected.also_fires or case.expected.calls)
        and matched_rules(canonical_events(case.expected)[: kept(case)], case.rules or combined_rules())
        != list(case.expected.matched_rules)
    }
    assert expected
    assert failing(name, expected) == expected


def test_paths_as_written_fail_where_another_is_opened() -> None:
    expected: set[str] = set()
    for case in corpus():
        platform = load_platform(case.platform)
        if platform.paths_read_as and not case.expected.is_refusal and case.id not in refused_by_the_reference():
            raw = replace(platform, paths_read_as=())
            found = draft(raw, case.registered_event, case.payload_object or {}, case.rules)
            opened = draft(platform, case.registered_event, case.payload_object or {}, case.rules)
            if found != opened:
                expected |= {f"{case.id}::{name}" for name in spoiled(case, canonical_events(found))}
    assert {check.split("/")[0] for check in expected} >= {name for name in platforms() if opens_other_paths(name)}
    assert {check.split("::")[1] for check in expected} == {"input", "calls", "rules"}
    assert failing("raw_path_only", expected) == expected


def test_forgetting_places_fails_known_tools_that_have_them() -> None:
    @cache
    def forgetful(name: str) -> Platform:
        platform = load_platform(name)
        tools = {tool: claim._replace(paths=(), urls={}, commands={}) for tool, claim in platform.tools.items()}
        return replace(platform, tools=tools)

    def drafted(case: Case) -> Expected:
        return draft(forgetful(case.platform), case.registered_event, case.payload_object or {}, case.rules)

    expected = failing_if(drafted)
    assert {check.split("::")[1] for check in expected} == {"input", "calls", "rules"}
    assert failing("role_forgotten", expected) == expected


def test_ignoring_unknown_tools_fails_where_they_name_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    def drafted(case: Case) -> Expected:
        return draft(load_platform(case.platform), case.registered_event, case.payload_object or {}, case.rules)

    with monkeypatch.context() as without:
        without.setattr(argument_drafting, "with_named", lambda flat, *_: flat)
        expected = failing_if(drafted)
    assert {check.split("/")[0] for check in expected} == set(platforms())
    assert {check.split("::")[1] for check in expected} == {"input", "rules", "calls"}
    assert failing("unknown_tools_ignored", expected) == expected


def failing_if(drafted: Callable[[Case], Expected]) -> set[str]:
    """Return the checks that fail where a case has the result that is drafted so."""
    judged = (case for case in corpus() if not case.expected.is_refusal and case.id not in refused_by_the_reference())
    return {f"{case.id}::{name}" for case in judged for name in spoiled(case, canonical_events(drafted(case)))}


def opens_other_paths(name: str) -> bool:
    """Tell whether a tool other than a patch opens other paths; in the headers of a patch all blanks go anyway.

    `~` stays in a payload, and the address of a file names it whatever the platform does.
    """
    platform = load_platform(name)
    ways = [way for way in platform.paths_read_as if way.steps and way.steps not in (("home",), ("file-address",))]
    return any(not way.tools or not all(platform.tools[tool].patch for tool in way.tools) for way in ways)


def test_leaving_fields_out_fails_every_event_that_has_any_on_every_platform() -> None:
    expected = {f"{case.id}::event" for case in corpus() if not case.expected.is_refusal and kept_fields(case)}
    expected -= {f"{case}::event" for case in refused_by_the_reference()}
    # What plugins are called with is taken up whole, and Hermes Agent's few fields are read each.
    taken_up = {"hermes-agent", "kilo-code", "opencode", "pi"}
    assert {check.split("/")[0] for check in expected} == set(platforms()) - taken_up
    assert failing("further_fields_lost", expected) == expected


def kept_fields(case: Case) -> set[str]:
    """Return the fields that the claims name and that neither become part of the canonical event nor imply a tool."""
    places = load_platform(case.platform).payload
    named = (places.event, places.tool_name, places.tool_input, places.session_id, places.cwd, places.prompt)
    read = {pointer.split("/")[1] for found in (*named, places.tool_response, places.failure) for pointer in found}
    claim = load_platform(case.platform).events.get(case.expected.native_event)
    read |= {"prompt", "cwd", "session_id"} | set(claim.implied_arguments if claim else ())
    return set(case.payload_object or {}).intersection(places.known_keys) - read


def test_ignoring_matchers_without_a_field_fires_rules_that_must_not() -> None:
    readable = [case for case in corpus() if not case.expected.is_refusal and case.id not in refused_by_the_reference()]
    readable = [case for case in readable if not case.expected.may_refuse_rules]
    expected = {f"{case.id}::rules" for case in readable if loosely_matched(case) != list(case.expected.matched_rules)}
    assert expected
    assert failing("missing_field_ignored", expected) == expected


def loosely_matched(case: Case) -> list[str]:
    events = canonical_events(case.expected)
    return [rule["name"] for rule in case.rules or combined_rules() if any(loosely(rule, event) for event in events)]


def loosely(rule: Event, event: Event) -> bool:
    given = rule.get("matchers") or {"operations": [rule["event"]]} | {k: rule[k] for k in rule if k == "tools"}
    fields = {
        "tools": "tool_name" in event,
        "prompt_match": "prompt" in event,
        "command_match": "command" in arguments(event),
        "extensions": {"file_path", "file_paths"} & set(arguments(event)),
        "directories": {"file_path", "file_paths"} & set(arguments(event)),
    }
    left = {name: value for name, value in given.items() if fields.get(name, True)}
    return not left or bool(matched_rules([event], [{"name": rule["name"], "matchers": left}]))


def test_a_silent_allow_fails_every_refusal() -> None:
    refusals = {f"{case.id}::refusal" for case in corpus() if case.expected.is_refusal}
    made_up = [case for case in corpus() if case.id in refused_by_the_reference()]
    # Where a refusal was as good as the result, an event that was made up is neither.
    expected = {item for case in made_up for item in made_up_failures(case)}
    assert refusals
    assert failing("silent_allow", refusals | expected) == refusals | expected


def test_refusing_everything_fails_every_good_payload_that_is_asked() -> None:
    # Whether a payload is read is asked at every version.
    cases = [case for case in iter_cases() if case.platform in platforms()]
    expected = {f"{case.id}::refusal" for case in cases if stands_for_good(case)}
    assert len(expected) == sum(case.expected.is_refusal for case in cases)
    assert failing("refuses_everything", expected, cases) == expected


def made_up_failures(case: Case) -> set[str]:
    event = {"hook_event_name": case.registered_event or "Unknown"}
    found = {f"{case.id}::{name}" for name in spoiled(case, [event])}
    expected = case.expected
    fields = (expected.platform_event_name, expected.session_id, expected.cwd, expected.prompt)
    return found | ({f"{case.id}::event"} if any(fields) else set())

"""`lab since`, `lab sweep` and `lab history` from the command line, with releases of a small program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.sweep.releases import DRIVER, Registry

from hookconform.cli import cli
from hookconform.effects import rows as rows_room
from hookconform.effects.rows import rows_document
from hookconform_lab.sweep import planning
from hookconform_lab.sweep.store import Bundle, Store

pytestmark = pytest.mark.whole
ROW: dict[str, Any] = {
    "id": "preToolUse/exit2-stderr",
    "event": "PreToolUse",
    "registered_event": "preToolUse",
    "tool": "Bash",
    "approval": "granted",
    "answer": {"exit_code": 2, "stdout": "", "stderr": "REASON-exit2-stderr"},
    "measured": {"date": "2026-01-01", "how": "shared-run"},
}
RAN = {"tool": "ran", "input": "original", "output": "shown", "told": [], "turn": "continues"}
STOPPED = {"tool": "stopped", "input": None, "output": None, "told": ["REASON-exit2-stderr"], "turn": "continues"}


@pytest.fixture(autouse=True)
def one_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry here has no Node.js."""
    monkeypatch.setattr("hookconform_lab.sweep.unit.ways", lambda driver: [driver])


@pytest.fixture
def measured(corpus: Path, registry: Registry) -> None:
    """Exit code 2 stops from 1.0.204 on; the corpus has the two ends, the registry eight releases."""
    for number in range(200, 208):
        registry.publish(f"1.0.{number}", f"2026-03-{number - 190}", exit2_stops=number >= 204)
    folder = corpus / "platforms" / DRIVER.platform / "responses"
    (folder / "1.0.100.json").unlink()
    for version, effect in (("1.0.200", RAN), ("1.0.207", STOPPED)):
        document = rows_document(version, [{**ROW, "effect": effect}])
        (folder / f"{version}.json").write_text(json.dumps(document))
    for remembered in (rows_room._platforms, rows_room._versions, rows_room._rows, rows_room._neighbours):
        remembered.cache_clear()


def lab(store: Store, *arguments: str) -> Result:
    more = [] if arguments[0] == "history" else ["--store", str(store.folder)]
    return CliRunner().invoke(cli, ["lab", *arguments, *more])


def units(store: Store) -> list[Bundle]:
    return [unit for unit in store.everything() if isinstance(unit, Bundle)]


def since(store: Store, *arguments: str) -> Result:
    return lab(store, "since", DRIVER.platform, *arguments, "--allow-network")


def answers(store: Store) -> list[dict[str, Any]]:
    result = lab(store, "history", DRIVER.platform, "--since", "1.0.200", "--json")
    return [bound for bound in json.loads(result.stdout) if bound["claim"].startswith("answer:")]


def test_bisection_ends_at_two_neighbours(measured: None, store: Store) -> None:
    result = since(store, "answer:exit2-stderr")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines() == [
        "1.0.203 → 1.0.204, neighbours",
        "  exit code 2 with text on standard error now stops the call (preToolUse/exit2-stderr)",
    ]
    assert "2 versions compared, 3 units run" in result.stderr
    assert {name for unit in units(store) for name in unit.parts} == {"responses.json", "log.txt"}
    again = json.loads(since(store, "answer:exit2-stderr", "--json").stdout)
    assert again["units_run"] == 0
    assert again["changes"][0]["exact"]
    assert again["changes"][0]["in_words"] == [
        "exit code 2 with text on standard error now stops the call (preToolUse/exit2-stderr)"
    ]


def test_whole_units_answer_other_questions_too(measured: None, store: Store) -> None:
    assert since(store, "answer:exit2-stderr", "--whole").exit_code == 0
    found = units(store)
    assert all("recording.jsonl" in unit.parts for unit in found)
    result = json.loads(since(store, "answer:flat-deny", "--from", "1.0.203", "--to", "1.0.204", "--json").stdout)
    assert (result["changes"], result["units_run"]) == ([], 0)


def test_releases_that_say_nothing_make_a_change_inexact(measured: None, registry: Registry, store: Store) -> None:
    for number in (203, 204):
        registry.publish(f"1.0.{number}", starts=False)
    result = since(store, "answer:exit2-stderr")
    assert result.exit_code == 3
    lines = result.stdout.splitlines()
    assert lines[0] == "1.0.202 → 1.0.205, 2 releases between them"
    assert [line.partition(": ")[0] for line in lines[2:]] == ["  1.0.203", "  1.0.204"]
    assert all("does-not-start" in line for line in lines[2:])


def test_most_bounds_how_many_units_are_run(measured: None, store: Store) -> None:
    result = since(store, "answer:exit2-stderr", "--most", "1")
    assert result.exit_code == 3
    assert len(list(store.everything())) == 1


def test_prereleases_count_where_they_are_asked_for(measured: None, registry: Registry, store: Store) -> None:
    registry.publish("1.0.204-1", exit2_stops=True)
    result = since(store, "answer:exit2-stderr", "--pre")
    assert result.stdout.splitlines()[0] == "1.0.203 → 1.0.204-1, neighbours"


def test_names_are_bisected_between_named_ends(measured: None, registry: Registry, store: Store) -> None:
    for number in range(205, 208):
        registry.publish(f"1.0.{number}", tools=["bash", "create", "summon"])
    ends = ("--from", "1.0.201", "--to", "1.0.206")
    result = since(store, "tool:summon", *ends)
    assert result.stdout.splitlines() == ["1.0.204 → 1.0.205, neighbours", "  summon: no → yes"]
    assert since(store, "tool:glob", *ends).stdout.splitlines()[1] == "  glob: yes → no"
    assert since(store, "key:preToolUse/cwd", *ends).stdout == "no change between 1.0.201 and 1.0.206\n"


def test_a_row_of_escapes_that_is_not_there_is_refused(measured: None, store: Store) -> None:
    result = since(store, "escape:own-shel", "--from", "1.0.201", "--to", "1.0.202")
    assert getattr(result.exception, "code", None) == "escapes.row"
    assert list(store.everything()) == []


@pytest.mark.parametrize("room", ["nan", "inf", "-1"])
def test_room_is_a_number_of_gigabytes(measured: None, store: Store, room: str) -> None:
    result = lab(store, "sweep", "run", DRIVER.platform, "--room", room)
    assert result.exit_code == 2
    assert "--room" in result.stderr


def test_a_platform_named_twice_is_planned_once(measured: None, store: Store) -> None:
    once, twice = (lab(store, "sweep", "plan", *([DRIVER.platform] * number), "--json").stdout for number in (1, 2))
    assert json.loads(twice) == json.loads(once) != []


@pytest.mark.parametrize("claim", ["exit2", "answer:", "rows:a", "key:cwd", "answer:exit2-stder"])
def test_a_claim_that_names_nothing_is_refused(measured: None, store: Store, claim: str) -> None:
    result = since(store, claim)
    assert getattr(result.exception, "code", None) == "since.claim"


def test_one_version_alone_shows_no_change(measured: None, store: Store) -> None:
    result = since(store, "tool:summon")
    assert getattr(result.exception, "code", None) == "since.unknown"


@pytest.mark.parametrize(
    ("ends", "code"),
    [
        (("--from", "banana"), "since.version"),
        (("--to", "9.9.9"), "since.version"),
        (("--from", "1.0.2035"), "since.version"),
        (("--from", "1.0.206", "--to", "1.0.201"), "since.order"),
        (("--from", "1.0.206", "--to", "v1.0.206"), "since.order"),
    ],
)
def test_ends_that_are_no_ends_are_refused(measured: None, store: Store, ends: tuple[str, ...], code: str) -> None:
    result = since(store, "answer:exit2-stderr", *ends)
    assert getattr(result.exception, "code", None) == code
    assert units(store) == []


def test_an_end_is_the_release_however_it_is_written(measured: None, store: Store) -> None:
    result = since(store, "answer:exit2-stderr", "--from", "v1.0.203", "--to", "1.0.204.0")
    assert result.stdout.splitlines()[0] == "1.0.203 → 1.0.204, neighbours"


def test_an_end_that_was_not_looked_at_is_no_end(measured: None, store: Store) -> None:
    """The corpus has 1.0.200 and 1.0.207, which differ. What 1.0.206 does is only known if it is run."""
    result = since(store, "answer:exit2-stderr", "--to", "1.0.206", "--most", "0")
    assert getattr(result.exception, "code", None) == "since.unknown"
    assert getattr(result.exception, "shown", None) == ("1.0.206: not run yet",)


def test_a_silent_end_is_said_beside_what_others_show(measured: None, registry: Registry, store: Store) -> None:
    registry.publish("1.0.208", starts=False)
    result = since(store, "answer:exit2-stderr", "--to", "1.0.208")
    assert result.exit_code == 3
    assert result.stdout.splitlines()[-1].startswith("1.0.208 was not compared: does-not-start")
    assert "2 versions compared" in result.stderr
    document = json.loads(since(store, "answer:exit2-stderr", "--to", "1.0.208", "--json").stdout)
    assert document["compared"] == ["1.0.200", "1.0.207"]
    assert [row["version"] for row in document["not_compared"]] == ["1.0.208"]


@pytest.mark.parametrize("claim", ["tool:sumon", "event:preTool", "key:preToolUse/sessionid"])
def test_a_name_that_no_version_has_is_refused(measured: None, store: Store, claim: str) -> None:
    result = since(store, claim, "--from", "1.0.201", "--to", "1.0.202")
    assert getattr(result.exception, "code", None) == "since.unknown"


def test_history_says_what_lies_between(measured: None, store: Store) -> None:
    (bound,) = answers(store)
    assert (bound["claim"], bound["older"], bound["newer"]) == ("answer:preToolUse/exit2-stderr", "1.0.200", "1.0.207")
    assert bound["between"] == [f"1.0.{number}" for number in range(201, 207)]
    assert not bound["exact"]


@pytest.mark.parametrize("version", ["newest", "1.0.208", "99.0.0"])
def test_history_since_no_release_is_refused(measured: None, store: Store, version: str) -> None:
    result = lab(store, "history", DRIVER.platform, "--since", version)
    assert getattr(result.exception, "code", None) == "history.since"


def test_history_knows_neighbours(measured: None, registry: Registry, store: Store) -> None:
    registry.absent |= {f"1.0.{number}" for number in range(201, 207)}
    (bound,) = answers(store)
    assert bound["exact"]


def test_a_plan_lists_units_and_what_is_missing(
    measured: None, registry: Registry, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.publish("1.0.208-linux-x64")
    registry.publish("1.0.208-0")
    versions = [f"1.0.{number}" for number in range(200, 208)]
    plan = json.loads(lab(store, "sweep", "plan", DRIVER.platform, "--json").stdout)
    assert [unit["version"] for unit in plan] == versions
    assert len({unit["key"] for unit in plan}) == 8
    last = json.loads(lab(store, "sweep", "plan", DRIVER.platform, "--last", "2", "--pre", "--json").stdout)
    assert [unit["version"] for unit in last] == ["1.0.207", "1.0.208-0"]
    dated = json.loads(lab(store, "sweep", "plan", DRIVER.platform, "--since", "2026-03-15", "--json").stdout)
    assert [unit["version"] for unit in dated] == versions[5:]
    shards = [
        json.loads(lab(store, "sweep", "plan", DRIVER.platform, "--shard", f"{part}/3", "--json").stdout)
        for part in (1, 2, 3)
    ]
    assert sorted(unit["version"] for shard in shards for unit in shard) == versions
    monkeypatch.setattr(planning, "driven_platforms", lambda: (DRIVER.platform,))
    assert lab(store, "sweep", "run", plan[3]["key"], "--allow-network").exit_code == 0
    missing = json.loads(lab(store, "sweep", "plan", DRIVER.platform, "--missing", "--json").stdout)
    assert [unit["version"] for unit in missing] == [*versions[:3], *versions[4:]]
    assert json.loads(lab(store, "sweep", "status", "--json").stdout) == {DRIVER.platform: {"complete": 1}}


def test_a_run_of_a_platform_takes_its_missing_units_newest_first(
    measured: None, registry: Registry, store: Store
) -> None:
    registry.publish("1.0.206", starts=False)
    result = lab(store, "sweep", "run", DRIVER.platform, "--most", "2", "--allow-network")
    assert result.exit_code == 1
    assert [line.partition(":")[0] for line in result.stdout.splitlines()] == [
        "copilot-cli 1.0.207",
        "copilot-cli 1.0.206",
    ]
    status = lab(store, "sweep", "status")
    assert "does-not-start" in status.stdout
    assert "2 units in" in status.stderr


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("plan", "--shard", "3/2"), "sweep.shard"),
        (("plan", "--shard", "half"), "sweep.shard"),
        (("plan", "--since", "yesterday"), "sweep.date"),
        (("plan", "--since", ""), "sweep.date"),
        (("plan", "--row", "own-shel"), "escapes.row"),
        (("run", "copilot-cli", "--row", "own-shel"), "escapes.row"),
    ],
)
def test_choices_that_make_no_sense_are_refused(store: Store, arguments: tuple[str, ...], code: str) -> None:
    result = lab(store, "sweep", *arguments)
    assert getattr(result.exception, "code", None) == code


def test_an_unknown_key_is_refused(measured: None, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "driven_platforms", lambda: (DRIVER.platform,))
    result = lab(store, "sweep", "run", "0" * 32)
    assert getattr(result.exception, "code", None) == "sweep.key"

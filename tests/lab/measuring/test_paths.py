"""Measuring which files a program opens: from bytes, whatever the path looked like and the hook was told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.path_spellings import (
    OpenedPaths,
    PathMeasurement,
    Spelling,
    load_measurement,
    measurement_from_dict,
)
from hookconform.corpus.version_files import write_document
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab import measuring_paths, spelled_attempts
from hookconform_lab.lab.attempts import rounds
from hookconform_lab.lab.enforce import enforce
from hookconform_lab.lab.enforcement_report import save
from hookconform_lab.lab.measuring_paths import measure_paths
from hookconform_lab.lab.turn import load_turn

pytestmark = pytest.mark.whole

SPELLINGS = (
    Spelling("as-it-is", "{at}{n}/key{end}"),
    Spelling("blank-behind", "{at}{n}/key{end} "),
    Spelling("at", "@{at}{n}/key{end}"),
    Spelling("dots-inside", "{at}{n}/../{n}/key{end}"),
    Spelling("percent", "{at}{n}/%6Bey{end}"),
    Spelling("newline-behind", "{at}{n}/key{end}\n"),
    Spelling("by-a-link", "{at}here/{n}/key{end}", link=True),
)


def measured(driver: Any, monkeypatch: pytest.MonkeyPatch, *only: str) -> tuple[dict[tuple[str, str], Any], list[str]]:
    monkeypatch.setattr(measuring_paths, "load_spellings", lambda **_: SPELLINGS)
    found, problems = measure_paths(driver, "1.0.102", only=only, allow_network=True, say=lambda _: None)
    return {(row.tool, row.effect): row for row in found.tools}, problems


def test_what_was_opened_is_read_from_bytes(obedient: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, problems = measured(obedient(trims=True), monkeypatch, "create", "edit", "view")
    assert problems == []
    write = rows["create", "write"]
    assert write.target == ("as-it-is", "blank-behind", "at", "dots-inside", "by-a-link")
    assert write.as_written == ("percent", "newline-behind")
    for row in (rows["edit", "edit"], rows["view", "read"]):
        assert (row.target, row.nothing) == (write.target, write.as_written)


def test_a_program_that_opens_what_it_is_told_does_so(obedient: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, _ = measured(obedient(), monkeypatch, "create", "view")
    # Without a folder of that name there is nothing to open.
    assert rows["create", "write"].nothing == ("at",)
    assert rows["create", "write"].as_written == ("blank-behind", "percent", "newline-behind")
    assert rows["view", "read"].target == ("as-it-is", "dots-inside", "by-a-link")
    assert rows["view", "read"].told == {}


def test_a_patch_holds_no_line_breaks(obedient: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, _ = measured(obedient(), monkeypatch, "apply_patch")
    assert rows["apply_patch", "write"].left_out == ("newline-behind",)


def test_a_tool_that_never_opens_anything_is_incomplete(obedient: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, problems = measured(obedient(), monkeypatch, "glob")
    assert rows["glob", "search"].nothing == tuple(spelling.id for spelling in SPELLINGS)
    assert problems == ["glob (search): not even the plain path was opened; is the tool switched on?"]


def test_a_search_of_the_folder_above_opens_that_folder(obedient: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    rows, _ = measured(obedient(), monkeypatch, "grep")
    search = rows["grep", "search"]
    assert search.target == ("as-it-is", "dots-inside", "by-a-link")
    above = "/home/dev/project/{n}"
    assert search.other == {"blank-behind": above, "percent": above, "newline-behind": above}


def test_one_bad_path_spoils_no_other_measurement(obedient: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    nul = Spelling("nul", "{at}{n}/key\0{end}")
    monkeypatch.setattr(measuring_paths, "load_spellings", lambda **_: (*SPELLINGS, nul))
    found, problems = measure_paths(
        obedient(hasty=True), "1.0.102", only=("create",), allow_network=True, say=lambda _: None
    )
    (row,) = found.tools
    assert (row.target, row.nothing) == (("as-it-is", "dots-inside", "by-a-link"), ("at", "nul"))
    assert problems == []


def test_an_unknown_tool_is_refused(obedient: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(HookconformError) as caught:
        measured(obedient(), monkeypatch, "open")
    assert (caught.value.code, "create" in caught.value.hint) == ("lab.no-file-tool", True)


def test_a_measurement_survives_its_file(tmp_path: Path) -> None:
    row = OpenedPaths(
        "write",
        "write",
        ".txt",
        is_absolute=False,
        target=("a", "b"),
        other={"c": "/x/{n}"},
        told={"a": "{n} \n"},
        left_out=("d",),
    )
    found = PathMeasurement("pi", "0.87.1", "2026-11-23", (row,), {"find": "why"})
    write_document("paths", tmp_path / "f.json", found.as_json())
    text = (tmp_path / "f.json").read_text()
    assert max(map(len, text.splitlines())) <= 130
    assert measurement_from_dict(json.loads(text)) == found


def with_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    ids = ("as-it-is", "blank-behind", "at", "by-a-link")
    tools = [("create", "write", ".txt"), ("edit", "edit", ".txt"), ("view", "read", ".txt"), ("glob", "search", "")]
    rows = tuple(OpenedPaths(tool, effect, end, is_absolute=True, target=ids) for tool, effect, end in tools)  # pyright: ignore[reportArgumentType]
    found = PathMeasurement("copilot-cli", "1.0.102", "2026-11-23", rows, {})
    monkeypatch.setattr(spelled_attempts, "load_measurement", lambda *_: found)
    monkeypatch.setattr(spelled_attempts, "measured_versions", lambda _: ("1.0.102",))
    monkeypatch.setattr(spelled_attempts, "load_spellings", lambda **_: SPELLINGS)


def test_spelled_attempts_come_from_the_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    with_measurement(monkeypatch)
    turn = load_turn("copilot-cli", "1.0.102")
    found = spelled_attempts.spelled_attempts("copilot-cli", turn)
    assert len(found) == 3 * 4
    assert {attempt.kind for attempt in found} == {"path", "edit", "read"}
    (part,) = rounds(turn, found)
    paths = [reply.calls[0].args["path"] for reply in part.script(turn).conversations["main"]]
    assert "{{workspace}}/secrets/key-create-write001.txt " in paths
    assert "@{{workspace}}/spelled002/key-create-write002.env" in paths
    assert spelled_attempts.spelled_attempts("copilot-cli", load_turn("copilot-cli", "1.0.1")) == ()


def test_a_tool_of_several_sets_is_attempted_in_the_first() -> None:
    turn = load_turn("grok-build", "1.0.41")
    found = spelled_attempts.spelled_attempts_of_sets("grok-build", (turn, *turn.toolsets))
    tools = [sorted({attempt.call.tool for attempt in attempts if attempt.call}) for attempts in found.values()]
    assert tools == [["read_file", "search_replace", "write"], ["hashline_edit", "hashline_read"], ["apply_patch"],
                     ["edit", "read"], []]  # fmt: skip


def test_spelled_attempts_share_no_file() -> None:
    turn = load_turn("hermes-agent", "0.19.0")
    found = spelled_attempts.spelled_attempts("hermes-agent", turn)
    opened = [attempt.opens for attempt in found]
    assert {attempt.kind for attempt in found} == {"path", "patch", "edit", "read"}
    assert len(set(opened)) == len(opened)


def test_a_hook_is_proved_by_every_measured_spelling(
    obedient: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    with_measurement(monkeypatch)
    from hookconform.attach.registry import find_adapter  # noqa: PLC0415

    found = enforce(
        find_adapter("reference-hook"), obedient(trims=True), "1.0.102", allow_network=True, say=lambda _: None
    )
    spelled = [call for call in found.calls if call.spelling]
    assert len(spelled) == 3 * 4
    assert all(call.ran_without for call in spelled)
    assert [call.title for call in spelled if call.spelling == "as-it-is" and call.ran_with] == []
    page = save(found, tmp_path)[1].read_text()
    assert "| write a file below secrets/ by create, at | `protect-directory` |" in page
    assert "read an environment file by view, in " in page


def test_every_measurement_of_the_corpus_can_be_read() -> None:
    for path in corpus_root().glob("platforms/*/paths/*.json"):
        found = load_measurement(path.parents[1].name, path.stem)
        assert found is not None
        assert sum(len(row.target) for row in found.tools) > 0


def test_a_measured_tool_is_no_longer_unmeasured() -> None:
    row = OpenedPaths("write", "write", ".txt", is_absolute=False, target=("as-it-is",))
    before = PathMeasurement("pi", "0.87.1", "2026-01-01", (), {"write": "nobody tried", "look": "it opens pictures"})
    after = before.with_rows((row,))
    assert (after.tools, after.not_measured) == ((row,), {"look": "it opens pictures"})

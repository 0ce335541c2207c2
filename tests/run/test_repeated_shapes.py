"""A payload that repeats a shape is asked at the first and the newest version of it, and wherever it is named."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support import fakes, filing

from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import case_with_id, iter_cases
from hookconform.cli import cli
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform.run.engine import planned, run
from hookconform.run.selection import Selection

PLATFORM, NAME = "gemini-cli", "before-tool-read-file"
FIRST, BETWEEN, NEWEST = "1.0.0", "1.1.0", "1.2.0"
VERSIONS = (FIRST, BETWEEN, NEWEST)
# What is judged of a payload alone, and what a program does with an answer at its version.
OF_PAYLOAD = {"event", "input", "kind", "rules", "tool-name"}


def case_at(version: str) -> str:
    return f"{PLATFORM}/captured/{version}/{NAME}"


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make a corpus in which three versions recorded one shape and the first of them one more."""
    root, real = tmp_path / "corpus", corpus_root()
    shutil.copytree(real, root, ignore=shutil.ignore_patterns("families", "platforms"))
    (root / "platforms" / PLATFORM).mkdir(parents=True)
    shutil.copy(real / "platforms" / PLATFORM / "platform.yaml", root / "platforms" / PLATFORM)
    recorded = next(case for case in iter_cases(platforms=[PLATFORM]) if case.id.endswith(f"/{NAME}"))
    content = {
        "title": recorded.title,
        "registered_event": recorded.registered_event,
        "payload": recorded.payload,
        "expected": recorded.expected.as_json(),
    }
    filing.file_recorded(root, case_at(FIRST), content)
    filing.file_recorded(root, f"{PLATFORM}/captured/{FIRST}/only-here", content)
    for number, version in enumerate((BETWEEN, NEWEST)):
        filing.file_repeated(root, case_at(version), case_at(FIRST), f"{number}" * 64)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return root


def asked(*cases: str, newest: bool = False) -> dict[str, set[str]]:
    """Return the payload's checks that a run would judge, by version, of the case that repeats."""
    selection = Selection(cases=cases, newest=newest, capabilities=tuple(sorted(OF_PAYLOAD)))
    found: dict[str, set[str]] = {}
    for check in planned(find_adapter("reference"), selection):
        case_id, _, name = check.partition("::")
        if case_id.endswith(f"/{NAME}"):
            found.setdefault(case_id.split("/")[2], set()).add(name)
    return found


@pytest.mark.usefixtures("corpus")
def test_a_shape_is_asked_at_its_first_and_newest_version() -> None:
    assert asked() == {FIRST: OF_PAYLOAD, NEWEST: OF_PAYLOAD}
    assert asked(f"{PLATFORM}/captured/*") == {FIRST: OF_PAYLOAD, NEWEST: OF_PAYLOAD}
    assert asked(f"{PLATFORM}/captured/1.[12].0/*") == {NEWEST: OF_PAYLOAD}


@pytest.mark.parametrize(
    "named", [case_at(BETWEEN), f"corpus/platforms/{case_at(BETWEEN)}.json", f"{PLATFORM}/captured/{BETWEEN}/*-file"]
)
@pytest.mark.usefixtures("corpus")
def test_a_case_that_is_named_alone_is_asked(named: str) -> None:
    assert asked(named) == {BETWEEN: OF_PAYLOAD}
    assert asked(f"{named}::kind") == {BETWEEN: {"kind"}}


def test_a_former_id_is_asked_too(corpus: Path) -> None:
    former = f"{PLATFORM}/captured/{BETWEEN}/former"
    (corpus / "retired.yaml").write_text(f"aliases: {{{former}: {case_at(BETWEEN)}}}\ntombstones: {{}}\n")
    assert asked(former) == {BETWEEN: OF_PAYLOAD}


@pytest.mark.usefixtures("corpus")
def test_the_newest_version_alone_has_what_it_repeats() -> None:
    assert asked(newest=True) == {NEWEST: OF_PAYLOAD}


@pytest.mark.parametrize(
    ("file", "cases"),
    [
        (f"captured/{FIRST}.jsonl", [f"{FIRST}/{NAME}", f"{FIRST}/only-here"]),
        (f"versions/{BETWEEN}.json", [f"{BETWEEN}/{NAME}"]),
        (f"contributed/{NEWEST}-mine.json", [f"{NEWEST}/mine"]),
        ("cases/some.json", ["mine"]),
    ],
)
def test_a_file_names_the_cases_that_it_holds(corpus: Path, file: str, cases: list[str]) -> None:
    content = json.loads(json.dumps(filing.read_lines(corpus / f"platforms/{PLATFORM}/captured/{FIRST}.jsonl")[0]))
    del content["name"]
    filing.file_contribution(corpus, f"{PLATFORM}/captured/{NEWEST}/mine", content)
    filing.file_by_hand(corpus, f"{PLATFORM}/synthetic/mine", content | {"origin": {"kind": "synthetic"}})
    kind = "synthetic" if file.startswith("cases/") else "captured"
    wanted = [f"{PLATFORM}/{kind}/{name}" for name in cases]
    for named in (f"corpus/platforms/{PLATFORM}/{file}", f"{PLATFORM}/{file}"):
        assert sorted(Selection(cases=(named,)).chosen() or {}) == wanted
    explained = CliRunner().invoke(cli, ["explain", f"corpus/platforms/{PLATFORM}/{file}"])
    if len(wanted) > 1:
        assert isinstance(explained.exception, HookconformError)
        assert explained.exception.code == "case.several"
        assert f"Name one by its id, such as {wanted[0]}" in explained.exception.hint
    else:
        assert explained.exit_code == 0


def test_a_red_check_names_the_line_of_the_payload(corpus: Path) -> None:
    case = case_with_id(case_at(NEWEST), corpus)
    assert (case.file, case.entry) == (f"corpus/platforms/{PLATFORM}/captured/{FIRST}.jsonl", NAME)
    assert (case.version, case.repeats) == (NEWEST, case_at(FIRST))


@pytest.mark.usefixtures("corpus")
def test_known_failures_between_versions_are_no_stale_entries(tmp_path: Path) -> None:
    listed = [case_at(BETWEEN), f"{PLATFORM}/captured/{BETWEEN}/*", f"{PLATFORM}/captured/9.9.9/{NAME}"]
    (tmp_path / "known.yaml").write_text(
        json.dumps([{"check": f"{case_id}::kind", "reason": "not yet"} for case_id in listed])
    )
    manifest = fakes.serve_manifest(tmp_path, known_failures="known.yaml", capabilities=["tool-name", "event", "kind"])
    record = run(manifest, Selection(), cases=[fakes.case()])
    assert [entry.check for entry in record.stale_entries] == [f"{listed[-1]}::kind"]

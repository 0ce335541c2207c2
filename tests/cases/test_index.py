"""The index in the cache: the right cases whatever is found there, and nothing lost where nothing can be kept."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.filing import change_case
from tests.support.miniature import PLATFORM, build

from hookconform.cases import building, index, kept_index
from hookconform.ground import file_digests
from hookconform.ground.errors import HookconformError

pytestmark = pytest.mark.whole

TABLE = """\
about: names that are almost the platform's own
event: PreToolUse
tool: Bash
rows:
  - {name: longer, title: a name with one letter more, tool: "{native}s"}
"""
NAME = f"{PLATFORM}/synthetic/near-longer"
TEMPLATE = f"{PLATFORM}/captured/1.0.0/before-tool-run-shell-command"
FOLDER = f"platforms/{PLATFORM}"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "corpus"
    build(root)
    (root / "families").mkdir()
    (root / "families" / "near.yaml").write_text(TABLE)
    (root / "families" / "templates.yaml").write_text(f"{PLATFORM}: {{PreToolUse: {TEMPLATE}}}\n")
    monkeypatch.setattr(kept_index, "_WORTH_KEEPING", 1)
    monkeypatch.setattr(index, "user_cache", lambda: tmp_path / "cache")
    # As if all code were older than this process.
    monkeypatch.setattr(file_digests, "_STARTED", float("inf"))
    return root


def kept(root: Path) -> list[Path]:
    """Return the files of the indexes, the body of each before its head."""
    return sorted((root.parent / "cache" / "index").iterdir())


def read(root: Path) -> dict[str, str]:
    """Return the title of each composed case, read as a new process would."""
    for function in (index._index, index._key, index._code, file_digests._of_content):
        function.cache_clear()
    return {case.id: case.content["title"] for case in index.index_of(root, PLATFORM).composed()}


EXPECTED = {NAME: "a name with one letter more"}


def test_nothing_kept_is_shared_where_code_changed_since_the_start(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_digests, "_STARTED", 0)
    assert read(root) == EXPECTED
    first = kept(root)
    assert read(root) == EXPECTED
    assert kept(root) != first
    index._code.cache_clear()


def test_what_is_kept_is_read_and_not_built_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(root) == EXPECTED
    body, head = kept(root)
    assert head.name == f"{body.name}.head"
    monkeypatch.setattr(building, "build", lambda *_: pytest.fail("built again"))
    assert read(root) == EXPECTED


@pytest.mark.parametrize(
    "pattern",
    [
        "families/near.yaml",
        "rules/*.yaml",
        f"{FOLDER}/platform.yaml",
        f"{FOLDER}/captured/1.0.0.jsonl",
        f"{FOLDER}/versions/1.0.0.json",
        f"{FOLDER}/cases/some.json",
    ],
)
def test_a_change_of_what_they_come_from_makes_them_anew(root: Path, pattern: str) -> None:
    read(root)
    path = next(root.glob(pattern))
    # A blank at the end of the last line means nothing.
    path.write_text(f"{path.read_text()[:-1]} \n")
    assert read(root) == EXPECTED
    assert len(kept(root)) == 4


def test_another_payload_of_the_template_is_composed(root: Path) -> None:
    read(root)
    change_case(root, TEMPLATE, lambda case: case["payload"].update(cwd="/home/dev/elsewhere"))
    assert read(root) == EXPECTED
    (case,) = index.index_of(root, PLATFORM).composed()
    assert case.content["payload"]["cwd"] == case.content["expected"]["cwd"] == "/home/dev/elsewhere"


def test_a_table_that_changed_says_something_else(root: Path) -> None:
    read(root)
    (root / "families" / "near.yaml").write_text(TABLE.replace("one letter more", "an s"))
    assert read(root) == {NAME: "a name with an s"}


@pytest.mark.parametrize("part", [0, 1], ids=["body", "head"])
@pytest.mark.parametrize("damage", ["cut", "empty", "binary", "other", "emptied of cases"])
def test_a_damaged_entry_is_built_anew(root: Path, damage: str, part: int) -> None:
    read(root)
    entry = kept(root)[part]
    whole = entry.read_bytes()
    entry.write_bytes(
        {
            "cut": whole[:-20],
            "empty": b"",
            "binary": b"\xff\x00\xfe" + whole,
            "other": whole.replace(b"one letter more", b"one letter less"),
            "emptied of cases": whole.partition(b"\n")[0] + b"\n",
        }[damage]
    )
    assert read(root) == EXPECTED
    assert entry.read_bytes() == whole


@pytest.mark.parametrize("part", [0, 1], ids=["body", "head"])
def test_one_part_without_the_other_is_built_anew(root: Path, part: int) -> None:
    read(root)
    whole = [path.read_bytes() for path in kept(root)]
    kept(root)[part].unlink()
    assert read(root) == EXPECTED
    assert [path.read_bytes() for path in kept(root)] == whole


def test_a_few_cases_are_read_without_the_rest(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read(root)
    monkeypatch.setattr(index, "kept", lambda _: pytest.fail("the whole body is read"))
    assert read(root) == EXPECTED


@pytest.mark.parametrize("few", [0, 30])
def test_a_case_that_is_damaged_alone_is_built_anew(root: Path, monkeypatch: pytest.MonkeyPatch, few: int) -> None:
    monkeypatch.setattr(index, "_FEW", few)
    read(root)
    body = kept(root)[0]
    body.write_bytes(body.read_bytes().replace(b"one letter more", b"one letter less"))
    assert read(root) == EXPECTED
    assert b"one letter less" not in body.read_bytes()


def test_a_whole_body_of_other_cases_is_not_read(root: Path) -> None:
    read(root)
    (root / "families" / "near.yaml").write_text(TABLE.replace("one letter more", "an s"))
    read(root)
    bodies = [path for path in kept(root) if path.suffix != ".head"]
    texts = [path.read_bytes() for path in bodies]
    for path, text in zip(bodies, reversed(texts), strict=True):
        path.write_bytes(text)
    assert read(root) == {NAME: "a name with an s"}


def test_where_nothing_can_be_written_nothing_is_kept(root: Path) -> None:
    (root.parent / "cache").write_text("a file in the place of the folder")
    assert read(root) == EXPECTED
    assert (root.parent / "cache").read_text() == "a file in the place of the folder"


def test_a_write_that_was_cut_short_leaves_no_entry(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(index.os, "replace", stopped)
        with pytest.raises(KeyboardInterrupt):
            read(root)
    assert kept(root) == []
    assert read(root) == EXPECTED


def test_few_entries_of_a_platform_are_kept(root: Path) -> None:
    for number in range(9):
        (root / "families" / "near.yaml").write_text(TABLE.replace("one letter", f"{number} letters"))
        assert read(root) == {NAME: f"a name with {number} letters more"}
    assert len(kept(root)) == 12


def test_two_processes_at_once_get_the_same(root: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from hookconform.cases import index, kept_index\n"
        "index.user_cache = lambda: Path(sys.argv[2]); kept_index._WORTH_KEEPING = 1\n"
        f"print(*(case.id for case in index.index_of(Path(sys.argv[1]), {PLATFORM!r}).composed()))"
    )
    command = [sys.executable, "-c", code, str(root), str(root.parent / "cache")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert {process.communicate()[0] for process in running} == {f"{NAME}\n"}
    assert len(kept(root)) == 2


def test_a_template_that_is_not_there_is_an_error_and_no_corpus_without_its_cases(root: Path) -> None:
    text = (root / "families" / "templates.yaml").read_text()
    (root / "families" / "templates.yaml").write_text(text.replace("run-shell-command", "nothing"))
    with pytest.raises(HookconformError) as caught:
        read(root)
    assert caught.value.code == "case.unreadable"


@pytest.mark.parametrize(
    ("key", "problem"),
    [("title", "'title' is missing"), ("expected", "'expected' is missing"), ("payload", "'payload_text' is missing")],
)
def test_a_case_without_what_the_schema_demands_is_refused(root: Path, key: str, problem: str) -> None:
    change_case(root, TEMPLATE, lambda case: case.pop(key))
    (root / "families" / "near.yaml").unlink()
    (root / "families" / "templates.yaml").write_text("{}\n")
    with pytest.raises(HookconformError) as caught:
        list(index.index_of(root, PLATFORM).cases([TEMPLATE]))
    assert (caught.value.code, caught.value.what) == ("case.unreadable", f"The case cannot be read: {problem}.")


def test_a_case_that_leaves_out_what_every_case_judges_is_refused(root: Path) -> None:
    change_case(root, TEMPLATE, lambda case: case["expected"].pop("matched_rules"))
    with pytest.raises(HookconformError) as caught:
        list(index.index_of(root, PLATFORM).cases([TEMPLATE]))
    assert caught.value.code == "case.unreadable"
    assert TEMPLATE in str(caught.value.where)


def test_a_few_are_not_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_index, "_WORTH_KEEPING", 7)
    assert read(root) == EXPECTED
    assert not (root.parent / "cache").exists()


def used(root: Path, monkeypatch: pytest.MonkeyPatch, *, others: int) -> index.PlatformIndex:
    """Return the index of a platform that was read before those of others, with room for no more than two."""
    read(root)
    for number in range(others):
        copied = root / "platforms" / f"other-{number}"
        copied.parent.joinpath(copied.name).mkdir()
        for path in (root / FOLDER).rglob("*"):
            if path.is_file():
                target = copied / path.relative_to(root / FOLDER)
                target.parent.mkdir(exist_ok=True)
                target.write_text(path.read_text().replace(f"id: {PLATFORM}", f"id: {copied.name}"))
    monkeypatch.setattr(index, "_ROOM", 0)
    first = index.index_of(root, PLATFORM)
    first.entries  # noqa: B018 (reads them)
    for number in range(others):
        list(index.index_of(root, f"other-{number}").entries)
    return first


def test_of_many_indexes_two_stay_in_memory_and_all_are_right(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = used(root, monkeypatch, others=3)
    found = [index.index_of(root, name) for name in (PLATFORM, "other-0", "other-1", "other-2")]
    assert [one.size > 0 for one in found] == [False, False, True, True]
    assert {case.id: case.content["title"] for case in first.composed()} == EXPECTED
    assert [case.id for case in first.cases(first.entries)] == list(first.entries)
    assert [one.size > 0 for one in found] == [True, False, False, True]
    assert len(index._recent) == 2


def test_what_was_dropped_and_is_not_kept_is_composed_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = used(root, monkeypatch, others=2)
    for path in kept(root):
        path.unlink()
    assert first.size == 0
    assert {case.id: case.content["title"] for case in first.composed()} == EXPECTED
    # The head is what tells that they are of this corpus, and is not written by who does not know that.
    assert [path.suffix for path in kept(root)] == [""]


def test_a_corpus_that_changed_meanwhile_is_an_error_and_not_another_corpus(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = used(root, monkeypatch, others=2)
    for path in kept(root):
        path.unlink()
    (root / "families" / "near.yaml").write_text(TABLE.replace("one letter more", "an s"))
    with pytest.raises(HookconformError) as caught:
        list(first.composed())
    assert caught.value.code == "corpus.changed"
    assert kept(root) == []


# Prints the files of the corpus that building an index opens, beside those in its key.
TRACED = """
import os, sys
from hookconform.cases import building, index, kept_index
from hookconform.ground import file_digests
from hookconform.corpus.locate import corpus_root
root = corpus_root()
opened = set()
def noted(event, given):
    if event == "open" and str(given[0]).startswith(str(root) + os.sep):
        opened.add(str(given[0]))
sys.addaudithook(noted)
index._key(root, "opencode", ())
key = set(opened)
opened.clear()
building.build(root, "opencode")
print(*sorted(opened - key), len(opened) > 3, sep="\\n")
"""


def test_everything_that_an_index_comes_from_is_part_of_its_key() -> None:
    done = subprocess.run([sys.executable, "-c", TRACED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["True"]

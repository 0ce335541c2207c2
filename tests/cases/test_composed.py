"""Composed cases in the cache: the right ones whatever is found there, and nothing lost where nothing can be kept."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.support.filing import change_case
from tests.support.miniature import PLATFORM, build

from hookconform.cases import composed
from hookconform.cases.composed import Tables
from hookconform.ground.errors import HookconformError

TABLE = """\
about: names that are almost the platform's own
event: PreToolUse
tool: Bash
rows:
  - {name: longer, title: a name with one letter more, tool: "{native}s"}
"""
NAME = f"{PLATFORM}/synthetic/near-longer"
TEMPLATE = f"{PLATFORM}/captured/1.0.0/before-tool-run-shell-command"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "corpus"
    build(root)
    (root / "families").mkdir()
    (root / "families" / "near.yaml").write_text(TABLE)
    (root / "families" / "templates.yaml").write_text(f"{PLATFORM}: {{PreToolUse: {TEMPLATE}}}\n")
    monkeypatch.setattr(composed, "_WORTH_KEEPING", 1)
    monkeypatch.setattr(composed, "user_cache", lambda: tmp_path / "cache")
    return root


def kept(root: Path) -> list[Path]:
    return sorted((root.parent / "cache" / "composed").iterdir())


def read(root: Path) -> dict[str, str]:
    """Return the title of each composed case, read as a new process would."""
    composed._lines.cache_clear()
    return {case.id: case.content["title"] for case in Tables(root).cases(PLATFORM)}


EXPECTED = {NAME: "a name with one letter more"}


def test_what_is_kept_is_read_and_not_composed_again(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(root) == EXPECTED
    assert len(kept(root)) == 1
    monkeypatch.setattr(composed, "cases_of", lambda *_: pytest.fail("composed again"))
    assert read(root) == EXPECTED
    assert Tables(root).ids(PLATFORM) == [NAME]


@pytest.mark.parametrize("pattern", ["families/near.yaml", "rules/*.yaml", "platforms/*/platform.yaml"])
def test_a_change_of_what_they_come_from_makes_them_anew(root: Path, pattern: str) -> None:
    read(root)
    path = next(root.glob(pattern))
    path.write_text(path.read_text() + "\n")
    assert read(root) == EXPECTED
    assert len(kept(root)) == 2


def test_another_payload_of_the_template_makes_them_anew(root: Path) -> None:
    read(root)
    change_case(root, TEMPLATE, lambda case: case["payload"].update(cwd="/home/dev/elsewhere"))
    composed._lines.cache_clear()
    (case,) = Tables(root).cases(PLATFORM)
    assert case.content["payload"]["cwd"] == case.content["expected"]["cwd"] == "/home/dev/elsewhere"
    assert len(kept(root)) == 2


def test_another_case_beside_the_template_changes_nothing(root: Path) -> None:
    read(root)
    change_case(root, TEMPLATE.replace("before", "after"), lambda case: case["payload"].update(cwd="/home/dev/else"))
    assert read(root) == EXPECTED
    assert len(kept(root)) == 1


def test_a_table_that_changed_says_something_else(root: Path) -> None:
    read(root)
    (root / "families" / "near.yaml").write_text(TABLE.replace("one letter more", "an s"))
    assert read(root) == {NAME: "a name with an s"}


@pytest.mark.parametrize("damage", ["cut", "empty", "binary", "other", "emptied of cases"])
def test_a_damaged_entry_is_composed_anew(root: Path, damage: str) -> None:
    read(root)
    (entry,) = kept(root)
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


def test_where_nothing_can_be_written_nothing_is_kept(root: Path) -> None:
    (root.parent / "cache").write_text("a file in the place of the folder")
    assert read(root) == EXPECTED
    assert (root.parent / "cache").read_text() == "a file in the place of the folder"


def test_a_write_that_was_cut_short_leaves_no_entry(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(composed.os, "replace", stopped)
        with pytest.raises(KeyboardInterrupt):
            read(root)
    assert kept(root) == []
    assert read(root) == EXPECTED


def test_few_entries_of_a_platform_are_kept(root: Path) -> None:
    for number in range(12):
        (root / "families" / "near.yaml").write_text(TABLE.replace("one letter", f"{number} letters"))
        assert read(root) == {NAME: f"a name with {number} letters more"}
    assert len(kept(root)) == 8


def test_two_processes_at_once_get_the_same(root: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from hookconform.cases import composed\n"
        "composed.user_cache = lambda: Path(sys.argv[2]); composed._WORTH_KEEPING = 1\n"
        f"print(*composed.Tables(Path(sys.argv[1])).ids({PLATFORM!r}))"
    )
    command = [sys.executable, "-c", code, str(root), str(root.parent / "cache")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    assert {process.communicate()[0] for process in running} == {f"{NAME}\n"}
    assert len(kept(root)) == 1


def test_a_template_that_is_not_there_is_an_error_and_no_corpus_without_its_cases(root: Path) -> None:
    (root / "platforms" / PLATFORM / "captured" / "1.0.0.jsonl").unlink()
    with pytest.raises(HookconformError) as caught:
        read(root)
    assert caught.value.code == "case.unreadable"
    shutil.rmtree(root / "families")
    assert read(root) == {}


def test_a_few_are_not_kept(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(composed, "_WORTH_KEEPING", 2)
    assert read(root) == EXPECTED
    assert not (root.parent / "cache").exists()


# Prints the files of the corpus that composing opens.
TRACED = """
import os, sys
from pathlib import Path
from hookconform.cases import composed
from hookconform.corpus.locate import corpus_root
composed.user_cache = lambda: Path(sys.argv[1])
root = corpus_root()
tables = composed.Tables(root)
key = tables._key("opencode")
opened = set()
def noted(event, given):
    if event == "open" and str(given[0]).startswith(str(root) + os.sep):
        opened.add(str(given[0]))
sys.addaudithook(noted)
composed._lines(root, "opencode", key)
read = set(opened)
opened.clear()
composed.Tables(root)._key("opencode")
print(*sorted(read - opened), sep="\\n")
"""


def test_everything_that_composing_reads_is_part_of_the_key(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-c", TRACED, str(tmp_path)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
    assert len(list((tmp_path / "composed").iterdir())) == 1

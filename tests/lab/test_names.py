"""Names of tools and events, read from a program's files."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest

from hookconform.corpus.claims import load_platform
from hookconform.corpus.registered import NamePatterns, Pattern, load_patterns, newest_names, read_names
from hookconform.corpus.version_files import write_document
from hookconform.ground.errors import HookconformError
from hookconform_lab.lab.drivers import driven_platforms
from hookconform_lab.lab.names import names_in, summary

PATTERNS = NamePatterns(
    patterns=(
        Pattern("tool", "lib/*.js", r'name: "(\w+)"', within=r"TOOLS = \[.*?\];"),
        Pattern("event", "lib/*.js", r'on\("(\w+)"\)'),
    ),
    called={"run_cmd": "run"},
    leaves_out={"test_only": "it is for tests"},
    not_extracted={},
)
SOURCE = """name: "outside"
TOOLS = [{name: "read"}, {name: "run_cmd"},
 {name: "test_only"}];
on("start") on("stop") on("start")
"""


@pytest.fixture
def program(tmp_path: Path) -> Path:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "main.js").write_text(SOURCE, encoding="utf-8")
    return tmp_path


def test_names_are_read_within_their_part_alone(program: Path) -> None:
    names = names_in(PATTERNS, "pi", "1.0.0", program)
    assert (names.tools, names.events) == (("read", "run"), ("start", "stop"))
    assert summary(names) == "pi 1.0.0: 2 tools, 2 events"


def test_a_pattern_that_finds_nothing_is_refused(program: Path) -> None:
    gone = NamePatterns((Pattern("tool", "lib/*.ts", "(x)"),), {}, {}, {})
    with pytest.raises(HookconformError) as caught:
        names_in(gone, "pi", "1.0.0", program)
    assert caught.value.code == "lab.names"


def test_a_release_from_before_a_pattern_may_have_no_name_that_it_finds(program: Path) -> None:
    later = NamePatterns((Pattern("event", "lib/*.js", "(x)y", since="1.1.0"),), {}, {}, {"tool": "none"})
    assert names_in(later, "pi", "1.0.9", program).events == ()
    with pytest.raises(HookconformError, match="finds nothing"):
        names_in(later, "pi", "1.1.0", program)
    elsewhere = NamePatterns((Pattern("event", "lib/*.ts", "(x)y", since="1.1.0"),), {}, {}, {})
    with pytest.raises(HookconformError, match="finds nothing"):
        names_in(elsewhere, "pi", "1.0.9", program)


def test_names_of_one_kind_are_read_alone(program: Path) -> None:
    names = names_in(PATTERNS, "pi", "1.0.0", program, ["event"])
    assert (names.tools, names.events) == (None, ("start", "stop"))


def test_the_last_group_of_a_pattern_is_the_name(program: Path) -> None:
    named = NamePatterns((Pattern("event", "lib/*.js", r'(on)\("(\w+)"\)'),), {}, {}, {"tool": "none"})
    assert names_in(named, "pi", "1.0.0", program).events == ("start", "stop")


def test_words_without_marks_between_them_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "program").write_bytes(b"enumread_agentreadwriteother_text")
    words = Pattern("tool", "program", within="read_agent[a-z]+(?=other)", words=("read", "read_agent", "write"))
    names = names_in(NamePatterns((words,), {}, {}, {"event": "none"}), "pi", "1.0.0", tmp_path)
    assert names.tools == ("read", "read_agent", "write")


def test_a_word_that_is_not_listed_is_refused(tmp_path: Path) -> None:
    (tmp_path / "program").write_bytes(b"enumread_agentbrandnewwriteother_text")
    words = Pattern("tool", "program", within="read_agent[a-z]+(?=other)", words=("read_agent", "write"))
    with pytest.raises(HookconformError, match="brandnew") as caught:
        names_in(NamePatterns((words,), {}, {}, {}), "pi", "1.0.0", tmp_path)
    assert caught.value.code == "lab.names"


def test_an_archive_within_a_program_is_read(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for name, text in (("package/other.js", b'name: "outside"'), ("package/main.js", SOURCE.encode())):
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text))
    program = b'ELF "app.tgz" says the loader' + b"app.tgz" + bytes(8) + packed.getvalue() + b"rest of the program"
    (tmp_path / "program").write_bytes(program)
    inside = Pattern("event", "program", r'on\("(\w+)"\)', archive="app.tgz", member="package/main.js")
    names = names_in(NamePatterns((inside,), {}, {}, {"tool": "none"}), "pi", "1.0.0", tmp_path)
    assert names.events == ("start", "stop")
    gone = Pattern("event", "program", "(.)", archive="app.tgz", member="package/gone.js")
    with pytest.raises(HookconformError, match="finds nothing"):
        names_in(NamePatterns((gone,), {}, {}, {}), "pi", "1.0.0", tmp_path)


def test_a_kind_without_patterns_cannot_be_read(program: Path) -> None:
    without = NamePatterns(PATTERNS.patterns[:1], {}, {}, {"event": "packed"})
    names = names_in(without, "pi", "1.0.0", program)
    assert names.events is None
    assert "events cannot be read" in summary(names)


def test_what_is_written_is_read_again(program: Path, tmp_path: Path) -> None:
    names = names_in(PATTERNS, "pi", "1.0.0", program)
    path = tmp_path / "1.0.0.yaml"
    write_document("names", path, names.as_yaml())
    assert read_names(path) == names


@pytest.mark.parametrize("platform", driven_platforms())
def test_names_of_every_newest_version_were_read(platform: str) -> None:
    names = newest_names(platform)
    assert load_patterns(platform) is not None
    assert names is not None
    assert names.version == load_platform(platform).newest

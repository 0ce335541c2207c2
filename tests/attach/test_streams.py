"""What programs write, read from a pipe: complete lines within bounds, or the first and the last ones."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from hookconform.attach.streams import FirstAndLast, LineReader, read_some


class Pipe(NamedTuple):
    read_end: int
    write_end: int


@pytest.fixture
def pipe() -> Iterator[Pipe]:
    read_end, write_end = os.pipe()
    with os.fdopen(read_end), os.fdopen(write_end):
        yield Pipe(read_end, write_end)


def fed(pipe: Pipe, reader: LineReader, *pieces: bytes) -> list[bytes]:
    """Return the lines that a reader has after these pieces, each read by itself."""
    for piece in pieces:
        os.write(pipe.write_end, piece)
        reader.read()
    return list(reader.lines)


@pytest.mark.parametrize(
    ("pieces", "lines"),
    [
        ([b"a\n"], [b"a"]),
        ([b"a"], []),
        ([b"a", b"b\n"], [b"ab"]),
        ([b"a\nb", b"c\n"], [b"a", b"bc"]),
        ([b"a\nb\nc", b"", b"d", b"\n", b"\n"], [b"a", b"b", b"cd", b""]),
        ([b"\n\n"], [b"", b""]),
    ],
)
def test_lines_are_given_once_they_are_complete(pipe: Pipe, pieces: list[bytes], lines: list[bytes]) -> None:
    reader = LineReader(pipe.read_end, 100)
    assert fed(pipe, reader, *pieces) == lines
    assert not reader.ended
    assert not reader.too_long


def test_where_nothing_is_there_nobody_waits(pipe: Pipe) -> None:
    reader = LineReader(pipe.read_end, 100)
    assert not os.get_blocking(pipe.read_end)
    reader.read()
    assert (list(reader.lines), reader.ended, read_some(pipe.read_end)) == ([], False, None)


@pytest.mark.parametrize(("piece", "lines"), [(b"a\nb", [b"a", b"b"]), (b"a\n", [b"a"])])
def test_at_the_end_what_has_no_end_of_line_is_one_too(piece: bytes, lines: list[bytes]) -> None:
    read_end, write_end = os.pipe()
    with os.fdopen(read_end):
        reader = LineReader(read_end, 100)
        os.write(write_end, piece)
        os.close(write_end)
        for _ in range(3):
            reader.read()
        assert (list(reader.lines), reader.ended, reader.too_long) == (lines, True, False)


@pytest.mark.parametrize("before", [[], [b"x\n"], [b"xxxx", b"x\n"], [b"xx\n1234567890", b"\n"]])
@pytest.mark.parametrize(
    ("pieces", "is_too_long"),
    [
        ([b"1234567890"], False),
        ([b"12345678901"], True),
        ([b"123456", b"7890"], False),
        ([b"123456", b"78901"], True),
        ([b"1\n1234567890"], False),
        ([b"1\n12345678901"], True),
        ([b"1\n123456", b"78901"], True),
    ],
)
def test_a_line_of_more_bytes_than_may_be_is_the_end(
    pipe: Pipe, before: list[bytes], pieces: list[bytes], is_too_long: bool
) -> None:
    reader = LineReader(pipe.read_end, 10)
    fed(pipe, reader, *before)
    known = len(reader.lines)
    found = fed(pipe, reader, *pieces)[known:]
    assert (reader.too_long, reader.ended) == (is_too_long, is_too_long)
    assert b"\n".join(found) == (b"".join(pieces) if is_too_long else b"".join(pieces).rpartition(b"\n")[0])
    if is_too_long:
        assert fed(pipe, reader, b"more\n") == list(reader.lines)
        assert b"more" not in reader.lines


def test_a_line_that_is_only_shown_is_given_in_pieces_and_none_of_it_is_lost(pipe: Pipe) -> None:
    reader = LineReader(pipe.read_end, 10, cut=True)
    assert fed(pipe, reader, b"1234567890") == []
    assert fed(pipe, reader, b"1") == [b"12345678901"]
    assert fed(pipe, reader, b"1234567890") == [b"12345678901"]
    assert fed(pipe, reader, b"123\n") == [b"12345678901", b"1234567890123"]
    assert (reader.too_long, reader.ended) == (False, False)


def kept(*pieces: bytes) -> list[str]:
    lines = FirstAndLast()
    for piece in pieces:
        lines.add(piece)
    found = lines.lines()
    assert lines.lines() == found, "asking changes nothing"
    return found


@pytest.mark.parametrize(
    ("number", "left_out"), [(0, 0), (1, 0), (20, 0), (21, 0), (39, 0), (40, 0), (41, 1), (42, 2), (100, 60)]
)
def test_the_first_and_the_last_twenty_lines_are_kept_and_the_others_counted(number: int, left_out: int) -> None:
    lines = [f"line {n}" for n in range(number)]
    gap = [f"… ({left_out} more line{'' if left_out == 1 else 's'})"] if left_out else []
    expected = [*lines[:20], *gap, *lines[20 + left_out :]]
    text = "".join(f"{line}\n" for line in lines).encode()
    assert kept(text) == expected
    assert kept(*(text[at : at + 7] for at in range(0, len(text), 7))) == expected
    assert kept(text.rstrip(b"\n")) == expected


def test_blank_lines_and_the_ends_of_lines_are_not_kept() -> None:
    assert kept(b"\n  \r\n a \r\n\n") == [" a"]
    assert kept(b"caf\xe9\n") == ["caf\ufffd"]


@pytest.mark.parametrize("letter", ["x", "é", "\U0001f600"])
@pytest.mark.parametrize("end", [b"\n", b""])
def test_of_a_line_two_hundred_characters_are_kept(letter: str, end: bytes) -> None:
    assert kept((letter * 200).encode() + end) == [letter * 200]
    assert kept((letter * 201).encode() + end) == [letter * 200 + "…"]
    assert kept((letter * 150).encode(), (letter * 5000).encode() + end, b"z\n")[0] == letter * 200 + "…"

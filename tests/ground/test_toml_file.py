from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.ground.errors import HookconformError
from hookconform.ground.toml_file import read_toml


def test_a_table_is_read_as_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "thing.toml"
    path.write_text('name = "kite"\n[run]\ncommand = ["a", "b"]\n', encoding="utf-8")
    assert read_toml(path, area="thing", called="thing") == {"name": "kite", "run": {"command": ["a", "b"]}}


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "thing.unreadable"),
        (b"\xff\xfe", "thing.unreadable"),
        (b"name = ", "thing.toml"),
        (b"name = 1\nname = 2\n", "thing.toml"),
        (b"name = " + b"[" * 100_000 + b"]" * 100_000, "thing.toml"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_place(tmp_path: Path, content: bytes | None, code: str) -> None:
    path = tmp_path / "thing.toml"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(HookconformError) as caught:
        read_toml(path, area="thing", called="thing")
    assert (caught.value.code, caught.value.where) == (code, str(path))

"""A rule pack is read from JSON or YAML, and what is not one pack and nothing else is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hook_adapters import InvalidRules
from hook_adapters.rules import read_pack

PACK = {"version": "1.0", "rules": [{"name": "r", "event": "Stop", "action": "block"}]}


def test_packs_are_read_from_json_and_yaml(tmp_path: Path) -> None:
    (tmp_path / "pack.json").write_text(json.dumps(PACK))
    (tmp_path / "list.json").write_text(json.dumps(PACK["rules"]))
    (tmp_path / "pack.yaml").write_text('version: "1.0"\nrules:\n  - {name: r, event: Stop, action: block}\n')
    for name in ("pack.json", "list.json", "pack.yaml"):
        assert [rule.name for rule in read_pack(tmp_path / name)] == ["r"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pack.json", "{"),
        ("pack.json", '{"rules": [], "rules": []}'),
        ("pack.json", "[]}, {"),
        ("pack.json", '[], "more": 1'),
        ("pack.json", "[] []"),
        ("pack.json", "[]}"),
        ("pack.json", '{"rules": []} trailing'),
        ("pack.json", '{"rules": [NaN]}'),
        ("pack.json", "[" * 100_000),
        ("pack.yaml", "[" * 100_000),
        ("pack.yaml", "- " * 100_000),
        ("pack.yaml", "rules: &a [*a]\n"),
        ("pack.yaml", "? [a]\n: b\n"),
        ("pack.yaml", "rules: [\n"),
        ("pack.yaml", "rules: []\nrules: []\n"),
        ("pack.yaml", "rules: !!python/object/apply:os.system [true]\n"),
        ("pack.yaml", ""),
        ("pack.yaml", "\ud800"),
    ],
)
def test_a_file_that_is_no_pack_is_refused(tmp_path: Path, name: Any, text: Any) -> None:
    (tmp_path / name).write_bytes(text.encode(errors="surrogatepass"))
    with pytest.raises(InvalidRules):
        read_pack(tmp_path / name)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidRules, match="cannot read"):
        read_pack(tmp_path / "nowhere.yaml")

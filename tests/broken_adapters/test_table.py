"""The page of the broken adapters names every one of them with the fault that its code states."""

from __future__ import annotations

from hookconform.corpus.locate import data_root

BROKEN = data_root() / "adapters" / "broken"


def test_the_table_of_broken_adapters_is_complete() -> None:
    table = (BROKEN / "README.md").read_text(encoding="utf-8")
    for path in BROKEN.glob("*/adapter.py"):
        fault = path.read_text(encoding="utf-8").split('"""')[1].removeprefix("Fault: ").removesuffix(".")
        assert f"| `{path.parent.name}` | {fault} |" in table

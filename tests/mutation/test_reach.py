"""Which platforms a fault can reach: read from what the modules import."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform_lab.mutation.reach import platforms_reached

FILES = {
    "suite/__init__.py": "from pack.shared import x\n",
    "shared.py": "import pack.deep.core\n",
    "deep/__init__.py": "",
    "deep/core.py": "",
    "one.py": "from pack.shared import x\n",
    "two_a.py": "def f():\n    from pack import one\n",
    "three.py": "from pack.lonely import y\n",
    "lonely.py": "",
    "unused.py": "",
}
PLATFORMS = frozenset({"one", "two-a", "three"})


@pytest.mark.parametrize(
    ("file", "reached"),
    [
        ("one.py", {"one", "two-a"}),
        ("two_a.py", {"two-a"}),
        ("lonely.py", {"three"}),
        ("three.py", {"three"}),
        ("shared.py", PLATFORMS),
        ("deep/core.py", PLATFORMS),
        ("suite/__init__.py", PLATFORMS),
        ("unused.py", PLATFORMS),
    ],
)
def test_a_file_serves_the_platforms_that_import_it(tmp_path: Path, file: str, reached: set[str]) -> None:
    package = tmp_path / "pack"
    for name, text in FILES.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    assert platforms_reached(package, f"pack/{file}", PLATFORMS) == reached

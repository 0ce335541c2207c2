"""What programs say of their version, in whatever form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hookconform_lab.recorder.programs import installed_version


@pytest.mark.parametrize(
    ("said", "version"),
    [
        ("0.61.0", "0.61.0"),
        ("codex-cli 0.169.0", "0.169.0"),
        ("GitHub Copilot CLI 1.0.102.", "1.0.102"),
        ("2.1.330 (Claude Code)", "2.1.330"),
        ("Hermes Agent v0.19.0 (2026.7.20)", "0.19.0"),
        ("v22.14.0-nightly.1", "22.14.0-nightly.1"),
        ("build 1.2", None),
        ("1.2.3.4", "1.2.3"),
        ("preview1.2.3", None),
        ("", None),
    ],
)
def test_the_version_is_found_in_what_a_program_says(
    private: Path, program: Callable[[str, str], Path], said: str, version: str | None
) -> None:
    path = program("gemini", "0")
    first = path.read_text().splitlines()[0]
    path.write_text(f"{first}\nprint({said!r})\n")
    assert installed_version("gemini-cli") == version

"""Which platforms' cases of facades a name can be of, told from how it begins."""

from __future__ import annotations

import pytest

from hookconform.corpus.facade_names import platforms_meant

PLATFORMS = ("codex", "gemini-cli", "pi")


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("pi/facade/1.0.0/calls/x", ["pi"]),
        ("pi/facade/*", ["pi"]),
        ("p*", ["pi"]),
        ("*/facade/*", [*PLATFORMS]),
        ("[cg]*", [*PLATFORMS]),
        ("?i/facade/x", [*PLATFORMS]),
        ("gemini-cli/captured/*", []),
        ("gemini-cli/f*", ["gemini-cli"]),
        ("gemini-clii/facade/x", []),
        ("gemini/facade/x", []),
        ("", [*PLATFORMS]),
    ],
)
def test_the_platforms_that_a_name_can_be_of(text: str, meant: list[str]) -> None:
    assert platforms_meant(text, PLATFORMS) == meant

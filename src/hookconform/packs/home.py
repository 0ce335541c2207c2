"""Folders in the home of a user, of which rules know nothing: what is meant is the same folder at any depth."""

from __future__ import annotations

import re

HOME = re.compile(r"(~|\$HOME|\$\{HOME\})(/|$)")


def meant_folder(text: str) -> str:
    """Return the folder that is meant by one in the home: the same at any depth, since a rule knows no home."""
    home = HOME.match(text)
    return f"/**/{text[home.end() :]}".rstrip("/") if home and text[home.end() :] else text

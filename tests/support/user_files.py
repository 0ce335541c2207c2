"""A file of a person's own that nothing may be written into."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hookconform.ground.errors import HookconformError


def refused_and_left_alone(file: Path, text: str | bytes, install: Callable[[], object]) -> str:
    """Return why nothing is installed beside such a text; it stays byte for byte, and the error says where."""
    original = text.encode() if isinstance(text, str) else text
    file.write_bytes(original)
    with pytest.raises(HookconformError) as caught:
        install()
    assert (caught.value.code, caught.value.where) == ("record.settings", str(file))
    assert caught.value.hint
    assert file.read_bytes() == original
    return caught.value.what

"""Find the corpus: named by the user, in this checkout, or shipped inside the wheel."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from hookconform.ground.errors import HookconformError

ENVIRONMENT_VARIABLE = "HOOKCONFORM_CORPUS"


@cache
def data_root() -> Path:
    """Return the folder that holds `corpus/` and `adapters/`: the wheel's data, else the checkout."""
    package = Path(__file__).resolve().parents[1]
    shipped = package / "_data"
    return shipped if shipped.is_dir() else package.parents[1]


def corpus_root() -> Path:
    """Return the corpus folder; `HOOKCONFORM_CORPUS` overrides the default.

    Raises `HookconformError` (`corpus.missing`) if there is no corpus at that place.
    """
    return _existing(os.environ.get(ENVIRONMENT_VARIABLE) or "")


# Asked for each claim of each check of a run; whether a folder is a corpus does not change meanwhile.
@cache
def _existing(named: str) -> Path:
    root = Path(named) if named else data_root() / "corpus"
    if not (root / "vocabulary.yaml").is_file():
        raise HookconformError(
            "corpus.missing",
            "There is no corpus here (no vocabulary.yaml).",
            where=str(root),
            hint=f"Set {ENVIRONMENT_VARIABLE} to a corpus folder, or unset it to use the one installed.",
        )
    return root

"""`adapters/community/<name>/`: one folder a program, with its manifests, its glue and what was measured."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from hookconform.attach.program import FILE_NAME
from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError


def community_root() -> Path:
    """Return the folder of all of them."""
    return data_root() / "adapters" / "community"


def community_names() -> list[str]:
    """Return their names, sorted."""
    return sorted(path.parent.name for path in community_root().glob(f"*/{FILE_NAME}"))


def community_folder(name: str) -> Path:
    """Return the folder of one of them; raises `HookconformError` (`community.unknown`)."""
    names = community_names()
    if name in names:
        return community_root() / name
    meant = get_close_matches(name, names, n=1)
    known = f"Did you mean {meant[0]!r}?" if meant else f"Known: {', '.join(names) or 'none'}."
    raise HookconformError("community.unknown", f"There is no community adapter {name!r}.", hint=known)

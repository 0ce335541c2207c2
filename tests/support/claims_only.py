"""A platform with claims only, or claims and cases: no instrument and no adapter knows its name."""

from __future__ import annotations

import shutil
from pathlib import Path

NEW = "made-up-agent"


def add_platform(root: Path, of: str, *, cases: bool = False) -> Path:
    """Copy a platform's claims, and its cases if wanted, under the name `NEW`; return the new folder."""
    source, target = root / "platforms" / of, root / "platforms" / NEW
    target.mkdir()
    text = (source / "platform.yaml").read_text(encoding="utf-8")
    (target / "platform.yaml").write_text(text.replace(f"platform: {of}\n", f"platform: {NEW}\n", 1), encoding="utf-8")
    for kind in ("captured", "versions", "cases"):
        if cases and (source / kind).is_dir():
            shutil.copytree(source / kind, target / kind)
    return target

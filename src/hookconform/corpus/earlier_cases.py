"""Cases as corpora up to release 0.1.0 file them: one JSON file a case, its path below `platforms/` its id.

Read only to compare such a corpus with a later one.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from hookconform.corpus.case_files import CAPTURED, SYNTHETIC, FiledCase, refuse
from hookconform.corpus.cases import Case, filed_case


def is_earlier(root: Path) -> bool:
    """Tell whether a corpus files its cases so."""
    patterns = (f"platforms/*/{CAPTURED}/*/*.json", f"platforms/*/{SYNTHETIC}/*.json")
    return any(next(root.glob(pattern), None) is not None for pattern in patterns)


def earlier_cases(root: Path, platform: str) -> Iterator[Case]:
    """Yield the cases of one platform; raises `HookconformError` (`case.unreadable`)."""
    folder = root / "platforms" / platform
    for path in (*sorted((folder / CAPTURED).glob("*/*.json")), *sorted((folder / SYNTHETIC).glob("*.json"))):
        case_id = path.relative_to(root / "platforms").as_posix().removesuffix(".json")
        try:
            content = json.loads(path.read_bytes())
        except (OSError, ValueError, RecursionError) as error:
            refuse(str(path), f"{type(error).__name__}: {error}")
            raise
        yield filed_case(FiledCase(case_id, path, content))

"""Composed cases: what the rows of families become on a platform."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from hookconform.corpus.family_templates import FOLDER, check_templates


class ComposedCase(NamedTuple):
    """One composed case: `content` is the case, `says` the rules that its row says match.

    `table` is a file below the corpus, `row` a name in it. `refused`: the row says that the payload is refused.
    """

    id: str
    table: str
    row: str
    says: tuple[str, ...]
    refused: bool
    content: dict[str, Any]

    @property
    def origin(self) -> str:
        """Return table and row for people."""
        return f"{self.table}, row {self.row}"


def compose_all(root: Path, platform: str) -> Iterator[ComposedCase]:
    """Compose the cases of a platform, in the order of tables and rows; raises as `cases_of` and `check_templates`."""
    # A kept index needs neither tables nor drafting.
    from hookconform.corpus.cases import TemplateCases  # noqa: PLC0415
    from hookconform.corpus.families import load_families  # noqa: PLC0415
    from hookconform.drafting.families import cases_of  # noqa: PLC0415

    check_templates(root)
    templates = TemplateCases(root)
    for family in load_families(root):
        for case in cases_of(family, root, platform, templates):
            yield ComposedCase(
                id=case.id,
                table=f"{FOLDER}/{case.family.path.name}",
                row=case.row.name,
                says=case.matches,
                refused=case.row.error,
                content=case.content,
            )

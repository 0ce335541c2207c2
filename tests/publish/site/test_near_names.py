"""Pages name the same near names as a comparison with every other name would."""

from __future__ import annotations

import difflib
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from hookconform_lab.publish.site.names import Names


def names_of(*natives: str) -> Names:
    rows: list[Any] = [SimpleNamespace(claim=SimpleNamespace(native=native)) for native in natives]
    evidence: Any = SimpleNamespace(claims=rows)
    return Names([evidence])


def near(names: Names, native: str) -> list[str]:
    return [page.title for page in names.near(names.page_of(native))]


# Words of one letter often, so that names differ in the number and the order of the same letters.
@given(st.lists(st.text("ab_é", min_size=1, max_size=12), min_size=1, max_size=12, unique=True))
def test_letters_alone_leave_out_no_near_name(natives: list[str]) -> None:
    names = names_of(*natives)
    for native in natives:
        others = [name for name in natives if name != native]
        alike = difflib.get_close_matches(native, others, n=6, cutoff=0.7)
        assert near(names, native)[: len(alike)] == alike


def test_near_names_are_alike_or_share_most_words() -> None:
    names = names_of("read_file", "readfile", "file_read", "ReadFiles", "write", "web_fetch")
    assert near(names, "read_file") == ["readfile", "ReadFiles", "file_read"]
    assert near(names, "write") == []

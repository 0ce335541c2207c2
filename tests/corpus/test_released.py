"""The list of what was released: read in one place, and damage to it is never taken for an empty release."""

from __future__ import annotations

from pathlib import Path

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.corpus.released import last_release, payload_digest, released_payloads, write_release
from hookconform.ground.errors import HookconformError


def test_what_is_pinned_is_read_again(tmp_path: Path) -> None:
    cases = list(iter_cases(platforms=["cursor"]))[:5]
    assert write_release(tmp_path, "1.2.0", "f" * 64, cases) == 5
    found = last_release(tmp_path)
    assert found is not None
    assert (found.version, found.fingerprint) == ("1.2.0", "f" * 64)
    assert released_payloads(tmp_path) == {case.id: payload_digest(case.payload_text) for case in cases}


def test_before_the_first_release_there_is_none(tmp_path: Path) -> None:
    assert last_release(tmp_path) is None
    assert released_payloads(tmp_path) is None


NO_OBJECT = ["", "[", "[]", "null", "\udcff", "[" * 100_000]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *((name, text) for name in ("released.json", "released-payloads.json") for text in NO_OBJECT),
        *(
            ("released.json", text)
            for text in ("{}", '{"fingerprint": ""}', '{"release": 1}', '{"release": "1.2.0", "fingerprint": null}')
        ),
        ("released-payloads.json", '{"gemini-cli/captured/1.0.0/one": 1}'),
    ],
)
def test_what_is_damaged_is_said_to_be(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8", errors="surrogateescape")
    read = last_release if name == "released.json" else released_payloads
    with pytest.raises(HookconformError) as caught:
        read(tmp_path)
    assert caught.value.code == "corpus.released"
    assert caught.value.where == str(tmp_path / name)

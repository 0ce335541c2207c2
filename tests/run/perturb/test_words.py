"""Other words: one for one, of the same shape, and the same whether a part is taken out before or after."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from hookconform.run.perturb.words import Words

SESSION = "0a1b2c3d-0000-4000-8000-0123456789ab"
_PIECES = st.lists(
    st.sampled_from(
        ["marble", "Marble", "quiet_word", "ab", "git", "x-flag", "é", "a.json", "$HOME", "9f8e7d", SESSION]
    )
)


def words(seed: int = 1, **more: list[str]) -> Words:
    return Words(Random(seed), frozenset({"git", "push"}), session=SESSION, excluded=more.get("excluded", []))


@given(_PIECES, st.sampled_from([" ", "/", "\n", '"', ": "]))
def test_a_text_is_replaced_piece_by_piece(pieces: list[str], between: str) -> None:
    change = words()
    assert change.text(between.join(pieces)) == between.join(change.text(piece) for piece in pieces)


@given(_PIECES)
def test_no_two_pieces_become_one(pieces: list[str]) -> None:
    change = words()
    assert len({change.text(piece) for piece in pieces}) == len(set(pieces))


@given(st.text(max_size=60))
def test_the_shape_stays(text: str) -> None:
    changed = words().text(text)
    assert [(char.isalpha(), char.isupper(), char.isdigit(), char.isspace()) for char in changed] == [
        (char.isalpha(), char.isupper(), char.isdigit(), char.isspace()) for char in text
    ]


def test_what_means_something_stays() -> None:
    for text in (
        "git push",
        "Git",
        "--force",
        "-rf",
        "a.json",
        "$PATHS",
        "\\nnext",
        "<elided: 9 characters of text>",
        "ab",
    ):
        assert words().text(text) == text
    assert words(excluded=["marble"]).text("Marble marble") == "Marble marble"


def test_an_identifier_keeps_its_form() -> None:
    new = words().text(SESSION)
    assert new != SESSION
    assert (len(new), new[8], new[14], new[19]) == (len(SESSION), "-", "4", "8")
    assert words().ids(f"/chats/{SESSION}.json") == f"/chats/{new}.json"
    assert words().identifier("ses_e028cb24").startswith("ses_")
    assert words().ids("only words") == "only words"


def test_the_first_part_of_the_session_s_identifier_follows() -> None:
    change = words()
    start = change.text(SESSION).partition("-")[0]
    assert change.ids(f"session-{SESSION[:8]}.json") == f"session-{start}.json"
    another = f"{SESSION[:8]}-1111-4000-8000-0123456789ab"
    assert change.ids(another) not in {another, start + another[8:]}


def test_an_empty_identifier_stays_empty() -> None:
    change = Words(Random(1), frozenset(), session="", excluded=[])
    assert (change.text(""), change.ids(""), change.text("marble") != "marble") == ("", "", True)

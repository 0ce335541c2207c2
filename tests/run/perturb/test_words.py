"""Other words: one for one, of the same shape, and the same whether a part is taken out before or after."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
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


def test_an_identifier_is_the_same_one_in_words_and_beside_them() -> None:
    other = "11111111-2222-4333-9444-555555555555"
    change = words()
    new = change.text(f"see {other} now").split()[1]
    assert new != other
    assert (len(new), new[14], new[19]) == (len(other), "4", "9")
    assert change.ids(f"/logs/{other}.json") == f"/logs/{new}.json"
    assert change.text(other) == change.identifier(other) == new


def test_what_looks_like_hexadecimal_digits_still_does() -> None:
    for seed in range(20):
        new = words(seed).text("deadbeef c0ffee Marble")
        assert set(new.split()[0]) <= set("abcdef")
        assert set(new.split()[1]) <= set("abcdef0")
        assert new.split()[1][1] == "0"
        assert set(new.split()[2].lower()) - set("abcdef")


def test_a_word_of_three_letters_changes_and_one_of_two_does_not() -> None:
    assert words().text("abc") != "abc"
    assert words().text("xy") == "xy"


@pytest.mark.parametrize(("session", "is_found"), [("a1b", False), ("a1b2", True), ("s-1", False), ("ses_0x9", True)])
def test_a_session_s_identifier_is_found_within_others_unless_it_is_short(session: str, is_found: bool) -> None:
    change = Words(Random(3), frozenset(), session=session, excluded=[])
    new = change.text(session)
    assert new != session
    assert [char.isalpha() for char in new] == [char.isalpha() for char in session]
    assert change.ids(session) == new
    assert change.ids(f"/{session}/log") == (f"/{new}/log" if is_found else f"/{session}/log")


def test_a_start_before_an_underscore_is_part_of_the_form() -> None:
    change = Words(Random(3), frozenset(), session="ses_ab12_cd", excluded=[])
    new = change.text("ses_ab12_cd")
    assert (new[:4], new[8], len(new)) == ("ses_", "_", 11)
    assert new[4:] != "ab12_cd"
    assert [char.isdigit() for char in new] == [char.isdigit() for char in "ses_ab12_cd"]


def test_no_word_becomes_one_that_stays_or_another_s_new_one() -> None:
    class Scripted(Random):
        """Gives the letters of the texts that are listed, one after the other."""

        def __init__(self, *texts: str) -> None:
            super().__init__(0)
            self.letters = list("".join(texts))

        def choice(self, seq: Any) -> Any:
            return self.letters.pop(0)

    change = Words(
        Scripted("push", "pull", "abcd", "pull", "wxyz"), frozenset({"push"}), session=None, excluded=["abcd"]
    )
    # Not `push`, which means something; not `abcd`, which is excluded; not `pull`, which is taken.
    assert change.text("glow slow") == "pull wxyz"
    assert change.text("slow glow") == "wxyz pull"
    itself = Words(Scripted("glow", "flow"), frozenset(), session=None, excluded=[])
    assert itself.text("glow") == "flow"


def test_every_place_of_an_identifier_can_change_but_those_that_are_its_form() -> None:
    old = "11111111-1111-4111-8111-111111111111"
    places = {
        place for seed in range(40) for place, char in enumerate(words(seed).identifier(old)) if char != old[place]
    }
    assert places == {place for place, char in enumerate(old) if char == "1"}
    short = "ses_aa1"
    places = {
        place for seed in range(40) for place, char in enumerate(words(seed).identifier(short)) if char != short[place]
    }
    assert places == {4, 5, 6}

"""What goes to an adapter and comes back: words, limits, and what holds where nothing is said."""

from __future__ import annotations

from tests.support import fakes

from hookconform.attach.calls import AdapterGoneError, Broken, Call, Refusal, RulePack, StrayOutput


def test_of_an_end_two_thousand_characters_are_told_on_one_line() -> None:
    assert str(AdapterGoneError("a\n b")) == "a b"
    assert str(AdapterGoneError("a" * 2000)) == "a" * 2000
    assert str(AdapterGoneError("a" * 2001)).endswith(" (2001 characters)")
    assert AdapterGoneError("a").said == ()
    assert AdapterGoneError("a", ["b"]).said == ("b",)


def test_stray_lines_are_counted_and_the_first_ten_are_kept_two_hundred_characters_wide() -> None:
    stray = StrayOutput()
    assert (stray.count, stray.lines) == (0, [])
    lines = ["a" * 200, "b" * 201, *"cdefghijk"]
    for line in lines:
        stray.add(line)
    assert stray.count == 11
    assert stray.lines == ["a" * 200, "b" * 200 + "…", *"cdefghij"]


def test_how_much_of_stray_lines_is_kept_can_be_said() -> None:
    stray = StrayOutput()
    for line in ("abc", "abcd", "a"):
        stray.add(line, keep=2, width=3)
    assert (stray.count, stray.lines) == (3, ["abc", "abc…"])


def test_what_is_no_result_has_words() -> None:
    assert Refusal(-32001, "no").words == "error -32001: no"
    assert Broken("gone").words == "gone"
    assert not Broken("gone").missed


def test_a_call_is_about_no_case_and_no_rules_unless_it_says_so() -> None:
    call = Call("initialize", {})
    assert (call.case_id, call.key, call.rules) == ("", "", None)


def test_a_pack_is_encoded_once() -> None:
    pack = RulePack(fakes.PACK.parsed)
    assert pack.encoded is pack.encoded

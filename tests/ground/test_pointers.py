"""A pointer with a `/` or `~` in a key finds that key, to read and to write; a document is never changed in place."""

from __future__ import annotations

from hookconform.ground.pointers import MISSING, escaped, first, resolve, with_value

DOCUMENT = {"a/b": {"m~n": 1}, "list": [{"x": None}], "a": {"b": 2}}


def test_keys_with_slash_and_tilde_are_told_apart_from_paths() -> None:
    assert resolve(DOCUMENT, "/a~1b/m~0n") == 1
    assert resolve(DOCUMENT, "/a/b") == 2
    assert resolve(DOCUMENT, "/" + escaped("a/b") + "/" + escaped("m~n")) == 1
    # `~01` is the key `~1`, not a slash.
    assert resolve({"~1": 3, "/": 4}, "/~01") == 3


def test_null_is_there_and_what_is_not_there_is_missing() -> None:
    assert resolve(DOCUMENT, "/list/0/x") is None
    assert resolve(DOCUMENT, "/list/1") is MISSING
    assert resolve(DOCUMENT, "/list/-1") is MISSING
    assert first(DOCUMENT, ["/gone", "/list/0/x", "/a/b"]) == ("/list/0/x", None)
    assert first(DOCUMENT, ["/gone"]) is None


def test_a_value_is_put_into_a_copy() -> None:
    changed = with_value(DOCUMENT, "/a~1b/m~0n", 5)
    assert resolve(changed, "/a~1b/m~0n") == 5
    assert resolve(DOCUMENT, "/a~1b/m~0n") == 1
    assert with_value(DOCUMENT, "/a/new", 6)["a"] == {"b": 2, "new": 6}

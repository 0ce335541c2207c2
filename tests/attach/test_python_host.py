"""What serves a Python object, called as functions: what its exceptions come to, and how its results are written."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import pytest

from hookconform.attach import python_host
from hookconform.attach.python_host import as_json, ask, code_of, create, own_frames, told

_LIBRARY = Path(python_host.os.__file__).resolve().parent


class CodedError(Exception):
    def __init__(self, code: Any) -> None:
        super().__init__("words")
        self.code = code


def raised(*files: str) -> BaseException:
    """Return an exception that went through a function `f` in each of these files, the last one raised it."""
    names: dict[str, Any] = {"inner": None}
    for file in reversed(files):
        source = "def f():\n    if not inner: raise ValueError('no')\n    inner()\n"
        scope = {"inner": names["inner"]}
        exec(compile(source, file, "exec"), scope)
        names["inner"] = scope["f"]
    with pytest.raises(ValueError, match="no") as caught:
        names["inner"]()
    # The first frame is this test's.
    caught.value.__traceback__ = caught.value.__traceback__ and caught.value.__traceback__.tb_next
    return caught.value


def test_of_the_adapters_own_frames_the_five_innermost_are_named() -> None:
    error = raised(*(f"/a/{name}.py" for name in "bcdefgh"))
    assert own_frames(error) == [*(f"{name}.py:3 in f" for name in "defg"), "h.py:2 in f"]
    assert told(error) == "ValueError: no (at d.py:3 in f, e.py:3 in f, f.py:3 in f, g.py:3 in f, h.py:2 in f)"


@pytest.mark.parametrize(
    ("file", "is_own"),
    [
        ("/a/adapter.py", True),
        ("<string>", False),
        ("adapter.py", False),
        (str(Path(python_host.__file__).resolve()), False),
        (str(_LIBRARY / "json" / "decoder.py"), False),
        (str(_LIBRARY / "site-packages" / "package" / "module.py"), True),
        (str(_LIBRARY / "dist-packages" / "package" / "module.py"), True),
    ],
)
def test_frames_are_the_adapters_own_unless_they_are_pythons_or_no_file(file: str, is_own: bool) -> None:
    assert bool(own_frames(raised(file))) is is_own


def test_a_file_is_named_from_the_folder_it_was_imported_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert own_frames(raised(str(tmp_path / "package" / "module.py"))) == ["package/module.py:2 in f"]


def test_the_folder_that_the_suite_was_started_in_is_no_such_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    monkeypatch.chdir(tmp_path)
    assert own_frames(raised(str(tmp_path / "package" / "module.py"))) == ["module.py:2 in f"]


@pytest.mark.parametrize(("length", "whole"), [(1999, True), (2000, True), (2001, False)])
def test_of_a_long_text_of_an_exception_two_thousand_characters_are_said(length: int, whole: bool) -> None:
    said = told(ValueError("x" * length)).removeprefix("ValueError: ")
    assert said == ("x" * length if whole else "x" * 2000 + "…")


@pytest.mark.parametrize(
    ("code", "expected"), [(-32001, -32001), (0, 0), (True, None), ("-32001", None), (1.0, None), (None, None)]
)
def test_only_an_integer_is_a_code(code: Any, expected: int | None) -> None:
    assert code_of(CodedError(code)) == expected
    assert type(code_of(CodedError(code))) is type(expected)


def test_the_end_of_the_program_carries_no_code() -> None:
    assert code_of(SystemExit(3)) is None
    assert code_of(ValueError()) is None


class Adapter:
    def good(self, value: Any) -> Any:
        return value

    def refuse(self, code: Any) -> Any:
        raise CodedError(code)

    def stop(self) -> Any:
        raise KeyboardInterrupt


def test_a_call_comes_to_a_result_an_error_or_a_crash() -> None:
    assert ask(Adapter(), "good", {"value": (1, "é")}) == {"result": '[1,"\\u00e9"]'}
    assert ask(Adapter(), "refuse", {"code": 5}) == {"error": {"code": 5, "message": "words"}}
    error = ask(Adapter(), "refuse", {"code": "5"})["error"]
    assert error["code"] == python_host.CRASHED
    assert error["message"].startswith("refuse raised CodedError: words (at ")
    gone = {"code": python_host.NO_METHOD, "message": "the object has no method 'gone'"}
    assert ask(Adapter(), "gone", {}) == {"error": gone}


def test_whoever_stops_the_suite_by_hand_stops_it() -> None:
    with pytest.raises(KeyboardInterrupt):
        ask(Adapter(), "stop", {})


@pytest.mark.parametrize("deep", [False, True])
@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_what_json_does_not_have_is_an_error_however_deep_the_rest_is(value: float, deep: bool) -> None:
    nested: Any = []
    for _ in range(100_000 if deep else 1):
        nested = [nested]
    with pytest.raises(ValueError, match="JSON compliant"):
        as_json([value, nested])
    while nested:
        nested = nested[0]


def test_lists_tuples_and_dictionaries_are_all_followed_into_the_depth() -> None:
    nested: Any = 1
    for _ in range(40_000):
        nested = ({"a": [nested]},)
    text = as_json(nested)
    # Three levels a time, in turn: 500 are 166 times three and two more.
    assert text == '[{"a":[' * 166 + '[{"a":"…"}]'.replace("…", "\\u2026") + "]}]" * 166
    while nested != 1:
        nested = nested[0]["a"][0]


def test_the_folder_comes_first_on_the_import_path_and_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "made_by_hand.py").write_text("def create():\n    return 'made'\n")
    before = [*sys.path]
    monkeypatch.setattr(sys, "path", [*before])
    for _ in range(2):
        assert create("made_by_hand:create", str(tmp_path)) == "made"
        assert sys.path == [str(tmp_path), *before]
    assert create("made_by_hand:create", None) == "made"
    assert sys.path == [str(tmp_path), *before]
    del sys.modules["made_by_hand"]

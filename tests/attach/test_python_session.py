"""Python adapters run in a process of their own: whatever they do, the judge and its output stay as they are."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach.attaching import attach
from hookconform.attach.calls import AdapterGoneError, Broken, Refusal, Response, Result, RulePack
from hookconform.attach.child import Child
from hookconform.attach.manifest import load_manifest
from hookconform.attach.python_host import as_json
from hookconform.ground.errors import HookconformError

pytestmark = pytest.mark.whole

ADAPTER = """
import json, os, sys, threading, time
{top}

class Adapter:
    def initialize(self, protocol):
        return {identity}

    def canonicalize(self, platform, platform_version, registered_event, payload):
        return getattr(self, json.loads(payload))()

    def match(self, rules, **params):
        if json.loads(params["payload"]) == "end":
            os._exit(1)
        names = [rule["name"] for rule in rules["rules"]]
        self.spoil(rules)
        params.clear()
        return {{"matched_rules": names}}

    def spoil(self, rules):
        rules["rules"].clear()

    def good(self):
        return {{"events": []}}

{methods}


def create():
    return Adapter()
"""
NAMES = [rule["name"] for rule in fakes.PACK.parsed["rules"]]
BOTH = pytest.mark.parametrize("in_process", [False, True], ids=["own process", "in process"])


def session(folder: Path, methods: str = "", *, top: str = "", in_process: bool = False, **run: Any) -> Any:
    # Modules of one process are kept by name.
    module = f"adapter_{abs(hash((str(folder), methods, top)))}"
    identity = {key: value for key, value in fakes.MANIFEST.items() if key != "run"}
    body = "".join(f"    {line}\n" for line in methods.splitlines())
    text = ADAPTER.format(top=top, identity=repr(identity), methods=body)
    (folder / f"{module}.py").write_text(text, encoding="utf-8")
    manifest = fakes.manifest(folder, run={"python": f"{module}:create", "path": ".", **run})
    return attach(manifest, deadline=60, in_process=in_process)


def ask(folder: Path, *names: str, methods: str = "", **more: Any) -> list[Response]:
    attached = session(folder, methods, **more)
    try:
        return list(attached.responses([fakes.canonicalize(name, name) for name in names]))
    finally:
        attached.close()


@BOTH
@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("sys.exit(0)", "canonicalize raised SystemExit: 0 (at adapter_"),
        ("raise SystemExit", "canonicalize raised SystemExit"),
        ("raise Unspeakable", "canonicalize raised Unspeakable: (its text cannot be read) (at adapter_"),
        ("raise ValueError(chr(0xD800))", "canonicalize raised ValueError: \ud800"),
        ("raise GeneratorExit", "canonicalize raised GeneratorExit"),
        ("return {1, 2}", "canonicalize raised TypeError: Object of type set is not JSON serializable"),
        ("return float('nan')", "canonicalize raised ValueError: "),
        ("loop = []; loop.append(loop); return loop", "canonicalize raised ValueError: Circular reference detected"),
        ("return self.bad()", "canonicalize raised RecursionError"),
    ],
)
def test_no_exception_ends_more_than_its_own_call(tmp_path: Path, body: str, words: str, in_process: bool) -> None:
    methods = "    def __str__(self):\n        raise KeyError('no')\n    code = property(__str__)"
    top = f"class Unspeakable(Exception):\n{methods}"
    bad, good = ask(tmp_path, "bad", "good", methods=f"def bad(self):\n    {body}", top=top, in_process=in_process)
    assert isinstance(bad, Broken)
    assert bad.reason.startswith(words)
    assert good == Result({"events": []})


@BOTH
def test_of_a_long_text_of_an_exception_the_beginning_is_said(tmp_path: Path, in_process: bool) -> None:
    (bad,) = ask(tmp_path, "bad", methods="def bad(self):\n    raise ValueError('x' * 5000)", in_process=in_process)
    assert isinstance(bad, Broken)
    assert bad.reason.startswith("canonicalize raised ValueError: " + "x" * 1000)
    assert "x…" in bad.reason
    assert len(bad.reason) < 2200


@pytest.mark.parametrize(("opens", "makes"), [("[", lambda inner: [inner]), ("{", lambda inner: {"a": inner})])
def test_a_value_is_kept_to_a_depth_and_marked_below(opens: str, makes: Callable[[Any], Any]) -> None:
    value: Any = 1
    for _ in range(100_000):
        value = makes(value)
    text = as_json([value])
    while value != 1:
        # Deep values are taken apart by hand: their end would need a stack as deep.
        value = next(iter(value.values() if isinstance(value, dict) else value))
    assert text.count(opens) == (500 if opens == "[" else 499)
    assert json.dumps("…") in text
    assert as_json([[[1]]]) == "[[[1]]]"


@BOTH
def test_a_crash_names_file_and_line_of_the_adapters_own_frames(tmp_path: Path, in_process: bool) -> None:
    methods = "def bad(self):\n    self.deeper()\n\ndef deeper(self):\n    json.loads('{')"
    (bad,) = ask(tmp_path, "bad", methods=methods, in_process=in_process)
    assert isinstance(bad, Broken)
    _, _, frames = bad.reason.partition(" (at ")
    # Neither the engine's frames nor those of Python's json, and no folder of this machine.
    assert [frame.split(" in ")[1] for frame in frames.removesuffix(")").split(", ")] == [
        "canonicalize",
        "bad",
        "deeper",
    ]
    assert str(tmp_path) not in bad.reason
    assert "json" not in frames


def test_what_no_encoding_has_is_printed_as_an_escape(tmp_path: Path) -> None:
    attached = session(tmp_path, "def shout(self):\n    print('\\ud83d é')\n    return {}")
    assert list(attached.responses([fakes.canonicalize("shout", "shout")])) == [Result({})]
    attached.close()
    assert attached.stray.lines == ["\\ud83d é"]


@BOTH
def test_an_exception_with_a_code_is_an_answer(tmp_path: Path, in_process: bool) -> None:
    methods = "def bad(self):\n    error = KeyError('no')\n    error.code = -32001\n    raise error"
    assert ask(tmp_path, "bad", methods=methods, in_process=in_process) == [Refusal(-32001, "'no'")]


@BOTH
def test_changed_rules_and_parameters_are_the_adapters_own_copies(tmp_path: Path, in_process: bool) -> None:
    attached = session(tmp_path, in_process=in_process)
    call = fakes.matching("a")
    before = json.dumps(fakes.PACK.parsed)
    assert list(attached.responses([call] * 4)) == [Result({"matched_rules": NAMES})] * 4
    attached.close()
    assert json.dumps(fakes.PACK.parsed) == before
    assert call.params


def test_a_pack_with_what_cannot_be_compared_is_made_anew(tmp_path: Path) -> None:
    methods = "def spoil(self, rules): rules['version'] = type('Odd', (), {'__eq__': lambda *_: 1 / 0})()"
    attached = session(tmp_path, methods)
    assert list(attached.responses([fakes.matching("a")] * 4)) == [Result({"matched_rules": NAMES})] * 4
    attached.close()


@BOTH
def test_each_call_has_the_pack_it_is_about_whichever_came_before(tmp_path: Path, in_process: bool) -> None:
    one, other = fakes.PACK, RulePack({"version": "1.0", "rules": [{"name": "\ud800 other"}]})
    same_again = RulePack(json.loads(other.encoded))
    order = [one, one, other, one, other, other, one, one, one, same_again, other, same_again, one]
    attached = session(tmp_path, in_process=in_process)
    calls = [fakes.matching("a")._replace(rules=pack) for pack in order]
    assert list(attached.responses(calls)) == [
        Result({"matched_rules": [rule["name"] for rule in pack.parsed["rules"]]}) for pack in order
    ]
    attached.close()


def test_a_pack_is_sent_twice_and_then_kept_by_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []
    send = Child.send
    monkeypatch.setattr(Child, "send", lambda self, data: sent.append(data) or send(self, data))
    attached = session(tmp_path)
    list(attached.responses([fakes.matching("a")] * 5))
    attached.close()
    encoded = fakes.PACK.encoded.encode()
    assert [encoded in line for line in sent if b'"match"' in line] == [True, True, False, False, False]


def test_each_call_has_its_own_payload_whichever_came_before(tmp_path: Path) -> None:
    methods = "def one(self):\n    return {'events': [1]}\ndef other(self):\n    return {'events': [2]}"
    attached = session(tmp_path, methods)
    names = ["one", "one", "other", "one", "other", "other", "good", "one"]
    results = {"one": [1], "other": [2], "good": []}
    calls = [fakes.canonicalize(name, name) for name in names]
    assert list(attached.responses(calls)) == [Result({"events": results[name]}) for name in names]
    attached.close()


def test_a_payload_is_sent_once_for_calls_in_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[bytes] = []
    send = Child.send
    monkeypatch.setattr(Child, "send", lambda self, data: sent.append(data) or send(self, data))
    attached = session(tmp_path)
    list(
        attached.responses(
            [fakes.canonicalize("good", "a"), *[fakes.matching("b")] * 2, fakes.canonicalize("good", "a")]
        )
    )
    attached.close()
    asked = [json.loads(line) for line in sent]
    assert ["payload" in request["params"] for request in asked if "platform" in request["params"]] == [
        True,
        True,
        False,
        True,
    ]


def test_a_program_that_is_started_again_is_sent_the_pack_again(tmp_path: Path) -> None:
    attached = session(tmp_path)
    names = ["a", "b", "c", "d", "end", "e", "f", "end", "g"]
    calls = [fakes.matching(name)._replace(params=fakes.canonicalize(name, name).params) for name in names]
    answers = list(attached.responses(calls))
    attached.close()
    ended = [isinstance(answer, Broken) for answer in answers]
    assert ended == [name == "end" for name in names]
    assert [a for a in answers if not isinstance(a, Broken)] == [Result({"matched_rules": NAMES})] * 7


@BOTH
def test_a_result_that_is_changed_afterwards_stays_what_it_was(tmp_path: Path, in_process: bool) -> None:
    methods = "kept = {'events': []}\ndef first(self):\n    return self.kept\n"
    methods += "def second(self):\n    self.kept['events'] = 1; return 0"
    first, _ = ask(tmp_path, "first", "second", methods=methods, in_process=in_process)
    assert first == Result({"events": []})


@BOTH
def test_results_of_any_depth_are_answers(tmp_path: Path, in_process: bool) -> None:
    methods = "def deep(self):\n    value = []\n    for _ in range(100_000): value = [value]\n"
    methods += "    return {'deep': value, 'flat': (1, 2)}"
    (deep,) = ask(tmp_path, "deep", methods=methods, in_process=in_process)
    assert isinstance(deep, Result)
    assert deep.value["flat"] == [1, 2]


def test_an_adapter_that_ends_its_process_is_restarted_and_the_case_named(tmp_path: Path) -> None:
    methods = "def bad(self):\n    print('bye', file=sys.stderr, flush=True)\n    os._exit(0)"
    first, bad, last = ask(tmp_path, "good", "bad", "good", methods=methods)
    assert bad == Broken("canonicalize: the adapter ended with status 0; it said: bye")
    assert first == last == Result({"events": []})


def test_an_adapter_that_always_ends_its_process_is_given_up(tmp_path: Path) -> None:
    with pytest.raises(AdapterGoneError, match="it was restarted 8 times"):
        ask(tmp_path, *["bad"] * 10, methods="def bad(self):\n    os._exit(0)")


def test_what_it_prints_and_reads_is_apart_from_the_protocol(tmp_path: Path) -> None:
    body = (
        "print('one'); os.system('echo two'); os.write(1, b'three'); return [sys.stdin.read(), os.read(0, 9).decode()]"
    )
    attached = session(tmp_path, f"def noisy(self):\n    {body}", top="print('imported')")
    assert list(attached.responses([fakes.canonicalize("noisy", "a")])) == [Result(["", ""])]
    attached.close()
    assert attached.stray.lines == ["imported", "one", "two", "three"]


def test_however_much_it_prints_it_is_not_held_up(tmp_path: Path) -> None:
    body = "print('x' * 5_000_000); print('y' * 5_000_000, file=sys.stderr); return 1"
    attached = session(tmp_path, f"def loud(self):\n    {body}")
    calls = [fakes.canonicalize("loud", "a")] * 3
    assert list(attached.responses(calls)) == [Result(1)] * 3
    attached.close()
    assert all(len(line) <= 201 for line in attached.stray.lines)


def test_threads_and_children_it_leaves_behind_end_with_it(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    body = (
        "threading.Thread(target=time.sleep, args=(600,)).start(); import subprocess; "
        f"open({str(note)!r}, 'w').write(str(subprocess.Popen(['sleep', '600'], start_new_session=True).pid)); return 1"
    )
    assert ask(tmp_path, "bad", methods=f"def bad(self):\n    {body}") == [Result(1)]
    assert not Path(f"/proc/{note.read_text()}").exists()


@BOTH
@pytest.mark.parametrize(
    ("top", "words"),
    [
        ("raise SystemExit(0)", "SystemExit: 0"),
        ("import no_such_module_at_all", "ModuleNotFoundError: No module named 'no_such_module_at_all'"),
    ],
)
def test_a_module_that_cannot_be_used_is_an_error_with_its_place(
    tmp_path: Path, top: str, words: str, in_process: bool
) -> None:
    with pytest.raises(HookconformError) as caught:
        session(tmp_path, top=top, in_process=in_process)
    assert (caught.value.code, caught.value.exit_code) == ("adapter.module", 3)
    assert words in caught.value.what
    assert ".py:3 in <module>" in caught.value.what


def test_a_module_that_ends_its_process_is_an_error_that_shows_what_it_printed(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        session(tmp_path, top="print('no licence'); os._exit(0)")
    assert (caught.value.code, caught.value.exit_code) == ("adapter.start", 3)
    assert "ended with status 0" in caught.value.what
    assert caught.value.shown == ("no licence",)


def test_the_interpreter_and_its_environment_are_those_of_the_manifest(tmp_path: Path) -> None:
    program = tmp_path / "bin" / "python"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nFROM_INTERPRETER=yes exec "{sys.executable}" "$@"\n')
    program.chmod(0o755)
    body = (
        "names = ('FROM_INTERPRETER', 'FROM_MANIFEST'); return [os.environ.get(name) for name in names] + [os.getcwd()]"
    )
    told = {"interpreter": "bin/python", "env": {"FROM_MANIFEST": "{folder}!"}}
    (response,) = ask(tmp_path, "seen", methods=f"def seen(self):\n    {body}", **told)
    assert response == Result(["yes", f"{tmp_path}!", str(tmp_path)])
    with pytest.raises(HookconformError) as caught:
        session(tmp_path, interpreter="./no-such-python")
    assert (caught.value.code, caught.value.hint) == ("adapter.start", "Check `interpreter` below [run].")


def test_programs_get_the_environment_of_the_manifest_too(tmp_path: Path) -> None:
    (tmp_path / "fake.py").write_text(fakes.SERVE)
    manifest = fakes.manifest(tmp_path, run={"command": ["./start"], "env": {"FAKE": "{python}"}})
    command = f"exec \"$FAKE\" fake.py '{json.dumps(fakes.MANIFEST)}'"
    (tmp_path / "start").write_text(f"#!/bin/sh\n{command}\n")
    (tmp_path / "start").chmod(0o755)
    attach(manifest, deadline=60).close()


def test_nothing_of_the_suite_can_be_imported_by_accident(tmp_path: Path) -> None:
    names = "('calls', 'manifest', 'serve')"
    body = f"import importlib.util; return [importlib.util.find_spec(name) is None for name in {names}]"
    assert ask(tmp_path, "seen", methods=f"def seen(self):\n    {body}") == [Result([True] * 3)]


def test_only_python_adapters_can_run_in_process(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        attach(fakes.serve_manifest(tmp_path), in_process=True)
    assert caught.value.code == "adapter.in-process"


def test_the_manifest_takes_an_interpreter_for_python_only(tmp_path: Path) -> None:
    rest = 'protocol=2\ntier="core"\nname="a"\nversion="1"\nlanguage="c"\n'
    rest += 'platforms=["codex"]\ncapabilities=["event"]\n[run]\n'
    path = tmp_path / "adapter.toml"
    path.write_text(rest + 'python = "a:b"\ninterpreter = "python3"\nenv = {A = "b"}\n')
    assert load_manifest(path).kind == "python"
    path.write_text(rest + 'command = ["a"]\ninterpreter = "python3"\n')
    with pytest.raises(HookconformError) as caught:
        load_manifest(path)
    assert caught.value.code == "schema.adapter"
    assert os.sep in caught.value.where

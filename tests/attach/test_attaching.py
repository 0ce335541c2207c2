"""Finding and attaching adapters: every way to get it wrong is an error that names the file and the remedy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach import attaching
from hookconform.attach.attaching import attach
from hookconform.attach.calls import Broken, Refusal, Result
from hookconform.attach.registry import find_adapter
from hookconform.attach.serve import ServeSession
from hookconform.effects.rows import measured_platforms
from hookconform.ground.errors import HookconformError

MANIFEST = """
name = "fake"
version = "1"
language = "python"
platforms = ["gemini-cli"]
protocol = 2
capabilities = ["event"]
tier = "core"
[run]
python = "{module}:create"
path = "."
"""
IDENTITY: dict[str, Any] = {
    "protocol": 2,
    "name": "fake",
    "version": "1",
    "language": "python",
    "platforms": ["gemini-cli"],
    "capabilities": ["event"],
    "tier": "core",
}
MODULE = """
class Adapter:
    def initialize(self, protocol):
        return {identity}

    def canonicalize(self, platform, platform_version, registered_event, payload):
        if payload == "refuse":
            error = ValueError("not this one")
            error.code = -32001
            raise error
        return {{"events": [payload]}}

    def match(self, rules, **params):
        return {{"matched_rules": [rule["name"] for rule in rules["rules"]]}}


def create():
    return Adapter()
"""


def adapter(folder: Path, module: str, **identity: Any) -> Path:
    (folder / f"{module}.py").write_text(MODULE.format(identity=repr(IDENTITY | identity)))
    path = folder / "adapter.toml"
    path.write_text(MANIFEST.format(module=module))
    return path


def error(path: Path) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        attach(find_adapter(str(path)))
    return caught.value


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name = ", "adapter.toml"),
        ('name = "x"\n', "adapter.protocol"),
        ("protocol = 2\n", "schema.adapter"),
        (b"\xff\xfe", "adapter.unreadable"),
    ],
)
def test_a_manifest_that_cannot_be_used_is_refused(tmp_path: Path, text: str | bytes, code: str) -> None:
    path = tmp_path / "adapter.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    raised = error(path)
    assert (raised.code, raised.exit_code) == (code, 2)
    assert str(path) in raised.where


@pytest.mark.parametrize("problem", ["another name", "no answer"])
def test_an_adapter_that_is_not_attached_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, problem: str
) -> None:
    closed: list[Any] = []
    close = ServeSession.close
    monkeypatch.setattr(ServeSession, "close", lambda self: closed.append(self) or close(self))
    identity = {"name": "other"} if problem == "another name" else {"name": None}
    error(adapter(tmp_path, f"closed_adapter_{len(problem)}", **identity))
    assert len(closed) == 1


def test_methods_are_called_by_name_and_exceptions_with_a_code_are_answers(tmp_path: Path) -> None:
    session = attach(find_adapter(str(adapter(tmp_path, "calling_adapter"))))
    good, refused = (fakes.canonicalize(payload, "x") for payload in ("good", "refuse"))
    refused.params["payload"] = "refuse"
    broken = fakes.canonicalize("x", "x")
    broken.params["surprise"] = 1
    answers = list(session.responses([good, refused, broken, fakes.matching("x")]))
    session.close()
    assert answers[:2] == [Result({"events": [json.dumps("good")]}), Refusal(-32001, "not this one")]
    assert isinstance(answers[2], Broken)
    assert answers[2].reason.startswith("canonicalize raised TypeError: ")
    assert answers[3] == Result({"matched_rules": ["shell"]})


@pytest.mark.parametrize(
    ("module", "text"),
    [("missing_adapter", None), ("failing_adapter", "raise RuntimeError('no')"), ("empty_adapter", "")],
)
def test_a_module_that_cannot_be_used_is_an_error(tmp_path: Path, module: str, text: str | None) -> None:
    path = adapter(tmp_path, module)
    if text is None:
        (tmp_path / f"{module}.py").unlink()
    else:
        (tmp_path / f"{module}.py").write_text(text)
    raised = error(path)
    assert (raised.code, raised.exit_code) == ("adapter.module", 3)
    assert module in raised.what


@pytest.mark.parametrize(
    ("identity", "words"),
    [
        ({"name": "other"}, "name is 'fake' in the manifest, but 'other' in the answer"),
        ({"version": "2"}, "version is '1' in the manifest"),
        ({"tier": "extended"}, "tier is 'core' in the manifest"),
        ({"platforms": []}, "does not offer the platforms gemini-cli"),
        ({"capabilities": ["rules"]}, "does not offer the capabilities event"),
        ({"protocol": 1}, "protocol is 2 in the manifest, but 1 in the answer"),
        ({"capabilities": 7}, "does not follow the protocol"),
    ],
)
def test_an_adapter_must_be_what_its_manifest_says(tmp_path: Path, identity: dict[str, Any], words: str) -> None:
    raised = error(adapter(tmp_path, f"lying_adapter_{next(iter(identity))}", **identity))
    assert raised.code == "adapter.identity"
    assert words in raised.what


@pytest.mark.parametrize(
    ("claimed", "engine", "lacks"),
    [
        ('["event", "rules"]', "", "capabilities rules"),
        ('["event", "rules"]', 'rule_engine = "reference"', ""),
        ('["event", "rules", "input"]', 'rule_engine = "reference"', "capabilities input"),
    ],
)
def test_rules_need_a_method_unless_the_reference_engine_judges_them(
    tmp_path: Path, claimed: str, engine: str, lacks: str
) -> None:
    path = adapter(tmp_path, f"ruling_adapter_{len(claimed)}_{len(engine)}")
    path.write_text(path.read_text().replace('capabilities = ["event"]', f"capabilities = {claimed}\n{engine}"))
    if lacks:
        raised = error(path)
        assert raised.code == "adapter.identity"
        assert f"does not offer the {lacks}" in raised.what
    else:
        attach(find_adapter(str(path))).close()


def test_all_platforms_are_those_the_program_names(tmp_path: Path) -> None:
    path = adapter(tmp_path, "naming_adapter", platforms=["gemini-cli", "codex"])
    path.write_text(path.read_text().replace('["gemini-cli"]', '"all"'))
    session = attach(find_adapter(str(path)))
    assert session.manifest.platforms == {"gemini-cli", "codex"}
    session.close()


def test_all_platforms_of_a_program_that_names_none_are_refused(tmp_path: Path) -> None:
    path = adapter(tmp_path, "nameless_adapter", platforms=[])
    path.write_text(path.read_text().replace('["gemini-cli"]', '"all"'))
    raised = error(path)
    assert raised.code == "adapter.identity"
    assert "the answer names none" in raised.what


def test_all_platforms_of_a_hook_program_are_the_measured_ones() -> None:
    assert find_adapter("reference-hook").platforms == set(measured_platforms())


def test_an_adapter_may_offer_more_than_its_manifest_claims(tmp_path: Path) -> None:
    more = {"platforms": ["gemini-cli", "codex"], "capabilities": ["event", "rules"]}
    attach(find_adapter(str(adapter(tmp_path, "generous_adapter", **more)))).close()


def test_the_list_of_known_failures_lies_beside_the_manifest(tmp_path: Path) -> None:
    assert fakes.manifest(tmp_path, known_failures="lists/known.yaml").known_failures == tmp_path / "lists/known.yaml"
    assert fakes.manifest(tmp_path).known_failures is None


def test_without_posix_an_adapter_runs_in_this_process_and_in_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attaching, "require_posix", refuse)
    manifest = find_adapter("reference")
    with pytest.raises(HookconformError) as caught:
        attach(manifest)
    assert caught.value.code == "system.posix"
    session = attach(manifest, in_process=True)
    assert "gemini-cli" in session.manifest.platforms
    session.close()


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"run": {"command": ["x"]}}, "ServeSession"),
        ({"run": {"python": "a:b"}}, "PythonSession"),
        ({"run": None, "capabilities": ["decision"], "hook": {"command": ["sh"]}}, "HookProgramSession"),
    ],
)
def test_each_kind_has_a_session_of_its_own(
    monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], kind: str
) -> None:
    module = {"ServeSession": "serve", "PythonSession": "python_session", "HookProgramSession": "hook_program"}[kind]
    made: list[Any] = []

    class Made(fakes.TableSession):
        def __init__(self, *words: Any, deadline: float) -> None:
            super().__init__()
            made.append((words[0], deadline))

        def initialize(self) -> Any:
            return Result({})

    monkeypatch.setattr(f"hookconform.attach.{module}.{kind}", Made)
    monkeypatch.setattr(attaching, "check_identity", lambda manifest, answer, said: (manifest, answer, said))
    manifest = fakes.manifest(Path("/m"), **changes)
    for more, deadline in ({}, 10.0), ({"deadline": 5}, 5):
        session: Any = attach(manifest, **more)
        assert session.manifest == (manifest, Result({}), [])
        assert made.pop() == (manifest, deadline)


def refuse(what: str) -> None:
    raise HookconformError("system.posix", what)


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"run": {"command": ["python3", "a\0b"]}}, "run.command.1"),
        ({"run": {"command": ["\0"]}}, "run.command.0"),
        ({"run": {"command": ["true"], "env": {"A": "\0"}}}, "run.env.A"),
        ({"run": {"command": ["true"], "env": {"A\0": "b"}}}, "run.env.A"),
        ({"run": {"command": ["true"], "setup": [["true", "\0"]]}}, "run.setup.0.1"),
        ({"run": {"python": "a:b", "path": "x\0"}}, "run.path"),
        ({"run": None, "hook": {"command": ["a\0"], "rules_path": "r", "rules": "pack"}}, "hook.command.0"),
        ({"known_failures": "x\0"}, "known_failures"),
    ],
)
def test_a_character_that_no_program_can_be_given_is_an_error(
    tmp_path: Path, changes: dict[str, Any], place: str
) -> None:
    with pytest.raises(HookconformError) as caught:
        fakes.manifest(tmp_path, **changes)
    assert caught.value.code == "adapter.nul"
    assert caught.value.what.startswith(place)
    assert caught.value.where == str(tmp_path / "adapter.toml")
    assert "\0" not in caught.value.render()

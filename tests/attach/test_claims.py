"""Claims that nobody could judge are errors when a manifest is read, with what to do."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach.claim_check import HOOK_CAPABILITIES, HOOK_ONLY, check_claims
from hookconform.attach.claims import REFERENCE_ENGINE, Claims, Words, read_claims
from hookconform.attach.manifest import Manifest, load_manifest
from hookconform.checks.capability import HOOK_KINDS, METHOD_KINDS
from hookconform.checks.table import CAPABILITIES
from hookconform.ground.errors import HookconformError

HOOK: dict[str, Any] = {
    "run": None,
    "capabilities": ["decision"],
    "hook": {"command": ["sh"], "rules": "pack", "rules_path": "rules.yaml"},
}


def refused(folder: Path, **changes: Any) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        check_claims(fakes.manifest(folder, **changes))
    assert str(folder) in caught.value.where
    return caught.value


def test_what_a_hook_program_can_show_is_what_the_capabilities_say() -> None:
    assert {name for name, item in CAPABILITIES.items() if item.kinds & HOOK_KINDS} == HOOK_CAPABILITIES
    assert {name for name, item in CAPABILITIES.items() if not item.kinds & METHOD_KINDS} == HOOK_ONLY


@pytest.mark.parametrize(
    ("changes", "code", "words", "hint"),
    [
        ({"capabilities": ["event", "decision"]}, "adapter.capability", "decision cannot be judged", "[hook]"),
        (HOOK | {"capabilities": ["decision", "tool-name"]}, "adapter.capability", "tool-name cannot", "[run]"),
        ({"platforms": ["gemini-cly"]}, "adapter.platform", "'gemini-cly'", "Did you mean gemini-cli?"),
        (HOOK | {"platforms": ["cursor"]}, "adapter.no-answers", "on cursor", "measured: "),
        ({"events": ["Frob"]}, "adapter.event", "'Frob', which events names", "Known: "),
        ({"events": ["PreToolUze"]}, "adapter.event", "'PreToolUze'", "Did you mean PreToolUse?"),
        ({"vocabulary": {"events": {"Stopp": "s"}}}, "adapter.event", "'Stopp'", "Did you mean Stop?"),
        ({"capabilities": ["input"], "further_fields": True}, "adapter.further-fields", "event", "Take it off"),
        ({"vocabulary": {"tools": {"bash": "shell"}}}, "adapter.tool", "'bash'", "Did you mean Bash?"),
        ({"run": {"command": ["{foldr}/x"]}}, "adapter.placeholder", "{foldr}", "Did you mean folder?"),
        ({"run": {"command": ["sh"], "env": {"A": "{home}"}}}, "adapter.placeholder", "{home}", "Known: "),
        ({"run": {"python": "a:b", "interpreter": "{x}"}}, "adapter.placeholder", "{x}", "Known: "),
        ({"run": {"command": ["./gone"]}}, "adapter.program", "'./gone'", "executable file"),
        ({"run": {"command": ["no-such-program-anywhere"]}}, "adapter.program", "no-such-program", "Install it"),
    ],
)
def test_a_claim_nobody_can_judge_is_refused(
    tmp_path: Path, changes: dict[str, Any], code: str, words: str, hint: str
) -> None:
    error = refused(tmp_path, **changes)
    assert error.code == code
    assert words in error.what
    assert hint in error.hint


@pytest.mark.parametrize(
    ("changes", "what"),
    [
        ({"run": {"command": ["{x}"]}}, "Nothing fills in {x} below [run]."),
        ({"run": {"command": ["./gone"]}}, "There is no program './gone', which `command` below [run] names."),
        (
            {"run": {"command": ["./gone"], "setup": ["./nor-this"]}},
            "There is no program './nor-this', which `setup` below [run] names.",
        ),
        (
            {"run": {"command": ["{python}", "{folder}/gone.py"]}},
            "There is no script '/m/gone.py', which `command` below [run] names.",
        ),
        (
            {"vocabulary": {"tools": {"bash": "shell"}}},
            "There is no canonical tool 'bash', which [vocabulary.tools] names.",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(changes: dict[str, Any], what: str) -> None:
    with pytest.raises(HookconformError) as caught:
        check_claims(fakes.manifest(Path("/m"), **changes))
    assert (caught.value.what, caught.value.where) == (what, "/m/adapter.toml")


@pytest.mark.parametrize(
    "command",
    [
        ["{python}"],
        ["{python}", "-m", "module"],
        ["{python}", "-c", "{folder}/gone.py"],
        ["{python}", "gone.py"],
        ["sh", "-c", "{folder}/gone.sh"],
        ["sh", "-x", "{folder}/made-by-it"],
        ["{python}", "{folder}/{program}/start.py"],
        ["{program}/bin/start"],
    ],
)
def test_what_only_a_start_can_tell_is_not_looked_for(tmp_path: Path, command: list[str]) -> None:
    check_claims(fakes.manifest(tmp_path, run={"command": command}))


def test_a_program_must_be_executable(tmp_path: Path) -> None:
    (tmp_path / "start").write_text("#!/bin/sh\n")
    assert refused(tmp_path, run={"command": ["./start"]}).code == "adapter.program"
    (tmp_path / "start").chmod(0o755)
    check_claims(fakes.manifest(tmp_path, run={"command": ["./start"]}))


@pytest.mark.parametrize("argument", ['{"json": 1}', "${home}", "{}", "{A}", "{folder}", "{program}/bin", "{python}"])
def test_what_is_no_placeholder_is_left_alone(tmp_path: Path, argument: str) -> None:
    check_claims(fakes.manifest(tmp_path, run={"command": ["sh", argument]}))


def test_the_check_is_made_when_a_manifest_is_read(tmp_path: Path) -> None:
    (tmp_path / "adapter.toml").write_text(
        'name="a"\nversion="1"\nprotocol=2\nlanguage="c"\nplatforms=["codeks"]\ncapabilities=["event"]\ntier="core"\n'
        '[run]\ncommand=["sh"]\n'
    )
    with pytest.raises(HookconformError) as caught:
        load_manifest(tmp_path / "adapter.toml")
    assert (caught.value.code, caught.value.hint) == ("adapter.platform", "Did you mean codex?")


def test_words_may_be_shared_and_are_exact() -> None:
    words = Words({"Grep": "search", "Glob": "search", "Read": "read"})
    assert words.shared() == {"search": ["Glob", "Grep"]}
    assert (words.word("Glob"), words.word("Bash"), words.knows("Bash")) == ("search", "Bash", False)
    assert Words().knows("Bash")
    assert Words().shared() == {}


def test_the_rule_engine_is_the_adapters_own_unless_the_manifest_names_the_reference_engine() -> None:
    assert read_claims(fakes.MANIFEST).rule_engine == "own"
    stated = read_claims({**fakes.MANIFEST, "rule_engine": "reference"}).rule_engine
    assert stated == "reference" == REFERENCE_ENGINE


@pytest.mark.parametrize(
    ("vocabulary", "expected"),
    [
        (None, False),
        ({"tools": {"Bash": "shell"}}, True),
        ({"events": {"Stop": "end"}}, True),
        ({"tools": {"Bash": "shell"}, "events": {"Stop": "end"}}, True),
    ],
)
def test_words_of_either_kind_are_words_of_its_own(vocabulary: Any, expected: bool) -> None:
    assert read_claims({**fakes.MANIFEST, **({"vocabulary": vocabulary} if vocabulary else {})}).has_words is expected


def test_nothing_more_is_claimed_than_is_said() -> None:
    claims = Claims(None, frozenset(), "core")
    assert (claims.events, claims.verdicts, claims.rule_engine) == (None, None, "own")
    assert (claims.legacy_aliases, claims.further_fields, claims.has_words) == (False, False, False)


@pytest.mark.parametrize("stated", [True, False])
def test_whether_further_fields_are_promised_is_as_stated(stated: bool) -> None:
    assert read_claims({**fakes.MANIFEST, "further_fields": stated}).further_fields is stated
    assert read_claims(fakes.MANIFEST).further_fields is False


@pytest.mark.parametrize("stated", [True, False])
def test_whether_legacy_aliases_are_mapped_is_as_stated(stated: bool) -> None:
    assert read_claims({**fakes.MANIFEST, "legacy_aliases": stated}).legacy_aliases is stated
    assert read_claims(fakes.MANIFEST).legacy_aliases is False


def test_a_manifest_keeps_its_claims_when_it_is_asked_for_platforms(tmp_path: Path) -> None:
    manifest: Manifest = fakes.manifest(tmp_path, platforms="all", verdicts=["deny"], capabilities=["response"])
    claimed = manifest.claiming(["codex"])
    assert (claimed.platforms, claimed.claims.verdicts, claimed.name) == ({"codex"}, {"deny"}, "fake")

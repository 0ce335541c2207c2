"""What a manifest says, as the rest of the suite asks for it; what it does not say has its default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach import manifest as module
from hookconform.attach.manifest import Manifest, load_manifest
from hookconform.attach.manifest_words import EXAMPLES
from hookconform.corpus.claims import platform_ids
from hookconform.corpus.schemas import load_schema
from hookconform.ground.errors import HookconformError

HOOK: dict[str, Any] = {
    "run": None, "capabilities": ["decision"], "hook": {"command": ["sh"], "rules": "pack", "rules_path": "r.yaml"},
}  # fmt: skip


def read(**changes: Any) -> Manifest:
    return fakes.manifest(Path("/m"), **changes)


def test_what_is_stated_is_kept() -> None:
    stated = {"homepage": "https://example.org/", "corpus": "2026.1", "known_failures": "known.yaml"}
    found = read(**stated)
    assert (found.name, found.version, found.language, found.protocol) == ("fake", "1", "python", 2)
    assert (found.homepage, found.corpus, found.known_failures) == (*list(stated.values())[:2], Path("/m/known.yaml"))
    assert found.capabilities == set(fakes.MANIFEST["capabilities"])
    bare = read()
    assert (bare.homepage, bare.corpus, bare.known_failures, bare.needs_program) == (None, None, None, False)
    assert bare.run is not None
    assert (bare.run.python, bare.run.path, bare.run.interpreter, bare.run.env, bare.run.setup) == (
        "",
        None,
        None,
        {},
        (),
    )


@pytest.mark.parametrize(("tier", "extended"), [("core", False), ("extended", True)])
def test_the_tier_is_the_one_stated(tier: str, extended: bool) -> None:
    manifest = read(tier=tier)
    assert (manifest.tier, manifest.maps_extended, manifest.stated["tier"]) == (tier, extended, tier)


@pytest.mark.parametrize("protocol", [None, 1, 3, "2", True])
def test_another_protocol_is_refused_by_name(protocol: object) -> None:
    with pytest.raises(HookconformError) as caught:
        read(protocol=protocol)
    assert caught.value.code == "adapter.protocol"
    assert "protocol = 2" in caught.value.hint


@pytest.mark.parametrize(
    ("changes", "code", "what", "told"),
    [
        ({"version": None}, "schema.adapter", "The manifest lacks version.", 'version = "0.1.0"'),
        (
            {"version": None, "tier": None, "name": None},
            "schema.adapter",
            "The manifest lacks name, version and tier.",
            'tier = "core"',
        ),
        ({"tier": None, "teir": "core"}, "schema.adapter", "The manifest lacks tier.", "`teir`: did you mean tier?"),
        (
            {"tier": None, "run": {"command": ["x"], "tier": "core"}},
            "schema.adapter",
            "The manifest lacks tier.",
            "tier is in the table [run]; move it above the first table",
        ),
        (
            {"platforms": ["Gemini CLI"]},
            "adapter.platform",
            "The corpus has no platform 'Gemini CLI', so nothing about it can be judged.",
            "Did you mean gemini-cli?",
        ),
        (
            {"platforms": ["codex", "vscode", "Gemini CLI"]},
            "adapter.platform",
            "The corpus has no platform 'vscode', 'Gemini CLI', so nothing about it can be judged.",
            "'vscode': Did you mean vscode-copilot? 'Gemini CLI': Did you mean gemini-cli?",
        ),
        (
            {"platforms": "Gemini CLI"},
            "adapter.platform",
            "`platforms` is 'Gemini CLI', and no list.",
            'Write platforms = ["gemini-cli"].',
        ),
        ({"platforms": "All"}, "adapter.platform", "`platforms` is 'All', and no list.", 'Write platforms = "all".'),
    ],
)
def test_what_is_missing_or_misspelt_is_told_in_a_sentence(
    changes: dict[str, Any], code: str, what: str, told: str
) -> None:
    with pytest.raises(HookconformError) as caught:
        read(**changes)
    assert (caught.value.code, caught.value.what) == (code, what)
    assert told in (*caught.value.shown, caught.value.hint)


def test_there_is_an_example_of_every_key_that_a_manifest_must_have() -> None:
    assert set(EXAMPLES) == set(load_schema("adapter")["required"]) - {"protocol"}


def test_all_platforms_are_those_of_the_corpus_until_the_program_has_named_them() -> None:
    some, every = read(platforms=["codex"]), read(platforms="all")
    assert (some.claims_all, some.platforms) == (False, {"codex"})
    assert (every.claims_all, every.platforms) == (True, set(platform_ids()))
    named = every.claiming(["codex"])
    assert (named.claims_all, named.platforms, named.path) == (False, {"codex"}, every.path)


def test_how_it_is_attached_is_one_of_three() -> None:
    assert read().kind == "command"
    assert read(run={"python": "a:b"}).kind == "python"
    assert read(**HOOK).kind == "hook"


@pytest.mark.parametrize(
    "changes",
    [
        {"run": {"command": ["{program}/bin/x"]}},
        {"run": {"python": "a:b", "interpreter": "{program}/bin/python"}},
        {"run": {"command": ["x"], "env": {"A": "in {program}"}}},
        HOOK | {"hook": {**HOOK["hook"], "setup": ["{program}/x"]}},
    ],
)
def test_a_manifest_with_the_placeholder_anywhere_needs_its_program(changes: dict[str, Any]) -> None:
    assert read(**changes).needs_program


def test_texts_are_filled_in_with_words_and_with_where_the_program_is(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []
    monkeypatch.setattr(module, "installed_folder", lambda folder: asked.append(folder) or Path("/cache/program"))
    found = read()
    assert found.filled("{a}/{b}/{a}", {"{a}": "1"}) == "1/{b}/1"
    assert asked == []
    assert found.filled("{program}/{a}", {"{a}": "1"}) == "/cache/program/1"
    assert found.filled("{program}", {}) == "/cache/program"
    assert asked == [Path("/m")], "it is looked for once"


def test_a_file_that_is_no_toml_is_called_a_manifest(tmp_path: Path) -> None:
    with pytest.raises(HookconformError, match="The manifest cannot be read: "):
        load_manifest(tmp_path / "adapter.toml")
    (tmp_path / "adapter.toml").write_text("name = ")
    with pytest.raises(HookconformError, match="The manifest is not valid TOML: "):
        load_manifest(tmp_path / "adapter.toml")

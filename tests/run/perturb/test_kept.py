"""Words that a perturbed case keeps: whatever an adapter, a rule or a platform could be looking for."""

from __future__ import annotations

import pytest

from hookconform.corpus.claims import load_platform
from hookconform.corpus.policies import load_policies
from hookconform.corpus.rule_packs import combined_rules
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.run.perturb.kept import kept_words


@pytest.mark.parametrize(
    "word", ["begin", "patch", "update", "delete", "http", "localhost", "home", "private", "usr", "none"]
)
def test_the_words_of_patches_addresses_and_folders_are_kept(word: str) -> None:
    assert word in kept_words("codex")


def test_canonical_names_are_kept() -> None:
    vocabulary = load_vocabulary()
    names = {
        *vocabulary.tools,
        *vocabulary.events,
        *(name for names in vocabulary.arguments.values() for name in names),
    }
    assert {name.lower() for name in names} <= kept_words("codex")
    assert {"file_path", "file", "path", "pretooluse"} <= kept_words("codex")


@pytest.mark.parametrize("platform", ["cline", "codex", "copilot-cli", "gemini-cli", "opencode", "vscode-copilot"])
def test_the_names_of_a_platform_are_kept_on_it(platform: str) -> None:
    claims, kept = load_platform(platform), kept_words(platform)
    for claim in (*claims.events.values(), *claims.tools.values()):
        names = {claim.native, *claim.keys, *claim.added_keys, *claim.declared_as, *claim.implied_arguments}
        names |= {*claim.arguments, *claim.arguments.values()}
        assert {name.lower() for name in names} <= kept, claim.native
    assert {key.lower() for key in claims.payload.known_keys} <= kept


def test_the_names_of_another_platform_are_not() -> None:
    assert "run_shell_command" in kept_words("gemini-cli")
    assert "run_shell_command" not in kept_words("codex")


def test_what_decides_whether_an_event_fires_too_is_kept() -> None:
    assert "toolpermission" in kept_words("gemini-cli")
    assert "toolpermission" not in kept_words("codex")


def test_every_word_of_a_rule_or_policy_is_kept_and_so_is_the_text_it_stands_in() -> None:
    kept = kept_words("gemini-cli")
    names = {rule["name"].lower() for rule in combined_rules()}
    names |= {rule["name"].lower() for policy in load_policies() for rule in policy.rules}
    assert names <= kept
    assert {word for name in names for word in name.split("-")} <= kept


def test_no_empty_word_is_kept_and_none_in_capitals() -> None:
    kept = kept_words("codex")
    assert "" not in kept
    assert all(word == word.lower() for word in kept)

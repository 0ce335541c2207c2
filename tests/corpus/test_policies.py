"""The named policies: one a core tool and four about arguments, readable, and each with a reason when it is not."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.miniature import build

from hookconform.corpus.locate import corpus_root
from hookconform.corpus.policies import load_policies
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.ground.errors import HookconformError
from hookconform_lab.lint import lint
from hookconform_lab.lint.reading import Corpus

pytestmark = pytest.mark.whole


def test_every_core_tool_has_a_policy_of_its_own() -> None:
    alone = {policy.name: policy.tools for policy in load_policies() if _is_about_names(policy.rules)}
    core = {tool for tool, tier in load_vocabulary().tools.items() if tier == "core"}
    assert sorted(alone.values(), key=sorted) == sorted(({tool} for tool in core), key=sorted)


def test_the_policies_are_the_twelve_that_are_named() -> None:
    assert [policy.name for policy in load_policies()] == [
        "no-edit", "no-env-files", "no-fetch", "no-force-push", "no-glob", "no-grep", "no-read", "no-recursive-delete",
        "no-secrets-folder", "no-shell", "no-task", "no-write",
    ]  # fmt: skip


def test_a_policy_uses_a_shipped_rule_as_it_is() -> None:
    (policy,) = [policy for policy in load_policies() if policy.name == "no-secrets-folder"]
    assert [rule["name"] for rule in policy.rules] == ["protect-directory"]
    assert policy.tools == frozenset()


WRITE = "name: no-shell\ntext: No shell command is run.\n"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (WRITE + "uses: [block-everything]\n", "policy.rule"),
        (WRITE.replace("no-shell", "no-bash") + "uses: [audit-all-shell]\n", "policy.name"),
        (WRITE, "schema.policy"),
        (WRITE + "name: no-shell\n", "yaml.invalid"),
    ],
)
def test_a_policy_that_cannot_be_used_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, code: str
) -> None:
    build(tmp_path / "corpus")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    (tmp_path / "corpus" / "policies" / "no-shell.yaml").write_text(text)
    with pytest.raises(HookconformError) as caught:
        load_policies(tmp_path / "corpus")
    assert caught.value.code == code
    assert [item.rule for item in lint(Corpus(tmp_path / "corpus"))] == ["policies"]


@pytest.mark.parametrize(
    ("rule", "finding"),
    [
        ("{name: x, event: PreToolUse, tools: [Bash], action: audit}", "the rule x does not block"),
        ("{name: x, event: PreToolUse, tools: [bash, Bash], action: block}", "bash is no canonical tool"),
        ("{name: x, event: PreToolUse, action: block}", "it stops every recorded call of gemini-cli"),
        ("{name: x, event: PostToolUse, tools: [Bash], action: block}", "it lets a call of its tool run on gemini-cli"),
    ],
)
def test_a_policy_that_proves_nothing_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: str, finding: str
) -> None:
    build(tmp_path / "corpus")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    (tmp_path / "corpus" / "policies" / "no-shell.yaml").write_text(f"{WRITE}rules: [{rule}]\n")
    findings = [item.message for item in lint(Corpus(tmp_path / "corpus"), ["policies"])]
    assert any(message.startswith(finding) for message in findings), findings


def test_what_the_suite_blocks_is_recorded_on_every_platform_that_was(tmp_path: Path) -> None:
    assert [item.message for item in lint(Corpus(corpus_root()), ["policies"])] == []


def _is_about_names(rules: tuple[dict[str, object], ...]) -> bool:
    return all("tools" in rule and "matchers" not in rule for rule in rules)

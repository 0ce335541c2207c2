"""The example hook programs are right, and one fault in each of them is red."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from tests.support.hooks import decisions, red

from hookconform.attach.manifest import Manifest, load_manifest
from hookconform.checks.outcome import Outcome
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import data_root

pytestmark = pytest.mark.whole

HOOKS = data_root() / "examples" / "hooks"
CLAUDE, GEMINI, CODEX, OPENCODE = (
    f"{name}/captured/{load_platform(name).newest}/*" for name in ("claude-code", "gemini-cli", "codex", "opencode")
)
NEWEST = (CLAUDE, GEMINI, CODEX, OPENCODE)

BOTH = {"claude-code", "gemini-cli"}


def example(name: str) -> Manifest:
    return load_manifest(HOOKS / name / "adapter.toml")


def changed(folder: Path, name: str, file: str, old: str, new: str) -> Manifest:
    """Return a copy of an example with one fault."""
    shutil.copytree(HOOKS / name, folder / name)
    text = (folder / name / file).read_text(encoding="utf-8")
    assert old in text
    (folder / name / file).write_text(text.replace(old, new), encoding="utf-8")
    return load_manifest(folder / name / "adapter.toml")


@pytest.mark.parametrize(
    "name", ["own-policy", "own-rules", pytest.param("opencode-plugin", marks=pytest.mark.needs("node"))]
)
def test_an_example_passes_on_every_platform_it_claims(name: str) -> None:
    record = decisions(example(name), cases=NEWEST)
    assert not red(record)
    passed = {platform for platform, _, outcome in record.counts if outcome is Outcome.PASSED}
    assert passed == example(name).platforms


@pytest.mark.parametrize("version", ["0.21.3", "0.26.0"])
def test_a_policy_of_its_own_knows_the_older_tools_of_a_platform(version: str) -> None:
    """Gemini CLI called its sub-agents `codebase_investigator` and `delegate_to_agent` then."""
    record = decisions(example("own-policy"), cases=(f"gemini-cli/captured/{version}/*",))
    assert not red(record)
    assert record.total(Outcome.PASSED)


@pytest.mark.parametrize(
    ("file", "old", "new", "policy", "platforms"),
    [
        ("guard.py", "sys.exit(2)", "sys.exit(1)", "no-fetch", BOTH),
        ("guard.py", "if denied(rule, kind, path):", "if kind != 'other':", "no-fetch", BOTH),
        ("guard.py", "sys.stdin.buffer.read()", "sys.stdin.buffer.readline()", "no-fetch", BOTH),
        ("guard.py", '    "web_fetch": "fetch",\n', "", "no-fetch", {"gemini-cli"}),
        ("guard.py", '    "Agent": "task",\n', "", "no-task", {"claude-code"}),
        ("policies/no-env-files.json", "\\\\.env$", "\\\\.enf$", "no-env-files", BOTH),
    ],
)  # fmt: skip
def test_one_fault_in_the_program_with_a_policy_of_its_own_is_red(  # noqa: PLR0913, PLR0917 (one a column)
    tmp_path: Path, file: str, old: str, new: str, policy: str, platforms: set[str]
) -> None:
    cases = (*NEWEST[:2], "gemini-cli/synthetic/*env*")
    found = red(decisions(changed(tmp_path, "own-policy", file, old, new), policy, cases=cases))
    assert {check.split("/")[0] for check in found} == platforms


@pytest.mark.parametrize(
    ("old", "new", "pointers"),
    [
        ('*"terraform destroy"*', '*"terraform destroyed"*', {"/block", "/varied"}),
        ('*"terraform destroy"*', '*"terraform"*', {"/allow"}),
        ("$(cat)", "$(head -n 1)", {"/varied"}),
        ("exit 2", "exit 1", {"/block", "/varied"}),
    ],
)
def test_one_fault_in_the_program_with_rules_of_its_own_is_red(
    tmp_path: Path, old: str, new: str, pointers: set[str]
) -> None:
    manifest = changed(tmp_path, "own-rules", "guard.sh", old, new)
    found = red(decisions(manifest, "Bash", cases=(CLAUDE,)))
    assert {difference.pointer for item in found.values() for difference in item.differences} == pointers


@pytest.mark.needs("node")
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("throw new Error", "return new Error"),
        ("if (deny.includes(tool)) ", ""),
        ("async ({ tool })", "async (_, { tool })"),
        (
            "async ({ tool }) => {",
            "({ tool }) => { setTimeout(() => {}); if (1) Promise.reject(new Error('no')); return;",
        ),
    ],
    ids=["throws nothing", "throws always", "looks in the wrong object", "throws where nobody waits"],
)
def test_one_fault_in_the_plugin_is_red(tmp_path: Path, old: str, new: str) -> None:
    manifest = changed(tmp_path, "opencode-plugin", "index.js", old, new)
    found = red(decisions(manifest, "no-shell", cases=(OPENCODE,)))
    assert {item.outcome for item in found.values()} == {Outcome.FAILED}

"""What is printed can be pasted back: a case, a check, a file, a claim; and what names nothing is wrong use."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from hookconform.cases.loading import iter_cases
from hookconform.cli import cli
from hookconform.corpus.locate import corpus_root, data_root
from hookconform.ground.errors import HookconformError
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

CASE = "gemini-cli/captured/0.61.0/before-tool-replace"
BROKEN = str(data_root() / "adapters" / "broken" / "copilot_shell")


def _ids(selection: Selection) -> list[str]:
    return [case.id for case in selection.iter_cases()]


@pytest.mark.parametrize(
    "text", [CASE, f"{CASE}::input", f"corpus/platforms/{CASE}.json", f"corpus/platforms/{CASE}.json::input"]
)
def test_a_case_is_named_by_id_or_file_with_or_without_a_check(text: str) -> None:
    selection = Selection(cases=(text,))
    assert _ids(selection) == [CASE]
    assert selection.chosen() == {CASE: frozenset({"input"} if "::" in text else ())}


def test_a_former_id_names_its_case() -> None:
    retired = "codex/captured/0.169.0/m-apply-patch-apply-patch"
    (found,) = _ids(Selection(cases=(retired,)))
    assert found != retired


def test_a_claim_names_the_cases_that_rest_on_it() -> None:
    found = _ids(Selection(cases=("gemini-cli#tool:replace",)))
    assert CASE in found
    assert all(name.startswith("gemini-cli/") for name in found)
    assert len(found) < len(list(iter_cases(platforms=["gemini-cli"]))) / 4
    assert "gemini-cli/captured/0.61.0/before-agent" in _ids(Selection(cases=("gemini-cli#event:BeforeAgent",)))


def test_checks_of_one_case_add_up_and_a_whole_case_has_all() -> None:
    one, two = f"{CASE}::input", f"{CASE}::response[deny]"
    assert Selection(cases=(one, two)).chosen() == {CASE: frozenset({"input", "response[deny]"})}
    for order in (one, CASE), (CASE, one):
        assert Selection(cases=order).chosen() == {CASE: frozenset()}


def test_the_newest_leaves_out_older_versions_only() -> None:
    found = _ids(Selection(("gemini-cli",), newest=True))
    assert CASE in found
    assert any("/synthetic/" in name for name in found)
    assert not any("/captured/" in name and "/0.61.0/" not in name for name in found)
    assert _ids(Selection(cases=("gemini-cli/captured/0.27.0/*",), newest=True)) == []


@pytest.mark.parametrize(
    ("text", "code", "hint"),
    [
        ("gemini-cli/captured/0.61.0/before-tool-replce", "case.unknown", CASE),
        ("zzz/*", "case.unknown", "`hookconform cases` lists those of payloads; ids of tool facades begin with"),
        ("gemini-cli#tool:replce", "claim.unknown", "gemini-cli#tool:replace"),
        ("gemini#tool:replace", "platform.unknown", "gemini-cli"),
        (f"{CASE}::inptu", "capability.unknown", "input"),
        (f"{CASE}::response[dney]", "capability.unknown", "deny"),
    ],
)
def test_what_names_nothing_is_wrong_use_that_names_what_was_meant(text: str, code: str, hint: str) -> None:
    with pytest.raises(HookconformError) as caught:
        _ids(Selection(cases=(text,)))
    assert caught.value.code == code
    assert hint in caught.value.render()


def _run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli, ["run", BROKEN, "--no-baseline", *arguments])
    if isinstance(result.exception, HookconformError):
        return result.exception.exit_code, result.exception.render()
    return result.exit_code, result.output


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))


SHELL = "copilot-cli/captured/1.0.102/camel-permission-request-bash"


def test_what_failed_runs_again_until_it_passes(tmp_path: Path) -> None:
    code, text = _run("--failed")
    assert code == 2
    assert "No run of this adapter is known" in text
    assert "failed: 2 of" in _run("--case", SHELL)[1]
    assert _run("--case", f"{CASE}::input")[0] == 0
    code, text = _run("--failed")
    assert (code, text.splitlines()[-1]) == (1, "failed: 2 of 2 checks are red")
    (kept,) = tmp_path.rglob("last-run/*.json")
    assert json.loads(kept.read_text(encoding="utf-8")) == [f"{SHELL}::tool-name", f"{SHELL}::rules"]
    kept.write_text(json.dumps([f"{SHELL}::input"]), encoding="utf-8")
    assert _run("--failed")[0] == 0
    code, text = _run("--failed")
    assert code == 2
    assert "No check of this adapter failed" in text
    kept.write_text("[1", encoding="utf-8")
    assert _run("--failed")[0] == 2
    assert "not both" in _run("--failed", "--case", CASE)[1]


def test_a_run_can_end_at_the_first_red_check() -> None:
    code, text = _run("-x", "--case", f"{SHELL}*")
    assert code == 1
    assert text.splitlines()[-1].endswith("checks is red; the run ended there")
    assert text.splitlines()[-1].startswith("failed: 1 of")


def test_a_list_names_what_would_be_judged_and_each_can_be_pasted_back() -> None:
    code, text = _run("--list", "--case", SHELL)
    assert code == 0
    assert f"{SHELL}::tool-name" in text.splitlines()
    assert not any("::response" in line for line in text.splitlines()), "it is not claimed"
    for line in text.splitlines():
        assert list(Selection(cases=(line,)).chosen() or ()) == [SHELL]


def test_the_command_that_an_example_ends_with_shows_it_again() -> None:
    _, text = _run("--case", f"{SHELL}*")
    # A long command stands in a line of its own.
    (command,) = [found.split() for found in re.findall(r"^  see\s+(hookconform .*)$", text, re.MULTILINE)]
    assert command[1:2] == ["run"]
    code, again = _run(*command[3:])
    assert (code, again.splitlines()[-1]) == (1, "failed: 1 of 1 checks is red")


def test_a_case_is_shown_by_whatever_names_it() -> None:
    shown = {
        CliRunner().invoke(cli, ["case", text]).output
        for text in (CASE, f"{CASE}::input", f"corpus/platforms/{CASE}.json")
    }
    assert len(shown) == 1
    assert corpus_root()

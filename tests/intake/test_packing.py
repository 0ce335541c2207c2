"""Packing: contributions go where the lab's recordings are, under their ids, and nothing of them is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.support.filing import file_contribution, read_case, sha256_of
from tests.support.miniature import build

from hookconform.cases.loading import case_with_id, iter_cases
from hookconform.cli import cli
from hookconform.ground.errors import HookconformError
from hookconform_lab.intake import packing
from hookconform_lab.intake.packing import pack
from hookconform_lab.lint import lint
from hookconform_lab.lint.reading import Corpus

SHELL = "gemini-cli/captured/1.0.0/after-tool-run-shell-command"
MINE = "gemini-cli/captured/1.1.0/after-tool-run-shell-command"
TWO_VERSIONS = "versions:\n  - {version: 1.0.0, basis: measured}\n  - {version: 1.1.0, basis: measured}\n"


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "corpus"
    build(root)
    claims = root / "platforms" / "gemini-cli" / "platform.yaml"
    text = claims.read_text(encoding="utf-8")
    text = text.replace("versions:\n  - {version: 1.0.0, basis: measured}\n", TWO_VERSIONS)
    claims.write_text(text.replace("prompt, tool_response]", "prompt, tool_response, turn]"), encoding="utf-8")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return root


def contribute(root: Path, case_id: str = MINE, **payload: Any) -> dict[str, Any]:
    """Contribute the miniature's shell command with changes of its payload; return the case."""
    case = read_case(root, SHELL)
    del case["name"]
    case["payload"] |= payload
    case["expected"]["cwd"] = case["payload"]["cwd"]
    file_contribution(root, case_id, case)
    return case


def run() -> Result:
    return CliRunner().invoke(cli, ["corpus", "pack"])


def files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_shape_known_elsewhere_becomes_one_manifest_line(root: Path) -> None:
    case = contribute(root, cwd="/home/dev/elsewhere")
    result = run()
    assert result.exit_code == 0, result.output
    assert result.output == f"listed: {MINE} (the shape of {SHELL})\n1 contribution packed\n"
    folder = root / "platforms" / "gemini-cli"
    assert not list((folder / "contributed").iterdir())
    assert not (folder / "captured" / "1.1.0.jsonl").exists()
    manifest = json.loads((folder / "versions" / "1.1.0.json").read_bytes())
    assert (manifest["driver"], manifest["recorded"]) == ("live", "2026-11-21")
    assert manifest["payloads"] == {"1.0.0": {"after-tool-run-shell-command": sha256_of(case)}}
    packed = case_with_id(MINE, root)
    assert (packed.repeats, packed.origin["sha256"]) == (SHELL, sha256_of(case))
    assert packed.origin["driver"] == "live"
    assert list(lint(Corpus(root))) == []


def test_a_new_envelope_keeps_its_payload(root: Path) -> None:
    case = contribute(root, turn=1)
    before = case_with_id(MINE, root)
    assert run().output == f"packed: {MINE}\n1 contribution packed\n"
    after = case_with_id(MINE, root)
    assert after.payload == case["payload"]
    assert (after.payload_text, after.origin, after.expected) == (before.payload_text, before.origin, before.expected)
    assert after.path == root / "platforms/gemini-cli/captured/1.1.0.jsonl"
    assert list(lint(Corpus(root))) == []


def test_of_two_contributions_of_a_shape_one_payload_is_kept(root: Path) -> None:
    contribute(root, turn=1)
    contribute(root, MINE.replace("1.1.0", "1.2.0"), turn=2)
    packed = pack(root)
    assert packed.filed == [MINE]
    assert packed.listed == {MINE.replace("1.1.0", "1.2.0"): SHELL}


def test_another_driver_and_date_than_the_manifests_are_kept(root: Path) -> None:
    mine = "gemini-cli/captured/1.0.0/after-tool-run-shell-command-2"
    case = contribute(root, mine, turn=1)
    file_contribution(root, MINE, case | {"origin": {"recorded": "2026-11-23"}})
    contribute(root, MINE.replace("1.1.0", "1.2.0"), turn=2)
    # At 1.0.0 the lab recorded, with a scripted model; at 1.1.0 only people did.
    assert pack(root).filed == [mine]
    said = {case.id: (case.origin["driver"], case.origin["recorded"]) for case in iter_cases(root=root) if case.version}
    assert said[mine] == ("live", "2026-11-21")
    assert said[MINE] == ("live", "2026-11-23")
    assert said[SHELL] == ("scripted-model", "2026-11-21")
    assert said[MINE.replace("1.1.0", "1.2.0")] == ("live", "2026-11-21")


def test_a_repeat_in_a_manifest_of_another_driver_says_its_own(root: Path) -> None:
    mine = "gemini-cli/captured/1.0.0/after-tool-run-shell-command-2"
    case = contribute(root, mine, cwd="/home/dev/elsewhere")
    pack(root)
    manifest = json.loads((root / "platforms/gemini-cli/versions/1.0.0.json").read_bytes())
    said = manifest["payloads"]["1.0.0"]["after-tool-run-shell-command-2"]
    assert said == f"{sha256_of(case)} after-tool-run-shell-command driver=live"
    assert case_with_id(mine, root).origin["driver"] == "live"


def test_no_id_is_lost_and_a_second_time_changes_nothing(root: Path) -> None:
    contribute(root, turn=1)
    contribute(root, MINE.replace("shell-command", "shell-command-2"), cwd="/home/dev/elsewhere")
    before = [(case.id, case.origin["sha256"]) for case in iter_cases(root=root) if case.is_captured]
    assert run().exit_code == 0
    after = files(root)
    assert run().output == "0 contributions packed\n"
    assert files(root) == after
    assert [(case.id, case.origin["sha256"]) for case in iter_cases(root=root) if case.is_captured] == before


def test_what_says_more_than_its_payload_is_left(root: Path) -> None:
    case = contribute(root, turn=1)
    path = file_contribution(root, MINE, case | {"tags": ["edge"]})
    before = files(root)
    assert run().output == f"left: {MINE} (it says more than its payload)\n0 contributions packed\n"
    assert path.is_file()
    assert files(root) == before


def test_a_changed_payload_is_refused_and_nothing_written(root: Path) -> None:
    contribute(root, MINE.replace("1.1.0", "1.0.5"), turn=1)
    path = file_contribution(root, MINE, contribute(root, turn=1))
    path.write_text(path.read_text(encoding="utf-8").replace('"turn": 1', '"turn": 2'), encoding="utf-8")
    before = files(root)
    with pytest.raises(HookconformError) as caught:
        pack(root)
    assert (caught.value.code, caught.value.where) == ("pack.changed", str(path))
    assert files(root) == before


def test_packing_cut_short_is_finished_the_next_time(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(_: Path) -> None:
        raise KeyboardInterrupt

    case = contribute(root, turn=1)
    with monkeypatch.context() as stopped:
        stopped.setattr(packing.Path, "unlink", stop)
        with pytest.raises(KeyboardInterrupt):
            pack(root)
    assert case_with_id(MINE, root).payload == case["payload"]
    assert (root / "platforms/gemini-cli/contributed/1.1.0-after-tool-run-shell-command.json").is_file()
    assert run().exit_code == 0
    assert not list((root / "platforms/gemini-cli/contributed").iterdir())
    assert case_with_id(MINE, root).payload == case["payload"]
    assert list(lint(Corpus(root))) == []


def test_an_installed_corpus_is_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "_data" / "corpus"
    root.parent.mkdir()
    build(root)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    assert getattr(run().exception, "code", "") == "pack.installed"

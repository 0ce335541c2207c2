"""`hookconform platforms`: what is there, what is missing, and a skeleton that overwrites nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from hookconform.cli import cli
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.ground.errors import HookconformError
from hookconform_lab.parts import has_part


def run(*arguments: str) -> str:
    result = CliRunner().invoke(cli, ["platforms", *arguments], catch_exceptions=False)
    assert result.exit_code == 0
    return result.output


def test_every_platform_is_shown_with_what_it_has() -> None:
    rows = {row["platform"]: row for row in json.loads(run("--json"))}
    assert set(platform_ids()) <= set(rows)
    for name, row in rows.items():
        for part in ("driver", "turn", "effect", "recorder"):
            assert row[part] is has_part(name, part)
            assert (part in row["missing"]) is not row[part]
    assert rows["cursor"]["missing"] == ["driver", "turn", "effect"]
    assert rows["codex"]["missing"] == []
    assert rows["codex"]["captured"] > 300


def test_the_text_says_what_is_missing_and_where_it_would_be() -> None:
    text = run("--parts")
    assert text.splitlines()[0].split()[:3] == ["platform", "claims", "captured"]
    assert "cursor: no driver, so the lab cannot record it: hookconform_lab/platforms/cursor/driver.py" in " ".join(
        text.split()
    )
    assert "codex: no" not in text


def test_first_is_shown_what_users_ask() -> None:
    rows = [line.split() for line in run().splitlines()]
    assert rows[0] == ["platform", "known", "from", "newest", "version"]
    assert ["cursor", "documents", load_platform("cursor").newest] in rows
    assert ["codex", "recordings", load_platform("codex").newest] in rows
    assert {row[0] for row in rows if len(row) == 3} == set(platform_ids())


def test_a_platform_is_no_command_but_is_explained() -> None:
    result = CliRunner().invoke(cli, ["platforms", "Codex"])
    assert (result.exit_code, "codex is a platform: hookconform explain codex" in result.stderr) == (2, True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    for folder in (
        "corpus/platforms",
        "packages/hookconform-lab/hookconform_lab/platforms",
        "packages/hook-adapters/hook_adapters",
    ):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


@pytest.mark.parametrize("name", ["", "Toy", "toy_agent", "toy--x", "../toy", "1toy", "class", "t" * 41, "toy\n"])
def test_a_name_that_could_be_no_folder_and_module_is_refused(checkout: Path, name: str) -> None:
    with pytest.raises(HookconformError) as caught:
        run("new", name, "--root", str(checkout))
    assert caught.value.code == "platforms.name"
    assert not any(path.is_file() for path in checkout.rglob("*"))


def test_outside_of_a_checkout_nothing_is_written(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        run("new", "toy-agent", "--root", str(tmp_path))
    assert caught.value.code == "platforms.checkout"
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_never_overwritten(checkout: Path) -> None:
    module = checkout / "packages" / "hook-adapters" / "hook_adapters" / "toy_agent.py"
    module.write_text("mine")
    with pytest.raises(HookconformError) as caught:
        run("new", "toy-agent", "--root", str(checkout))
    assert (caught.value.code, caught.value.where) == ("platforms.exists", str(module))
    assert [path for path in checkout.rglob("*") if path.is_file()] == [module]

"""`hookconform init`: a project that nothing is overwritten for, and none of which is half there."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hookconform.authoring.languages import LANGUAGES
from hookconform.authoring.last_words import last_words
from hookconform.authoring.native_tables import deny_answers, native_tables
from hookconform.authoring.new_files import write_new
from hookconform.authoring.new_project import planned, project_files
from hookconform.cli import cli
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.effects import effect
from hookconform.effects.effect import Answer
from hookconform.effects.rows import measured_platforms, measured_versions
from hookconform.effects.verdicts import DENY, honoured, shortfall
from hookconform.ground.errors import HookconformError


def init(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, ["init", *map(str, arguments)])


def refused(*arguments: str | Path) -> HookconformError:
    error = init(*arguments).exception
    assert isinstance(error, HookconformError), error
    assert error.hint
    return error


def everything_below(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("hook", [False, True])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_files_with_nothing_left_to_fill_in(language: str, hook: bool) -> None:
    files = project_files(planned(Path("a"), language=language, hook=hook, name="my-adapter"))
    common = {"adapter.toml", "README.md", "tables.json", "test_conformance.py", ".github/workflows/hooks.yml"}
    assert common <= set(files)
    assert not [path for path, text in files.items() if "@{" in text or "@%" in text or not text.endswith("\n")]
    manifest = tomllib.loads(files["adapter.toml"])
    assert manifest["name"] == "my-adapter"
    assert manifest["language"] == language
    named = LANGUAGES[language].main.replace("{main}", "hook" if hook else "adapter")
    assert named in files
    assert LANGUAGES[language].core in files
    assert set(json.loads(files["tables.json"])) == set(manifest["platforms"])
    assert set(manifest["platforms"]) == set(measured_platforms() if hook else platform_ids())


def test_the_tables_say_what_the_claims_say() -> None:
    for platform in platform_ids():
        table, claims = native_tables(platform), load_platform(platform)
        told = {claim.native: claim for claim in claims.tools.values() if claim.status in {"current", "historic"}}
        assert {name: table["tools"].get(name, name) for name in told} == {
            name: claim.canonical or name for name, claim in told.items()
        }
        refuted = {name for name, claim in claims.tools.items() if claim.status == "refuted"}
        assert refuted.isdisjoint(table["tools"])


@pytest.mark.parametrize("platform", measured_platforms())
def test_what_denies_was_measured_to_stop_the_tool_wherever_an_answer_does(platform: str) -> None:
    answers = deny_answers(platform)
    claims = load_platform(platform)
    events = {claims.registrations[name].canonical for name in answers}
    assert "PreToolUse" in events
    for registered, said in answers.items():
        for version in measured_versions(platform):
            event = claims.registrations[registered].canonical or ""
            assert event in load_vocabulary().pre_tool
            if not claims.registrations[registered].covers(version) or DENY not in honoured(
                platform, version, registered
            ):
                continue
            found = effect(platform, version, event, registered, Answer(**said))
            assert shortfall(DENY, event, found) == "", (registered, version)


def test_the_last_word_is_the_one_that_stops_a_tool_at_most_versions() -> None:
    words = last_words()
    # Rows exit1-stderr and exit2-stderr of Code Puppy; exit2-flat-deny and exit1-stderr of Copilot CLI.
    assert words["code-puppy"] == (1, "", 1)
    assert (words["copilot-cli"].exit_code, words["copilot-cli"].unprinted) == (2, 1)
    assert '"permissionDecision":"deny"' in words["copilot-cli"].stdout
    # No exit code of a hook stops a tool there.
    assert {"cline", "hermes-agent"} == {name for name, word in words.items() if word.unprinted == 2}
    assert words.keys() == {"cline", "code-puppy", "copilot-cli", "hermes-agent"}


def test_the_program_says_what_was_written_and_what_to_do_next(tmp_path: Path) -> None:
    done = init(tmp_path / "my-adapter", "--language", "python", "--platform", "gemini-cli")
    assert done.exit_code == 0, done.output
    folder = tmp_path / "my-adapter"
    assert set(done.stdout.split()) == {str(folder / path) for path in everything_below(folder)}
    assert "hookconform run adapter.toml gemini-cli" in done.stderr
    assert set(json.loads((tmp_path / "my-adapter" / "tables.json").read_text())) == {"gemini-cli"}


@pytest.mark.parametrize(
    ("language", "hook", "steps"),
    [
        ("go", True, "cd 'my hook' && go build -o hook . && hookconform run adapter.toml codex"),
        ("go", False, "cd 'my hook' && hookconform run adapter.toml codex"),
        ("python", True, "cd 'my hook' && hookconform run adapter.toml codex"),
    ],
)
def test_next_steps_build_a_compiled_hook_program(language: str, hook: bool, steps: str) -> None:
    project = planned(Path("my hook"), language=language, platforms=["codex"], hook=hook, name="my-hook")
    assert project.next_steps(Path("my hook")) == steps


@pytest.mark.parametrize("language", ["go", "rust", "typescript"])
def test_a_further_platform_has_the_same_next_step(language: str, tmp_path: Path) -> None:
    folder = tmp_path / "my-hook"
    first = init(folder, "--language", language, "--hook", "--platform", "gemini-cli").stderr
    again = init(folder, "--add-platform", "codex").stderr
    assert again == first.replace("adapter.toml gemini-cli", "adapter.toml codex")
    build = first.partition(" && ")[2].rpartition(" && ")[0]
    assert f"# Built by hand, before a run: {build}\n" in (folder / "adapter.toml").read_text()


def test_a_folder_with_blanks_is_named_without_them(tmp_path: Path) -> None:
    assert init(tmp_path / "My own_Adapter", "--language", "shell").exit_code == 0
    manifest = tomllib.loads((tmp_path / "My own_Adapter" / "adapter.toml").read_text())
    assert manifest["name"] == "my-own-adapter"


@pytest.mark.parametrize("name", ["größe", "日本", "a" * 41, "-", "..", "a\nb", "My Adapter"])
def test_a_name_that_no_manifest_can_have_is_refused(tmp_path: Path, name: str) -> None:
    error = refused(tmp_path / "it", "--language", "go", "--name", name)
    assert error.code == "init.name"
    assert "--name my-adapter" in error.hint
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("language", ["python", "shell"])
def test_tables_that_cannot_be_read_are_named(tmp_path: Path, language: str) -> None:
    assert init(tmp_path / "it", "--language", language, "--platform", "gemini-cli").exit_code == 0
    tables = tmp_path / "it" / "tables.json"
    tables.write_text(tables.read_text(encoding="utf-8")[:-30], encoding="utf-8")
    result = CliRunner().invoke(cli, ["run", str(tmp_path / "it")])
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "adapter.start"
    assert "tables.json: " in result.exception.what


def test_a_folder_without_a_name_in_letters_of_ascii_needs_one(tmp_path: Path) -> None:
    assert refused(tmp_path / "größe", "--language", "go").code == "init.name"
    assert init(tmp_path / "größe", "--language", "go", "--name", "size").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "code", "hint"),
    [
        (("--language", "pyton"), "init.language", "python"),
        (("--language", "cobol"), "init.language", "go, python, rust, shell, typescript"),
        (("--language", "Go"), "init.language", "Did you mean go?"),
        (("--language", "golang"), "init.language", "Did you mean go?"),
        (("--language", "JS"), "init.language", "Did you mean typescript?"),
        (("--language", "bash"), "init.language", "Did you mean shell?"),
        (("--language", "go", "--platform", "gemini"), "init.platform", "gemini-cli"),
        (("--language", "go", "--platform", ""), "init.platform", "gemini-cli"),
        (("--language", "go", "--hook", "--platform", "cursor"), "init.not-measured", "gemini-cli"),
    ],
)
def test_an_unknown_name_says_which_was_meant(tmp_path: Path, arguments: tuple[str, ...], code: str, hint: str) -> None:
    error = refused(tmp_path / "it", *arguments)
    assert error.code == code
    assert hint in error.hint
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten_and_nothing_half_written(tmp_path: Path) -> None:
    (tmp_path / "tables.json").write_text("mine")
    (tmp_path / "README.md").symlink_to("nowhere")
    before = everything_below(tmp_path)
    error = refused(tmp_path, "--language", "python", "--name", "mine")
    assert error.code == "init.exists"
    assert "README.md, tables.json" in error.what
    assert everything_below(tmp_path) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["README.md", "tables.json"]


def test_a_second_time_changes_nothing(tmp_path: Path) -> None:
    assert init(tmp_path / "mine", "--language", "python").exit_code == 0
    before = everything_below(tmp_path)
    assert refused(tmp_path / "mine", "--language", "python").code == "init.exists"
    assert everything_below(tmp_path) == before


def test_files_that_others_keep_in_the_folder_stay(tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "mine.txt").write_text("mine")
    assert init(tmp_path, "--language", "rust", "--name", "mine").exit_code == 0
    assert (tmp_path / "src" / "mine.txt").read_text() == "mine"


def test_a_file_in_the_place_of_the_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("a file")
    assert refused(tmp_path / "mine", "--language", "go").code == "file.unwritable"
    assert refused(tmp_path / "mine" / "below", "--language", "go").code == "file.unwritable"
    assert (tmp_path / "mine").read_text() == "a file"


def test_what_was_written_before_the_failure_is_taken_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine").mkdir()
    opened = Path.open

    def full(path: Path, *arguments: Any, **keywords: Any) -> Any:
        if path.name == "c.txt":
            raise OSError(28, "No space left on device")
        return opened(path, *arguments, **keywords)

    monkeypatch.setattr(Path, "open", full)
    files = {"a.txt": "a", "deep/er/b.txt": "b", "c.txt": "c"}
    with pytest.raises(HookconformError, match="No space left") as caught:
        write_new(tmp_path / "mine" / "new", files)
    assert caught.value.code == "file.unwritable"
    assert list(tmp_path.rglob("*")) == [tmp_path / "mine"]


def test_a_file_that_appears_meanwhile_is_not_overwritten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os.path, "lexists", lambda _: False)
    (tmp_path / "b.txt").write_text("theirs")
    with pytest.raises(HookconformError):
        write_new(tmp_path, {"a.txt": "a", "b.txt": "b"})
    assert everything_below(tmp_path) == {"b.txt": b"theirs"}

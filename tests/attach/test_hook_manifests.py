"""What is wrong with `[hook]` is said when the manifest is read, with the name that was meant."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.support.hooks import guard, hook_manifest

from hookconform.attach.hook_spec import HookSpec
from hookconform.ground.errors import HookconformError

COMMAND = 'command = ["{python}", "{folder}/hook.py"]'
NO_SHELL = ("[hook.policies]", 'no-shell = "no-shell"')
PACK = ('rules = "pack"', 'rules_path = "rules.yaml"')


@pytest.mark.parametrize(
    ("tables", "code", "says", "hint"),
    [
        (["[hook.policies]", 'no-shel = "no-shell"'], "adapter.policy", "no policy 'no-shel'", "no-shell"),
        (["[hook.policies]", 'no-shell = "no-such-folder"'], "adapter.policy", "no file or folder", "manifest's"),
        (
            ["[hook.policies]", 'no-shell = { from = "no-shell", to = "{home}/../other" }'],
            "adapter.policy", "not below {project} or {home}", "{home}",
        ),
        (
            ["[hook.policies]", 'no-shell = { from = "hook.py", to = "{project}" }'],
            "adapter.policy", "a folder, and hook.py is a file", "",
        ),
        (["[hook.triggers]", 'Bsh = { block = "x", allow = "y" }'], "adapter.trigger", "no core tool", "Bash"),
        (["[hook.triggers]", 'Bash = { block = "x", allow = "x" }'], "adapter.trigger", "are the same", "two"),
        (['rules = "pack"'], "adapter.hook", "belong together", "Name the file"),
        (['rules = "pack"', 'rules_path = "../rules.yaml"'], "adapter.hook", "leads out", "below"),
        (['env = { A = "b" }'], "adapter.hook", "Nothing says what", "[hook.policies]"),
        ([*PACK, 'env = { A = "{projekt}" }'], "adapter.placeholder", "{projekt}", "project"),
        (['setup = ["{python}", "{event}"]', *NO_SHELL], "adapter.placeholder", "{event}", ""),
        (['env = { A = "{rules}" }', *NO_SHELL], "adapter.placeholder", "{rules}", ""),
        (['setup = ["no-such-program"]', *PACK], "adapter.program", "no-such-program", "Install"),
        (['setup = ["{folder}/no-such-file"]', *PACK], "adapter.program", "no-such-file", "Build or install"),
        (['setup = ["{python}", "{folder}/no-such.py"]', *PACK], "adapter.program", "no-such.py", "{folder}"),
        (['setup = ["sh", "{folder}/hok.py"]', *PACK], "adapter.program", "hok.py", "Did you mean hook.py?"),
        (['setup = ["{folder}/hook"]', *PACK], "adapter.program", "/hook'", "Did you mean hook.py?"),
        ([*PACK, "[hook.platforms.gemini]", 'command = ["true"]'], "adapter.platform", "'gemini'", "gemini-cli"),
        ([*PACK, "[hook.platforms.gemini-cli]", 'plugin = "hook.py"'], "adapter.plugin", "cannot be", "opencode"),
    ],
)  # fmt: skip
def test_what_cannot_work_is_an_error(tmp_path: Path, tables: list[str], code: str, says: str, hint: str) -> None:
    with pytest.raises(HookconformError) as caught:
        hook_manifest(tmp_path, guard(), *tables)
    assert caught.value.code == code
    assert says in caught.value.what
    assert hint in caught.value.hint
    assert caught.value.where.endswith("adapter.toml")


@pytest.mark.parametrize(
    ("tables", "command", "what"),
    [
        (PACK, 'command = ["no-such"]', "There is no program 'no-such', which `command` below [hook] names."),
        (
            [*PACK, 'setup = ["true"]'], 'command = ["no-such"]',
            "There is no program 'no-such', which `command` below [hook] names.",
        ),
        (
            PACK, 'command = ["{python}", "{folder}/no.py"]',
            "There is no script '{tmp_path}/no.py', which `command` below [hook] names.",
        ),
        (
            PACK, 'command = ["sh", "{folder}/no.sh"]',
            "There is no script '{tmp_path}/no.sh', which `command` below [hook] names.",
        ),
        (
            PACK, 'command = ["sh", "-x", "{folder}/no.sh"]',
            "There is no script '{tmp_path}/no.sh', which `command` below [hook] names.",
        ),
        (PACK, 'command = ["true", "{x}"]', "Nothing fills in {x} below [hook]."),
        ([*PACK, "[hook.platforms.gemini-cli]", 'command = ["true", "{x}"]'], "", "Nothing fills in {x} below [hook]."),
        ([*PACK, "[hook.platforms.gemini-cli.env]", 'A = "{x}"'], "", "Nothing fills in {x} below [hook]."),
        ([*PACK, "[hook.platforms.opencode]", 'plugin = "{x}.js"'], "", "Nothing fills in {x} below [hook]."),
        ([*PACK, 'setup = ["true", "{x}"]'], "", "Nothing fills in {x} below `setup` of [hook]."),
        ([*PACK, 'setup = ["no-such"]'], "", "There is no program 'no-such', which `setup` below [hook] names."),
        (['rules = "pack"', 'rules_path = "{home}/x"'], "", "`rules_path` '{home}/x' leads out of the project."),
        (
            [*PACK, "[hook.platforms.opencode]", 'plugin = "gone.js"'], "",
            "There is no plugin 'gone.js'.",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_with_its_place(tmp_path: Path, tables: list[str], command: str, what: str) -> None:
    platforms = '["gemini-cli", "opencode"]' if "[hook.platforms.opencode]" in tables else '["gemini-cli"]'
    with pytest.raises(HookconformError) as caught:
        hook_manifest(tmp_path, guard(), *tables, command=command, platforms=platforms)
    assert caught.value.what == what.replace("{tmp_path}", str(tmp_path))


def test_a_script_and_a_plugin_that_setup_may_make_are_not_looked_for(tmp_path: Path) -> None:
    made = 'command = ["{python}", "{folder}/no.py"]'
    assert hook_manifest(tmp_path, guard(), *PACK, 'setup = ["true"]', command=made).hook.setup == (("true",),)
    plugin = [*NO_SHELL, "[hook.platforms.opencode]", 'plugin = "{project}/made.js"']
    hook = hook_manifest(tmp_path, guard(), *plugin, platforms='["opencode"]', command=" ").hook
    assert hook.on("opencode").plugin == "{project}/made.js"


def test_a_program_brings_its_policies_or_reads_any(tmp_path: Path) -> None:
    own = hook_manifest(tmp_path, guard(), *NO_SHELL).hook
    assert [own.brings(name) for name in ("no-shell", "no-read")] == [True, False]
    reading = hook_manifest(tmp_path, guard(), *PACK).hook
    assert reading.brings("no-read")
    both = hook_manifest(tmp_path, guard(), *PACK, *NO_SHELL).hook
    assert [both.brings(name) for name in ("no-shell", "no-read")] == [True, True]
    assert not HookSpec().brings("no-shell")


EVERYWHERE = ("folder", "home", "platform", "policy", "program", "project", "python")


@pytest.mark.parametrize("word", [*EVERYWHERE, "event", "rules"])
def test_every_text_may_have_what_is_known_when_it_is_needed(tmp_path: Path, word: str) -> None:
    text = f"{{{word}}}"
    of_a_call = hook_manifest(tmp_path, guard(), f'env = {{ A = "{text}" }}', *PACK)
    assert of_a_call.hook.env == {"A": text}
    setup = f'setup = ["true", "{text}"]'
    if word == "event":
        with pytest.raises(HookconformError, match=text):
            hook_manifest(tmp_path, guard(), setup, *PACK)
    else:
        assert hook_manifest(tmp_path, guard(), setup, *PACK).hook.setup == (("true", text),)


def test_a_plugin_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        hook_manifest(
            tmp_path, "", *NO_SHELL, "[hook.platforms.opencode]", 'plugin = "index.js"',
            platforms='["opencode"]', command=" ",
        )  # fmt: skip
    assert (caught.value.code, str(tmp_path / "index.js") in caught.value.hint) == ("adapter.plugin", True)


def test_a_platform_without_a_command_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(HookconformError) as caught:
        hook_manifest(tmp_path, "", *PACK, command=" ")
    assert caught.value.what == "There is no command for gemini-cli."


@pytest.mark.parametrize(
    "table", [["[hook.triggers]", 'Bash = { block = "x" }'], ['rules = "own"', 'rules_path = "x"']]
)
def test_what_has_another_form_is_refused_by_the_schema(tmp_path: Path, table: list[str]) -> None:
    with pytest.raises(HookconformError) as caught:
        hook_manifest(tmp_path, "", *table)
    assert caught.value.code == "schema.adapter"


def test_policies_are_files_or_folders_with_a_place_of_their_own_or_the_project(tmp_path: Path) -> None:
    table = 'no-shell = ["no-shell", "hook.py", { from = "no-read/policy.txt", to = "{home}/.tiny/policy.txt" }]'
    files = hook_manifest(tmp_path, guard(), "[hook.policies]", table).hook.policies["no-shell"]
    assert [(file.source.relative_to(tmp_path).as_posix(), file.to) for file in files] == [
        ("no-shell", "{project}"),
        ("hook.py", "{project}/hook.py"),
        ("no-read/policy.txt", "{home}/.tiny/policy.txt"),
    ]


def test_setup_is_one_command_or_several(tmp_path: Path) -> None:
    one = hook_manifest(tmp_path, "", 'setup = ["{python}", "-c", "pass"]', *PACK)
    two = hook_manifest(tmp_path, "", 'setup = [["{python}", "-c", "pass"], ["true"]]', *PACK)
    assert one.hook.setup == (("{python}", "-c", "pass"),)
    assert two.hook.setup == (("{python}", "-c", "pass"), ("true",))

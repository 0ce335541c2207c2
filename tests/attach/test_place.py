"""The place of a hook program: what is in it, what its environment says, and that no call sees another's traces."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support.hooks import hook_manifest

from hookconform.attach.calls import Broken, Call, Result
from hookconform.attach.hook_program import HookProgramSession
from hookconform.attach.manifest import Manifest
from hookconform.attach.place.folders import Place
from hookconform.attach.place.recorded import provide, rewritten
from hookconform.ground.errors import HookconformError

PACK = ('rules = "pack"', 'rules_path = "rules.yaml"')
NO_SHELL = ("[hook.policies]", 'no-shell = "no-shell"', 'no-read = { from = "no-read", to = "{home}/.tiny" }')
# Says what it sees, as JSON; leaves a file behind.
TELLS = """
import json, os, pathlib, sys
here = pathlib.Path.cwd()
print(json.dumps({
    "argv": sys.argv[1:], "folder": str(here), "environment": dict(os.environ), "payload": sys.stdin.read(),
    "files": sorted(str(p.relative_to(here.parent)) for name in ("home", "project") for p in
                    [here.parent / name, *(here.parent / name).rglob("*")]),
}))
(here / "trace").touch()
(pathlib.Path.home() / "trace").touch()
"""


@pytest.fixture
def place(tmp_path: Path) -> Place:
    made = Place(tmp_path / "place")
    made.lay("", lambda: None)
    return made


def call(payload: str = "{}", *, policy: str | None = "no-shell", platform: str = "gemini-cli", **more: Any) -> Call:
    params = {"platform": platform, "platform_version": "0.61.0", "registered_event": "BeforeTool", "payload": payload}
    return Call("decide", params | {"policy": policy, **more}, "a case", "decide")


def told(manifest: Manifest, *calls: Call) -> list[dict[str, Any]]:
    """Return what a `TELLS` program saw at each call; paths of the place stand as placeholders."""
    session = HookProgramSession(manifest, deadline=60)
    try:
        answers = list(session.responses(calls))
    finally:
        session.close()
    assert all(isinstance(item, Result) and item.value["exit_code"] == 0 for item in answers)
    return [json.loads(item.value["stdout"]) for item in answers if isinstance(item, Result)]


def test_the_policy_of_the_call_is_there_and_nothing_of_other_calls(tmp_path: Path) -> None:
    manifest = hook_manifest(tmp_path, TELLS, *NO_SHELL)
    seen = told(
        manifest, *(call(policy=name) for name in ("no-shell", "no-read", "no-shell", "no-read", "", "no-shell"))
    )
    shell = ["home", "project", "project/policy.txt"]
    read = ["home", "home/.tiny", "home/.tiny/policy.txt", "project"]
    assert [item["files"] for item in seen] == [shell, read, shell, read, ["home", "project"], shell]


def test_a_call_about_no_policy_gets_the_first_that_the_program_has(tmp_path: Path) -> None:
    assert told(hook_manifest(tmp_path, TELLS, *NO_SHELL), call(policy=None))[0]["files"][-1] == "project/policy.txt"


def test_recorded_folders_become_those_of_the_place_in_payloads(tmp_path: Path) -> None:
    payload = json.dumps(
        {"cwd": "/home/dev/project/sub", "transcript": "/home/dev/.x/t.jsonl", "é": "…"}, ensure_ascii=False
    )
    seen = told(hook_manifest(tmp_path, TELLS, *NO_SHELL), call(payload, folder="/home/dev/project/sub"))[0]
    assert seen["payload"] == json.dumps(
        {"cwd": "{project}/sub", "transcript": "{home}/.x/t.jsonl", "é": "…"}, ensure_ascii=False
    )
    assert "project/sub" in seen["files"]


def test_the_home_and_what_the_platform_sets_are_in_the_environment_and_nothing_of_the_users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_RUNTIME_DIR", "CLAUDE_CONFIG_DIR", "GEMINI_API_KEY", "CODEX_HOME", "OPENCODE"):
        monkeypatch.setenv(name, "/home/somebody")
    manifest = hook_manifest(tmp_path, TELLS, 'env = { MINE = "{policy} on {platform}" }', *NO_SHELL)
    seen = told(manifest, call())[0]
    environment = seen["environment"]
    assert seen["folder"] == environment["GEMINI_PROJECT_DIR"] == environment["CLAUDE_PROJECT_DIR"] == "{project}"
    assert environment["HOME"] == environment["USERPROFILE"] == "{home}"
    assert environment["XDG_CONFIG_HOME"] == "{home}/.config"
    assert environment["MINE"] == "no-shell on gemini-cli"
    assert environment["PATH"] == os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    assert not {"XDG_RUNTIME_DIR", "CLAUDE_CONFIG_DIR", "GEMINI_API_KEY", "CODEX_HOME", "OPENCODE"} & set(environment)
    assert str(Path.home()) not in json.dumps({key: value for key, value in environment.items() if "HOME" in key})


def test_every_placeholder_is_filled_in(tmp_path: Path) -> None:
    words = ["{project}", "{home}", "{folder}", "{platform}", "{event}", "{policy}", "{rules}"]
    command = f'command = ["{{python}}", "-I", "{{folder}}/hook.py", {", ".join(json.dumps(word) for word in words)}]'
    manifest = hook_manifest(tmp_path, TELLS, *PACK, command=command)
    seen = told(manifest, call())[0]["argv"]
    assert seen == [
        "{project}",
        "{home}",
        str(tmp_path),
        "gemini-cli",
        "BeforeTool",
        "no-shell",
        "{project}/rules.yaml",
    ]


def test_a_report_shows_the_command_with_the_words_of_the_call_and_no_place(tmp_path: Path) -> None:
    words = ["{project}", "{home}", "{rules}", "{platform}", "{event}", "{policy}"]
    command = f"command = {json.dumps(['{python}', '{folder}/hook.py', *words])}"
    session = HookProgramSession(hook_manifest(tmp_path, TELLS, *PACK, command=command), deadline=60)
    calls = [call(), call(policy=None), call()._replace(params=call().params | {"registered_event": None})]
    try:
        answers = [answer.value["command"] for answer in session.responses(calls) if isinstance(answer, Result)]
    finally:
        session.close()
    start = "{python} {folder}/hook.py {project} {home} {rules} gemini-cli "
    assert answers == [f"{start}BeforeTool no-shell", f"{start}BeforeTool ''", f"{start}'' no-shell"]


def test_setup_runs_in_the_place_before_its_first_call_and_what_it_made_is_there_at_every_call(tmp_path: Path) -> None:
    count = tmp_path / "count"
    code = (
        f"import os, pathlib; pathlib.Path('made').write_text(os.environ['HOME']); open({str(count)!r}, 'a').write('x')"
    )
    (tmp_path / "setup.py").write_text(code)
    manifest = hook_manifest(tmp_path, TELLS, 'setup = ["{python}", "{folder}/setup.py", "{policy}"]', *NO_SHELL)
    seen = told(manifest, *(call() for _ in range(9)))
    assert all("project/made" in item["files"] for item in seen)
    assert 1 <= len(count.read_text()) <= 2  # once in each of the two places


@pytest.mark.parametrize(
    ("command", "says"),
    [('"-c", "print(1234); raise SystemExit(7)"', "exit code 7"), ('"-c", "import os; os.abort()"', "-6")],
)
def test_a_setup_that_fails_ends_the_run_with_what_it_said(tmp_path: Path, command: str, says: str) -> None:
    manifest = hook_manifest(tmp_path, TELLS, f'setup = ["{{python}}", {command}]', *NO_SHELL)
    with pytest.raises(HookconformError) as caught:
        told(manifest, call())
    assert caught.value.code == "adapter.setup"
    assert says in caught.value.what
    assert "1234" in caught.value.shown or "abort" in command


def test_files_that_a_call_names_are_there_and_none_outside_of_the_place(tmp_path: Path, place: Place) -> None:
    files = {
        "/home/dev/project/src/a.txt": "old", "b.txt": "text", "/home/dev/notes.md": "mine", "new/c.txt": None,
        "../../escaped.txt": "x", str(tmp_path / "outside.txt"): "x", "/home/dev/project": "x", "d\0.txt": "x",
    }  # fmt: skip
    (tmp_path / "link-target").mkdir()
    (place.project / "link").symlink_to(tmp_path / "link-target")
    provide(place, "/home/dev/project", files | {"link/e.txt": "x"})
    assert (place.project / "src/a.txt").read_text() == "old"
    assert (place.project / "b.txt").read_text() == "text"
    assert (place.home / "notes.md").read_text() == "mine"
    assert (place.project / "new").is_dir()
    assert not (place.project / "new/c.txt").exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link-target", "place"]
    assert not list((tmp_path / "link-target").iterdir())


def test_the_text_of_a_file_is_written_byte_by_byte_and_not_over_what_is_there(place: Place) -> None:
    (place.project / "there").write_text("mine")
    files = {"a/b/c.bin": "caf\udce9", "there": "theirs", "/home/dev/.x/y/z": "deep", "/home/dev": "no file"}
    provide(place, None, files | {"long" * 100: "x"})
    assert (place.project / "a/b/c.bin").read_bytes() == b"caf\xe9"
    assert (place.project / "there").read_text() == "mine"
    assert (place.home / ".x/y/z").read_text() == "deep"
    assert place.home.is_dir()
    assert sorted(path.name for path in place.project.iterdir()) == ["a", "there"]


@pytest.mark.parametrize("error", [OSError, ValueError, RuntimeError])
def test_a_path_that_the_system_cannot_follow_lies_outside(
    place: Place, monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    resolve = Path.resolve

    def fails(path: Path, *, strict: bool = False) -> Path:
        if path.name == "loop":
            raise error(path)
        return resolve(path, strict=strict)

    # Versions of Python differ in what they raise over a link that leads to itself, if anything.
    monkeypatch.setattr(Path, "resolve", fails)
    provide(place, None, {"a/loop": "x", "b": "y"})
    assert [path.name for path in place.project.iterdir()] == ["b"]


@pytest.mark.parametrize("folder", ["/etc", "../..", "\0"])
def test_a_call_made_outside_of_the_place_is_made_in_its_project(place: Place, folder: str) -> None:
    provide(place, folder, {"a": "x"})
    assert [path.name for path in place.project.iterdir()] == ["a"]


@pytest.mark.parametrize(
    "text",
    [
        "/home/dev/project-2/x",
        "/home/dev/projects",
        "/home/developer",
        "/mnt/home/dev/project",
        "/home/dev/project.d/x",
    ],
)
def test_only_whole_names_are_recorded_folders(place: Place, text: str) -> None:
    found = rewritten(text, place)
    assert str(place.project) not in found
    assert found in {text, text.replace("/home/dev/", f"{place.home}/")}


def test_recorded_folders_are_found_wherever_a_path_may_stand(place: Place) -> None:
    assert rewritten('"/home/dev/project"', place) == f'"{place.project}"'
    assert rewritten("cd /home/dev/project; ls.", place) == f"cd {place.project}; ls."
    assert rewritten("in /home/dev/project.", place) == f"in {place.project}."
    assert rewritten("file:///home/dev/project/a", place) == f"file://{place.project}/a"


@pytest.mark.whole
@pytest.mark.parametrize(
    "damage",
    [
        "shutil.rmtree(here)",
        "shutil.rmtree(here); os.symlink('/tmp', here)",
        "shutil.rmtree(here); open(here, 'w').close()",
        "(here / 'closed').mkdir(); (here / 'closed' / 'x').touch(); os.chmod(here / 'closed', 0)",
    ],
)
def test_whatever_a_program_does_to_its_place_the_next_call_finds_it_whole(tmp_path: Path, damage: str) -> None:
    wreck = f"\nimport os, shutil\nhere = pathlib.Path.cwd()\nos.chdir('/')\n{damage}\n"
    seen = told(hook_manifest(tmp_path, TELLS + wreck, *NO_SHELL), *(call() for _ in range(5)))
    assert {tuple(item["files"]) for item in seen} == {("home", "project", "project/policy.txt")}


def test_a_policy_that_cannot_be_copied_is_the_error_of_its_calls(tmp_path: Path) -> None:
    manifest = hook_manifest(tmp_path, TELLS, *NO_SHELL)
    (tmp_path / "no-shell" / "policy.txt").unlink()
    os.mkfifo(tmp_path / "no-shell" / "policy.txt")
    session = HookProgramSession(manifest, deadline=60)
    (answer,) = session.responses([call()])
    session.close()
    assert isinstance(answer, Broken)
    assert answer.reason.startswith("the place of the hook program cannot be made")


def test_a_folder_whose_name_json_would_escape_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    odd = tmp_path / 'a"b'
    odd.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(odd))
    with pytest.raises(HookconformError) as caught:
        HookProgramSession(hook_manifest(tmp_path, "", *NO_SHELL), deadline=60)
    assert caught.value.code == "adapter.place"
    assert not list(odd.iterdir())

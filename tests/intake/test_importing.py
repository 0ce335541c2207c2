"""Recordings become cases: exact bytes, one case a shape, nothing lost in silence."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.support.filing import read_lines
from tests.support.miniature import build

from hookconform.cases.loading import case_with_id, iter_cases
from hookconform.cli import cli
from hookconform.ground.errors import HookconformError
from hookconform_lab.intake.importing import Importer
from hookconform_lab.intake.recordings import parse_recording, read_recordings
from hookconform_lab.lint import lint
from hookconform_lab.lint.reading import Corpus

pytestmark = pytest.mark.whole


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    build(tmp_path / "corpus")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    return tmp_path / "corpus"


def line(payload_text: str, **more: Any) -> str:
    row = {
        "platform": "gemini-cli",
        "platform_version": "1.0.0",
        "scenario": "turn",
        "registered_event": "AfterTool",
    }
    return json.dumps({**row, "payload_text": payload_text, **more})


def tool(name: str, **arguments: Any) -> str:
    payload = {
        "session_id": "s",
        "cwd": "/home/dev/project",
        "hook_event_name": "AfterTool",
        "tool_name": name,
        "tool_input": arguments,
        "tool_response": {"llmContent": "ä"},
    }
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":"))


def add(root: Path, *lines: str) -> Importer:
    importer = Importer(root, driver="scripted-model", recorded="2026-11-21")
    for text in lines:
        importer.add(parse_recording(text, where="test:1"))
    importer.write()
    return importer


def files(root: Path) -> dict[str, bytes]:
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def manifest(root: Path, version: str) -> dict[str, Any]:
    return json.loads((root / "platforms" / "gemini-cli" / "versions" / f"{version}.json").read_bytes())


def test_version_that_repeats_every_shape_adds_its_manifest_only(root: Path) -> None:
    calls = tool("read_file", file_path="a", limit=1), tool("run_shell_command", command="ls")
    add(root, *map(line, calls))
    before = files(root)
    again = add(root, *(line(call, platform_version="2.0.0") for call in calls))
    assert again.result.written == []
    assert {name for name, content in files(root).items() if before.get(name) != content} == {
        "platforms/gemini-cli/versions/2.0.0.json"
    }
    assert list(lint(Corpus(root))) == []


def test_one_case_a_shape_and_the_corpus_stays_sound(root: Path) -> None:
    importer = add(
        root, line(tool("read_file", file_path="a", limit=1)), line(tool("read_file", file_path="b", limit=2))
    )
    assert importer.result.written == ["gemini-cli/captured/1.0.0/after-tool-read-file-2"]
    assert importer.result.left_out == {"shape already in the corpus": 1}
    assert list(lint(Corpus(root))) == []


def test_importing_twice_adds_nothing(root: Path) -> None:
    recorded = line(tool("read_file", file_path="a", limit=1))
    assert len(add(root, recorded).result.written) == 1
    assert add(root, recorded).result.written == []


@pytest.mark.parametrize("ending", ["", "\n"])
@pytest.mark.parametrize("separators", [(",", ":"), (", ", ": ")])
def test_the_bytes_survive(root: Path, ending: str, separators: tuple[str, str]) -> None:
    payload = json.loads(tool("read_file", file_path="größer", offset=3))
    text = json.dumps(payload, ensure_ascii=False, separators=separators) + ending
    (case_id,) = add(root, line(text)).result.written
    case = case_with_id(case_id, root)
    assert case.payload_text == text
    assert case.origin["sha256"] == hashlib.sha256(text.encode()).hexdigest()


def test_a_payload_that_is_not_compact_is_refused(root: Path) -> None:
    text = json.dumps(json.loads(tool("read_file", file_path="a", offset=3)), indent=1)
    with pytest.raises(HookconformError) as caught:
        add(root, line(text))
    assert caught.value.code == "import.not-exact"


def test_a_matcher_suffix_is_not_part_of_the_registered_event(root: Path) -> None:
    recorded = line(tool("read_file", file_path="a", offset=3), registered_event="AfterTool[read]")
    (case_id,) = add(root, recorded).result.written
    assert case_with_id(case_id, root).registered_event == "AfterTool"


def test_an_opencode_call_becomes_the_record_of_its_parts() -> None:
    row = {
        "platform": "opencode",
        "platform_version": "1.0.0",
        "hook": "chat.message",
        "scenario": "x",
        "input": {"a": 1},
    }
    recording = parse_recording(json.dumps(row), where="test:1")
    assert recording.payload_text == '{"hook":"chat.message","input":{"a":1}}'
    assert recording.registered_event == "chat.message"


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"platform": "x"}', '{"platform":"x","platform_version":"1","payload_text":"{}"}']
)
def test_a_line_that_is_no_recording_is_named(tmp_path: Path, text: str) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text(f"\n{text}\n")
    with pytest.raises(HookconformError) as caught:
        list(read_recordings(file))
    assert caught.value.code == "recording.invalid"
    assert caught.value.where.endswith("r.jsonl:2")


def test_the_command_says_what_it_left_out(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    lines = [tool("read_file", file_path="a", offset=3), tool("skipped_tool"), '"text"']
    file.write_text("\n".join(line(text) for text in lines))
    command = ["corpus", "import", "--recorded", "2026-11-21", "--skip-tool", "skipped_tool", str(file)]
    result = CliRunner().invoke(cli, command)
    assert result.exit_code == 0, result.output
    assert result.output.splitlines() == [
        "r.jsonl: 1 new case, 0 known from another version",
        "next: read the new cases (`hookconform case ID` shows one), then hookconform corpus lint",
        "  gemini-cli/captured/1.0.0/after-tool-read-file-2",
        "left out: 1 (not a JSON object)",
        "left out: 1 (tool skipped)",
    ]
    names = [one["name"] for one in read_lines(root / "platforms/gemini-cli/captured/1.0.0.jsonl")]
    assert names.count("after-tool-read-file-2") == 1


def test_a_manifest_alone_is_an_error_not_a_silent_success(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "1.0.0.manifest.json"
    file.write_text("{}")
    result = CliRunner().invoke(cli, ["corpus", "import", "--recorded", "2026-11-21", str(file)])
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "import.nothing"


def test_a_date_is_one(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text(line(tool("glob")))
    result = CliRunner().invoke(cli, ["corpus", "import", "--recorded", "21.11.2026", str(file)])
    assert result.exit_code == 2
    assert "%Y-%m-%d" in result.output


def test_a_file_without_a_recording_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text("\n \n")
    with pytest.raises(HookconformError) as caught:
        list(read_recordings(file))
    assert caught.value.code == "recording.empty"


@pytest.mark.parametrize(
    "version",
    ["../../../escaped", "/tmp/escaped", "1.0.0/../../escaped", "..", "1.0.0\n", "1.0.0\\x", "1.0.*", "", "1.0.0-a.",
     "1.0.0-" + "a" * 200, "nul", "1.0.0\0"],
)  # fmt: skip
def test_a_version_that_leaves_its_folder_is_refused_before_anything_is_written(
    root: Path, tmp_path: Path, version: str
) -> None:
    file = tmp_path / "r.jsonl"
    good = line(tool("read_file", file_path="a", offset=3))
    file.write_text(f"{good}\n{line(tool('glob'), platform_version=version)}\n")
    before = sorted(path for path in tmp_path.rglob("*"))
    result = CliRunner().invoke(cli, ["corpus", "import", "--recorded", "2026-11-21", str(file)])
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "name.unsafe"
    assert sorted(path for path in tmp_path.rglob("*")) == before


@pytest.mark.parametrize("platform", ["../gemini-cli", "gemini-cli/", "con", "a\0b", "GEMINI-CLI", ""])
def test_a_platform_that_is_no_folder_of_the_corpus_is_refused(root: Path, platform: str) -> None:
    with pytest.raises(HookconformError) as caught:
        add(root, line(tool("glob"), platform=platform))
    assert caught.value.code in ("name.unsafe", "platform.unknown")


def test_versions_that_differ_in_case_only_are_refused(root: Path) -> None:
    add(root, line(tool("read_file", file_path="a", offset=3), platform_version="1.0.0-rc.1"))
    with pytest.raises(HookconformError) as caught:
        add(root, line(tool("read_file", file_path="a", offset=3), platform_version="1.0.0-RC.1"))
    assert caught.value.code == "name.unsafe"


@pytest.mark.parametrize("more", [{"scenario": ""}, {"recorded_ns": 1}, {"reviewed": {"sha256": "", "confirmed": []}}])
def test_a_real_run_is_not_imported_but_reviewed(root: Path, tmp_path: Path, more: dict[str, Any]) -> None:
    file = tmp_path / "r.jsonl"
    file.write_text(line(tool("glob"), **more))
    result = CliRunner().invoke(cli, ["corpus", "import", "--recorded", "2026-11-21", str(file)])
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "import.real-run"
    assert "record review" in result.exception.hint


@pytest.mark.parametrize("name", ["con", "NUL", "aux.json", "../x", "é" * 300, "x" * 3000, "", ".", "a/b", "a\nb"])
def test_any_name_of_a_tool_or_event_gives_a_file_name(root: Path, name: str) -> None:
    text = tool(name, file_path="a")
    importer = add(root, line(text), line(text.replace("AfterTool", "BeforeTool"), registered_event=name or "x"))
    for case_id in importer.result.written:
        folder, _, stem = case_id.rpartition("/")
        assert folder == "gemini-cli/captured/1.0.0"
        assert re.fullmatch(r"[a-z0-9][a-z0-9-]{0,99}", stem)
        assert stem not in ("con", "nul", "aux")
    assert {case.id for case in iter_cases(root=root)} >= set(importer.result.written)


def test_nothing_is_written_before_write(root: Path) -> None:
    before = files(root)
    importer = Importer(root, driver="scripted-model", recorded="2026-11-21")
    recording = parse_recording(line(tool("read_file", file_path="a", limit=1)), where="test:1")
    assert importer.add(recording) == "gemini-cli/captured/1.0.0/after-tool-read-file-2"
    assert files(root) == before
    importer.write()
    changed = {name for name, data in files(root).items() if before.get(name) != data}
    assert changed == {"platforms/gemini-cli/captured/1.0.0.jsonl", "platforms/gemini-cli/versions/1.0.0.json"}


@pytest.mark.parametrize("version", ["1.1.0", "0.9.0"])
def test_a_shape_of_another_version_becomes_a_manifest_line(root: Path, version: str) -> None:
    """Newer, or older and recorded later."""
    text = tool("read_file", file_path="another")
    before = files(root)
    importer = add(root, line(text, platform_version=version))
    case_id = f"gemini-cli/captured/{version}/after-tool-read-file"
    assert (importer.result.written, importer.result.repeated) == ([], [case_id])
    assert not (root / f"platforms/gemini-cli/captured/{version}.jsonl").exists()
    digest = hashlib.sha256(text.encode()).hexdigest()
    assert manifest(root, version)["payloads"] == {"1.0.0": {"after-tool-read-file": digest}}
    case = case_with_id(case_id, root)
    assert (case.repeats, case.origin["sha256"]) == ("gemini-cli/captured/1.0.0/after-tool-read-file", digest)
    assert case.payload is not None
    assert case.payload["tool_input"] == {"file_path": "a"}
    after = files(root)
    assert after["platforms/gemini-cli/captured/1.0.0.jsonl"] == before["platforms/gemini-cli/captured/1.0.0.jsonl"]


def test_a_new_envelope_at_another_version_keeps_its_payload(root: Path) -> None:
    claims = root / "platforms" / "gemini-cli" / "platform.yaml"
    claims.write_text(claims.read_text().replace("prompt, tool_response]", "prompt, tool_response, turn]"))
    text = json.dumps(
        json.loads(tool("read_file", file_path="a")) | {"turn": 1}, ensure_ascii=False, separators=(",", ":")
    )
    case_id = "gemini-cli/captured/1.1.0/after-tool-read-file"
    assert add(root, line(text, platform_version="1.1.0")).result.written == [case_id]
    assert case_with_id(case_id, root).payload_text == text
    assert manifest(root, "1.1.0")["envelopes"] == {
        "AfterTool": [["cwd", "hook_event_name", "session_id", "tool_input", "tool_name", "tool_response", "turn"]]
    }
    # The same keys around another tool of the event are known by now.
    shell = json.loads(tool("run_shell_command", command="ls")) | {"turn": 2}
    later = line(json.dumps(shell, ensure_ascii=False, separators=(",", ":")), platform_version="1.2.0")
    assert add(root, later).result.repeated == ["gemini-cli/captured/1.2.0/after-tool-run-shell-command"]


def test_an_older_version_in_between_leaves_envelopes_as_they_were(root: Path) -> None:
    """What stands as unchanged behind it means the version before that, which is another one now."""
    shell = tool("run_shell_command", command="ls")
    add(root, line(shell, platform_version="1.2.0"))
    assert manifest(root, "1.2.0")["envelopes"] == {"AfterTool": "unchanged"}
    more = json.dumps(json.loads(shell) | {"turn": 1}, ensure_ascii=False, separators=(",", ":"))
    add(root, line(more, platform_version="1.1.0"))
    plain = ["cwd", "hook_event_name", "session_id", "tool_input", "tool_name", "tool_response"]
    assert manifest(root, "1.1.0")["envelopes"] == {"AfterTool": [[*plain, "turn"]]}
    assert manifest(root, "1.2.0")["envelopes"] == {"AfterTool": [plain]}

"""An account names what an earlier corpus judged and a later one does not."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from hookconform.corpus.case_files import captured_path, write_lines
from hookconform.corpus.expected import OPTIONAL, ContainedCall, Expected
from hookconform.corpus.locate import corpus_root
from hookconform.corpus.manifests import load_manifests, write_manifests
from hookconform_lab.evidence.account import account, judged_fields

pytestmark = pytest.mark.whole

PLATFORM = "pi"
FOLDER = f"platforms/{PLATFORM}"


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return a copy of the corpus with one platform."""
    root = tmp_path / "corpus"
    shutil.copytree(corpus_root(), root, ignore=lambda folder, names: [
        name for name in names if Path(folder).name == "platforms" and name != PLATFORM
    ])  # fmt: skip
    templates = root / "families" / "templates.yaml"
    kept = [part for part in templates.read_text(encoding="utf-8").split("\n") if part]
    start = next(number for number, line in enumerate(kept) if line.startswith(f"{PLATFORM}:"))
    end = next((n for n in range(start + 1, len(kept)) if not kept[n].startswith(" ")), len(kept))
    templates.write_text("\n".join(kept[start:end]) + "\n", encoding="utf-8")
    return root


def lost(old: Path, new: Path) -> dict[str, int]:
    return {line.kind: len(line.lost) for line in account(old, new).lines if line.lost}


def test_a_corpus_loses_nothing_of_itself(small: Path) -> None:
    found = account(small, small)
    assert not found.lost
    assert not found.expectations
    assert all(line.before == line.now > 0 for line in found.lines)


def test_a_version_that_is_gone_is_lost(small: Path, tmp_path: Path) -> None:
    later = shutil.copytree(small, tmp_path / "later")
    manifests = load_manifests(later / FOLDER)
    version = list(manifests)[1]
    del manifests[version]
    (later / FOLDER / "versions" / f"{version}.json").unlink()
    write_manifests(later / FOLDER, manifests.values())
    found = lost(small, later)
    assert {"cases", "recorded payloads", "shapes", "envelopes", "names"} <= found.keys()


def test_one_payload_that_is_gone_is_lost(small: Path, tmp_path: Path) -> None:
    later = shutil.copytree(small, tmp_path / "later")
    manifests = load_manifests(later / FOLDER)
    newest = list(manifests)[-1]
    # Without a template no case of its table could be composed.
    templates = (small / "families" / "templates.yaml").read_text(encoding="utf-8").split()
    there = {name: at for name, at in manifests[newest].payloads.items() if at.version != newest}
    own = next(name for name in there if f"{PLATFORM}/captured/{newest}/{name}" not in templates)
    del manifests[newest].payloads[own]  # type: ignore[attr-defined]
    write_manifests(later / FOLDER, manifests.values())
    found = lost(small, later)
    assert found["cases"] == 1
    assert found["recorded payloads"] == 1


def test_a_claim_that_is_gone_is_lost(small: Path, tmp_path: Path) -> None:
    later = shutil.copytree(small, tmp_path / "later")
    path = later / FOLDER / "platform.yaml"
    text = path.read_text(encoding="utf-8")
    start = text.index("  - native: agent_end\n")
    path.write_text(text[:start] + text[text.index("  - native:", start + 1) :], encoding="utf-8")
    lines = {line.kind: line.lost for line in account(small, later).lines}
    assert f"{PLATFORM}#event:agent_end 0.74.0" in lines["claims"]


def test_a_removed_case_is_not_lost(small: Path, tmp_path: Path) -> None:
    later = shutil.copytree(small, tmp_path / "later")
    path = next(iter(sorted((later / FOLDER / "cases").glob("*.json"))))
    document = json.loads(path.read_text(encoding="utf-8"))
    name = next(iter(document["cases"]))
    document["cases"].pop(name)
    if document["cases"]:
        path.write_text(json.dumps(document), encoding="utf-8")
    else:
        path.unlink()
    assert lost(small, later)["cases"] == 1
    retired = later / "retired.yaml"
    text = retired.read_text(encoding="utf-8")
    line = f"  {PLATFORM}/synthetic/{name}: taken out for this test\n"
    retired.write_text(text.replace("tombstones:\n", f"tombstones:\n{line}", 1), encoding="utf-8")
    assert "cases" not in lost(small, later)


@pytest.mark.parametrize("names", [("tool_input", "kind"), ("cwd",)])
def test_a_field_that_cases_leave_out_is_lost(small: Path, tmp_path: Path, names: tuple[str, ...]) -> None:
    later = shutil.copytree(small, tmp_path / "later")
    path = captured_path(later / FOLDER, "0.74.0")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").removesuffix("\n").split("\n")]
    taken = sum(line["expected"].pop(name, None) is not None for line in lines for name in names)
    write_lines(later / FOLDER, "0.74.0", lines)
    found = next(line for line in account(small, later).lines if line.kind == "expected fields")
    # Later versions show the same payloads.
    assert len(found.lost) >= taken > 0
    assert {item.rpartition(" ")[2] for item in found.lost} == set(names)
    # More is no loss.
    assert "expected fields" not in lost(later, small)


def test_what_a_case_judges() -> None:
    event = Expected(event="PreToolUse", platform_event_name=None, tool_name="Bash", platform_tool_name=None)
    names = {"event", "platform_event_name", "also_fires", "tool_name", "platform_tool_name", "matched_rules"}
    names |= {"may_refuse", "may_refuse_rules"}
    assert set(judged_fields(event)) == names
    assert set(judged_fields(event._replace(kind="execute", tool_input=None))) == names | {"kind", "tool_input"}
    assert set(judged_fields(event._replace(tool_name=None))) == names | {"kind"}
    assert set(judged_fields(event._replace(may_refuse=True))) == names - {"may_refuse"}
    assert set(judged_fields(event._replace(may_refuse_rules=True))) == names - {"may_refuse_rules"}
    call = ContainedCall("Read", None, "read", None)
    assert set(judged_fields(event._replace(calls=(call, call)))) == names | {"calls/0", "calls/1"}
    assert set(judged_fields(Expected(error="invalid-payload"))) >= names | {"kind", *OPTIONAL}


def test_a_changed_argument_is_a_lost_shape(small: Path, tmp_path: Path) -> None:
    later = shutil.copytree(small, tmp_path / "later")
    path = captured_path(later / FOLDER, "0.74.0")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").removesuffix("\n").split("\n")]
    changed = next(line for line in lines if "command" in (line["expected"].get("tool_input") or {}))
    text = json.dumps(changed["payload"]).replace('"command"', '"cmd"')
    changed["payload"] = json.loads(text)
    write_lines(later / FOLDER, "0.74.0", lines)
    assert lost(small, later)["shapes"] >= 1

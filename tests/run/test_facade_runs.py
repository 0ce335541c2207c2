"""Cases of tool facades in a run: chosen like others, asked of whoever claims them, in any language."""

from __future__ import annotations

import io
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

from hookconform.attach.manifest import Manifest
from hookconform.attach.registry import find_adapter
from hookconform.checks.outcome import JUDGED, Outcome
from hookconform.corpus import schemas
from hookconform.corpus.facade_case import FacadeCase
from hookconform.corpus.facade_cases import facade_cases
from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError
from hookconform.run.baseline import add_baseline
from hookconform.run.checklist import Checklist
from hookconform.run.engine import planned, run
from hookconform.run.formats.json_report import run_report
from hookconform.run.formats.text import Report
from hookconform.run.selection import Selection

pytestmark = pytest.mark.whole

ONE = "gemini-cli/facade/0.61.0/calls/address-in-a-prompt"
FACADE = ("facade",)


def ids(selection: Selection) -> list[str]:
    return [case.id for case in selection.iter_facade_cases()]


def claiming(folder: Path, **changes: Any) -> Manifest:
    """Return the manifest of the reference adapter as a program."""
    command = [sys.executable, "-m", "hook_adapters", "serve"]
    version = find_adapter("reference").version
    named = {"name": "reference", "version": version, "capabilities": ["facade"], "platforms": "all"}
    return fakes.manifest(folder, run={"command": command}, **named | changes)


@pytest.mark.parametrize("text", [ONE, f"{ONE}::facade", f"{ONE}::facade[to-canonical]"])
def test_a_case_is_named_by_its_id_with_or_without_a_check(text: str) -> None:
    selection = Selection(cases=(text,))
    assert ids(selection) == [ONE]
    assert list(selection.iter_cases()) == []


def test_a_check_of_another_kind_is_not_chosen() -> None:
    assert ids(Selection(cases=(f"{ONE}::facade[tools]",))) == []


def test_a_pattern_names_cases_of_both_sorts() -> None:
    selection = Selection(cases=("pi/*",))
    assert {name.split("/")[0] for name in ids(selection)} == {"pi"}
    assert len(list(selection.iter_cases())) > 10


def test_a_claim_names_no_case_of_a_facade() -> None:
    assert ids(Selection(cases=("gemini-cli#tool:replace",))) == []


def test_a_case_that_is_not_there_is_wrong_use() -> None:
    with pytest.raises(HookconformError) as caught:
        Selection(cases=(f"{ONE}s",)).chosen()
    assert caught.value.hint == f"Did you mean {ONE}?"
    assert caught.value.code == "case.unknown"


def test_capabilities_and_platforms_limit_them() -> None:
    assert ids(Selection(capabilities=("event",))) == []
    only = list(Selection(capabilities=("facade[tools]",), platforms=("pi", "codex")).iter_facade_cases())
    assert {(case.platform, case.variant) for case in only} == {("codex", "tools"), ("pi", "tools")}


def test_a_platform_that_is_not_there_is_wrong_use() -> None:
    with pytest.raises(HookconformError) as caught:
        run(find_adapter("reference"), Selection(capabilities=FACADE, platforms=("emacs",)))
    assert caught.value.code == "platform.unknown"


def test_a_report_follows_its_schema() -> None:
    broken = find_adapter(str(data_root() / "adapters" / "broken" / "facade_seconds"))
    record = run(broken, Selection(capabilities=FACADE, platforms=("pi", "kimi-code")))
    report = run_report(record)
    assert schemas.problems(report, "run-report") == []
    assert {check["variant"] for check in report["checks"]} == {"absent", "from-others", "to-canonical", "to-native"}
    text = io.StringIO()
    Report(text).finish(record)
    assert "facade" in text.getvalue()
    # A command stands in one line, so that it can be pasted.
    lines = [line for line in text.getvalue().splitlines() if not line.startswith(("  see ", "    hookconform "))]
    assert [line for line in lines if len(line) > 80 and len(line.split()) > 2] == []


def test_the_newest_are_those_of_the_newest_declarations() -> None:
    found = Counter(case.platform for case in Selection(newest=True).iter_facade_cases() if case.variant == "tools")
    assert found["pi"] == found["kimi-code"] == 1


def test_an_adapter_that_does_not_claim_them_is_not_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def composed(*_: object) -> Iterator[FacadeCase]:
        raise AssertionError("every declaration and call was read for nothing")
        yield

    monkeypatch.setattr("hookconform.run.selection.facade_cases", composed)
    manifest = fakes.serve_manifest(tmp_path)
    assert [name for name in planned(manifest, Selection(platforms=("pi",))) if "facade" in name] == []
    assert run(manifest, Selection(capabilities=FACADE), deadline=20).verdict.startswith("failed: no check")


def test_a_program_is_asked_as_a_python_adapter_is(tmp_path: Path) -> None:
    selection = Selection(capabilities=FACADE, platforms=("pi",))
    record = run(claiming(tmp_path), selection, deadline=60)
    assert record.notable == []
    assert record.total(Outcome.PASSED) == record.facade_cases == len(ids(selection))
    assert run(find_adapter("reference"), selection, in_process=True).counts == record.counts


def test_platforms_that_are_not_claimed_are_left_out(tmp_path: Path) -> None:
    record = run(claiming(tmp_path, platforms=["pi"]), Selection(capabilities=("facade[tools]",)), deadline=60)
    assert {platform for platform, _, _ in record.counts} == {"pi"}


def test_an_adapter_without_the_methods_is_in_error(tmp_path: Path) -> None:
    script = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["method"] == "initialize":
        said = {"result": json.loads(sys.argv[1])}
    else:
        said = {"error": {"code": -32601, "message": "no such method"}}
    print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **said}), flush=True)
"""
    (tmp_path / "mine.py").write_text(script, encoding="utf-8")
    identity = {
        "protocol": 2, "name": "mine", "version": "1", "language": "python", "platforms": ["pi"],
        "capabilities": ["facade"], "tier": "extended",
    }  # fmt: skip
    manifest = fakes.manifest(
        tmp_path,
        name="mine",
        platforms=["pi"],
        capabilities=["facade"],
        run={"command": [sys.executable, "{folder}/mine.py", json.dumps(identity)]},
    )
    record = run(manifest, Selection(capabilities=("facade[tools]",)), deadline=60)
    assert {(result.outcome, result.message) for result in record.notable} == {
        (Outcome.ERROR, "the adapter answered error -32601: no such method")
    }


def test_the_base_line_is_judged_on_the_same_checks() -> None:
    record = run(find_adapter("reference"), Selection(capabilities=FACADE, platforms=("gemini-cli",)))
    add_baseline(record)
    assert record.baseline is not None
    assert record.baseline.total(*JUDGED) == record.total(*JUDGED)
    assert record.baseline.total(Outcome.PASSED) < record.total(Outcome.PASSED) / 2
    assert record.baseline.total(Outcome.ERROR) == 0


def test_test_frameworks_see_each_of_them() -> None:
    checks = Checklist("reference")
    listed = set(checks.checks("facade"))
    assert listed == {(case.id, f"facade[{case.variant}]") for case in facade_cases()}
    wanted = {(ONE, "facade[to-canonical]")}
    checks.run(wanted)
    assert checks.result(ONE, "facade[to-canonical]").outcome is Outcome.PASSED
    assert checks.complaint == ""
    other = next(name for name, _ in sorted(listed) if name != ONE)
    assert checks.result(other, "facade[to-native]").outcome is Outcome.ERROR


def test_a_run_can_end_at_the_first_that_is_red() -> None:
    broken = find_adapter(str(data_root() / "adapters" / "broken" / "facade_seconds"))
    record = run(broken, Selection(capabilities=FACADE), stop_at_red=True)
    assert len(record.notable) == 1
    assert record.stopped
    assert record.notable[0].case_file.endswith("facade.yaml")

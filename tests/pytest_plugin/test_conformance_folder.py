"""`pytest conformance/` as people run it, on platforms of the real corpus with some 50 cases of each."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from os import environ
from pathlib import Path

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.corpus.family_templates import load_templates
from hookconform.corpus.locate import data_root

pytestmark = [pytest.mark.whole, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
# The first has calls within a call; the second runs the hooks that are registered for a third, which is there for that.
JUDGED = ("cline", "vscode-copilot")
PLATFORMS = (*JUDGED, "copilot-cli")
CASES = 50
TABLE = "refusals-before.yaml"


@pytest.fixture(scope="module")
def few_platforms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a corpus with what was recorded of some platforms, few of their other cases, and one family.

    A version's payloads may be filed with another version, so that recordings stay whole.
    """
    corpus = tmp_path_factory.mktemp("conformance") / "corpus"
    whole = data_root() / "corpus"
    shutil.copytree(whole, corpus, ignore=shutil.ignore_patterns("platforms"))
    for path in (corpus / "families").iterdir():
        if path.name not in {"templates.yaml", TABLE}:
            path.unlink()
    for platform in PLATFORMS:
        folder = Path("platforms") / platform
        shutil.copytree(whole / folder, corpus / folder, ignore=shutil.ignore_patterns("synthetic"))
        filed = [case for case in iter_cases(platforms=[platform]) if not case.is_composed]
        templates = {*load_templates(whole)[platform].values()}
        shaping = [case for case in filed if case.id in templates]
        for case in [*filed[:: len(filed) // CASES], *shaping]:
            target = corpus / case.path.relative_to(whole)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(case.path, target)
    return corpus


def test_conformance_folder_judges_both_reference_adapters(few_platforms: Path) -> None:
    chosen = ["-k", " or ".join(JUDGED), "conformance"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rA", *chosen],
        cwd=ROOT,
        env=environ | {"HOOKCONFORM_CORPUS": str(few_platforms), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    suites = re.findall(r"^PASSED (conformance/\w+\.py)::(test_\w+)::", done.stdout, re.MULTILINE)
    judged = {suite: suites.count(suite) for suite in dict.fromkeys(suites)}
    assert judged["conformance/test_adapter.py", "test_tool_name"] > CASES // 4
    assert judged["conformance/test_adapter.py", "test_facade"] > CASES
    assert judged["conformance/test_hook_program.py", "test_decision"] > 0
    assert judged["conformance/test_hook_program.py", "test_neighbours"] > 0

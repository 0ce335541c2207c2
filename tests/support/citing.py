"""A claim of a small corpus that cites a file, the file, and the command that looks."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from hookconform.cli import cli
from tests.support.miniature import PLATFORM

COMMIT = "0123456789abcdef0123456789abcdef01234567"
SOURCES = f"""sources:
  names: {{basis: vendor-source, repository: owner/program, commit: {COMMIT}, path: src/names.ts}}
  types: {{basis: vendor-source, package: "@owner/program@1.0.0", path: dist/types.d.ts}}
"""


def cite(corpus: Path, evidence: str) -> None:
    """Let the claim about read_file rest on this evidence."""
    claims = corpus / "platforms" / PLATFORM / "platform.yaml"
    text = claims.read_text(encoding="utf-8")
    old = "evidence: [{basis: vendor-docs, source: docs}]"
    assert text.count(old) == 1
    claims.write_text(text.replace(old, f"evidence: [{{basis: vendor-source, {evidence}}}]"), encoding="utf-8")


def plain(tmp_path: Path, content: str) -> Path:
    """Return a folder of repositories with the cited file as a file."""
    file = tmp_path / "repositories" / "owner" / "program" / COMMIT / "src" / "names.ts"
    file.parent.mkdir(parents=True)
    file.write_text(content, encoding="utf-8")
    return tmp_path / "repositories"


def run(*arguments: str) -> Result:
    """Look, and print the result as JSON."""
    return CliRunner().invoke(cli, ["lint", "citations", "--json", *arguments])


def codes(result: Result) -> list[tuple[str, str]]:
    """Return code and place of each finding."""
    return [(row["code"], row["where"]) for row in json.loads(result.output)["findings"]]

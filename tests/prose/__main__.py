"""Check pages with Vale, and that each of its patterns rejects an example: `python -m tests.prose [PAGE ...]`."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import yaml

from tests.prose.pages import ROOT, STYLED, matching

# Run by Go at a fixed version, as actionlint is: it needs no installed program, and no network once Go has built it.
VALE = ["go", "run", "github.com/errata-ai/vale/v3/cmd/vale@v3.18.0"]
EXAMPLES = Path(__file__).with_name("examples.yaml")


def findings(pages: list[Path]) -> dict[str, list[dict[str, Any]]]:
    """Return Vale's findings by file."""
    command = [
        *VALE,
        "--config",
        str(ROOT / ".vale.ini"),
        "--no-global",
        "--no-exit",
        "--output",
        "JSON",
        *map(str, pages),
    ]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode or not done.stdout.startswith("{"):
        raise SystemExit(f"Vale did not run:\n{done.stdout}{done.stderr}")
    return json.loads(done.stdout)


def silent_rules() -> list[str]:
    """List the examples that their rule does not reject."""
    examples: dict[str, list[str]] = yaml.safe_load(EXAMPLES.read_text(encoding="utf-8"))
    texts = [(rule, text) for rule, sentences in examples.items() for text in sentences]
    with tempfile.TemporaryDirectory() as folder:
        pages = [Path(folder) / f"{number}.md" for number in range(len(texts))]
        for page, (_, text) in zip(pages, texts, strict=True):
            page.write_text(f"# Example\n\n{text}\n", encoding="utf-8")
        found = findings(pages)
    return [
        f"{rule} does not reject: {text}"
        for page, (rule, text) in zip(pages, texts, strict=True)
        if f"Hookconform.{rule}" not in {finding["Check"] for finding in found.get(str(page), [])}
    ]


def main(arguments: list[str]) -> int:
    """Print what is wrong; 1 if anything is."""
    pages = [Path(name).resolve() for name in arguments] or matching(STYLED)
    wrong = [
        f"{Path(page).relative_to(ROOT)}:{finding['Line']}: {finding['Message']}"
        for page, found in findings(pages).items()
        for finding in found
    ]
    wrong += silent_rules()
    sys.stdout.write("".join(f"{line}\n" for line in [*wrong, f"{len(pages)} pages, {len(wrong)} findings"]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""The fingerprint changes with every case and rule pack, and with nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.support import fakes

from hookconform.run.fingerprint import corpus_fingerprint


def test_the_fingerprint_follows_cases_and_rules(tmp_path: Path) -> None:
    root = fakes.tiny_corpus(tmp_path, "duplicate-argument")
    before = corpus_fingerprint(root)
    (root / "vocabulary.yaml").write_text("version: 2\n")
    assert corpus_fingerprint(root) == before
    case = root / "platforms" / "gemini-cli" / "synthetic" / "duplicate-argument.json"
    case.write_bytes(case.read_bytes() + b"\n")
    changed = corpus_fingerprint(root)
    case.rename(case.with_stem("another-name"))
    renamed = corpus_fingerprint(root)
    (root / "rules" / "99-more.yaml").write_text("rules: []\n")
    assert len({before, changed, renamed, corpus_fingerprint(root)}) == 4

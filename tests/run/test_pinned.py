"""A pinned corpus is the one that is meant, or nothing is run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support import miniature

from hookconform.attach.manifest import load_manifest
from hookconform.cli import cli
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import EXIT_USAGE, HookconformError
from hookconform.run.engine import planned, run
from hookconform.run.fingerprint import corpus_fingerprint
from hookconform.run.pinned import demand_corpus
from hookconform.run.selection import Selection


@pytest.fixture
def corpus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    miniature.build(tmp_path / "corpus")
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(tmp_path / "corpus"))
    return corpus_root()


def release(version: str) -> None:
    assert CliRunner().invoke(cli, ["corpus", "release", version]).exit_code == 0


def refusal(pin: str) -> HookconformError:
    with pytest.raises(HookconformError) as caught:
        demand_corpus(pin, where="here")
    assert (caught.value.code, caught.value.exit_code) == ("corpus.pin", EXIT_USAGE)
    assert f"sha256:{corpus_fingerprint()}" in caught.value.hint
    return caught.value


def test_a_fingerprint_names_one_corpus(corpus: Path) -> None:
    here = corpus_fingerprint()
    demand_corpus(f"sha256:{here}", where="")
    demand_corpus(f"sha256:{here[:12]}", where="")
    assert "another one" in refusal(f"sha256:{here[:-1]}{'0' if here[-1] != '0' else '1'}").what


def test_a_version_names_the_corpus_as_it_was_released(corpus: Path) -> None:
    release("1.2.0")
    demand_corpus("1.2.0", where="")
    assert "not that of release 1.3.0" in refusal("1.3.0").what
    manifest = next((corpus / "platforms").glob("*/versions/*.json"))
    manifest.write_text(manifest.read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert "changed since release 1.2.0" in refusal("1.2.0").what


@pytest.mark.parametrize("text", [None, "", "[", "{}", '{"release": "1.2.0"}'])
def test_a_release_without_a_fingerprint_is_no_proof(corpus: Path, text: str | None) -> None:
    (corpus / "released.json").unlink(missing_ok=True)
    if text is not None:
        (corpus / "released.json").write_text(text, encoding="utf-8")
    refusal("1.2.0")


@pytest.mark.parametrize(
    "pin", ["", "latest", "sha256:", "sha256:abc", "sha256:XYZ", "sha1:" + "0" * 40, "1.2", "0" * 64]
)
def test_what_names_nothing_is_refused(corpus: Path, pin: str) -> None:
    refusal(pin)


def test_the_option_ends_the_run_before_it_begins(corpus: Path) -> None:
    done = CliRunner().invoke(cli, ["run", "reference", "--corpus", "9.9.9"])
    assert isinstance(done.exception, HookconformError)
    assert done.exception.code == "corpus.pin"
    assert done.stdout == ""


def test_a_manifest_may_pin_it(corpus: Path, tmp_path: Path) -> None:
    text = (
        'name = "tiny"\nversion = "1"\nprotocol = 2\nlanguage = "python"\nplatforms = "all"\ntier = "core"\n'
        'capabilities = ["tool-name"]\ncorpus = {pin}\n[run]\ncommand = ["true"]\n'
    )
    path = tmp_path / "adapter.toml"
    path.write_text(text.replace("{pin}", json.dumps("9.9.9")), encoding="utf-8")
    for attempt in (
        lambda: run(load_manifest(path), Selection()),
        lambda: list(planned(load_manifest(path), Selection())),
    ):
        with pytest.raises(HookconformError) as caught:
            attempt()
        assert (caught.value.code, caught.value.where) == ("corpus.pin", str(path))
    path.write_text(text.replace("{pin}", json.dumps(f"sha256:{corpus_fingerprint()}")), encoding="utf-8")
    assert list(planned(load_manifest(path), Selection()))

"""Release dates come from the registries' own clients, and a recording carries its own."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.support.fake_driver import FakeDriver
from tests.support.stub_client import stub_client

from hookconform.cli import cli
from hookconform.corpus import releases
from hookconform.corpus.releases import LATEST_POSSIBLE, PUBLISHED, Releases, load_releases
from hookconform.ground.errors import HookconformError
from hookconform_lab.intake.dating import file_release_date
from hookconform_lab.lab import pypi, release_dates

Client = Callable[[str, str], Path]
# As npm's own registry answers; a mirror's answer has neither `created` nor `modified`.
TIMES = {
    "1.0.0": "2026-01-02T03:04:05.678Z",
    "1.1.0-beta.1": "2026-02-02T03:04:05.678Z",
    "1.1.0-linux-x64": "2026-02-03T03:04:05.678Z",
    "1.1.0": "2026-02-04T23:59:59.999Z",
}
OWN = {"created": "2025-12-01T00:00:00.000Z", "modified": "2026-02-04T00:00:00.000Z"}
LOCK = """lock-version = "1.0"
[[packages]]
name = "fake-agent"
version = "{version}"
sdist = {{ url = "https://example.com/s", upload-time = 2026-07-05T14:14:28Z }}
wheels = [{{ url = "https://example.com/w", upload-time = 2026-07-04T23:14:26Z }}]
"""


@pytest.fixture
def client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Client:
    """Put a shell script first on PATH in the place of npm or uv; it notes what it was called with."""

    return stub_client(tmp_path, monkeypatch)


def _npm(client: Client, tmp_path: Path, times: dict[str, str]) -> Path:
    (tmp_path / "times.json").write_text(json.dumps(times))
    return client("npm", f"cat {tmp_path}/times.json")


def test_npm_is_asked_once_for_all_times(client: Client, tmp_path: Path, driver: FakeDriver) -> None:
    calls = _npm(client, tmp_path, TIMES | OWN)
    found = release_dates.read_releases(driver, None, ["1.0.0"])
    assert calls.read_text() == "view fake-agent time --json\n"
    assert (found.registry, found.kind, found.newest) == ("npm", PUBLISHED, "1.1.0")
    # What is built for one system is no release.
    assert found.listed == {"1.0.0": "2026-01-02", "1.1.0-beta.1": "2026-02-02", "1.1.0": "2026-02-04"}


def test_a_mirrors_times_are_the_latest_possible(client: Client, tmp_path: Path, driver: FakeDriver) -> None:
    _npm(client, tmp_path, TIMES)
    assert release_dates.read_releases(driver, None, ()).kind == LATEST_POSSIBLE


def test_versions_of_a_package_become_those_of_the_program(
    client: Client, tmp_path: Path, driver: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    _npm(client, tmp_path, {"4.1.0": "2026-01-02T00:00:00Z", "3.9.0": "2025-01-02T00:00:00Z"})
    of_program = {"4.1.0": "1.1.0"}
    monkeypatch.setattr(FakeDriver, "program_version", lambda _self, version: of_program.get(version))
    assert release_dates.read_releases(driver, None, ()).listed == {"1.1.0": "2026-01-02"}


def test_reasons_stay_until_the_release_is_recorded(client: Client, tmp_path: Path, driver: FakeDriver) -> None:
    _npm(client, tmp_path, TIMES)
    before = Releases("fake-agent", "npm", "2026-02-01", LATEST_POSSIBLE, {}, {"1.0.0": "gone", "0.9.0": "not listed"})
    found = release_dates.read_releases(driver, before, (), {"1.1.0": "it does not start"})
    assert found.unrecordable == {"1.0.0": "gone", "1.1.0": "it does not start"}
    assert release_dates.read_releases(driver, found, ["1.1.0"]).unrecordable == {"1.0.0": "gone"}


@pytest.fixture
def of_pypi(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeDriver, "from_pypi", True)
    monkeypatch.setattr(pypi, "released", lambda _: ["0.9.0", "1.0.0", "1.1.0"])


@pytest.mark.usefixtures("of_pypi")
def test_pypi_is_asked_for_recorded_and_newest_once(client: Client, driver: FakeDriver) -> None:
    calls = client("uv", f"cat > /dev/null; cat <<'END'\n{LOCK.format(version='1.0.0')}END")
    found = release_dates.read_releases(driver, None, ["1.0.0"])
    # The first of its files to be uploaded.
    assert found.listed == {"0.9.0": None, "1.0.0": "2026-07-04", "1.1.0": "2026-07-04"}
    assert (found.registry, found.kind) == ("PyPI", PUBLISHED)
    assert len(calls.read_text().splitlines()) == 2
    again = release_dates.read_releases(driver, found, ["1.0.0"])
    assert again.listed == found.listed
    assert len(calls.read_text().splitlines()) == 2


@pytest.mark.usefixtures("of_pypi")
@pytest.mark.parametrize("body", ["exit 1", "echo '[[packages]]'", "echo 'no: toml'"])
def test_an_index_without_times_is_an_error(client: Client, driver: FakeDriver, body: str) -> None:
    client("uv", f"cat > /dev/null; {body}")
    with pytest.raises(HookconformError) as caught:
        release_dates.read_releases(driver, None, ["1.0.0"])
    assert caught.value.code == "lab.pypi"
    assert "fake-agent==1.0.0" in caught.value.what


@pytest.mark.usefixtures("of_pypi")
def test_without_uv_the_error_names_it(driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release_dates.shutil, "which", lambda _: None)
    with pytest.raises(HookconformError) as caught:
        release_dates.released(driver, "1.0.0")
    assert caught.value.code == "lab.tool-missing"
    assert "uv" in caught.value.what


def test_a_version_that_the_registry_lost_has_no_date(client: Client, tmp_path: Path, driver: FakeDriver) -> None:
    _npm(client, tmp_path, TIMES)
    assert release_dates.released(driver, "1.1.0") == {"registry": "npm", "dates": LATEST_POSSIBLE, "day": "2026-02-04"}
    assert release_dates.released(driver, "7.0.0") == {}


def _manifest(path: Path, released: dict[str, str]) -> Path:
    path.write_text(
        json.dumps(
            {
                "$schema": "lab-manifest.schema.json",
                "platform": "pi",
                "version": "9.9.9",
                "package": "agent",
                "driver": "scripted-model",
                "recorded": "2026-11-27",
                "released": released,
                "isolated": True,
                "quick": False,
                "complete": True,
                "problems": [],
                "scenarios": [],
                "tools": {
                    "declared": [],
                    "driven": [],
                    "not_driven": {},
                    "uncalled": [],
                    "probed": [],
                    "seen_by_hooks": {},
                },
                "events": {"registered": [], "seen": {}, "not_seen": {}},
            }
        ),
        encoding="utf-8",
    )
    return path


def test_a_recording_brings_its_date_into_the_corpus(tmp_path: Path) -> None:
    (tmp_path / "platforms" / "pi").mkdir(parents=True)
    released = {"registry": "npm", "dates": LATEST_POSSIBLE, "day": "2026-11-20"}
    manifest = _manifest(tmp_path / "9.9.9.manifest.json", released)
    schema = Path(__file__).parents[2] / "corpus" / "schema"
    (tmp_path / "schema").symlink_to(schema)
    assert file_release_date(manifest, tmp_path) == "9.9.9"
    found = load_releases("pi", tmp_path)
    assert found == Releases("agent", "npm", "2026-11-27", LATEST_POSSIBLE, {"9.9.9": "2026-11-20"})
    # What is known stays: dates of a mirror only get later.
    _manifest(manifest, released | {"day": "2026-12-24"})
    file_release_date(manifest, tmp_path)
    assert load_releases("pi", tmp_path) == found
    assert file_release_date(_manifest(manifest, {}), tmp_path) is None


def test_a_manifest_that_is_none_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "1.0.0.manifest.json"
    path.write_text("{", encoding="utf-8")
    with pytest.raises(HookconformError) as caught:
        file_release_date(path, tmp_path)
    assert caught.value.code == "recording.invalid"


def test_versions_write_files_what_the_registry_lists(
    client: Client, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _npm(client, tmp_path, TIMES)
    monkeypatch.setattr(releases, "releases_path", lambda _name, _root: tmp_path / "out.json")
    result = CliRunner().invoke(cli, ["lab", "versions", "pi", "--write"])
    assert result.exit_code == 0, result.output
    assert result.stdout == "pi: 3 releases, newest 1.1.0, released by 2026-02-04\n"
    assert json.loads((tmp_path / "out.json").read_bytes())["releases"]["1.0.0"] == "2026-01-02"


@pytest.mark.parametrize("arguments", [[], ["pi", "--all"], ["--all"]])
def test_versions_wants_one_platform_or_all(arguments: list[str]) -> None:
    result = CliRunner().invoke(cli, ["lab", "versions", *arguments])
    assert isinstance(result.exception, HookconformError)
    assert result.exception.code == "lab.target"

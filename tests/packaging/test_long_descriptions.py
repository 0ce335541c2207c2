"""What a package index shows of the wheels, with links that lead somewhere from there; and types for importers."""

from __future__ import annotations

import email
import email.message
import re
import zipfile
from pathlib import Path

import pytest

from hookconform.corpus.locate import data_root
from hookconform.ground.home import REPOSITORY
from hookconform_lab.publish.addresses import DOCUMENTATION, SITE

pytestmark = pytest.mark.slow

LINK = re.compile(r"\]\(([^()\s]+)\)|(?:src|srcset|href)=\"([^\"]+)\"")
AT_HOME = re.compile(
    rf"https://(?:github\.com/{REPOSITORY}/blob|raw\.githubusercontent\.com/{REPOSITORY})/?v[\d.]+/([^#]+)"
)
PACKAGES = ("hook_adapters", "hookconform", "hookconform_lab", "tool_facades")


@pytest.fixture(params=PACKAGES)
def wheel(request: pytest.FixtureRequest, wheels: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(next(wheels.glob(f"{request.param}-*.whl")))


def metadata(wheel: zipfile.ZipFile) -> email.message.Message:
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return email.message_from_bytes(wheel.read(name))


def test_every_link_leads_to_a_file_of_this_version_at_home(wheel: zipfile.ZipFile) -> None:
    said = metadata(wheel)
    description = said.get_payload(decode=True)
    assert isinstance(description, bytes)
    prose = re.sub(r"```.*?```", "", description.decode(), flags=re.DOTALL)
    links = [one or other for one, other in LINK.findall(prose)]
    assert links
    for link in links:
        if link.startswith("#"):
            continue
        assert link.startswith("https://"), link
        found = AT_HOME.match(link)
        if found is not None:
            assert f"/v{said['Version']}/" in link
            assert (data_root() / found[1]).exists(), link


def test_the_index_is_told_how_to_show_it_and_where_its_home_is(wheel: zipfile.ZipFile) -> None:
    said = metadata(wheel)
    assert said["Description-Content-Type"] == "text/markdown"
    assert said["Summary"]
    urls = dict(line.split(", ") for line in said.get_all("Project-URL", []))
    assert urls.keys() == {"Changelog", "Documentation", "Homepage", "Issues", "Repository"}
    published = {name: urls.pop(name) for name in ("Homepage", "Documentation")}
    assert published == {"Homepage": SITE, "Documentation": DOCUMENTATION}
    assert {url.partition(REPOSITORY)[0] for url in urls.values()} == {"https://github.com/"}


def test_it_is_typed_and_carries_its_licence(wheel: zipfile.ZipFile) -> None:
    package = (wheel.filename or "").rpartition("/")[2].partition("-")[0]
    assert f"{package}/py.typed" in wheel.namelist()
    assert metadata(wheel)["License-Expression"] == "Apache-2.0"


def test_no_file_that_was_not_meant_is_in_it(wheel: zipfile.ZipFile) -> None:
    names = wheel.namelist()
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".orig"))]
    top = {name.partition("/")[0] for name in names}
    assert all(
        re.fullmatch(r"(hookconform|hookconform_lab|hook_adapters|tool_facades)(-[\d.]+\.(dist-info|data))?", name)
        for name in top
    ), top

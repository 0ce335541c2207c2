"""Feeds and timelines of contract changes: what their specifications demand, and what the corpus says."""

from __future__ import annotations

import json
import re
from datetime import datetime
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.manifests import manifest_versions
from hookconform.corpus.releases import release_date
from hookconform.explain.contract.step import KINDS
from hookconform.ground.versions import in_order, version_key
from hookconform_lab.publish.addresses import SITE
from hookconform_lab.publish.site.contract_feeds import ALL, feed_files, json_feed
from hookconform_lab.publish.site.releases import ReleaseEntry, by_date, coded, entries_of

pytestmark = pytest.mark.whole

ATOM = "{http://www.w3.org/2005/Atom}"
# RFC 3339, as both specifications demand.
MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z")


@pytest.fixture(scope="module")
def entries() -> dict[str, tuple[ReleaseEntry, ...]]:
    found = {name: entries_of(load_platform(name)) for name in platform_ids()}
    return {name: mine for name, mine in found.items() if mine}


@pytest.fixture(scope="module")
def files(entries: dict[str, tuple[ReleaseEntry, ...]]) -> dict[str, bytes]:
    return feed_files(entries)


def test_every_recorded_platform_has_both_feeds_and_there_is_one_of_all(
    files: dict[str, bytes], entries: dict[str, tuple[ReleaseEntry, ...]]
) -> None:
    names = {f"feeds/{name}" for name in entries} | {ALL}
    assert files.keys() == {f"{name}.{ending}" for name in names for ending in ("xml", "json")}
    assert "cursor" not in entries


def test_atom_feeds_have_what_rfc_4287_demands(files: dict[str, bytes]) -> None:
    for path, content in files.items():
        if not path.endswith(".xml"):
            continue
        feed = ET.fromstring(content)
        assert feed.tag == f"{ATOM}feed"
        # 4.1.1: one id, title and updated; an author, as no entry has one; a self link.
        assert [len(feed.findall(ATOM + name)) for name in ("id", "title", "updated", "author")] == [1, 1, 1, 1]
        assert feed.findtext(f"{ATOM}author/{ATOM}name")
        links = {link.get("rel"): link.get("href") for link in feed.findall(f"{ATOM}link")}
        assert links["self"] == f"{SITE}{path}"
        assert links["alternate"].startswith(SITE)
        found = feed.findall(f"{ATOM}entry")
        ids = [entry.findtext(f"{ATOM}id") for entry in found]
        assert len(ids) == len(set(ids))
        for entry in found:
            assert [len(entry.findall(ATOM + name)) for name in ("id", "title", "updated", "content")] == [1, 1, 1, 1]
            assert MOMENT.fullmatch(entry.findtext(f"{ATOM}updated", ""))
            # 4.1.3.1: what is escaped HTML must be fit for a div.
            content_of = entry.find(f"{ATOM}content")
            assert content_of is not None
            assert content_of.get("type") == "html"
            ET.fromstring(f"<div>{content_of.text}</div>")
        moments = [entry.findtext(f"{ATOM}updated", "") for entry in found]
        assert moments == sorted(moments, reverse=True)
        assert feed.findtext(f"{ATOM}updated") == max(moments, default="1970-01-01T00:00:00Z")


def test_json_feeds_have_what_version_1_1_demands(files: dict[str, bytes]) -> None:
    for path, content in files.items():
        if not path.endswith(".json"):
            continue
        feed: dict[str, Any] = json.loads(content)
        assert feed["version"] == "https://jsonfeed.org/version/1.1"
        assert feed["title"]
        assert feed["feed_url"] == f"{SITE}{path}"
        assert feed["home_page_url"].startswith(SITE)
        ids = [item["id"] for item in feed["items"]]
        assert len(ids) == len(set(ids))
        for item in feed["items"]:
            assert isinstance(item["id"], str)
            assert item["content_html"].startswith("<ul><li>")
            assert MOMENT.fullmatch(item["date_published"])
            assert datetime.fromisoformat(item["date_published"])


def test_both_feeds_have_the_same_entries(files: dict[str, bytes]) -> None:
    for path in (path for path in files if path.endswith(".json")):
        atom = ET.fromstring(files[path.replace(".json", ".xml")])
        items = json.loads(files[path])["items"]
        assert [item["id"] for item in items] == [node.text for node in atom.iterfind(f"{ATOM}entry/{ATOM}id")]


def test_an_entry_is_dated_by_its_release(entries: dict[str, tuple[ReleaseEntry, ...]]) -> None:
    """The changelog of Copilot CLI dates 1.0.63, and toolArgs changed at 1.0.81."""
    mine = {entry.version: entry for entry in entries["copilot-cli"]}
    assert str(mine["1.0.63"].date) == "2026-06-15"
    lines = [line for _, line in mine["1.0.81"].lines()]
    assert any(line.startswith("`toolArgs` is an object, was a string") for line in lines)
    # Exactly this release: nothing says after which it came.
    assert not any("came after" in line for line in lines)


def test_an_entry_says_after_which_version_a_change_came_where_releases_lie_between(
    entries: dict[str, tuple[ReleaseEntry, ...]],
) -> None:
    later = [
        (entry.version, found[1])
        for mine in entries.values()
        for entry in mine
        for _, line in entry.lines()
        if (found := re.search(r"; came after (\S+)$", line))
    ]
    assert later
    assert all(version_key(after) < version_key(version) for version, after in later)


def test_releases_are_newest_first_and_recorded_ones_are_all_there(
    entries: dict[str, tuple[ReleaseEntry, ...]],
) -> None:
    for name, mine in entries.items():
        versions = [entry.version for entry in mine]
        assert versions == in_order(versions)[::-1]
        assert set(manifest_versions(load_platform(name).path.parent)) <= set(versions)
        assert len({entry.anchor for entry in mine}) == len(mine)


def test_the_feed_of_all_is_in_order_of_date(entries: dict[str, tuple[ReleaseEntry, ...]]) -> None:
    together = by_date(entry for mine in entries.values() for entry in mine)
    days = [entry.date.day for entry in together if entry.date is not None]
    assert len(days) == len(together)
    assert days == sorted(days, reverse=True)
    assert all(entry.date == release_date(entry.platform, entry.version) for entry in together)


def test_a_feed_without_entries_is_one_still() -> None:
    feed = json.loads(json_feed("Nothing", "history.html", "feeds/x.json", ()))
    assert feed["items"] == []


def test_what_stands_between_backticks_is_code_and_nothing_is_markup() -> None:
    assert coded("`<b>` & <i>") == "<code>&lt;b&gt;</code> &amp; &lt;i&gt;"


def test_changes_of_a_release_are_grouped_with_the_weightiest_kind_first(
    entries: dict[str, tuple[ReleaseEntry, ...]],
) -> None:
    weights = list(KINDS.values())
    for entry in (entry for mine in entries.values() for entry in mine):
        groups = entry.groups()
        assert list(groups) == sorted(groups, key=weights.index)
        assert [line for lines in groups.values() for line in lines] == [line for _, line in entry.lines()]

"""What changed between publications, and since the release: every difference a line, and a feed that readers take."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.locate import corpus_root
from hookconform.ground.errors import HookconformError
from hookconform_lab.publish.addresses import SITE
from hookconform_lab.publish.site.changes import changes_of, feed, since_release

ATOM = "{http://www.w3.org/2005/Atom}"
LINE: dict[str, Any] = {
    "date": "2026-01-02",
    "hookconform": "0.1.0",
    "corpus": "a" * 64,
    "cases": 10,
    "platforms": {"toy": {"newest": "1.0.0", "grade": "MEDIUM", "claims": {"HIGH": 1, "LOW": 2}}},
    "adapters": {"reference": {"version": "1", "status": "passed", "checks": {"passed": 3}}},
}


def history(folder: Path, *lines: dict[str, Any]) -> Path:
    path = folder / "history.ndjson"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def changed(**parts: Any) -> dict[str, Any]:
    line = copy.deepcopy(LINE) | {"corpus": "b" * 64, "date": "2026-02-03"}
    for path, value in parts.items():
        *parents, last = path.split("__")
        place = line
        for part in parents:
            place = place[part]
        place[last] = value
    return line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (changed(cases=1200), "1,200 cases, it was 10"),
        (changed(hookconform="0.2.0"), "hookconform 0.2.0, it was 0.1.0"),
        (changed(platforms__new=LINE["platforms"]["toy"]), "new is new, at 1.0.0: MEDIUM"),
        (changed(platforms={}), "toy is gone"),
        (changed(platforms__toy__newest="1.0.1"), "toy: 1.0.1 is the newest version known, it was 1.0.0"),
        (changed(platforms__toy__grade="HIGH"), "toy: grade HIGH, it was MEDIUM"),
        (changed(platforms__toy__claims={"HIGH": 2, "LOW": 2}), "toy: claims high 1 → 2"),
        (changed(adapters__reference__status="failed"), "adapter reference: failed, it was passed"),
    ],
)
def test_every_difference_is_a_line_of_its_own(tmp_path: Path, line: dict[str, Any], said: str) -> None:
    newest, first = changes_of(history(tmp_path, LINE, line))
    assert (newest.lines, first.lines) == ((said,), ())
    assert (newest.date, newest.anchor) == ("2026-02-03", "corpus-bbbbbbbbbbbb")


def test_what_says_the_same_has_no_line(tmp_path: Path) -> None:
    newest, _ = changes_of(history(tmp_path, LINE, changed(adapters__reference__checks={"passed": 4})))
    assert newest.lines == ()


def test_no_history_is_no_change(tmp_path: Path) -> None:
    assert changes_of(tmp_path / "history.ndjson") == ()


@pytest.mark.parametrize("text", ["{", "[]\n", '{"date": "x"}\n', "\ud800"])
def test_a_damaged_history_is_an_error(tmp_path: Path, text: str) -> None:
    path = history(tmp_path, LINE)
    path.write_bytes(path.read_bytes() + text.encode("utf-8", "surrogatepass"))
    with pytest.raises(HookconformError) as caught:
        changes_of(path)
    assert caught.value.code == "history.unreadable"


def test_the_feed_has_an_entry_a_publication_whatever_a_history_says(tmp_path: Path) -> None:
    hostile = changed(platforms={"<b>&\x1b": {"newest": "\"'><", "grade": "]]>", "claims": {}}})
    changes = changes_of(history(tmp_path, LINE, hostile))
    root = ET.fromstring(feed(changes))
    entries = root.findall(f"{ATOM}entry")
    assert len(entries) == 2
    assert len({entry.findtext(f"{ATOM}id") for entry in entries}) == 2
    assert "<b>&" in (entries[0].findtext(f"{ATOM}content") or "")
    assert root.findtext(f"{ATOM}updated") == "2026-02-03T00:00:00Z"
    assert ET.fromstring(feed(())).findall(f"{ATOM}entry") == []


def test_a_reader_finds_the_page_and_each_of_its_entries_and_nothing_between(tmp_path: Path) -> None:
    root = ET.fromstring(feed(changes_of(history(tmp_path, LINE, changed(cases=1200)))))
    between = [part.tail for part in root.iter()] + [part.text for part in root.iter() if len(part)]
    assert "".join(text or "" for text in between).strip() == ""
    assert [link.get("href") for link in root.findall(f"{ATOM}link")] == [f"{SITE}feed.xml", f"{SITE}changes.html"]
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "hookconform"
    entry = root.findall(f"{ATOM}entry")[0]
    (link,) = entry.findall(f"{ATOM}link")
    assert link.get("href") == entry.findtext(f"{ATOM}id") == f"{SITE}changes.html#corpus-bbbbbbbbbbbb"
    assert entry.findtext(f"{ATOM}title") == "1,200 cases, corpus bbbbbbbbbbbb"
    assert entry.findtext(f"{ATOM}updated") == "2026-02-03T00:00:00Z"


def _released(root: Path, version: str, names: list[str]) -> None:
    (root / "released.json").write_text(json.dumps({"release": version}))
    (root / "released-payloads.json").write_text(json.dumps(dict.fromkeys(names, "x")))


def test_since_a_release_new_cases_versions_and_ids_that_are_gone_are_counted(tmp_path: Path) -> None:
    cases = list(iter_cases(platforms=["gemini-cli"]))
    newest = max(cases, key=lambda case: (case.version or "").split("."))
    kept = [case.id for case in cases if case.version != newest.version]
    dropped = [name for name in kept if "/synthetic/" in name][:3]
    pinned = [name for name in kept if name not in dropped] + ["gemini-cli/synthetic/long-gone"]
    _released(tmp_path, "0.0.9", pinned)
    release, (row,) = since_release(tmp_path, cases)
    captured = sum(case.version == newest.version for case in cases)
    assert release == "0.0.9"
    assert (row.platform, row.captured, row.synthetic, row.retired) == ("gemini-cli", captured, 3, 1)
    assert row.versions == (newest.version,)


def test_without_a_release_or_without_a_change_there_is_nothing_to_tell(tmp_path: Path) -> None:
    assert since_release(tmp_path, []) == ("", ())
    cases: list[Case] = list(iter_cases(platforms=["cursor"]))
    _released(tmp_path, "1", [case.id for case in cases])
    assert since_release(tmp_path, cases) == ("1", ())
    assert since_release(corpus_root(), cases)[0]
    # As in an installed corpus.
    (tmp_path / "released-payloads.json").unlink()
    assert since_release(tmp_path, cases) == ("", ())

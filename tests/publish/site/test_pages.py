"""The site's files without a browser: links, names, timeline, escaping, the same bytes every time."""

from __future__ import annotations

import json
import re
import tomllib
from collections import defaultdict
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urljoin, urlsplit
from xml.etree import ElementTree as ET

import pytest
import yaml
from tests.support import miniature

from hookconform.attach.registry import find_adapter
from hookconform.cases.loading import iter_cases
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.vocabulary import load_vocabulary
from hookconform.effects.rows import measured_platforms
from hookconform.explain.answer_text import ends_with
from hookconform.explain.answerable import answerable
from hookconform.explain.answering import WIRE, advice
from hookconform.export.schemas import settings_schemas
from hookconform.run.engine import run
from hookconform.run.formats.json_report import run_report
from hookconform.run.selection import Selection
from hookconform_lab.evidence.claims import evaluate
from hookconform_lab.publish import addresses
from hookconform_lab.publish.publication import Publication, gather_corpus
from hookconform_lab.publish.site import build as site_build
from hookconform_lab.publish.site.build import pages, settings_files
from hookconform_lab.publish.site.canonical import canonical_file
from hookconform_lab.publish.site.names import Names
from hookconform_lab.publish.site.payload import highlighted
from hookconform_lab.publish.site.registering import HOOK, Registering, registering
from hookconform_lab.publish.site.timeline import timeline

pytestmark = pytest.mark.whole

ROOT = Path(__file__).parents[3]
BROKEN = ROOT / "adapters" / "broken" / "gemini_planned_table"
Site = dict[str, bytes]


class Page(HTMLParser):
    """Links and ids of one page, and whether its tags are closed in order."""

    VOID = frozenset({"meta", "link", "input", "wbr", "br", "img"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self._open: list[str] = []
        self.misnested: list[str] = []
        self.feed(text)
        self.misnested += self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.links += [value for name in ("href", "src") if (value := given.get(name))]
        if given.get("id"):
            self.ids.append(given["id"] or "")
        if tag not in self.VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.misnested.append(tag)


@pytest.fixture
def small_site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    root = tmp_path / "corpus"
    miniature.build(root)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    return built(tmp_path)


def built(reports: Path) -> Site:
    corpus = gather_corpus(list(iter_cases()))
    records = [run(find_adapter(named), Selection()) for named in ("reference", str(BROKEN))]
    return pages(Publication(corpus, tuple(run_report(record) for record in records)), reports)


def problems(site: Site, *, of_others: str = "no folder") -> list[str]:
    """Return links that lead nowhere, ids that occur twice, and tags that are not closed in order.

    Pages in the folder `of_others` are judged as targets only.
    """
    parsed = {name: Page(content.decode()) for name, content in site.items() if name.endswith(".html")}
    own = {name: page for name, page in parsed.items() if not name.startswith(f"{of_others}/")}
    found = [f"{name}: <{tag}>" for name, page in own.items() for tag in page.misnested]
    for name, page in own.items():
        found += [f"{name}: id {one} twice" for one in set(page.ids) if page.ids.count(one) > 1]
        for link in page.links:
            address = urlsplit(link)
            if address.scheme in {"https", "http", "data"}:
                continue
            target = unquote(urlsplit(urljoin(f"/{name}", link)).path).removeprefix("/")
            if target not in site:
                found.append(f"{name}: no file {link}")
            elif address.fragment and address.fragment not in parsed[target].ids:
                found.append(f"{name}: no place {link}")
    return found


def empty_cells(site: Site) -> set[str]:
    """Return the pages with a cell of a table that shows nothing, not even that there is nothing."""
    cell = re.compile(rb"<t[dh][ >](?:[^<]|<(?!/t[dh]>))*</t[dh]>")
    return {
        name
        for name, content in site.items()
        if name.endswith(".html") and any(not re.sub(rb"<[^>]+>|\s", b"", one) for one in cell.findall(content))
    }


def test_no_cell_of_a_table_is_empty(small_site: Site, unjudged_pages: Site) -> None:
    assert empty_cells({"a.html": b"<td>1</td><td><span> </span></td>", "b.html": b"<td>1</td>"}) == {"a.html"}
    assert empty_cells(small_site) == set()
    assert empty_cells(unjudged_pages) == set()


def test_a_long_list_of_versions_is_folded(unjudged_pages: Site) -> None:
    cells = re.findall(r"<td>(<details.*?</details>|[^<]*)</td></tr>", unjudged_pages["changes.html"].decode())
    counts = [cell.count(", ") + 1 for cell in cells if cell]
    assert max(counts) > 20, "the corpus has platforms with many versions"
    assert all((count > 6) == cell.startswith("<details") for cell, count in zip(cells, counts, strict=True))


def test_every_link_of_a_small_site_resolves(small_site: Site) -> None:
    assert problems(small_site) == []


@pytest.mark.browser
def test_every_link_of_the_whole_site_resolves(site: Path) -> None:
    files = {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}
    # What MkDocs builds has pages of another make, which its own strictness judges.
    assert problems(files, of_others="docs") == []


def test_the_search_index_leads_to_places_that_exist(small_site: Site) -> None:
    script = small_site["names.js"].decode()
    rows = json.loads(script.removeprefix("window.HOOKCONFORM_NAMES = ").removesuffix(";\n"))
    assert ["run_shell_command", "Miniature tool, becomes Bash", "MEDIUM"] in [row[:3] for row in rows]
    for _, _, _, address, _ in rows:
        file, _, fragment = address.partition("#")
        assert file in small_site, address
        assert not fragment or f'id="{fragment}"' in small_site[file].decode()


@pytest.mark.parametrize(
    ("query", "address"),
    [
        ("Miniature", "platforms/gemini-cli.html"),
        ("gemini-cli", "platforms/gemini-cli.html"),
        ("deny", "stopping.html#h-advice"),
        ("exit 2", "stopping.html#h-advice"),
        ("permissionDecision", "stopping.html#h-advice"),
        ("reference", "adapters/reference.html"),
        ("documentation", "docs/index.html"),
        ("what changed", "changes.html"),
    ],
)
def test_search_knows_more_than_names(small_site: Site, query: str, address: str) -> None:
    script = small_site["names.js"].decode()
    rows = json.loads(script.removeprefix("window.HOOKCONFORM_NAMES = ").removesuffix(";\n"))
    assert address in {row[3] for row in rows if query.lower() in row[0].lower()}


def test_data_built_alone_names_where_the_documentation_is(small_site: Site) -> None:
    page = small_site["docs/maintainers/semantics/index.html"].decode()
    assert f'href="{addresses.DOCUMENTATION}maintainers/semantics/"' in page
    assert (ROOT / "docs" / "maintainers" / "semantics.md").is_file()


def test_no_page_names_anything_outside_that_a_browser_would_load(small_site: Site) -> None:
    loads = re.compile(r"""<(?:script|img|iframe|source|object|embed)[^>]+src=["']?https?:|@import|url\(""")
    for name, content in small_site.items():
        if name.endswith((".html", ".css")):
            assert loads.search(content.decode()) is None, name


def test_the_same_inputs_give_the_same_bytes(small_site: Site, tmp_path: Path) -> None:
    assert built(tmp_path) == small_site


def test_an_adapter_page_shows_what_was_expected_what_came_and_the_payload(small_site: Site) -> None:
    text = small_site["adapters/broken-gemini-planned-table.html"].decode()
    assert "<code>&#34;Bash&#34;</code>" in text
    assert '<code class="bad">&#34;run_shell_command&#34;</code>' in text
    assert '<mark><span class="js">&#34;run_shell_command&#34;</span></mark>' in text


def test_what_was_not_judged_and_what_was_left_out_are_lists(small_site: Site, tmp_path: Path) -> None:
    corpus = gather_corpus(list(iter_cases()))
    report = run_report(run(find_adapter("reference"), Selection()))
    report["not_judged"] = [
        {"platform": "gemini-cli", "capability": "response", "events": ["AfterModel", "SessionEnd"]},
        {"platform": "gemini-cli", "capability": "calls", "events": []},
    ]
    report["left_out"] = {"gemini-cli": ["details", "message"]}
    report["not_applicable"] = {"platform codex is not claimed": 2, "platform pi is not claimed": 1}
    page = pages(Publication(corpus, (report,)), tmp_path)["adapters/reference.html"].decode()
    assert re.findall(r'<ul aria-labelledby="([a-z-]+)">\n((?:<li>.*</li>\n)+)</ul>', page) == [
        ("not-judged", "<li>response of Miniature at AfterModel, SessionEnd</li>\n"),
        ("left-out", "<li>of Miniature: details, message</li>\n"),
    ]
    assert "; 3 cases not applicable: platforms codex, pi are not claimed</dd>" in page
    bare = pages(Publication(corpus, ({**report, "not_judged": [], "left_out": {}},)), tmp_path)
    assert b'labelledby="not-judged' not in bare["adapters/reference.html"]


def test_a_name_page_says_which_adapters_get_it_right(small_site: Site) -> None:
    text = re.sub(r"<[^>]+>|\s+", " ", small_site["names/run-shell-command.html"].decode())
    assert re.search(r"reference\s+✓\s+right: all 2 cases", text)
    assert re.search(r"broken-gemini-planned-table\s+✗\s+wrong: fails 2 of 2 cases", text)


def test_a_failure_leads_to_the_name_it_rests_on_if_the_corpus_still_claims_it(
    small_site: Site, tmp_path: Path
) -> None:
    address = 'href="../names/run-shell-command.html#gemini-cli-tool-run-shell-command"'
    assert address in small_site["adapters/broken-gemini-planned-table.html"].decode()
    corpus = gather_corpus(list(iter_cases()))
    report = run_report(run(find_adapter(str(BROKEN)), Selection()))
    for check in report["checks"]:
        check["claim"] = "gemini-cli#tool:gone"
    page = pages(Publication(corpus, (report,)), tmp_path)["adapters/broken-gemini-planned-table.html"].decode()
    assert "Rests on" not in page


def test_measured_enforcement_is_shown(small_site: Site, tmp_path: Path) -> None:
    call = {"call": "x", "rule": "r", "ran_without_hook": True, "ran_with_hook": False, "model_told_rule": True}
    record = {"adapter": "a", "platform": "gemini-cli", "version": "1.0.0", "date": "2026-01-01", "calls": [call]}
    (tmp_path / "enforcement.json").write_text(json.dumps({"records": [record]}), encoding="utf-8")
    text = built(tmp_path)["platforms/gemini-cli.html"].decode()
    assert "1 of 1 blocked calls stopped" in text
    assert "blocked calls stopped" not in small_site["platforms/gemini-cli.html"].decode()


def test_what_a_payload_says_is_never_taken_for_html() -> None:
    shown = highlighted({"<b>": "<script>alert(1)</script>", "a/b": ["x & y", None, True, {}]}, {"/a~1b/0"})
    assert "<script>" not in shown
    assert "&lt;script&gt;" in shown
    assert '<mark><span class="js">&#34;x &amp; y&#34;</span></mark>' in shown


def test_a_long_text_is_shortened_and_says_so() -> None:
    shown = highlighted("x" * 5000)
    assert len(shown) < 600
    assert "(5002 characters)" in shown


def test_names_that_differ_in_case_share_a_page_and_no_two_pages_a_file() -> None:
    names = Names([evaluate("copilot-cli"), evaluate("opencode")])
    assert names.page_of("bash") is names.page_of("Bash")
    slugs = [page.slug for page in names.pages]
    assert len(slugs) == len(set(slugs))
    by_slug = defaultdict(set)
    for page in names.pages:
        by_slug[page.slug] |= {row.claim.native.casefold() for _, row in page.rows}
    assert all(len(folded) == 1 for folded in by_slug.values())


def test_the_timeline_ends_a_line_where_the_name_went_away() -> None:
    picture = timeline(evaluate("gemini-cli"))
    assert picture is not None
    bars = {bar.name: bar for bar in picture.bars}
    goes_on, went = bars["run_shell_command"], bars["codebase_investigator"]
    assert went.ends
    assert went.x2 < goes_on.x2
    columns = {version: x for x, version in picture.columns}
    assert ("recorded", columns["0.61.0"]) in [(kind, x) for x, kind, _ in goes_on.marks]
    assert "codebase_investigator" in picture.description


def test_a_platform_with_one_version_has_no_timeline(small_site: Site) -> None:
    assert "Only one version is known." in small_site["platforms/gemini-cli.html"].decode()


def test_a_tools_arguments_and_what_proves_them_are_on_its_page_and_on_the_platforms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "corpus"
    miniature.build(root)
    monkeypatch.setenv("HOOKCONFORM_CORPUS", str(root))
    claims = root / "platforms/gemini-cli/platform.yaml"
    old = "    canonical: Bash\n    kind: execute\n    status: current\n"
    new = f"{old}    arguments: {{is_background: run_in_background}}\n    keys: [command, is_background]\n"
    text = claims.read_text(encoding="utf-8").replace("evidence_policy: captured", "evidence_policy: documented")
    claims.write_text(text.replace(old, new), encoding="utf-8")
    site = built(tmp_path)
    for name in ("names/run-shell-command.html", "platforms/gemini-cli.html"):
        page = re.sub(r"<[^>]+>|\s+", " ", site[name].decode())
        assert re.search(r"is_background\s+→\s+becomes\s+run_in_background\s+unjudged: no case carries it", page), name
        assert "documented" in page, name
    assert "Arguments that keep their name" in site["names/run-shell-command.html"].decode()
    assert 'class="doc">documented' in site["index.html"].decode()


def test_a_platforms_page_lists_its_verdicts_with_the_measured_answer(small_site: Site) -> None:
    text = re.sub(r"<[^>]+>|\s+", " ", small_site["platforms/gemini-cli.html"].decode())
    assert re.search(r"BeforeTool\s+✓\s+honours deny\s.*Measured at 1.0.0: BeforeTool/exit2-stderr does it", text)
    assert "does not honour ask" in text
    assert "Every row was judged by a case." in text


def test_a_corpus_without_measured_escapes_says_so(small_site: Site) -> None:
    assert "No platform of this corpus was measured." in small_site["escapes.html"].decode()


def test_the_answers_begin_with_lines_to_copy_for_each_platform(small_site: Site) -> None:
    page = small_site["stopping.html"].decode()
    assert measured_platforms()
    for name in measured_platforms():
        event = answerable(name)[0]
        found = advice(name, event, "deny", WIRE["deny"])
        block = page.partition(f'<div class="lines" data-platform="{name}">')[2].partition("</div>")[0]
        assert f"<code>{ends_with(found)}</code></pre>" in unescape(block)
        assert f'<input type="checkbox" value="{name}">' in page
    assert page.index('id="deny"') < page.index('id="h-answers"')


def test_a_platform_page_has_deny_before_tools_and_grades(small_site: Site) -> None:
    page = unescape(small_site["platforms/gemini-cli.html"].decode())
    assert f"<code>{ends_with(advice('gemini-cli', 'BeforeTool', 'deny', WIRE['deny']))}</code>" in page
    ask = page.partition('<section id="ask"')[2].partition("</section>")[0]
    assert "Not possible: no measured answer does it." in ask
    places = [page.index(f'<section id="{part}"') for part in ("deny", "ask", "tools", "sure")]
    assert places == sorted(places)


def how_to_register(name: str) -> Registering:
    found = registering(load_platform(name))
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["claude-code", "gemini-cli", "codex", "copilot-cli", "cursor", "qwen-code"])
def test_a_shown_registration_is_a_settings_file(name: str) -> None:
    how = how_to_register(name)
    entries = json.loads(how.example)["hooks"][how.event]
    assert len(entries) == 1
    assert HOOK in json.dumps(entries)
    assert "hookconform" not in how.example + how.project_file + how.user_file


def test_a_registration_keeps_each_platforms_own_form() -> None:
    hermes, kimi, cline, pi = map(how_to_register, ("hermes-agent", "kimi-code", "cline", "pi"))
    assert HOOK in yaml.safe_load(hermes.example)["hooks"]["pre_tool_call"][0]["command"]
    assert tomllib.loads(kimi.example)["hooks"] == [{"event": "PreToolUse", "command": HOOK, "timeout": 10}]
    assert (cline.is_file, cline.example) == (True, "")
    assert "/PreToolUse." in cline.user_file
    assert (pi.example, pi.bridge.rpartition("/")[2]) == ("", "pi")


def test_a_canonical_name_has_a_page_with_what_platforms_call_it(small_site: Site) -> None:
    text = re.sub(r"<[^>]+>|\s+", " ", small_site["canonical/tool-bash.html"].decode().replace("<wbr>", ""))
    assert "run_shell_command" in text
    assert "kind execute" in text
    assert "has no such tool" in re.sub(r"<[^>]+>|\s+", " ", small_site["canonical/tool-kill-shell.html"].decode())


def test_no_two_canonical_names_share_a_page() -> None:
    vocabulary = load_vocabulary()
    names = [("tool", name) for name in vocabulary.tools] + [("event", name) for name in vocabulary.events]
    files = [canonical_file(kind, name) for kind, name in names]
    assert len({file.casefold() for file in files}) == len(files)
    assert canonical_file("tool", "ReadMcpResource") == "canonical/tool-read-mcp-resource.html"


def test_a_claim_can_be_contradicted_by_a_form_that_is_filled_in(small_site: Site) -> None:
    page = Page(small_site["names/run-shell-command.html"].decode())
    (address,) = (link for link in page.links if "/issues/new?" in link)
    parts = urlsplit(address)
    given = dict(parse_qsl(parts.query))
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / given.pop("template")).read_text(encoding="utf-8"))
    fields = {item["id"]: item for item in form["body"] if "id" in item}
    assert given.pop("title").endswith("gemini-cli#tool:run_shell_command")
    assert set(given) == {"platform", "claim", "version"} <= set(fields)


def test_the_form_for_a_wrong_claim_knows_every_platform() -> None:
    form = yaml.safe_load((ROOT / ".github" / "ISSUE_TEMPLATE" / "claim.yml").read_text(encoding="utf-8"))
    (platforms,) = (item for item in form["body"] if item.get("id") == "platform")
    assert platforms["attributes"]["options"] == platform_ids()


def test_the_addresses_are_those_of_the_distribution() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["urls"]["Repository"] == addresses.REPOSITORY


def test_search_engines_are_told_every_page_and_browsers_an_icon(small_site: Site) -> None:
    listed = [unquote(item.text or "") for item in ET.fromstring(small_site["sitemap.xml"]).iter() if item.text]
    # The documentation, which has a sitemap of its own, is only announced until it is built.
    pages = {f"{addresses.SITE}{name}" for name in small_site if name.endswith(".html") and "docs/" not in name}
    assert {text for text in listed if text.strip()} == pages
    ET.fromstring(small_site["favicon.svg"])


def test_every_adapter_stands_beside_every_platform(small_site: Site) -> None:
    text = re.sub(r"<[^>]+>|\s+", " ", small_site["index.html"].decode())
    assert re.search(r"reference\s+✓.*?✓\s+all \d+", text)
    assert re.search(r"broken-gemini-planned-table\s+✗.*?✗\s+\d+ of \d+", text)


def test_the_site_has_the_schemas_of_files_of_hooks_of_its_platforms(
    small_site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The small corpus has no such schema of its own.
    monkeypatch.setattr(site_build, "settings_files", lambda platforms: {f"{name}.json": b"{}" for name in platforms})
    more = {name: content for name, content in built(tmp_path).items() if name not in small_site}
    assert more == {"gemini-cli.json": b"{}"}


def test_schemas_of_files_of_hooks_stand_where_their_id_says() -> None:
    rows, files = list(settings_schemas(platform_ids())), settings_files(platform_ids())
    assert len(rows) > 10
    for row in rows:
        address = row["catalog"]["url"]
        assert address.startswith(addresses.SITE)
        assert json.loads(files[address.removeprefix(addresses.SITE)]) == row["schema"]
        assert row["schema"]["$id"] == address

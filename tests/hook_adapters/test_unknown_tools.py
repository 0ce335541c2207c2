"""Unknown tools: what their arguments name, by the adapter and by the corpus's own reading."""

from __future__ import annotations

import json
from typing import Any

import pytest
from benchmarks.measures import cpu
from hypothesis import given, settings
from hypothesis import strategies as st

from hook_adapters import platforms
from hook_adapters.canonical import roles
from hook_adapters.canonical.diff import diffed_files
from hook_adapters.canonical.event import canonical_events
from hook_adapters.canonical.platform import load
from hook_adapters.canonical.reading import Reading
from hook_adapters.rules import compile_pack, matching, read_pack
from hookconform.corpus.argument_roles import load_argument_roles
from hookconform.corpus.claims import load_platform
from hookconform.corpus.locate import corpus_root
from hookconform.drafting.arguments import canonical_arguments

NAMES = ("rewrite_document", "mcp__files__Write", "files.put", "x-apply_patch", "Speichern", "mcp_x_Bash")
ISSUE = ("path", "filePath", "target_file", "file", "notebook_path", "absolute_path")
# Further keys and nestings, each with the path in its place.
FURTHER: list[dict[str, Any]] = [
    {"uri": "@"},
    {"workdir": "@"},
    {"dir_path": "@"},
    {"paths": ["@"]},
    {"file_paths": "@"},
    {"files": [{"path": "@", "content": "x"}]},
    {"files": {"@": "x"}},
    {"file": {"name": "@"}},
    {"edits": [{"edit": {"filePath": "@"}}]},
    {"operations": [[{"target": "@"}]]},
    {"sourcePath": "x", "destinationPath": "@"},
    {"source": "x", "destination": "@"},
    {"src": "@"},
    {"dst": "@"},
    {"outputFile": "@"},
    {"OUTPUT_FILE": "@"},
    {"save-to-file": "@"},
    {"Directory": "@"},
    {"folder": "@"},
    {"rootDir": "@"},
    {"workspaceFolder": "@"},
    {"repo_path": "@"},
    {"configfile": "@"},
    {"file_1": "@"},
    {"textDocument": {"uri": "@"}},
    {"location": {"range": 1, "uri": "@"}},
    {"request": {"params": {"arguments": {"path": "@"}}}},
    {"cwd": "@"},
    {"patch": "*** Begin Patch\n*** Update File: @\n*** End Patch"},
    {"input": "*** Begin Patch\n*** Add File: @\n+x\n*** End Patch"},
    {"any": [{"link": "file:///w/@"}]},
    {"@": "content"},
    {"changes": {"@": {"content": "x"}}},
    {"arguments": '{"path": "@"}'},
    {"input": '{"arguments": "{\\"file\\": \\"@\\"}"}'},
    {"command": "run", "arguments": '{"path": "a", "path": "@"}'},
    {"paths": '["a", "@"]'},
    {"diff": "--- a/x\n+++ b/@\n@@ -1 +1 @@\n-a\n+b\n"},
    {"patch": "diff --git a/@ b/x\nold mode 100644\nnew mode 100755\n"},
    {"patch": "rename from x\nrename to @\n"},
    {"command": "patch -p1 <<E\n*** @\t2026\n--- x\t2026\nE"},
]
HARMLESS = [
    {key: text}
    for key in ("content", "text", "title", "description", "message", "query", "prompt", "body", "name", "comment")
    for text in (
        "rm -rf build && git push --force origin main",
        "see secrets/key and .env",
        "secrets/.env",
        "*** Begin Patch\n*** Add File: secrets/key\n+x\n*** End Patch",
        "delete the folder secrets with `rm -rf secrets`",
        '{"path": "secrets/key", "command": "rm -rf x"}',
    )
]


def events(platform: str, tool: str, arguments: Any) -> list[Any]:
    """Return the canonical events of a call that is about to run."""
    program = load(platform)
    reading = Reading(program.pre_tool_event, payload={}, tool=tool, arguments=arguments, cwd="/w")
    return canonical_events(reading, program.tables)


@pytest.fixture(scope="module")
def protect() -> Any:
    return compile_pack([{"name": "p", "matchers": {"directories": ["secrets"]}, "actions": {"block": True}}])


@pytest.mark.parametrize("platform", platforms())
def test_paths_of_unknown_tools_are_seen(platform: str, protect: Any) -> None:
    calls = [{key: "secrets/key"} for key in ISSUE] + [
        json.loads(json.dumps(row).replace("@", "secrets/key")) for row in FURTHER
    ]
    for number, arguments in enumerate(calls):
        found = events(platform, NAMES[number % len(NAMES)], arguments)
        assert matching(protect, found), arguments
        assert found[0]["tool_kind"] == "other"


@pytest.mark.parametrize("platform", platforms())
def test_texts_of_unknown_tools_fire_no_shipped_rule(platform: str) -> None:
    packs = [rule for path in sorted((corpus_root() / "rules").glob("*.yaml")) for rule in read_pack(path)]
    about = [rule for rule in packs if any(word in rule.name for word in ("protect", "block", "note-", "require"))]
    assert len(HARMLESS) == 60
    for arguments in HARMLESS:
        assert matching(about, events(platform, "create_ticket", arguments)) == matching(
            about, events(platform, "create_ticket", {"x": "y"})
        ), arguments


@pytest.mark.parametrize("platform", platforms())
def test_adapter_knows_exactly_the_claimed_tools(platform: str) -> None:
    tables = load(platform).tables
    claimed = {claim.native for claim in load_platform(platform).tools.values() if claim.status != "refuted"}
    known = {*tables.tools, *tables.kinds, *tables.own}
    # One module serves both programs of Copilot; the cloud agent has fewer tools.
    assert known == claimed or (platform == "copilot-cloud-agent" and known > claimed)


def test_adapter_and_corpus_agree_on_words() -> None:
    table = load_argument_roles()
    assert table.other_words == roles.OTHER_WORDS
    assert table.fillers == roles.FILLERS
    assert table.prepositions == roles.PREPOSITIONS
    for own, theirs in ((roles.ROLES, table.words), (roles.ENDINGS, table.endings)):
        assert {word: role for role, listed in own.items() for word in listed.split()} == theirs


WORDS = [
    "path",
    "file",
    "File",
    "PATH",
    "paths",
    "files",
    "dir",
    "cwd",
    "uri",
    "url",
    "URL",
    "link",
    "command",
    "cmd",
    "script",
    "args",
    "argv",
    "program",
    "patch",
    "input",
    "content",
    "text",
    "name",
    "title",
    "source",
    "target",
    "folder",
    "profile",
    "xpath",
    "curl",
    "work",
    "output",
    "notebook",
    "2",
    "bin",
    "arguments",
    "changes",
    "id",
    "to",
    "of",
    "list",
    "read",
]
TEXTS = (
    *("", "a", "secrets/key", "b c", "rm -rf x", "'", "\u00e4", "//", "./..", "\0", "https://a.example/x", "a://b c"),
    *("/w/a", "/", "./a", "..\\a", "~/a", "~a/b", "C:/a", "\\\\a\\b", "/a b", "../", ".a/b", "~a", "/a\n"),
    *("file:///w/%73/k?x#y", "FILE://host/a", "file:/C:/x", "file:", "file://", "file://localhost", " x://y \n"),
    *("*** Begin Patch\n*** Add File: q/r\n+x", "*** Move to: t", "*** Update File: a\n x\n *** Add File: b"),
)
TEXTS += (
    *(
        '{"path": "q/r"}',
        ' ["a", "b c"]',
        '{"path": "a", "path": ["b"], "x/y": 1}',
        "{",
        "[1",
        '"a"',
        "[" * 5 + "]" * 5,
    ),
    *(
        '{"arguments": "{\\"cmd\\": \\"a\\"}"}',
        f'{{"path": "q/r", "n": {"9" * 5000}, "file": -{"9" * 5000}}}',
        "--- a/b\n+++ b/c\n",
        "*** q\t1\n--- r\n",
        "  --- a/b\r\n  +++ /dev/null\r",
    ),
    *(
        "diff --git a/q r b/q r\nrename from s\nrename to t/u\n",
        '--- "a/\\303\\244"\n+++ "b/\\"x"',
        "diff --git a/q \t  b/q \t x y\n",
        "Index: v/w\n--- x",
        "--- \n+++ y",
    ),
)
KEYS = st.builds(
    lambda mark, words: mark.join(words),
    st.sampled_from(["_", "", "-", " ", "."]),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=3),
) | st.sampled_from(["src/a.py", "b.md", "c\\d", "a://b", "a/ b"])
VALUES = st.recursive(
    st.sampled_from(TEXTS) | st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=12,
)


def test_a_number_of_any_length_hides_no_path_beside_it() -> None:
    for number in ("9" * 5000, f"-{'9' * 5000}", f"{'9' * 5000}.5", "1e400"):
        (event, *_) = events("claude-code", "run_tool", {"arguments": f'{{"n": {number}, "path": "secrets/key"}}'})
        assert "secrets/key" in {event["tool_input"].get("file_path"), *event["tool_input"].get("file_paths", ())}


def test_blanks_in_the_header_of_a_diff_cost_no_more_each() -> None:
    def work(blanks: int) -> float:
        text = f"diff --git a/q{' ' * blanks}x"
        return min(cpu(lambda: diffed_files(text)) for _ in range(3))

    assert work(40_000) < 40 * work(4_000)


# One module serves both programs of Copilot, and opens paths as Copilot CLI does.
OF_THEIR_OWN = [name for name in platforms() if name != "copilot-cloud-agent"]


@settings(max_examples=600, deadline=None)
@given(st.sampled_from(OF_THEIR_OWN), st.sampled_from(NAMES), st.dictionaries(KEYS, VALUES, max_size=4) | VALUES)
@pytest.mark.whole
def test_adapter_and_corpus_agree_on_unknown_tools(platform: str, tool: str, arguments: Any) -> None:
    (event, *_) = events(platform, tool, arguments)
    drafted = canonical_arguments(load_platform(platform), None, arguments, {}, is_unknown=True)
    assert json.dumps(event.get("tool_input", {})) == json.dumps(drafted)

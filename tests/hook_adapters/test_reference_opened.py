"""Paths as they are opened: the reference adapter against the claims, the measurements, and made-up ways of reading."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest

from hook_adapters import InvalidPayload
from hook_adapters.canonical import opened
from hook_adapters.canonical.event import canonical_events
from hook_adapters.canonical.platform import load
from hook_adapters.canonical.reading import Tables
from hook_adapters.rules import compile_pack, matching
from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.corpus.claims import load_platform, platform_ids
from hookconform.corpus.path_readings import PathReading
from hookconform.corpus.path_spellings import load_measurement, load_spellings, measured_versions
from hookconform.drafting.event import canonical_events as described
from hookconform.drafting.event import draft
from hookconform.drafting.rules import matched_rules

pytestmark = pytest.mark.whole

MEASURED = [(platform, version) for platform in platform_ids() for version in measured_versions(platform)]
FOLDER = [{"name": "folder", "matchers": {"directories": ["folder"]}, "actions": {"block": True}}]
# A step of a claim, and the same of an adapter.
STEPS: list[tuple[Any, opened.Step]] = [
    ("drop-nul", opened.replaced("\0")),
    ("decode-percent", opened.decoded),
    ("file-address", opened.of_address),
    ("editor-address", opened.of_editor_address),
    ("nfc", opened.normalized("NFC")),
    ("home", lambda path: path),
    ("variables", opened.expanded),
    ("backslash-is-slash", opened.with_slashes),
    ({"trim": " \t"}, opened.trimmed(" \t")),
    ({"trim-end": "\n."}, opened.trimmed_end("\n.")),
    ({"trim-start": "./"}, opened.trimmed_start("./")),
    ({"drop-start": "@"}, opened.without_start("@")),
    ({"drop-suffix": ":[0-9]+"}, opened.without(r":[0-9]+\Z")),
    ({"replace": {"from": "\u00a0\u202f", "to": " "}}, opened.replaced("\u00a0\u202f", " ")),
]
PARTS = [
    *"@ /.\\%'\"`~$\0\t\n\u00a0é:",
    "%73",
    "%2e",
    "%",
    "%C3%A9",
    "$HOME",
    "${PWD}",
    "file://",
    "file:",
    "vscode-remote:",
    "key",
    ".env",
    ":12",
]


def made_up_path(draw: random.Random) -> str:
    return "".join(draw.choices(PARTS, k=draw.randint(0, 7)))


def paths_of(event: Any) -> list[Any]:
    arguments = event.get("tool_input", {})
    return [arguments.get("file_path"), arguments.get("file_paths")]


def calls() -> list[Case]:
    """Return one case a tool with a claim that names a file, and one with calls within the call, of every platform."""
    found: dict[tuple[str, str | None, bool], Case] = {}
    for case in iter_cases():
        expected = case.expected
        names = "file_path" in expected.arguments or "file_paths" in expected.arguments or expected.calls
        claimed = expected.native_tool in load_platform(case.platform).tools
        if names and claimed and case.payload is not None and not expected.is_refusal and not expected.may_refuse:
            found.setdefault((case.platform, expected.native_tool, bool(expected.calls)), case)
    return list(found.values())


@pytest.mark.parametrize(("step", "own"), STEPS, ids=[str(step) for step, _ in STEPS])
def test_a_step_reads_as_the_claim_says(step: Any, own: opened.Step) -> None:
    draw = random.Random(str(step))
    way = PathReading((step,), ())
    paths = [made_up_path(draw) for _ in range(3000)]
    environment = {"HOME": "~", "PWD": "."}
    assert [own(path) for path in paths] == [way.read(path, environment) for path in paths]


def test_adapter_and_claims_agree_on_any_path_of_any_tool() -> None:
    draw = random.Random(27)
    for case in calls():
        module, platform = load(case.platform), load_platform(case.platform)
        text = case.payload_text
        for written in {path for path in spelled_in(case) if path in text} or {""}:
            spelling = json.dumps(made_up_path(draw))[1:-1]
            changed = text.replace(written, spelling) if written else text
            steps = draw.sample(STEPS, 3)
            tools = draw.choice(["", case.expected.native_tool or ""])
            ways = (PathReading(tuple(step for step, _ in steps), (), tuple(tools.split())), *platform.paths_read_as)
            own = (opened.OpenedAs(*(step for _, step in steps), tools=tools), *module.tables.opened_as)
            payload = json.loads(changed)
            expected = described(draft(replace(platform, paths_read_as=ways), case.registered_event, payload))
            try:
                events = canonical_events(
                    module.read(changed, case.registered_event), Tables(**{**vars(module.tables), "opened_as": own})
                )
            except InvalidPayload:  # a control character in the header of a patch
                continue
            assert [paths_of(event) for event in events] == [paths_of(event) for event in expected], (case.id, changed)


def spelled_in(case: Case) -> set[str]:
    """Return the paths of a case that stand in its payload's JSON as they are."""
    every = [case.expected.arguments, *(call.tool_input or {} for call in case.expected.calls)]
    named = [path for given in every for path in [given.get("file_path"), *(given.get("file_paths") or ())]]
    return {path for path in named if isinstance(path, str) and len(path) > 3 and path.isascii() and "\\" not in path}


@pytest.mark.parametrize(("platform", "version"), MEASURED)
def test_no_measured_spelling_of_a_folder_passes_a_rule(platform: str, version: str) -> None:
    measurement = load_measurement(platform, version)
    assert measurement is not None
    tables, tried = load(platform).tables, 0
    for row in measurement.tools:
        for one in row.opened(load_spellings(platform=platform)):
            below = one.path.startswith("/home/dev/project/folder/")
            if one.told is None or not below or one.spelling.link:
                continue
            tried += 1
            arguments = {"file_path": one.told}
            opened.add_opened(arguments, row.tool, tables.opened_as)
            event = {"hook_event_name": "PreToolUse", "cwd": "/home/dev/project", "tool_input": arguments}
            if "/proc/" not in one.told:
                assert matching(compile_pack(FOLDER), [event]), (row.tool, one.told)
                assert matched_rules([event], FOLDER), (row.tool, one.told)
    assert tried >= 60


NAMES = [
    *("secrets", "Secrets", "secrets.", ".env", ".ENV", "a.env", "..", ".", "", "w", "c", "mnt", "key", "SECRET~1"),
    *("secre~2.env", "ENV~1", "secrets::$DATA", "b:stream", "...", "~", "~dev", "home", "dev", "*", "**", "s*"),
    *("se3fa2~1", "long name.txt", "LONGNA~1.TXT", "a+b", "A_B~1", "x.tar.gz", "X~1.GZ", "c$", "é", "wsl$", "Ubuntu"),
    *("volume{1}", "secrets ", "a\nb"),
]
ROOTS = [
    *(
        "",
        "/",
        "C:\\",
        "c:/",
        "D:\\",
        "C:",
        "D:",
        "\\\\",
        "//",
        "\\\\?\\C:\\",
        "\\\\?\\UNC\\",
        "\\\\.\\",
        "\\\\?\\",
        "/??/",
    ),
    *("\\\\server\\share\\", "//server/c$/", "\\\\wsl$\\Ubuntu\\", "/mnt/c/", "/c/", "~/", "~\\"),
    "\\\\wsl.localhost\\Ubuntu\\mnt\\c\\",
]
FOLDERS = [
    *(
        None,
        "",
        "/home/dev/w",
        "C:\\w",
        "c:/w/",
        "\\\\server\\share\\w",
        "\\\\wsl.localhost\\Ubuntu\\home\\dev\\w",
        "home/w",
    ),
    *(
        "//wsl$/Ubuntu/w",
        "\\\\?\\C:\\w",
        "\\\\?\\UNC\\server\\share",
        "/",
        "/mnt/c/w",
        "/c/w",
        "C:\\",
        "\\\\?\\Volume{1}\\w",
    ),
    *("/home/*/w", "C:\\Users\\RUNNER~1\\w"),
]


def any_path(draw: random.Random) -> str:
    names = (draw.choice(NAMES) + draw.choice(["/", "\\", "//"]) for _ in range(draw.randint(0, 5)))
    return draw.choice(ROOTS) + "".join(names) + draw.choice(["", draw.choice(NAMES)])


DEVICE = "\\\\.\\GLOBALROOT\\a\\..\\b\\..\\c\\..\\Device\\HarddiskVolume1\\w\\secrets\\key"


@pytest.mark.parametrize(
    ("path", "cwd", "folder"),
    [
        (DEVICE, "C:\\w", "secrets"),
        # A small sigma has two forms, and which one a capital becomes depends on what follows.
        ("\u039f\u0394\u039f\u03a3\u0391\\key", "C:\\w", "\u039f\u0394\u039f\u03a3*"),
        ("\\\\wsl$\\Ubuntu\\tmp\\..\\mnt\\c\\w\\secrets\\key", "C:\\w", "secrets"),
        ("secrets\\key", "\\\\wsl$\\Ubuntu\\mnt\\c\\w", "C:\\w\\secrets"),
        ("C:\\w\\secrets\\key", "/mnt/./c/w", "secrets"),
    ],
)
def test_windows_paths_are_resolved_first(path: str, cwd: str, folder: str) -> None:
    rules = [{"name": "r", "matchers": {"directories": [folder]}, "actions": {"block": True}}]
    event: dict[str, Any] = {"hook_event_name": "PreToolUse", "cwd": cwd, "tool_input": {"file_path": path}}
    assert matching(compile_pack(rules), [event])
    assert matched_rules([event], rules)


@pytest.mark.parametrize("seed", range(4))
def test_both_readings_of_the_grammar_agree_on_any_path(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(4000):
        event: dict[str, Any] = {"hook_event_name": "PreToolUse", "tool_input": {"file_path": any_path(draw)}}
        cwd = draw.choice(FOLDERS)
        event |= {} if cwd is None else {"cwd": cwd}
        suffixes = {"extensions": [draw.choice([".env", ".ENV", ".tar.gz", ".txt", ".env.local", "."])]}
        matchers = draw.choice([{"directories": [any_path(draw) or "x"]}, suffixes])
        rules = [{"name": "r", "matchers": matchers, "actions": {"audit": True}}]
        assert [rule.name for rule in matching(compile_pack(rules), [event])] == matched_rules([event], rules), (
            event,
            matchers,
        )


@pytest.mark.parametrize(("platform", "version"), MEASURED)
def test_no_measured_tool_expands_a_wildcard(platform: str, version: str) -> None:
    """A search of what does not exist may search the folder above, which is no expansion."""
    measurement = load_measurement(platform, version)
    assert measurement is not None
    rows = [row for row in measurement.tools if row.effect != "search"]
    assert rows
    for row in rows:
        assert not {"question-mark", "star", "set-of-letters", "braces"} & {*row.target, *row.other}, row.tool


def test_a_wildcard_is_matched_as_it_is_written() -> None:
    pack = compile_pack([{"name": "p", "matchers": {"extensions": [".env"]}, "actions": {"block": True}}])
    paths = {"a.en?": [], "a.e*": [], ".{env,x}": [], "[.]env": [], "?.env": ["p"]}
    for path, matched in paths.items():
        event: Any = {"hook_event_name": "PreToolUse", "cwd": "/w", "tool_input": {"file_path": path}}
        assert [rule.name for rule in matching(pack, [event])] == matched, path

"""A name in a family that nobody has is an error with the name that was meant, never a case that is not there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml
from tests.support.miniature import PLATFORM, build

from hookconform.cases.composed import compose_all
from hookconform.corpus.families import load_families
from hookconform.ground.errors import HookconformError

ROW = {"name": "a", "title": "a row"}
TABLE: dict[str, Any] = {"about": "names in a table", "event": "PreToolUse", "tool": "Bash", "rows": [ROW]}


def row(**keys: Any) -> dict[str, Any]:
    return {"rows": [{**ROW, **keys}]}


def refusal(tmp_path: Path, change: dict[str, Any]) -> HookconformError:
    """Return what loading the table says with a change of it; None takes a key away."""
    build(tmp_path / "corpus")
    folder = tmp_path / "corpus" / "families"
    folder.mkdir()
    table = {key: value for key, value in (TABLE | change).items() if value is not None}
    (folder / "toy.yaml").write_text(yaml.safe_dump(table))
    with pytest.raises(HookconformError) as caught:
        load_families(tmp_path / "corpus")
    assert str(folder / "toy.yaml") in caught.value.where
    assert caught.value.hint
    return caught.value


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"event": "PreTolUse"}, '/event: "PreTolUse" is not known. Did you mean PreToolUse?'),
        ({"event": None, "events": ["Stop", "Stp"]}, '/events/1: "Stp" is not known.'),
        ({"tool": "Bsh"}, '/tool: "Bsh" is not known. Did you mean Bash?'),
        ({"tool": None, "every": "quiet-tol"}, '/every: "quiet-tol" is not known. Did you mean quiet-tool?'),
        ({"matcher": "tols"}, '/matcher: "tols" is not known. Did you mean tools?'),
        ({"tool": None, "instead": "x_y"}, "'tool' is a dependency of 'instead'"),
        ({"tool": None, "calls": {"Raed": {}}} | row(path="a"), '/calls: "Raed" is not known.'),
        ({"tool": None, "calls": {"Read": {}}}, '/rows/0: "path" is missing'),
        (row(path="a"), "/rows/0: path has no meaning here"),
        (row(events=["PreTolUse"]), '/rows/0/events/0: "PreTolUse" is not known. Did you mean PreToolUse?'),
        (row(where=["own-tol"]), '/rows/0/where/0: "own-tol" is not known. Did you mean own-tool?'),
        (row(holds=[{"tols": ["Bash"]}]), '/rows/0/holds/0: "tols" is not known. Did you mean tools?'),
        (row(holds=["secrets"]), '/rows/0/holds/0: "secrets" is given where a table of keys belongs'),
        (row(fails=[["secrets"]]), "/rows/0/fails/0: "),
        (row(fails=[{}]), "/rows/0/fails/0: "),
        (
            row(each_word="filers", arguments={"{word}": "a"}),
            '/rows/0/each_word: "filers" is not known. Did you mean fillers?',
        ),
        (row(each_word="fillers"), '/rows/0: "arguments" is missing'),
        ({"matcher": "tools"} | row(holds=["a"], matches=[]), "/rows/0: matches and holds exclude each other"),
    ],
)
def test_names_that_the_schema_knows(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    error = refusal(tmp_path, change)
    assert error.code == "schema.family"
    assert says in error.what


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (row(events=["Stop"]), "'Stop' is not an event of the table. Known: PreToolUse."),
        (
            {"tool": None, "calls": {"Read": {"file_pth": "{path}"}}} | row(path="a"),
            "'file_pth' is not an argument of Read. Did you mean file_path?",
        ),
        (
            {"rules": ["every-call"]} | row(matches=["evry-call"]),
            "'evry-call' is not a rule of the row or its table. Did you mean every-call?",
        ),
        (
            {"rules": ["every-call"]} | row(opened={"a": ["evry-call"]}),
            "'evry-call' is not a rule of the row or its table. Did you mean every-call?",
        ),
        (row(matches=["any"]), "'any' is not a rule of the row or its table. None is known."),
        (row(drop=["tol_name"]), "'tol_name' is not a place in a payload. Did you mean tool_name?"),
        (row(everywhere={"cdw": "x"}), "'cdw' is not a place in a payload. Did you mean cwd?"),
        (row(put={"tol_name": 1}), "'tol_name' is not a place in a payload. Did you mean tool_name?"),
        (row(tool="{natve}s"), "'natve' is not a mark. Did you mean native?"),
        (row(arguments={"{word}": "a"}), "'word' is not a mark of a row without each_word. Did you mean each_word?"),
        (
            row(each_word="fillers", arguments={"a": "b"}),
            "'each_word' is not a key of a row whose arguments are without {word}. Known: arguments.",
        ),
    ],
)
def test_names_that_the_table_and_the_vocabulary_know(tmp_path: Path, change: dict[str, Any], says: str) -> None:
    error = refusal(tmp_path, change)
    assert (error.code, error.what) == ("family.unknown-name", says)


def test_a_template_of_an_event_that_nobody_has(tmp_path: Path) -> None:
    build(tmp_path / "corpus")
    (tmp_path / "corpus" / "families").mkdir()
    case = f"{PLATFORM}/captured/1.0.0/before-tool-run-shell-command"
    (tmp_path / "corpus" / "families" / "templates.yaml").write_text(yaml.safe_dump({PLATFORM: {"PreTolUse": case}}))
    with pytest.raises(HookconformError, match=r"PreTolUse. is not known. Did you mean PreToolUse\?") as caught:
        list(compose_all(tmp_path / "corpus", PLATFORM))
    assert caught.value.code == "schema.templates"

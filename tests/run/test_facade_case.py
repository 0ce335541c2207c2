"""What a run prints of a case of a tool facade can be pasted into every command that takes a case."""

from __future__ import annotations

import json
import re
from itertools import groupby

import pytest
from click.testing import CliRunner, Result

from hookconform.cli import cli
from hookconform.corpus.facade_case import FacadeCase
from hookconform.corpus.facade_cases import facade_cases
from hookconform.corpus.locate import data_root
from hookconform.ground.errors import HookconformError

pytestmark = pytest.mark.whole

MEANING = "gemini-cli/facade/0.61.0/calls/address-in-a-prompt"
OF_OTHERS = "gemini-cli/facade/0.61.0/from/codex/command-in-folder"
BROKEN = data_root() / "adapters" / "broken"
WITH_ALL = "codex"
FILE = "corpus/platforms/gemini-cli/facade.yaml"


def asked(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words))


def one_of_each_kind() -> list[FacadeCase]:
    """Return one case of each check, with a row by hand and without, refused and not: a platform that has them all."""

    def kind(case: FacadeCase) -> tuple[str, ...]:
        row = getattr(case, "row", None)
        return case.variant, str(row is None), str(bool(getattr(row, "refused", "")))

    return [next(iter(found)) for _, found in groupby(sorted(facade_cases(platforms=[WITH_ALL]), key=kind), key=kind)]


@pytest.mark.parametrize("case", one_of_each_kind(), ids=lambda case: case.id)
def test_every_case_can_be_shown_and_asked_again_and_explained(case: FacadeCase) -> None:
    for command in (["case"], ["debug"], ["explain"]):
        done = asked(*command, case.id)
        assert (done.exit_code, done.exception) == (0, None), (command, done.output)
        told = json.loads(asked(*command, case.id, "--json").stdout)
        assert told["provider"] == case.provider if command == ["explain"] else told["id"] == case.id
    assert "outcome     passed" in asked("debug", case.id).stdout


def test_a_case_says_what_is_asked_and_what_is_expected() -> None:
    told = json.loads(asked("case", f"{MEANING}::facade[to-canonical]", "--json").stdout)
    address = {"prompt": "Summarize https://example.com/page"}
    assert told["asked"]["method"] == "map"
    assert told["asked"]["params"]["arguments"] == address
    expected = {"url": "https://example.com/page", **address}
    assert told["expected"]["calls"] == [{"tool": "WebFetch", "arguments": expected}]
    assert told["file"] == FILE


def test_both_rounds_are_shown() -> None:
    told = json.loads(asked("debug", OF_OTHERS, "--json").stdout)
    assert [one["params"]["direction"] for one in told["answers"]] == ["to_native", "to_canonical"]
    assert told["outcome"] == "passed"


def test_a_red_case_says_where() -> None:
    case = "gemini-cli/facade/0.61.0/calls/first-to-last-line"
    done = asked("debug", case, "--adapter", str(BROKEN / "facade_offset_from_zero"))
    assert "outcome     failed" in done.stdout
    assert re.search(r"at +/calls/0/arguments/offset\n +expected +1\n", done.stdout)


def test_a_file_names_the_cases_that_rest_on_it() -> None:
    done = asked("run", "reference", "--case", FILE, "--no-baseline")
    assert done.exit_code == 0, done.output
    rests = [case for case in facade_cases() if f"corpus/{case.file}" == FILE]
    assert done.stdout.endswith(f"passed: {len(rests)} checks\n")
    refused = asked("case", FILE).exception
    assert isinstance(refused, HookconformError)
    assert (refused.code, refused.what.endswith(f"names {len(rests)} cases.")) == ("case.several", True)


@pytest.mark.parametrize("command", ["case", "debug", "explain"])
@pytest.mark.parametrize(
    ("name", "code"),
    [
        (f"{MEANING}s", "case.unknown"),
        ("gemini-cli/facade/", "case.unknown"),
        ("no-platform/facade/1/calls/x", "case.unknown"),
        ("corpus/platforms/none/facade.yaml", "case.unknown"),
        ("pi/facade/*", "case.several"),
    ],
)
def test_what_names_no_case_is_wrong_use(command: str, name: str, code: str) -> None:
    refused = asked(command, name).exception
    assert isinstance(refused, HookconformError)
    assert (refused.code, bool(refused.hint)) == (code, True)


def test_an_adapter_that_does_not_claim_facades_is_not_asked() -> None:
    refused = asked("debug", MEANING, "--adapter", str(BROKEN / "silent_allow")).exception
    assert isinstance(refused, HookconformError)
    assert refused.code == "debug.unclaimed"


def test_options_of_payloads_are_wrong_use() -> None:
    assert asked("debug", MEANING, "--tool", "x").exit_code == 2

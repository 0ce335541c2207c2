"""The pytest plugin in a project of somebody else's, with a corpus of a few cases."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.support import fakes

pytestmark = pytest.mark.whole

STEMS = ("arguments-empty", "byte-order-mark", "nested-extreme")
MODULE = "from hookconform.pytest_plugin import conformance\n\ntest_conformance = conformance({})\n"
MANIFEST = """
name = "fake"
version = "1"
language = "python"
platforms = ["{platform}"]
capabilities = ["event"]
protocol = 2
tier = "core"
{more}
[run]
python = "{module}:create"
path = "."
"""
ADAPTER = """
class Adapter:
    def initialize(self, protocol):
        return dict(protocol=2, name="fake", version="1", language="python",
                    platforms=["gemini-cli", "cursor"], capabilities=["event"], tier="core")

    def canonicalize(self, platform, platform_version, registered_event, payload):
        error = RuntimeError("no")
        error.code = {code}
        raise error


def create():
    return Adapter()
"""


def project(folder: Path, arguments: str = '"event", adapter="adapter.toml"', **manifest: Any) -> Path:
    fakes.tiny_corpus(folder, *STEMS)
    (folder / "test_hooks.py").write_text(MODULE.format(arguments))
    adapter(folder, "adapter", -32001, **manifest)
    return folder


def adapter(folder: Path, name: str, code: int, platform: str = "gemini-cli", more: str = "") -> None:
    (folder / f"{name}_module.py").write_text(ADAPTER.format(code=code))
    (folder / f"{name}.toml").write_text(MANIFEST.format(platform=platform, more=more, module=f"{name}_module"))


def run(folder: Path, *arguments: str) -> tuple[int, str]:
    # Without the other plugins of this environment, which cost more than all the rest.
    return pytest_in(folder, "-p", "hookconform.pytest_plugin", *arguments, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")


def pytest_in(folder: Path, *arguments: str, **more: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
    environment = os.environ | {"HOOKCONFORM_CORPUS": str(folder / "corpus"), "COLUMNS": "120"} | more
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def test_checks_are_named_after_their_cases_and_fail_with_an_explanation(tmp_path: Path) -> None:
    status, output = run(project(tmp_path), "-v")
    assert status == 1
    assert "test_hooks.py::test_conformance::gemini-cli/synthetic/byte-order-mark PASSED" in output
    assert "test_hooks.py::test_conformance::gemini-cli/synthetic/arguments-empty FAILED" in output
    assert "a good payload was refused with -32001: no" in output
    assert "Traceback" not in output
    assert "1 failed, 2 passed" in output


def test_one_case_can_be_selected_by_keyword_and_by_id(tmp_path: Path) -> None:
    folder = project(tmp_path)
    assert "1 passed, 2 deselected" in run(folder, "-k", "byte-order-mark")[1]
    assert "1 passed" in run(folder, "test_hooks.py::test_conformance::gemini-cli/synthetic/nested-extreme")[1]


def test_without_a_capability_every_claimed_check_is_there_and_no_other(tmp_path: Path) -> None:
    output = run(project(tmp_path, 'adapter="adapter.toml"'), "-rs", "-k", "arguments-empty or byte-order")[1]
    assert "skipped" not in output
    assert "1 passed" in output
    assert "1 failed" in output


def test_known_failures_are_expected_and_stale_ones_red(tmp_path: Path) -> None:
    folder = project(tmp_path, more='known_failures = "known.yaml"')
    (folder / "known.yaml").write_text("- {check: gemini-cli/synthetic/arguments-empty::event, reason: not yet}\n")
    assert "2 passed, 1 xfailed" in run(folder)[1]
    (folder / "known.yaml").write_text("- {check: gemini-cli/*::event, reason: not yet}\n")
    assert "2 failed, 1 xfailed" in run(folder)[1]
    (folder / "known.yaml").write_text(
        "- {check: gemini-cli/*/arguments-empty::event, reason: not yet}\n"
        "- {check: gemini-cli/gone::event, reason: old}\n"
    )
    status, output = run(folder)
    assert (status, "gemini-cli/gone::event: no check is about this known failure" in output) == (1, True)


def test_the_command_line_replaces_the_adapter_and_may_name_several(tmp_path: Path) -> None:
    folder = project(tmp_path)
    adapter(folder, "other", -32603)
    one = run(folder, "--hookconform-adapter", "other.toml")
    assert "3 failed" in one[1]
    assert "the adapter answered error -32603" in one[1]
    both = run(folder, "--hookconform-adapter", "other.toml", "--hookconform-adapter", "adapter.toml")
    assert "4 failed, 2 passed" in both[1]


@pytest.mark.parametrize(
    ("arguments", "manifest", "words"),
    [
        ('"event"', {}, "No adapter is named"),
        ('"event", adapter="missing.toml"', {}, "error[adapter.unknown]"),
        ('"nope", adapter="adapter.toml"', {}, "error[capability.unknown]"),
        ('"response[deny]", adapter="adapter.toml"', {}, "takes the name of one capability"),
        ('["event", "input"], adapter="adapter.toml"', {}, "takes the name of one capability"),
        ('"response", adapter="adapter.toml"', {}, "which proves nothing"),
        ('"event", adapter="adapter.toml"', {"platform": "cursor"}, "error[adapter.platform]"),
        ('"event", adapter="adapter.toml"', {"more": "colour = 1"}, "error[schema.adapter]"),
    ],
)
def test_nothing_to_test_is_an_error(tmp_path: Path, arguments: str, manifest: dict[str, str], words: str) -> None:
    status, output = run(project(tmp_path, arguments, **manifest))
    assert (status, words in output) == (2, True), output


def test_an_unclaimed_capability_proves_nothing(tmp_path: Path) -> None:
    folder = project(tmp_path, '"input", adapter="adapter.toml"')
    status, output = run(folder)
    assert (status, "which proves nothing" in output) == (2, True), output
    # Modules of all capabilities may be run with any adapter of the command line.
    assert run(folder, "--hookconform-adapter", "adapter.toml")[0] == pytest.ExitCode.NO_TESTS_COLLECTED


def test_other_tests_before_and_after_keep_their_set_up_and_tear_down(tmp_path: Path) -> None:
    folder = project(tmp_path, '"event", adapter="adapter.toml"', more='known_failures = "known.yaml"')
    (folder / "known.yaml").write_text("- {check: gemini-cli/*/arguments-empty::event, reason: not yet}\n")
    for name in ("test_a", "test_z"):
        (folder / name).mkdir()
        (folder / name / f"{name}.py").write_text(
            "import pytest\n@pytest.fixture(scope='module', autouse=True)\ndef around():\n"
            f"    print('up {name}')\n    yield\n    print('down {name}')\ndef test_it(): pass\n"
        )
    status, output = run(folder, "-s", "test_a", "test_hooks.py", "test_z")
    assert status == 0
    assert output.index("down test_a") < output.index("up test_z") < output.index("down test_z")


def test_the_plugin_is_inert_where_nobody_uses_it(tmp_path: Path) -> None:
    (tmp_path / "test_plain.py").write_text(
        "import sys\ndef test_plain():\n"
        "    engine = ('hookconform', 'hook_adapters', 'yaml', 'jsonschema')\n"
        "    loaded = {name for name in sys.modules if name.startswith(engine)}\n"
        "    assert loaded == {'hookconform', 'hookconform.pytest_plugin'}\n"
    )
    status, output = pytest_in(tmp_path)
    assert status == 0, output


def test_an_adapter_that_ends_its_process_leaves_the_session_red_and_alive(tmp_path: Path) -> None:
    folder = project(tmp_path)
    module = folder / "adapter_module.py"
    module.write_text("import os, sys\n" + module.read_text().replace("raise error", "print('\\x9b2J'); os._exit(0)"))
    status, output = run(folder)
    assert status == 1
    assert "3 failed" in output
    assert "the adapter ended with status 0" in output
    module.write_text(module.read_text().replace("os._exit(0)", "raise ValueError('\\x9b2J\\u202e')"))
    status, output = run(folder)
    assert "raised ValueError: \\u009b2J\\u202e" in output
    assert not {"\x9b", "\u202e"} & set(output)


def test_a_debugger_gets_the_adapter_in_process(tmp_path: Path) -> None:
    folder = project(tmp_path)
    module = folder / "adapter_module.py"
    module.write_text("import os\n" + module.read_text().replace("raise error", "raise ValueError(os.getpid())"))
    (folder / "test_pid.py").write_text("import os\ndef test_pid(): print('this is', os.getpid()); assert False\n")
    for option, same in (((), False), (("--hookconform-in-process",), True)):
        output = run(folder, *option)[1]
        asked = output.partition("raised ValueError: ")[2].split()[0]
        assert (asked == output.partition("this is ")[2].split()[0]) is same


def test_a_perturbed_pass_has_the_same_items_and_says_so_of_a_seed_that_is_none(tmp_path: Path) -> None:
    project(tmp_path)
    plain, perturbed = run(tmp_path, "-v"), run(tmp_path, "-v", "--hookconform-perturb", "3")

    def items(said: str) -> list[str]:
        return sorted(line.split(" ")[0] + line.split(" ")[1] for line in said.splitlines() if "::" in line)

    assert items(plain[1]) == items(perturbed[1])
    assert plain[0] == perturbed[0]
    assert run(tmp_path, "--hookconform-perturb", "three")[0] == 4

"""What holds for all tests: the programs that some need beside Python, and how examples are made.

Tests whose program is missing are left out, never in CI.
"""

from __future__ import annotations

import gc
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import WorkStealingScheduling

from tests.support.lanes import is_of_other_lane, selected

# Collecting tests makes no garbage, but millions of objects that each garbage collection would look through.
gc.disable()

# The same examples everywhere, and no limit of time, which a busy machine would miss.
settings.register_profile(
    "steady", deadline=None, derandomize=True, database=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(program): needs a program that is not part of Python")
    # In workers too: each reads the command line anew.
    config.option.markexpr = selected(
        config.option.markexpr,
        config.getini("addopts")[-1],
        is_named=config.args_source is pytest.Config.ArgsSource.ARGS,
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> WorkStealingScheduling | None:
    """Let a process without work take some of another's: handed out evenly, the long tests of one end last."""
    return WorkStealingScheduling(config, log) if config.getvalue("dist") == "load" else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files of the other lane without importing them: frameworks and tables cost seconds."""
    if collection_path.suffix != ".py":
        return None
    return True if is_of_other_lane(collection_path.read_text(encoding="utf-8"), config.option.markexpr) else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("CI"):
        return
    left_out = [item for item in items if any(shutil.which(name) is None for name in _needed(item))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in set(left_out)]
        programs = {name for item in left_out for name in _needed(item) if shutil.which(name) is None}
        config.issue_config_time_warning(
            pytest.PytestWarning(f"{len(left_out)} tests were left out: they need {', '.join(sorted(programs))}."), 2
        )


def pytest_collection_finish() -> None:
    """Take the tens of thousands of items out of what each collection of garbage looks through."""
    gc.collect()
    gc.freeze()
    gc.enable()


def _needed(item: pytest.Item) -> list[str]:
    return [name for marker in item.iter_markers("needs") for name in marker.args]

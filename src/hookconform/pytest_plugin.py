"""pytest plugin: the installed corpus as test items, one a check, named after the case.

A test module says what it wants (`conformance` is all it needs), and `--hookconform-adapter` names what is tested:

    from hookconform.pytest_plugin import conformance

    test_conformance = conformance(adapter="adapter.toml")

The plugin is loaded by every pytest run of an environment that has hookconform installed, so it imports nothing
of the engine and does nothing until a module uses it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from hookconform.checks.outcome import CheckResult
    from hookconform.run.checklist import Checklist

OPTION = "hookconform_adapter"
_IN_PROCESS = "hookconform_in_process"
_PERTURB = "hookconform_perturb"


@dataclass(frozen=True)
class Suite:
    """A place in a test module where checks are collected; see `conformance`."""

    capability: str | None
    adapter: str | None


def conformance(capability: str | None = None, *, adapter: str | None = None) -> Suite:
    """Return what a test module binds to a name `test_…` to have checks collected there.

    `capability` limits them to one; without it, all that the adapter claims. `adapter` is
    tested unless the command line names others: a shipped adapter, or a path relative to the test module.
    """
    return Suite(capability, adapter)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("hookconform")
    group.addoption(
        "--hookconform-in-process",
        dest=_IN_PROCESS,
        action="store_true",
        help="Run Python adapters in this process, for debuggers.",
    )
    group.addoption(
        "--hookconform-perturb",
        dest=_PERTURB,
        type=int,
        metavar="SEED",
        help="Change ids, folders, words, key order and white space; a seed always gives the same.",
    )
    group.addoption(
        "--hookconform-adapter",
        dest=OPTION,
        action="append",
        metavar="ADAPTER",
        help="Adapter to test: a folder with an adapter.toml, such a file, or a shipped one; repeatable.",
    )


def pytest_pycollect_makeitem(collector: pytest.Collector, name: str, obj: object) -> pytest.Collector | None:
    """Turn a suite bound to a name into a collector."""
    if isinstance(obj, Suite):
        return SuiteCollector.from_parent(collector, name=name, suite=obj)
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> bool | None:
    """Run a check in one phase: it has nothing to set up or tear down, and there may be tens of thousands.

    The last one of a collector goes the usual way, which also tears down what other items have left behind.
    """
    if not isinstance(item, CheckItem) or nextitem is None or nextitem.parent is not item.parent:
        return None
    item.ihook.pytest_runtest_logstart(nodeid=item.nodeid, location=item.location)
    call = pytest.CallInfo.from_call(item.runtest, when="call")
    item.ihook.pytest_runtest_logreport(report=item.ihook.pytest_runtest_makereport(item=item, call=call))
    item.ihook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
    return True


class SuiteCollector(pytest.Collector):
    """Collects one item a check; more than one adapter adds a level with the adapter's name."""

    def __init__(self, *, suite: Suite, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._suite = suite

    def collect(self) -> Iterator[pytest.Item | pytest.Collector]:
        """Yield the items, or one collector an adapter; no check at all is an error.

        Only a module about what this kind of adapter cannot have stays empty; for an adapter of the command line, also
        one about what it does not claim.
        """
        self._demand_capability()
        adapters = self._adapters()
        if len(adapters) > 1:
            for named in adapters:
                alone = Suite(self._suite.capability, named)
                yield OneAdapterCollector.from_parent(self, name=self._checklist(named).name, suite=alone)
            return
        found = False
        checklist = self._checklist(adapters[0])
        for check in checklist.checks(self._suite.capability):
            found = True
            yield CheckItem.from_parent(self, name=_item_name(self._suite, check), checklist=checklist, check=check)
        asked = not self.config.getoption(OPTION) or checklist.claims(self._suite.capability)
        if not found and asked and checklist.is_of_a_kind_for(self._suite.capability):
            claimed = ", ".join(sorted(checklist.capabilities))
            what = f"{checklist.name} claims no check of {self._suite.capability}, which proves nothing"
            raise self.CollectError(f"{what}; it claims: {claimed}.")

    def _demand_capability(self) -> None:
        from hookconform.checks.named import demand_check  # noqa: PLC0415 (nothing is imported before it is used)
        from hookconform.checks.outcome import split_name  # noqa: PLC0415
        from hookconform.ground.errors import HookconformError  # noqa: PLC0415

        asked = self._suite.capability
        if asked is None:
            return
        # A test module is seldom type-checked.
        if type(asked) is not str or split_name(asked)[1]:
            raise self.CollectError(f"conformance(capability=…) takes the name of one capability, not {asked!r}.")
        try:
            demand_check(asked)
        except HookconformError as error:
            raise self.CollectError(error.render()) from error

    def _adapters(self) -> list[str]:
        named: list[str] = self.config.getoption(OPTION) or []
        if named:
            return list(dict.fromkeys(named))
        if self._suite.adapter is None:
            raise self.CollectError("No adapter is named: use --hookconform-adapter, or conformance(adapter=...).")
        named_here = self._suite.adapter
        beside = self.path.parent / named_here
        is_path = beside.exists() or "/" in named_here or named_here.endswith(".toml")
        return [str(beside) if is_path else named_here]

    def _checklist(self, named: str) -> Checklist:
        from hookconform.ground.errors import HookconformError  # noqa: PLC0415 (nothing is imported before it is used)
        from hookconform.run.checklist import Checklist  # noqa: PLC0415

        known = self.config.stash.setdefault(_CHECKLISTS, {})
        if named not in known:
            try:
                known[named] = Checklist(
                    named,
                    in_process=bool(self.config.getoption(_IN_PROCESS)),
                    perturb=self.config.getoption(_PERTURB),
                )
            except HookconformError as error:
                raise self.CollectError(error.render()) from error
        return known[named]


class OneAdapterCollector(SuiteCollector):
    """The checks of one adapter among several."""

    def _adapters(self) -> list[str]:
        assert self._suite.adapter is not None  # noqa: S101 (set by the collector above)
        return [self._suite.adapter]


class CheckItem(pytest.Item):
    """One check; its result comes out of one pass through the adapter for all items that run."""

    def __init__(self, *, checklist: Checklist, check: tuple[str, str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._checklist = checklist
        self._check = check

    def runtest(self) -> None:
        """Look the result up; the first item that runs makes the pass."""
        if not self._checklist.has_run:
            mine = (item for item in self.session.items if isinstance(item, CheckItem))
            self._checklist.run({item._check for item in mine if item._checklist is self._checklist})  # noqa: SLF001
        result = self._checklist.result(*self._check)
        match result.outcome.value:
            case "passed":
                return
            case "unsupported":
                pytest.skip(result.message)
            case "known":
                pytest.xfail(result.reason)
            case _:
                raise CheckNotPassedError(result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return what is wrong with the adapter, without a traceback through the engine."""
        from hookconform.ground.errors import HookconformError  # noqa: PLC0415 (nothing is imported before it is used)
        from hookconform.run.formats.text import explanation  # noqa: PLC0415

        if isinstance(excinfo.value, CheckNotPassedError):
            return (
                f"{excinfo.value.result.outcome.value}: {excinfo.value.result.id}\n{explanation(excinfo.value.result)}"
            )
        if isinstance(excinfo.value, HookconformError):
            return excinfo.value.render()
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return where the item comes from and what it is called."""
        return self.path, None, self.name


class CheckNotPassedError(Exception):
    """Carries a red result to the report."""

    def __init__(self, result: CheckResult) -> None:
        super().__init__(result.id)
        self.result = result


_CHECKLISTS = pytest.StashKey[dict[str, "Checklist"]]()


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """Turn a session red whose adapters were never judged, or whose list of known failures is stale."""
    for checklist in session.config.stash.get(_CHECKLISTS, {}).values():
        if exitstatus == pytest.ExitCode.OK and checklist.complaint:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what is wrong with a run as a whole, and what its red checks have in common."""
    for checklist in config.stash.get(_CHECKLISTS, {}).values():
        causes = checklist.causes()
        if checklist.complaint or causes:
            terminalreporter.write_sep("=", f"hookconform: {checklist.name}", red=True)
            for line in (*filter(None, [checklist.complaint]), *causes):
                terminalreporter.write_line(line)


def _item_name(suite: Suite, check: tuple[str, str]) -> str:
    case_id, name = check
    if suite.capability is None:
        return f"{case_id}::{name}"
    return case_id + name.removeprefix(suite.capability)

"""What is measured: each measure does its work once and returns seconds of CPU time or wall time."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterable
from pathlib import Path

from benchmarks.served import served_reference
from hookconform.cases.loading import iter_cases
from hookconform.corpus.cases import Case
from hookconform.run.engine import run
from hookconform.run.selection import Selection
from tool_facades import ProviderToolRegistry

CORE = ("tool-name", "event", "input", "rules")


def cpu(work: Callable[[], object]) -> float:
    """Return the CPU seconds of this process, without its children."""
    start = time.process_time()
    work()
    return time.process_time() - start


def cpu_of_children(work: Callable[[], object]) -> float:
    """Return the CPU seconds of the processes started and waited for."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def parse_payloads(cases: Iterable[Case]) -> None:
    """Parse every payload that is JSON, which no suite can do without."""
    for case in cases:
        if case.payload is not None:
            json.loads(case.payload_text)


def load_cases() -> list[Case]:
    """Read the whole corpus."""
    return list(iter_cases())


def served_run(folder: Path, cases: Iterable[Case] | None = None) -> None:
    """Judge the corpus, or these cases, over one served adapter."""
    record = run(served_reference(folder), Selection(capabilities=CORE), cases=cases)
    if record.exit_code:
        raise SystemExit(record.verdict)


def whole_command(*options: str) -> None:
    """Run `hookconform run reference` as a person does: start-up, every capability, and the report."""
    command = [sys.executable, "-m", "hookconform", "run", "reference", "--json", *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def process_per_case(cases: Iterable[Case]) -> None:
    """Start the reference adapter's program once a case, do nothing else, and let it end."""
    for _ in cases:
        subprocess.run([sys.executable, "-m", "hook_adapters", "serve"], stdin=subprocess.DEVNULL, check=True)


def pytest_conformance(checkout: Path) -> None:
    """Run the conformance tests of the method capabilities on the reference adapter."""
    # By name, not by keyword: a small corpus has nothing to ask of the others, which would be an error.
    chosen = [f"conformance/test_adapter.py::test_{name}" for name in ("tool_name", "event", "input", "rules")]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *chosen]
    subprocess.run(command, cwd=checkout, check=True, stdout=subprocess.DEVNULL, env=os.environ)


def start_up() -> None:
    """Print the version."""
    subprocess.run([sys.executable, "-m", "hookconform", "--version"], check=True, stdout=subprocess.DEVNULL)


def look_up(*words: str) -> None:
    """Run a command that only reads, such as `explain replace`."""
    subprocess.run([sys.executable, "-m", "hookconform", *words], check=True, stdout=subprocess.DEVNULL)


def import_facades() -> None:
    """Start Python and import the tool facades."""
    subprocess.run([sys.executable, "-c", "import tool_facades"], check=True)


def start_python() -> None:
    """Start Python and import nothing."""
    subprocess.run([sys.executable, "-c", "pass"], check=True)


def map_calls(count: int = 1000) -> None:
    """Map calls of one provider to canonical ones and on to another provider's."""
    registry = ProviderToolRegistry()
    for number in range(count):
        read = registry.tool("gemini", "read_file")
        mapped = read.to_canonical({"file_path": "a.py", "start_line": number + 1, "end_line": number + 9})
        registry.tool("opencode", "read").to_native([call.arguments for call in mapped.calls])


def peak_memory(folder: Path, globs: tuple[str, ...]) -> int:
    """Return the bytes that Python held at most while it judged the cases that match."""
    tracemalloc.start()
    run(served_reference(folder), Selection(capabilities=CORE, cases=globs))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak

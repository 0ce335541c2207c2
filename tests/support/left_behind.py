"""What a test leaves behind: open descriptors, running processes, folders in the place for temporary files."""

from __future__ import annotations

import gc
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

# Marks by which processes of one run know that a setup is done; they stay on purpose.
_MARK = "hookconform-setup-"


@dataclass(frozen=True)
class Traces:
    """What there is of a process at one moment; empty where the system does not tell."""

    descriptors: frozenset[int]
    children: frozenset[int]

    @classmethod
    def now(cls) -> Traces:
        """Return what there is of this process."""
        return cls(_descriptors(), _children())


def left_behind(before: Traces, temporary: Path) -> list[str]:
    """Return in words what is there and was not before, and what of ours lies in a folder for temporary files."""
    if Traces.now().descriptors - before.descriptors:
        # What only a cycle holds is nobody's any more; that it was not closed is told by its `ResourceWarning`.
        gc.collect()
    now = Traces.now()
    names = sorted(path.name for path in temporary.glob("hookconform-*") if not path.name.startswith(_MARK))
    return [
        *(f"descriptor {number} is open: {_target(number)}" for number in sorted(now.descriptors - before.descriptors)),
        *(f"process {number} is a child" for number in sorted(now.children - before.children)),
        *(f"{name} lies in the folder for temporary files" for name in names),
    ]


def _descriptors() -> frozenset[int]:
    found: set[int] = set()
    for name in os.listdir("/dev/fd"):  # noqa: PTH208 (numbers, no paths)
        # The one that lists them is closed again.
        with suppress(OSError):
            os.fstat(int(name))
            found.add(int(name))
    return frozenset(found)


def _target(number: int) -> str:
    with suppress(OSError):
        return str(Path(f"/dev/fd/{number}").readlink())
    return "?"


def _children() -> frozenset[int]:
    if os.getpid() == 1:
        # Of a container's first process, whatever loses its parent is a child.
        return frozenset()
    texts = (path.read_text() for path in Path("/proc/self/task").glob("*/children"))
    return frozenset(int(number) for text in texts for number in text.split())

"""One execution, watched: only documented errors may come out, and it may neither loop nor recurse without end.

What it costs is counted in function calls, which are the same on every machine. A loop inside one call (a regular
expression that backtracks) makes none: a limit of processor time, far above what any text needs, ends that.
"""

from __future__ import annotations

import cProfile
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from types import FrameType
from typing import Any

from tests.fuzz.seeds import Seed
from tests.fuzz.targets import Target

# Processor seconds; the slowest text that was ever right took a hundredth of it.
_LIMIT = 20.0
_FRAMES = 3


class Endless(BaseException):
    """The processor time is used up; no `except Exception` may swallow it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """What must not happen: `kind` and `place` tell findings apart, `what` says it in full."""

    kind: str
    place: str
    what: str


def watched(target: Target, text: str, seed: Seed, random: Random, *, count: bool = True) -> Finding | None:
    """Let a target read a text that came of a payload; returns what is wrong with how that went.

    Without `count` calls are not counted.
    """
    profile = cProfile.Profile() if count else None
    try:
        with _limited():
            if profile is not None:
                profile.enable()
            try:
                target.run(text, seed, random)
            finally:
                if profile is not None:
                    profile.disable()
    except target.allowed:
        pass
    except Endless as error:
        return Finding("endless", _place(error), f"more than {_LIMIT:.0f} s of processor time")
    except (Exception, RecursionError, MemoryError) as error:  # noqa: BLE001 (whatever comes out is the finding)
        return Finding(type(error).__name__, _place(error), f"{error!r:.300}")
    if profile is not None:
        return _too_dear(target, text, _calls(profile))
    return None


def _too_dear(target: Target, text: str, calls: int) -> Finding | None:
    base, each = target.calls
    most = base + each * len(text)
    return Finding("calls", target.name, f"{calls} calls for {len(text)} characters") if calls > most else None


def _calls(profile: cProfile.Profile) -> int:
    entries: Any = profile.getstats()
    return sum(entry.callcount for entry in entries)


@contextmanager
def _limited() -> Iterator[None]:
    def end(number: int, frame: FrameType | None) -> None:
        raise Endless

    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, _LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _place(error: BaseException) -> str:
    """Return the innermost lines of this project that led there, without a loop's repetitions."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/hook" in frame.filename]
    names = list(dict.fromkeys(f"{frame.filename.rsplit('/', 1)[1]}:{frame.name}" for frame in frames))
    return " > ".join(names[-_FRAMES:]) or "outside"

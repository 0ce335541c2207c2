"""Nothing that the lab started outlives it: a process that dies with the one that started it."""

from __future__ import annotations

import ctypes
import os
import signal
from collections.abc import Callable

# linux/prctl.h
_PR_SET_PDEATHSIG = 1
# Looked up before there are threads: a child that is forked beside one must not wait for the loader's lock.
_prctl = ctypes.CDLL(None, use_errno=True).prctl


def dying_with(parent: int) -> Callable[[], None]:
    """Return what a child calls before it becomes its program, so that it is killed when process `parent` ends."""

    def call() -> None:
        _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)

    return call

"""Cancelling a call: a command that runs is ended, a search stops at the next file."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from threading import Lock

from tool_facades.base_tools.outcome import Refusal


class Stop:
    """A request to end a call; `set` may be called from any thread, more than once."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._set = False
        self._ends: list[Callable[[], None]] = []

    @property
    def is_set(self) -> bool:
        """Tell whether the call is to end."""
        return self._set

    def set(self) -> None:
        """End the call: run what was registered with `ending`."""
        with self._lock:
            self._set = True
            ends = list(self._ends)
        for end in ends:
            end()

    @contextmanager
    def ending(self, end: Callable[[], None]) -> Generator[None]:
        """Call `end` when the call is to end within this block, at once if it is already."""
        with self._lock:
            self._ends.append(end)
            at_once = self._set
        try:
            if at_once:
                end()
            yield
        finally:
            with self._lock:
                self._ends.remove(end)

    def check(self) -> None:
        """Raise `Refusal` if the call is to end."""
        if self._set:
            raise Refusal("The call was cancelled.")

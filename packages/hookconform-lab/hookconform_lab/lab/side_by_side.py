"""Two runs at a time: programs wait for their models, their hooks and their own start more than they compute."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError, ThreadPoolExecutor, wait
from threading import Event
from typing import TypeVar

from hookconform_lab.lab import sandbox

_AT_ONCE = 2
# Seconds between two looks for runs that are to end.
_LOOK = 0.2

Item = TypeVar("Item")
Result = TypeVar("Result")


def side_by_side(work: Callable[[Item], Result], items: Iterable[Item]) -> Iterator[Result]:
    """Yield what `work` returns for each item, in their order.

    Raises what `work` raises, where its result would stand. Then, and after Ctrl-C or SIGTERM, no further item is
    begun, and the runs under way are ended.
    """
    is_over = Event()

    def begun(item: Item) -> Result:
        if is_over.is_set():
            raise CancelledError
        try:
            return work(item)
        except BaseException:
            # The thread that fails would take the next item before anybody reads its error.
            is_over.set()
            raise

    with sandbox.terminated_like_interrupted(), ThreadPoolExecutor(_AT_ONCE) as pool:
        results = [pool.submit(begun, item) for item in items]
        try:
            for one in results:
                yield one.result()
        finally:
            is_over.set()
            # Between two of its runs, an item may begin one more.
            while wait(results, timeout=_LOOK).not_done:
                sandbox.end_all()
